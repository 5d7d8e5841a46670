/** What corrections and withdrawals would change: every row against its file, with the values before and after. */
import { sql } from "kysely";
import type { LogText, LogValue } from "../../../cases/logs/logs.ts";
import { checkDebtor } from "../../../cases/persons/persons.checks.server.ts";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import {
  addressFields,
  type DebtorParticular,
  debtorFlags,
  debtorParticulars,
  genders,
  legalForms,
} from "../../../cases/persons/persons.ts";
import { inPersonalState } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Actor, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { claimedInvoices, loadEvents, refusalsFor } from "../../../money/claims/claims.server.ts";
import type { ClaimEvent } from "../../../money/claims/claims.ts";
import type { RowProblem } from "../reading/row-reader.server.ts";
import {
  type AmountChange,
  amountChange,
  type Change,
  type ClaimPlan,
  type ClaimRow,
  type FileFacts,
  planClaim,
} from "./change-claim.server.ts";
import { alreadyWithdrawn, type IsCurrent } from "./change-files.server.ts";
import type { CorrectionData, WithdrawalData } from "./change-rows.server.ts";
import { claimedOf, termsEvent } from "./correction.server.ts";

/** What was planned for a row, and of what state of the file. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly fileVersion: number;
  readonly debtorVersion: number;
  /** The values of the debtor that change; null where none does. */
  readonly debtor: Readonly<Record<string, string | null>> | null;
  readonly moved: boolean;
  /** What changes of the claim itself; absent from rows that an earlier release staged. */
  readonly claim?: ClaimPlan | null;
  /** What was claimed of the invoice, and what is to be. */
  readonly amount: AmountChange | null;
  /** A file that is taken back as a whole. */
  readonly closes: boolean;
  readonly reason: string | null;
}

/** The rows of one file. */
export interface FileRows<D> {
  readonly leader: number;
  readonly fileId: number;
  readonly rows: readonly { readonly row: number; readonly data: D }[];
}

/** Why a file was left as it is: a text key. */
export type SkipReason = string | null;

interface Row extends ClaimRow {
  readonly row_number: number;
  readonly leader: number;
  readonly data: CorrectionData | WithdrawalData;
  readonly file_id: number;
  readonly client_id: number;
  readonly file_version: number;
  readonly status: string;
  readonly debtor_id: number;
  readonly debtor: Readonly<Record<string, string | null>> & { readonly version: number; readonly file_type: string };
}

const lot = 500;

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The debtor as a correction would leave it, and which fields differ. */
function correctedDebtor(row: Row, given: CorrectionData["debtor"], today: PlainDate) {
  const now = (field: DebtorParticular): string | null => row.debtor[columnOf(field)] ?? null;
  const value = (field: DebtorParticular): string | null => {
    const corrected = given[field];
    // A new house number comes with its own addition, or with none.
    if (corrected === undefined && field === "addition" && given.houseNumber !== undefined) return null;
    return corrected === undefined ? now(field) : corrected;
  };
  const form = value("legalForm");
  const gender = value("gender");
  const { debtor, problems } = checkDebtor(
    {
      fileType: row.debtor.file_type === "company" ? "company" : "private",
      gender: genders.find((known) => known === gender) ?? "unknown",
      initials: value("initials"),
      firstName: value("firstName"),
      prefix: value("prefix"),
      lastName: value("lastName"),
      companyName: value("companyName"),
      legalForm: legalForms.find((known) => known === form) ?? null,
      kvk: value("kvk"),
      birthDate: value("birthDate"),
      street: value("street") ?? "",
      houseNumber: value("houseNumber") ?? "",
      addition: value("addition"),
      postcode: value("postcode") ?? "",
      city: value("city") ?? "",
      country: value("country") ?? "NL",
      phone: value("phone"),
      mobile: value("mobile"),
      email: value("email"),
      iban: value("iban"),
      language: value("language") ?? "nl",
    },
    today,
  );
  const touched = debtorParticulars.filter((field) => given[field] !== undefined || field === "addition");
  const changed = touched.filter((field) => (debtor[field] ?? null) !== now(field));
  return { debtor, changed, now, wrong: problems.filter(({ field }) => touched.some((known) => known === field)) };
}

const ofAddress: ReadonlySet<DebtorParticular> = new Set(addressFields);
const label = (field: DebtorParticular): LogText => ({ key: `intake.field_${field}` });

/** A value of the debtor as the plan shows it. */
function shown(field: DebtorParticular, value: string | null): LogValue {
  if (value === null || value === "") return "";
  if (field === "gender") return { text: `files.gender_${value}` };
  if (field === "language") return { text: `files.language_${value}` };
  return field === "birthDate" ? { date: value } : value;
}

interface Judged {
  readonly problems: readonly RowProblem[];
  readonly plan: Plan | null;
}

const problem = (field: RowProblem["field"], key: string): Judged => ({ problems: [{ field, key }], plan: null });

function planCorrection(row: Row, data: CorrectionData, on: FileFacts): Judged {
  const { debtor, changed, now, wrong } = correctedDebtor(row, data.debtor, on.today);
  const claim = planClaim(row, data, on);
  const problems: RowProblem[] = [
    ...wrong.map(({ field, message }) => ({
      field: debtorParticulars.find((known) => known === field) ?? null,
      key: message.key,
    })),
    ...claim.problems,
  ];
  if (problems.length > 0) return { problems, plan: null };
  const changes = [
    ...changed.map(
      (field): Change => ({
        label: label(field),
        before: shown(field, now(field)),
        after: shown(field, debtor[field]),
      }),
    ),
    ...claim.changes,
  ];
  if (changes.length === 0) {
    return { problems: [{ field: null, key: "intake.nothingToChange", warning: true }], plan: null };
  }
  const { amount, plan } = claim;
  return { problems: [], plan: planOf(row, { changes, amount, claim: plan, ...debtorPlan(debtor, changed) }) };
}

const debtorPlan = (debtor: NewDebtor, changed: readonly DebtorParticular[]) => ({
  debtor: changed.length === 0 ? null : Object.fromEntries(changed.map((field) => [field, debtor[field] ?? null])),
  moved: changed.some((field) => ofAddress.has(field)),
});

const planOf = (row: Row, rest: Partial<Plan>): Plan => ({
  changes: [],
  fileVersion: row.file_version,
  debtorVersion: row.debtor.version,
  debtor: null,
  moved: false,
  claim: null,
  amount: null,
  closes: false,
  reason: null,
  ...rest,
});

function planWithdrawal(row: Row, data: WithdrawalData, { events }: FileFacts): Judged {
  const { invoice, reason } = data;
  if (invoice === null) {
    const status: Change = {
      label: { key: "intake.state" },
      before: { text: `files.status_${row.status}` },
      after: { text: "intake.changeClosed" },
    };
    return { problems: [], plan: planOf(row, { changes: [status], closes: true, reason }) };
  }
  const before = claimedOf(events, invoice);
  if (before === undefined) return problem("invoiceNumber", "intake.noSuchInvoice");
  if (before <= 0) return { problems: [alreadyWithdrawn], plan: null };
  const amount = { invoice, before, after: 0 };
  return { problems: [], plan: planOf(row, { changes: [amountChange(amount)], amount, reason }) };
}

async function lotOf(ctx: JobCtx, batchId: number, after: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select import_row.row_number, import_row.leader, import_row.data, case_file.id as file_id, case_file.client_id, case_file.debtor_id,
      case_file.version as file_version, case_file.status, case_file.phase, case_file.client_ref, case_file.claim_title,
      case_file.claim_description, case_file.contract_date, merchant.external_id as merchant, to_jsonb(debtor) as debtor,
      exists (select from file_hold h where h.file_id = case_file.id and h.kind = 'dispute' and h.lifted_at is null) as disputed,
      exists (select from case_file other where other.client_id = case_file.client_id
        and other.client_ref = import_row.data -> 'claim' ->> 'clientRef' and other.id <> case_file.id) as reference_taken
    from import_row join case_file on case_file.id = import_row.file_id join debtor on debtor.id = case_file.debtor_id
    left join merchant on merchant.id = case_file.merchant_id
    where import_row.batch_id = ${batchId} and import_row.verdict in ('good', 'warning') and import_row.row_number > ${after}
    order by import_row.row_number limit ${lot}`.execute(ctx.db);
  return rows;
}

interface Planned {
  readonly row: number;
  verdict: "rejected" | "known" | null;
  problems: readonly RowProblem[] | null;
  plan: Plan | null;
}

/** A debtor that a state of natural persons holds does not become a legal entity. */
async function refuseEntities(
  ctx: Pick<JobCtx, "db" | "clock">,
  rows: readonly Row[],
  planned: readonly Planned[],
): Promise<void> {
  const entities = planned.flatMap((each, at) => {
    const row = rows[at];
    const form = legalForms.find((known) => known === each.plan?.debtor?.legalForm);
    return row && form && !debtorFlags("company", form).isNaturalPerson ? [{ each, debtorId: row.debtor_id }] : [];
  });
  if (entities.length === 0) return;
  const ids = entities.map(({ debtorId }) => debtorId);
  const held = await inPersonalState(ctx.db, ids, ctx.clock.today());
  for (const { each, debtorId } of entities) {
    if (!held.has(debtorId)) continue;
    each.plan = null;
    each.verdict = "rejected";
    each.problems = [...(each.problems ?? []), { field: "legalForm", key: "files.personalState" }];
  }
}

/** An invoice that would become the same as one of another file is refused: nobody collects it twice. */
async function refuseDoubles(
  ctx: Pick<WorkCtx, "db" | "user">,
  rows: readonly Row[],
  planned: readonly Planned[],
): Promise<void> {
  const changed = planned.flatMap((each, at) => {
    const { amount } = each.plan ?? {};
    const row = rows[at];
    if (!row || !amount || amount.after <= 0) return [];
    const invoiceKey = { clientId: row.client_id, fileId: row.file_id, number: amount.invoice, cents: amount.after };
    return [{ each, sought: invoiceKey }];
  });
  const twins = await claimedInvoices.duplicateClaims(
    ctx,
    changed.map(({ sought }) => sought),
  );
  for (const { at, seen, fileNumber } of twins) {
    const each = changed[at]?.each;
    if (!each) continue;
    const key = seen ? "intake.doubleInvoice" : "intake.doubleUnseen";
    each.plan = null;
    each.verdict = "rejected";
    each.problems = [...(each.problems ?? []), { field: "amount", key, values: seen ? { file: fileNumber } : {} }];
  }
}

/** The column of a field of the law gate. */
const columns: Readonly<Record<string, RowProblem["field"]>> = { kind: "interestType", rate: "interestPct" };

/** Terms that the law gate would refuse when they are entered are refused in the plan. */
async function refuseUnlawful(
  ctx: Pick<JobCtx, "db" | "clock">,
  rows: readonly Row[],
  planned: readonly Planned[],
  events: ReadonlyMap<number, readonly ClaimEvent[]>,
): Promise<void> {
  const wanted = planned.flatMap((each, at) => {
    const fileId = rows[at]?.file_id;
    const terms = each.plan?.claim?.terms;
    if (fileId === undefined || !terms) return [];
    const event = termsEvent(events.get(fileId) ?? [], terms, ctx.clock.today());
    return event ? [{ each, fileId, event }] : [];
  });
  // Rows of one file say the same of its terms.
  const byFile = new Map(wanted.map(({ fileId, event }) => [fileId, { fileId, events: [event] }]));
  const refused = await refusalsFor(ctx, [...byFile.values()]);
  for (const { each, fileId } of wanted) {
    const refusals = refused.get(fileId);
    if (!refusals) continue;
    each.plan = null;
    each.verdict = "rejected";
    const problems = refusals.map(({ field, textKey, values }) => ({
      field: columns[field] ?? null,
      key: textKey,
      values,
    }));
    each.problems = [...(each.problems ?? []), ...problems];
  }
}

/** Plans every row that has a file, some hundreds at a time, until another check has overtaken this one. */
export async function planChanges(ctx: JobCtx, batchId: number, actor: Actor, isCurrent: IsCurrent): Promise<void> {
  const ground = { today: ctx.clock.today(), tariffs: await loadTariffs(ctx.db) };
  for (let after = 0; ; ) {
    const rows = await lotOf(ctx, batchId, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_number;
    const events = await loadEvents(
      ctx.db,
      rows.map(({ file_id }) => file_id),
    );
    const planned = rows.map((row): Planned => {
      const on = { ...ground, events: events.get(row.file_id) ?? [] };
      const { problems, plan } =
        "debtor" in row.data ? planCorrection(row, row.data, on) : planWithdrawal(row, row.data, on);
      const verdict = plan ? null : problems.some(({ warning }) => !warning) ? "rejected" : "known";
      return { row: row.row_number, verdict, problems: problems.length === 0 ? null : problems, plan };
    });
    await refuseEntities(ctx, rows, planned);
    await refuseDoubles({ db: ctx.db, user: actor }, rows, planned);
    await refuseUnlawful(ctx, rows, planned, events);
    const isWritten = await ctx.tx(async ({ db }) => {
      if (!(await isCurrent(db))) return false;
      await sql`update import_row set verdict = coalesce(p.verdict, import_row.verdict), data = p.plan,
          problems = case when p.problems is null then import_row.problems else coalesce(import_row.problems, '[]') || p.problems end
        from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p("row" integer, verdict text, problems jsonb, plan json)
        where import_row.batch_id = ${batchId} and import_row.row_number = p.row`.execute(db);
      return true;
    });
    if (!isWritten) return;
  }
}
