/** Reads the facts for the next steps of many records with a few queries. */

import { type SqlBool, sql } from "kysely";
import { isCompleteAddress } from "../../../cases/persons/persons.ts";
import { spokenForElsewhere } from "../../../cases/states/states.server.ts";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { blockedNumbers, type LegalType, legalTypeRows } from "../../../ground/lists/lists.server.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared, unseen } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { providerOf } from "../../../ground/settings/settings.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { atInstant, type ContactFact, defaultPolicy, type Limitation } from "../../../law/rules/rules.ts";
import { clientsById } from "../../../people/customers/customers.server.ts";
import { failingEmails } from "../../correspondence/correspondence.server.ts";
import { providerAddress } from "../../correspondence/correspondence.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { loadWorkflows } from "../../workflows/workflows.server.ts";
import type { RecordEnvironment } from "./judge.ts";
import { notice14, plainDate, type RecordSituation, recordClaim, recordDebtor, recordStates } from "./record.ts";

const limitationOf = (row: LegalType): Limitation => ({
  months: row.limitationMonths,
  article: row.limitationArticle,
  consumer: row.consumerMonths === null ? null : { months: row.consumerMonths, article: row.consumerArticle },
});

/** The data shared by all records. */
export async function recordEnvironment({ db, clock }: Pick<WorkCtx, "db" | "clock">): Promise<RecordEnvironment> {
  const settings = await globalSettings(db);
  const tariffs = await loadTariffs(db);
  const provider = providerOf(settings);
  return {
    workflows: await loadWorkflows(db, "precasso"),
    tariffs,
    at: atInstant(clock.now(), calendarOf(tariffs)),
    provider: {
      name: provider.registeredName,
      address: providerAddress(provider),
      kvk: provider.kvk,
      registrationNumber: provider.wkiNumber,
      registrationValidUntil: provider.wkiValidUntil === "" ? null : date(provider.wkiValidUntil),
    },
    policy: { ...defaultPolicy, messagesPerWeek: settings.messagesPerWeek },
    limitations: new Map((await legalTypeRows(db, "all")).map((row) => [row.id, limitationOf(row)])),
  };
}

interface ContactRow<Owner> {
  readonly owner: Owner;
  readonly channel: "email" | "sms";
  readonly on: string;
}

/** Neither withdrawn nor failed for good: what never arrived does not count. */
const sent = sql<SqlBool>`not exists (select from outbox where outbox.key = m.effect_key and outbox.state in ('cancelled', 'dead'))`;

interface FileContact<Owner> {
  readonly owner: Owner;
  readonly key: string;
  readonly channel: "email" | "sms";
  readonly on: PlainDate;
}

/** E-mails and SMS to these addresses in the last days, in any client's name or about a file: the limits apply per person (Bki 4). */
async function contactsOf(
  db: Db,
  addresses: readonly string[],
  today: PlainDate,
): Promise<ReadonlyMap<string, readonly ContactFact[]>> {
  if (addresses.length === 0) return new Map();
  const since = addDays(today, -7);
  const wanted = anyOf(addresses, "text");
  const { rows } = await sql<ContactRow<string>>`${prepared}
    select to_address as owner, channel, ${legalDate("send_after")}::text as on
    from precasso_message m where to_address = ${wanted} and channel <> 'post' and send_after >= ${since} and ${sent}
    union all
    select to_address, channel, ${legalDate("send_after")}::text
    from message m where to_address = ${wanted} and channel in ('email', 'sms') and send_after >= ${since}
      and refused is null and ${sent}`.execute(
    asSystem(db, "a person is not written to too often, whichever file it is about"),
  );
  return byOwner(rows);
}

/** E-mails and SMS about these records to addresses that their debtors had before; what never arrived there does not count. */
async function formerContactsOf(
  db: Db,
  ids: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly ContactFact[]>> {
  const { rows } = await sql<ContactRow<number>>`${prepared}
    select m.record_id as owner, m.channel, ${legalDate("m.send_after")}::text as on
    from precasso_message m join precasso_record r on r.id = m.record_id
    where m.record_id = ${anyOf(ids)} and m.channel <> 'post' and m.send_after >= ${addDays(today, -7)}
      and m.to_address is distinct from r.email and m.to_address is distinct from r.mobile
      and ${sent}`.execute(asSystem(db, "a person is not written to too often, whatever its address was"));
  return byOwner(rows);
}

const sentOn = sql`${legalDate("m.send_after")} as on`;

// Files count them among the contacts of their debtors: to the same address, and about a record that became a file of the debtor.
runGuards.addContactReader({
  byAddress: async (db, addresses, since) => {
    const { rows } = await sql<FileContact<string>>`${prepared}
      select m.to_address as owner, 'p' || m.id as key, m.channel, ${sentOn} from precasso_message m
      where m.to_address = ${anyOf(addresses, "text")} and m.channel <> 'post' and m.send_after >= ${unseen(since)}
        and ${sent}`.execute(db);
    return rows;
  },
  byDebtor: async (db, debtors, since) => {
    const { rows } = await sql<FileContact<number>>`${prepared}
      select f.debtor_id as owner, 'p' || m.id as key, m.channel, ${sentOn} from case_file f
      join precasso_record r on r.file_id = f.id join precasso_message m on m.record_id = r.id
      where f.debtor_id = ${anyOf(debtors)} and m.channel <> 'post' and m.send_after >= ${unseen(since)}
        and ${sent}`.execute(asSystem(db, "a person is not written to too often, whichever file it is about"));
    return rows;
  },
});

function byOwner<Owner>(rows: readonly ContactRow<Owner>[]): ReadonlyMap<Owner, readonly ContactFact[]> {
  const found = new Map<Owner, ContactFact[]>();
  for (const { owner, channel, on } of rows)
    found.set(owner, [...(found.get(owner) ?? []), { channel, on: plainDate.parse(on) }]);
  return found;
}

const readRecords = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("precasso_record")
    .selectAll()
    .where(sql<SqlBool>`id = any(${[...ids]}::bigint[])`)
    .orderBy("id")
    .execute();
type Row = Awaited<ReturnType<typeof readRecords>>[number];

async function linesOf(db: Db, ids: readonly number[]) {
  const invoices = await db
    .selectFrom("precasso_invoice")
    .select(["record_id", "number", "invoice_date", "due_date", "cents", "description"])
    .where("record_id", "in", ids)
    .orderBy("due_date")
    .orderBy("id")
    .execute();
  const payments = await db
    .selectFrom("precasso_payment")
    .select(["record_id", "paid_on", "cents", "reference"])
    .where("record_id", "in", ids)
    .where("taken_back_at", "is", null)
    .orderBy("paid_on")
    .orderBy("id")
    .execute();
  // A returned letter was posted, even if the print house did not report it.
  const letters = await db
    .selectFrom("precasso_message")
    .select((eb) => ["record_id", eb.fn.min("created_on").as("since")])
    .where("record_id", "in", ids)
    .where("posting", "=", "awaited")
    .where("returned_on", "is", null)
    .groupBy("record_id")
    .execute();
  return {
    unposted: new Map(letters.map(({ record_id, since }) => [record_id, since])),
    invoices: Map.groupBy(invoices, ({ record_id }) => record_id),
    payments: Map.groupBy(payments, ({ record_id }) => record_id),
  };
}

interface Beside extends Awaited<ReturnType<typeof linesOf>> {
  readonly clients: Awaited<ReturnType<typeof clientsById>>;
  readonly contacts: Awaited<ReturnType<typeof contactsOf>>;
  readonly former: Awaited<ReturnType<typeof formerContactsOf>>;
  readonly blocked: Awaited<ReturnType<typeof blockedNumbers>>;
  /** E-mail addresses without a mailbox. */
  readonly failing: Awaited<ReturnType<typeof failingEmails>>;
  readonly debtors: ReadonlyMap<number, RecordSituation["debtor"]>;
  readonly spokenFor: Awaited<ReturnType<typeof spokenForElsewhere.debtors>>;
}

/** One situation; undefined if its client no longer exists. */
function situationOf(
  row: Row,
  { clients, invoices, payments, unposted, contacts, former, blocked, failing, debtors, spokenFor }: Beside,
): RecordSituation | undefined {
  const client = clients.get(row.client_id);
  const debtor = debtors.get(row.id);
  if (!client || !debtor) return undefined;
  const failingUntil = failing.get(row.email ?? "");
  return {
    id: row.id,
    number: row.number ?? "",
    version: row.version,
    creditor: {
      id: client.id,
      company: client.company,
      version: client.version,
      canReclaimVat: client.canReclaimVat,
      addressComplete: isCompleteAddress(client),
      iban: client.iban,
    },
    clientRef: row.client_ref,
    debtor,
    debtorName: row.debtor_name,
    claim: recordClaim.parse(row.claim),
    state: recordStates.find((state) => state === row.state) ?? "open",
    holdUntil: row.hold_until,
    endedOn: row.ended_on,
    invoices: (invoices.get(row.id) ?? []).map((invoice) => ({
      number: invoice.number,
      date: invoice.invoice_date,
      dueDate: invoice.due_date,
      cents: invoice.cents,
      description: invoice.description,
    })),
    payments: (payments.get(row.id) ?? []).map(({ paid_on: on, cents, reference }) => ({ on, cents, reference })),
    workflowCode: row.workflow_code,
    definitionVersion: row.definition_version,
    position: row.position,
    round: row.round,
    previousDoneOn: row.previous_done_on,
    termUntil: row.term_until,
    notice14: row.notice14 === null ? null : notice14.parse(row.notice14),
    addressWrongSince: row.address_wrong_since,
    unpostedSince: unposted.get(row.id) ?? null,
    spokenFor: spokenFor.get(row.id) ?? null,
    contacts: [
      ...[row.email, row.mobile].flatMap((address) => (address === null ? [] : (contacts.get(address) ?? []))),
      ...(former.get(row.id) ?? []),
    ],
    blocked: [
      ...(row.mobile === null ? [] : (blocked.get(row.mobile) ?? [])),
      ...(row.email !== null && failingUntil !== undefined
        ? [{ number: row.email, channel: "email" as const, until: failingUntil }]
        : []),
    ],
  };
}

/** The situations of these records, by id. */
export async function loadSituations(
  db: Db,
  ids: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, RecordSituation>> {
  if (ids.length === 0) return new Map();
  const rows = await readRecords(db, ids);
  const clients = await clientsById(db, [...new Set(rows.map(({ client_id }) => client_id))]);
  const lines = await linesOf(db, ids);
  const addresses = [...new Set(rows.flatMap(({ email, mobile }) => [email, mobile]))].filter((one) => one !== null);
  const contacts = await contactsOf(db, addresses, today);
  const former = await formerContactsOf(db, ids, today);
  const blocked = await blockedNumbers(
    db,
    addresses.filter((address) => address.startsWith("+")),
    today,
  );
  const failing = await failingEmails(db, [...new Set(rows.flatMap(({ email }) => email ?? []))], today);
  const debtors = new Map(rows.map(({ id, debtor }) => [id, recordDebtor.parse(debtor)]));
  const spokenFor = await spokenForElsewhere.debtors(db, debtors, today);
  return new Map(
    rows.flatMap((row) => {
      const situation = situationOf(row, { ...lines, clients, contacts, former, blocked, failing, debtors, spokenFor });
      return situation ? [[row.id, situation] as const] : [];
    }),
  );
}
