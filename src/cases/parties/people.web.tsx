/** The people of a file: the debtor and other parties, with addresses and channels. */
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { houseLine } from "../../ground/kernel/identifiers.ts";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, MailAddress, PhoneLink } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loaded, Loading, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { fileTexts } from "../files/files.texts.ts";
import { openDebtorForm } from "./open-debtor.web.tsx";
import {
  addParty,
  type DebtorAddress,
  type DebtorChannel,
  type FileParty,
  listParties,
  setChannel,
  setWish,
  updateParty,
} from "./parties.contract.ts";
import styles from "./parties.module.css";
import type { partyTexts } from "./parties.texts.ts";

const people = () => import("./person-forms.web.tsx");
const reach = () => import("./reach-forms.web.tsx");
const PartyForm = lazyComponent(() => people().then((m) => m.PartyForm), <Loading shape="form" />);
const PartyRoleForm = lazyComponent(() => people().then((m) => m.PartyRoleForm), <Loading shape="form" />);
const AddressForm = lazyComponent(() => reach().then((m) => m.AddressForm), <Loading shape="form" />);
const AddressSourceForm = lazyComponent(() => reach().then((m) => m.AddressSourceForm), <Loading shape="form" />);
const ChannelForm = lazyComponent(() => reach().then((m) => m.ChannelForm), <Loading shape="form" />);

type Person = ReplyOf<typeof listParties>["main"];
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");

export function FileParties({
  fileId,
  onChanged = () => {},
}: {
  readonly fileId: number;
  readonly onChanged?: () => void;
}): ReactNode {
  const t = usePartyTexts();
  const parties = useCall(listParties, { params: { id: fileId } });
  const add = (today: string): void =>
    void openModal({ title: t("addParty"), size: "lg" }, (close) => (
      <PartyForm fileId={fileId} today={today} close={close} onDone={onChanged} />
    ));
  return (
    <Section
      title={t("parties")}
      aside={
        parties.data && (
          <Guard who={addParty.who}>
            <button type="button" className="v-link" onClick={() => add(parties.data?.today ?? "")}>
              {t("addParty")}
            </button>
          </Guard>
        )
      }
    >
      <Loaded of={parties}>
        {({ today, main, parties: beside }) => (
          <>
            <PersonFacts {...{ fileId, today, onChanged }} person={main} />
            <div className={styles.beside}>
              {beside.map((party) => (
                <PersonFacts key={party.id} {...{ fileId, today, party, onChanged }} person={party.person} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface PersonProps {
  readonly fileId: number;
  readonly today: string;
  readonly person: Person;
  /** What it is to the file; absent for the debtor. */
  readonly party?: FileParty;
  readonly onChanged: () => void;
}

const line = (of: Pick<Person, "street" | "houseNumber" | "addition" | "postcode" | "city" | "country">): string =>
  [`${of.street} ${houseLine(of)}`, `${of.postcode} ${of.city}`, of.country === "NL" ? "" : of.country]
    .filter((part) => part !== "")
    .join(", ");

/** Whether it is over: what ended before today. */
const isPast = (until: string | null, today: string): boolean => until !== null && until < today;

const joined = (...facts: readonly (string | null | false)[]): string =>
  facts.filter((fact): fact is string => typeof fact === "string" && fact !== "").join(" · ");

function PersonFacts(props: PersonProps): ReactNode {
  const { person, party, today } = props;
  const t = usePartyTexts();
  const f = useTexts<typeof fileTexts>("files");
  const role =
    party === undefined
      ? t("main")
      : joined(
          t(`role_${party.role}`),
          party.solidary && t("solidary"),
          party.reference,
          t("since", { date: dateText(party.from) }),
          party.until !== null && t("until", { date: dateText(party.until) }),
        );
  const isOver = party !== undefined && isPast(party.until, today);
  const about = joined(
    person.birthDate !== null && t("born", { date: dateText(person.birthDate) }),
    person.kvk !== null && `KvK ${person.kvk}`,
    t("speaks", { language: f(`language_${person.language}`) }),
  );
  return (
    <div className={styles.person} data-past={isOver}>
      <div className={styles.personHead}>
        <div className={isOver ? styles.past : undefined}>
          <b>{person.displayName}</b> <span className={styles.secondary}>{role}</span>
          <div className={styles.secondary}>{about}</div>
          {party?.note && <div>{party.note}</div>}
        </div>
        <PersonActs {...props} />
      </div>
      <dl className={styles.reach}>
        <Present {...props} />
        {person.addresses.map((address) => (
          <FormerAddress key={address.id} {...props} address={address} />
        ))}
        {person.channels.map((channel) => (
          <Channel key={`${channel.kind}:${channel.value}`} {...props} channel={channel} />
        ))}
        <Wished {...props} />
      </dl>
    </div>
  );
}

/** What can be done with somebody: change the details, the role, add an address or a channel, end the role. */
function PersonActs({ fileId, today, person, party, onChanged }: PersonProps): ReactNode {
  const t = usePartyTexts();
  const end = useAct(updateParty, { invalidates: [listParties], onSuccess: onChanged });
  const target = { fileId, debtorId: person.id, onDone: onChanged };
  const endToday = (of: FileParty): void => {
    const { id, role, solidary, reference, note, from, version } = of;
    const body = { role, solidary, reference: reference ?? "", note: note ?? "", from, version, until: today };
    void end.run({ params: { id: fileId, partyId: id }, body });
  };
  const form = (title: string, body: (close: () => void) => ReactNode) => () => {
    openModal({ title, size: "lg" }, body);
  };
  return (
    <Guard who={updateParty.who}>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.personActs ?? ""}
            aria-label={t("actsOn", { name: person.displayName })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => openDebtorForm(fileId, person, onChanged, party)}>{t("editPerson")}</Menu.Item>
          {party !== undefined && (
            <Menu.Item
              onClick={form(person.displayName, (close) => (
                <PartyRoleForm fileId={fileId} party={party} onDone={onChanged} close={close} />
              ))}
            >
              {t("editRole")}
            </Menu.Item>
          )}
          <Menu.Item onClick={form(t("addAddress"), (close) => <AddressForm {...target} close={close} />)}>
            {t("addAddress")}
          </Menu.Item>
          <Menu.Item onClick={form(t("addChannel"), (close) => <ChannelForm {...target} close={close} />)}>
            {t("addChannel")}
          </Menu.Item>
          {party !== undefined && party.until === null && (
            <Menu.Item onClick={() => endToday(party)}>{t("endParty")}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Guard>
  );
}

/** By which way somebody wants to be written to, and taking that away. */
function Wished({ fileId, person, onChanged }: PersonProps): ReactNode {
  const t = usePartyTexts();
  const take = useAct(setWish, { invalidates: [listParties], onSuccess: onChanged });
  const { wish } = person;
  if (wish === null) return null;
  const away = (): void => void take.run({ params: { id: fileId, debtorId: person.id }, body: { channel: null } });
  return (
    <div>
      <dt>{t("wish")}</dt>
      <dd>
        {t(`wish_${wish.channel}`)}{" "}
        <span className={styles.secondary}>
          {joined(t(`wishBy_${wish.source}`), dateText(wish.notedAt.slice(0, 10)))}
        </span>
      </dd>
      <Guard who={setWish.who}>
        <dd>
          <Button variant="subtle" size="compact-xs" loading={take.isPending} onClick={away}>
            {t("wishAway")}
          </Button>
        </dd>
      </Guard>
    </div>
  );
}

function Pencil({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  return (
    <Guard who={setChannel.who}>
      <dd>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={styles.personActs ?? ""}
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      </dd>
    </Guard>
  );
}

function useSourceNote(): (source: Person["addressSource"], checkedOn: string | null) => string {
  const t = usePartyTexts();
  return (source, checkedOn) =>
    joined(
      source !== null && t("sourceOf", { source: t(`source_${source}`) }),
      checkedOn !== null && t("checked", { date: dateText(checkedOn) }),
    );
}

function Present({ fileId, person, onChanged }: PersonProps): ReactNode {
  const t = usePartyTexts();
  const sourceNote = useSourceNote()(person.addressSource, person.addressVerifiedOn);
  const open = (): void =>
    void openModal({ title: t("addressSource") }, (close) => (
      <AddressSourceForm {...{ fileId, close }} debtorId={person.id} present={person} onDone={onChanged} />
    ));
  return (
    <div>
      <dt>{t("address_present")}</dt>
      <dd>
        {line(person)} <span className={styles.secondary}>{sourceNote === "" ? t("neverChecked") : sourceNote}</span>
      </dd>
      <Pencil label={labelled(t("addressSource"), person.displayName)} onClick={open} />
    </div>
  );
}

function FormerAddress({
  fileId,
  today,
  person,
  address,
  onChanged,
}: PersonProps & { readonly address: DebtorAddress }): ReactNode {
  const t = usePartyTexts();
  const sourceNote = useSourceNote();
  const open = (): void =>
    void openModal({ title: t("editAddress"), size: "lg" }, (close) => (
      <AddressForm {...{ fileId, address, close }} debtorId={person.id} onDone={onChanged} />
    ));
  return (
    <div className={isPast(address.until, today) ? styles.past : undefined}>
      <dt>{t(`address_${address.kind}`)}</dt>
      <dd>
        {line(address)}{" "}
        <span className={styles.secondary}>
          {joined(
            address.until !== null && t("until", { date: dateText(address.until) }),
            sourceNote(address.source, address.checkedOn),
          )}
        </span>
      </dd>
      <Pencil label={labelled(t("editAddress"), line(address))} onClick={open} />
    </div>
  );
}

/** A number that was refused is not called by a click. */
function Reach({ channel: { kind, value, consent } }: { readonly channel: DebtorChannel }): ReactNode {
  if (kind === "email") return <MailAddress>{value}</MailAddress>;
  return consent === "refused" ? value : <PhoneLink value={value} />;
}

function Channel({ fileId, person, channel, onChanged }: PersonProps & { readonly channel: DebtorChannel }): ReactNode {
  const t = usePartyTexts();
  const f = useTexts<typeof fileTexts>("files");
  const sourceNote = useSourceNote();
  const open = (): void =>
    void openModal({ title: t("editChannel"), size: "lg" }, (close) => (
      <ChannelForm {...{ fileId, channel, close }} debtorId={person.id} onDone={onChanged} />
    ));
  return (
    <div className={channel.inUse ? undefined : styles.past}>
      <dt>{f(channel.kind)}</dt>
      <dd>
        <Reach channel={channel} />{" "}
        <span className={styles.secondary}>
          {joined(
            channel.inUse && t("inUse"),
            channel.preferred && t("preferredShort"),
            joined(t(`consent_${channel.consent}`), channel.consentOn !== null && dateText(channel.consentOn)),
            channel.validUntil !== null && t("until", { date: dateText(channel.validUntil) }),
            sourceNote(channel.source, null),
          )}
        </span>
      </dd>
      <Pencil label={labelled(t("editChannel"), channel.value)} onClick={open} />
    </div>
  );
}
