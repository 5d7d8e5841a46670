/** The rows of an upload of payments: the record that each refers to, and whether it is new. */
import { createHash } from "node:crypto";
import { type AreaRows, type ReportedPaymentRow, stagedRows } from "../../../exchange/intake/intake.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { noteReportedPayment } from "../records/payments.server.ts";
import { liveStates } from "../records/record.ts";
import { requireRecord } from "../records/visibility.server.ts";
import { type NamedRecord, namedRecords, type RecordReference } from "./find-records.server.ts";
import { isSamePayment, type PaymentFacts } from "./reported-payments.ts";

type Judge = AreaRows["judge"];
type Finding = Awaited<ReturnType<Judge>>[number];
type Rows = Awaited<ReturnType<typeof stagedRows.nextLot<ReportedPaymentRow>>>;

/** The number of rows per batch. */
const lotSize = 2000;

/** The record that a row names, or the text key of why there is none. */
async function recordsOf(db: Db, rows: Rows): Promise<ReadonlyMap<number, NamedRecord | string>> {
  const asked: (RecordReference & { readonly row: number })[] = rows.flatMap(
    ({ row_number: row, client_id: clientId, data }) => [
      ...(data.of === null ? [] : [{ row, clientId, name: data.of }]),
      ...(data.invoice === null ? [] : [{ row, clientId, name: data.invoice, isInvoice: true }]),
    ],
  );
  const named = await namedRecords(db, asked);
  const found = new Map<number, NamedRecord | string>();
  for (const [at, { row }] of asked.entries()) {
    const [before, record] = [found.get(row), named.get(at) ?? "precasso.errorNoRecord"];
    // If both a reference and an invoice are given, they must name the same record.
    const isOther = typeof before === "object" && typeof record === "object" && before.id !== record.id;
    found.set(row, isOther ? "precasso.errorTwoRecords" : typeof before === "string" ? before : record);
  }
  return found;
}

/**
 * Payments that are standing or were reversed by hand: a file does not enter these again. Payments reversed with their upload may be entered again.
 */
async function reportsToApply(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PaymentFacts[]>> {
  const payments = new Map<number, PaymentFacts[]>();
  if (ids.length === 0) return payments;
  const rows = await db
    .selectFrom("precasso_payment")
    .select(["record_id", "paid_on", "cents", "reference"])
    .where("record_id", "in", [...new Set(ids)])
    .where("undone", "=", false)
    .execute();
  for (const { record_id, paid_on, cents, reference } of rows)
    payments.set(record_id, [...(payments.get(record_id) ?? []), { on: date(paid_on), cents, reference }]);
  return payments;
}

const reportOf = ({ paidOn, cents, reference }: ReportedPaymentRow): PaymentFacts => ({
  on: paidOn,
  cents,
  reference,
});

export const judgePayments: Judge = async (ctx, batch) => {
  const findings: Finding[] = [];
  /** The open amount of each record after the rows before it. */
  const open = new Map<number, number>();
  /** What those rows report of it: one record may be named by its number, by its reference and by an invoice. */
  const accepted = new Map<number, PaymentFacts[]>();
  for (let until = 0; ; ) {
    const rows = await stagedRows.nextLot<ReportedPaymentRow>(ctx.db, { ...batch, placedUntil: until }, lotSize);
    if (rows.length === 0) return findings;
    until = rows.at(-1)?.leader ?? until;
    const records = await recordsOf(ctx.db, rows);
    const reported = await reportsToApply(
      ctx.db,
      [...records.values()].flatMap((record) => (typeof record === "string" ? [] : [record.id])),
    );
    for (const { row_number: row, data } of rows) {
      const record = records.get(row) ?? "precasso.errorNoRecord";
      if (typeof record === "string") {
        findings.push({ row, verdict: "rejected", problem: { field: null, key: record } });
        continue;
      }
      const left = open.get(record.id) ?? record.openCents;
      const before = accepted.get(record.id) ?? [];
      const finding = judged(row, data, record, { left, reported: reported.get(record.id) ?? [], before });
      if (finding) {
        findings.push(finding);
        continue;
      }
      open.set(record.id, left - data.cents);
      accepted.set(record.id, [...before, reportOf(data)]);
    }
  }
};

interface Known {
  /** What is open of the record after the rows before this one. */
  readonly left: number;
  readonly reported: readonly PaymentFacts[];
  /** What the rows before it report. */
  readonly before: readonly PaymentFacts[];
}

function judged(
  row: number,
  data: ReportedPaymentRow,
  record: NamedRecord,
  { left, reported, before }: Known,
): Finding | null {
  const made = { id: record.id, number: record.number };
  const values = { number: record.number };
  if (reported.some((other) => isSamePayment(reportOf(data), other)))
    return {
      row,
      verdict: "known",
      made,
      problem: { field: null, key: "precasso.paymentKnown", values, warning: true },
    };
  const refused = (field: "amount" | null, key: string): Finding => ({
    row,
    verdict: "rejected",
    made,
    problem: { field, key: `precasso.${key}`, values },
  });
  if (!liveStates.includes(record.state)) return refused(null, `over_${record.state}`);
  // As placing will find.
  if (before.some((other) => isSamePayment(reportOf(data), other))) return refused(null, "paymentKnown");
  return data.cents > left ? refused("amount", "errorTooMuch") : null;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The key by which repeated reports of a payment are recognised. */
const keyOf = ({ paidOn, cents, reference }: ReportedPaymentRow): string =>
  `upload:${digest(`${paidOn} ${cents} ${reference.trim().toLowerCase()}`)}`;

async function reportOne(ctx: WorkCtx, id: number, data: ReportedPaymentRow, importId: number): Promise<boolean> {
  const record = await requireRecord(ctx, id, true);
  // Another file or user may have reported it since the check.
  const reported = (await reportsToApply(ctx.db, [id])).get(id) ?? [];
  if (reported.some((other) => isSamePayment(reportOf(data), other))) return false;
  const { paidOn, cents, reference } = data;
  return noteReportedPayment(ctx, record, { date: paidOn, cents, reference, key: keyOf(data), importId });
}

const words = { gone: "precasso.errorNoRecord", changed: "precasso.errorChanged" };

/** Records the payments of the next rows, each in a savepoint; one that is no longer valid is skipped with the reason. */
export const placePayments: AreaRows["place"] = async (ctx, batch, most) => {
  const rows = await stagedRows.nextLot<ReportedPaymentRow>(ctx.db, batch, most);
  if (rows.length === 0) return undefined;
  const records = await recordsOf(ctx.db, rows);
  const left = new Map<number, { key: string; values?: Readonly<Record<string, string | number>> }>();
  const found = rows.flatMap(({ leader, row_number, data }) => {
    const record = records.get(row_number) ?? "precasso.errorNoRecord";
    if (typeof record !== "string") return [{ leader, data, record }];
    left.set(leader, { key: record });
    return [];
  });
  // In a fixed order, so that two files about the same records cannot deadlock.
  const made = [];
  let cents = 0;
  for (const { leader, data, record } of found.toSorted((a, b) => a.record.id - b.record.id || a.leader - b.leader)) {
    const attempt = await withSavepoint(ctx, () => reportOne(ctx, record.id, data, batch.id), words);
    if ("refused" in attempt) {
      const [{ key, values }] = attempt.refused;
      left.set(leader, { key, ...(values && { values }) });
    } else if (attempt.done) {
      made.push({ leader, id: record.id, number: record.number });
      cents += data.cents;
    } else left.set(leader, { key: "precasso.paymentKnown", values: { number: record.number } });
  }
  return { until: rows.at(-1)?.leader ?? 0, files: [], made, cents, left };
};
