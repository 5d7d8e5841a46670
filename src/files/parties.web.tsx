/** The people of a file: the debtor and whoever stands beside it, with addresses and channels. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { dateInAmsterdam } from "../kernel/dates.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { Guard } from "../platform/web/me.web.tsx";
import { Loaded, Loading, Section } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import {
  addParty,
  type DebtorChannel,
  type FileParty,
  listParties,
  setChannel,
  updateParty,
} from "./parties.contract.ts";
import type { partyTexts } from "./parties.texts.ts";

const PartyForm = part(() => import("./party-forms.web.tsx").then((m) => m.PartyForm), <Loading />);

type Person = ReplyOf<typeof listParties>["main"];

export function FileParties({
  fileId,
  onChanged,
}: {
  readonly fileId: number;
  readonly onChanged?: () => void;
}): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const parties = useCall(listParties, { params: { id: fileId } });
  return (
    <Section
      title={t("parties")}
      aside={
        <Guard who={addParty.who}>
          <button
            type="button"
            className="v-link"
            onClick={() =>
              openModal({ title: t("addParty"), size: "lg" }, (close) => (
                <PartyForm
                  fileId={fileId}
                  today={dateInAmsterdam(new Date())}
                  close={close}
                  onDone={() => onChanged?.()}
                />
              ))
            }
          >
            {t("addParty")}
          </button>
        </Guard>
      }
    >
      <Loaded of={parties}>
        {({ main, parties: beside }) => (
          <>
            <PersonFacts fileId={fileId} person={main} role={t("main")} onChanged={onChanged} />
            {beside.map((party) => (
              <PersonFacts
                key={party.id}
                fileId={fileId}
                act={party.until === null ? <EndParty fileId={fileId} party={party} onChanged={onChanged} /> : null}
                person={party.person}
                role={[
                  t(`role_${party.role}`),
                  party.solidary ? t("solidary") : "",
                  party.reference ?? "",
                  party.until === null ? "" : t("until", { date: dateText(party.until) }),
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
                onChanged={onChanged}
              />
            ))}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Ends what somebody is to a file today; who it was stays on record. */
function EndParty(props: { fileId: number; party: FileParty; onChanged: (() => void) | undefined }): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const { fileId, party, onChanged } = props;
  const act = useAct(updateParty, { invalidates: [listParties], onSuccess: () => onChanged?.() });
  const end = (): void => {
    const { id, role, solidary, reference, note, from, version } = party;
    const body = { role, solidary, reference: reference ?? "", note: note ?? "", from, version };
    void act.run({ params: { id: fileId, partyId: id }, body: { ...body, until: dateInAmsterdam(new Date()) } });
  };
  return (
    <Guard who={updateParty.who}>
      <button
        type="button"
        className="v-link"
        aria-label={`${t("endParty")}: ${party.person.displayName}`}
        onClick={end}
      >
        {t("endParty")}
      </button>
    </Guard>
  );
}

interface PersonProps {
  readonly act?: ReactNode;
  readonly fileId: number;
  readonly person: Person;
  readonly role: string;
  readonly onChanged: (() => void) | undefined;
}

const line = (of: Pick<Person, "street" | "houseNumber" | "addition" | "postcode" | "city">): string =>
  `${of.street} ${[of.houseNumber, of.addition].filter((part) => part !== null).join(" ")}, ${of.postcode} ${of.city}`;

function PersonFacts({ fileId, person, role, act, onChanged }: PersonProps): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const told = (source: Person["addressSource"], checkedOn: string | null): string =>
    [
      source === null ? "" : t(`source_${source}`),
      checkedOn === null ? "" : t("checked", { date: dateText(checkedOn) }),
    ]
      .filter((part) => part !== "")
      .join(", ");
  return (
    <div>
      <Text fw={550}>
        {person.displayName}{" "}
        <Text span size="xs" c="dimmed">
          {role}
        </Text>{" "}
        {act}
      </Text>
      <Text size="sm">
        {line(person)} {told(person.addressSource, person.addressVerifiedOn)}
      </Text>
      {person.addresses.map((address) => (
        <Text key={address.id} size="xs" c="dimmed">
          {t(`address_${address.kind}`)}: {line(address)}{" "}
          {address.until === null ? "" : t("until", { date: dateText(address.until) })}{" "}
          {told(address.source, address.checkedOn)}
        </Text>
      ))}
      {person.channels.map((channel) => (
        <Channel key={`${channel.kind}:${channel.value}`} {...{ fileId, person, channel, onChanged }} />
      ))}
    </div>
  );
}

function Channel(props: Omit<PersonProps, "role" | "act"> & { readonly channel: DebtorChannel }): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const { channel, fileId, person, onChanged } = props;
  const act = useAct(setChannel, { invalidates: [listParties], onSuccess: () => onChanged?.() });
  const set = (consent: DebtorChannel["consent"], preferred: boolean): void => {
    const { kind, value, validUntil, source, version } = channel;
    const body = { kind, value, validUntil, source, version, consent, preferred };
    void act.run({ params: { id: fileId, debtorId: person.id }, body });
  };
  return (
    <Group gap={6}>
      <Text size="sm">
        {channel.value} · {t(`consent_${channel.consent}`)}
        {channel.inUse ? ` · ${t("inUse")}` : ""}
      </Text>
      <Guard who={setChannel.who}>
        {!channel.inUse && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`${t("use")}: ${channel.value}`}
            onClick={() => set("given", true)}
          >
            {t("use")}
          </Button>
        )}
        {channel.consent !== "refused" && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`${t("refuse")}: ${channel.value}`}
            onClick={() => set("refused", false)}
          >
            {t("refuse")}
          </Button>
        )}
      </Guard>
    </Group>
  );
}
