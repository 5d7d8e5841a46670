/** The people of a file: the debtor and whoever stands beside it, with addresses and channels. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { Guard } from "../platform/web/me.web.tsx";
import { Loaded, Section } from "../platform/web/page.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { type DebtorChannel, listParties, setChannel } from "./parties.contract.ts";
import type { partyTexts } from "./parties.texts.ts";

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
    <Section title={t("parties")}>
      <Loaded of={parties}>
        {({ main, parties: beside }) => (
          <>
            <PersonFacts fileId={fileId} person={main} role={t("main")} onChanged={onChanged} />
            {beside.map((party) => (
              <PersonFacts
                key={party.id}
                fileId={fileId}
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

interface PersonProps {
  readonly fileId: number;
  readonly person: Person;
  readonly role: string;
  readonly onChanged: (() => void) | undefined;
}

const line = (of: Pick<Person, "street" | "houseNumber" | "addition" | "postcode" | "city">): string =>
  `${of.street} ${[of.houseNumber, of.addition].filter((part) => part !== null).join(" ")}, ${of.postcode} ${of.city}`;

function PersonFacts({ fileId, person, role, onChanged }: PersonProps): ReactNode {
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
        </Text>
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

function Channel(props: Omit<PersonProps, "role"> & { readonly channel: DebtorChannel }): ReactNode {
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
