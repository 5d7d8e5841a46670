/** Where each column of an export comes from, and how its cell is written in the reader's language. */
import { type RawBuilder, sql } from "kysely";
import { amountHead } from "../../cases/file-search/file-search.ts";
import { nextStepMessage } from "../../cases/files/files.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { nameFrom } from "../../ground/lists/lists.server.ts";
import { legalDate } from "../../ground/platform/server/postgres/legal-date.ts";
import { type ExportField, headOf } from "./exports.ts";

/** How a value is written: as text, as an amount in cents, as a legal date, as a word of a list. */
type Kind = "text" | "money" | "date" | { readonly words: string } | "holds" | "step" | "name";

interface Source {
  readonly from: RawBuilder<unknown>;
  readonly kind: Kind;
}

const text = (from: RawBuilder<unknown>): Source => ({ from, kind: "text" });
const money = (from: RawBuilder<unknown>): Source => ({ from, kind: "money" });
const day = (from: RawBuilder<unknown>): Source => ({ from, kind: "date" });

const sources = (today: PlainDate): Readonly<Record<ExportField, Source>> => ({
  number: text(sql`case_file.number`),
  clientRef: text(sql`case_file.client_ref`),
  clientNumber: text(sql`client.number`),
  clientName: text(sql`client.company`),
  merchant: text(sql`merchant.name`),
  debtorType: { from: sql`debtor.file_type`, kind: { words: "files.type_" } },
  debtorName: text(sql`debtor.display_name`),
  street: text(sql`debtor.street`),
  houseNumber: text(sql`debtor.house_number`),
  addition: text(sql`debtor.addition`),
  postcode: text(sql`debtor.postcode`),
  city: text(sql`debtor.city`),
  country: text(sql`debtor.country`),
  email: text(sql`debtor.email`),
  phone: text(sql`debtor.phone`),
  mobile: text(sql`debtor.mobile`),
  language: text(sql`debtor.language`),
  phase: { from: sql`case_file.phase`, kind: { words: "files.phase_" } },
  status: { from: sql`case_file.status`, kind: { words: "files.status_" } },
  holds: {
    from: sql`array(select file_hold.kind from file_hold where file_hold.file_id = case_file.id
      and file_hold.lifted_at is null and (file_hold.until_date is null or file_hold.until_date >= ${today})
      order by file_hold.id)`,
    kind: "holds",
  },
  caseManager: text(sql`manager.name`),
  team: text(sql`team.name`),
  legalType: { from: sql`legal_type.name`, kind: "name" },
  claimTitle: text(sql`case_file.claim_title`),
  contractDate: day(sql`case_file.contract_date`),
  placedOn: day(sql`case_file.placed_on`),
  workflow: text(sql`workflow.name`),
  nextStep: {
    from: sql`case when case_file.next_step is not null
      then jsonb_build_object('key', case_file.next_step, 'values', case_file.next_step_values) end`,
    kind: "step",
  },
  nextActionOn: day(sql`case_file.next_action_on`),
  lastContact: day(legalDate("case_file.last_contact_at")),
  principal: money(sql`case_file.principal_cents`),
  interest: money(sql`case_file.interest_cents`),
  costs: money(sql`case_file.costs_cents`),
  paid: money(sql`case_file.paid_cents`),
  open: money(sql`case_file.open_cents`),
  balanceOn: day(sql`case when case_file.status = 'closed' and case_file.open_cents = 0 then ${today}::date
    else case_file.balance_on end`),
  paymentReference: text(sql`case_file.payment_reference`),
  closedOn: day(sql`case_file.closed_on`),
  closingReason: {
    from: sql`(select file_closure.reason from file_closure
      where file_closure.file_id = case_file.id and file_closure.reopened_at is null)`,
    kind: { words: "files.reason_" },
  },
});

const joins = sql`join client on client.id = case_file.client_id
  join debtor on debtor.id = case_file.debtor_id
  left join merchant on merchant.id = case_file.merchant_id
  left join app_user manager on manager.id = case_file.case_manager_id
  left join team on team.id = case_file.team_id
  left join legal_type on legal_type.id = case_file.legal_type_id
  left join file_workflow on file_workflow.file_id = case_file.id
  left join workflow on workflow.code = file_workflow.workflow_code`;

/** A cell as a spreadsheet takes it: null is empty, an amount is in euros. */
export type Cell =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "money"; readonly cents: number }
  | { readonly kind: "date"; readonly date: string }
  | null;

type Translate = (message: Message) => string;

interface Speaker {
  readonly translate: Translate;
  readonly language: Language;
}

function wordOf(kind: Kind, value: unknown, { translate, language }: Speaker): string {
  if (kind === "name") return nameFrom(value, language);
  if (typeof kind === "object") return translate({ key: `${kind.words}${String(value)}` });
  if (kind === "holds" && Array.isArray(value)) {
    return value.map((hold) => translate({ key: `files.hold_${String(hold)}` })).join(", ");
  }
  if (kind === "step" && typeof value === "object" && value !== null && "key" in value && "values" in value) {
    const step = nextStepMessage(String(value.key), value.values);
    return step === null ? "" : translate(step);
  }
  return String(value);
}

function cellOf(kind: Kind, value: unknown, speaker: Speaker): Cell {
  if (value === null || value === undefined) return null;
  if (kind === "money") return { kind, cents: Number(value) };
  if (kind === "date") return { kind, date: String(value) };
  const word = wordOf(kind, value, speaker);
  return word === "" ? null : { kind: "text", value: word };
}

/** The columns of one export: their heads, what is selected for them, and how a row is read. */
export function columnsOf(fields: readonly ExportField[], today: PlainDate, language: Language, translate: Translate) {
  const all = sources(today);
  const chosen = fields.map((field) => all[field]);
  return {
    today,
    heads: fields.map((field) => {
      const name = translate({ key: headOf[field] });
      return all[field].kind === "money" ? amountHead(name, [today], translate) : name;
    }),
    // One array per row: the names of columns matter to nobody between here and the file.
    select: sql`jsonb_build_array(${sql.join(chosen.map(({ from }) => from))})`,
    joins,
    read: (values: readonly unknown[]): Cell[] =>
      chosen.map(({ kind }, at) => cellOf(kind, values[at], { translate, language })),
  };
}
