/** Creates and changes records: every change under the record's lock, with a timeline line and the next step recalculated. */
import { sql } from "kysely";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import { displayName } from "../../../cases/persons/persons.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import type { Ctx, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recallOutbox } from "../../../ground/platform/server/outbox/outbox.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { claimedInvoices } from "../../../money/claims/claims.server.ts";
import { invoiceKey } from "../../../money/claims/claims.ts";
import { loadWorkflows } from "../../workflows/workflows.server.ts";
import { nextOf, type RecordEnvironment } from "./judge.ts";
import { liveStates, paidFrom, type RecordClaim, type RecordInvoice, type RecordState } from "./record.ts";
import { loadSituations, recordEnvironment } from "./situations.server.ts";
import { requireRecord } from "./visibility.server.ts";

/** The workflow of new records. */
const firstWorkflow = "W6";

export interface NewRecord {
  readonly clientId: number;
  readonly clientRef: string;
  readonly merchantId: number | null;
  readonly debtor: NewDebtor;
  readonly claim: RecordClaim;
  readonly invoices: readonly RecordInvoice[];
  readonly dispute: boolean;
  readonly importId: number | null;
}

interface Line {
  readonly recordId: number;
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly note?: string | undefined;
}

/** Lines on the timelines of records. */
export async function writeLines(ctx: WorkCtx, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await ctx.db
    .insertInto("precasso_line")
    .values(
      lines.map(({ recordId, key, values = {}, note }) => ({
        record_id: recordId,
        at: ctx.clock.now(),
        user_id: ctx.user.id || null,
        key: `precasso.${key}`,
        values: JSON.stringify(values),
        note: maskBsn(note?.trim() ?? "") || null,
      })),
    )
    .execute();
}

/** Recalculates the next step of records, for lists and plans. */
export async function refreshRecords(
  ctx: Pick<WorkCtx, "db" | "clock">,
  ids: readonly number[],
  known?: RecordEnvironment,
): Promise<void> {
  if (ids.length === 0) return;
  const environment = known ?? (await recordEnvironment(ctx));
  const situations = await loadSituations(ctx.db, ids, environment.at.today);
  const next = [...situations.values()].map((situation) => {
    const step = liveStates.includes(situation.state) ? nextOf(situation, environment) : { kind: "none" as const };
    return {
      id: situation.id,
      step: step.kind === "none" ? null : step.step.position,
      // No step is due until the posting date of the last letter is known.
      due: step.kind === "step" && situation.unpostedSince === null ? step.dueOn : null,
    };
  });
  await sql`update precasso_record set next_step = n.step, next_due_on = n.due
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id bigint, step integer, due date)
    where precasso_record.id = n.id`.execute(ctx.db);
}

/** Which of these exist already in pre-collection or as a file, by index in the list: the text key of the reason. */
export async function knownRecords(ctx: WorkCtx, records: readonly NewRecord[]): Promise<ReadonlyMap<number, string>> {
  const known = new Map<number, string>();
  if (records.length === 0) return known;
  const asked = records.map(({ clientId, clientRef, invoices }, at) => ({
    at,
    client: clientId,
    ref: clientRef.toLowerCase(),
    keys: invoices.map(({ number }) => invoiceKey(number)),
  }));
  const { rows } = await sql<{ at: number; why: string }>`
    select k.at, case when exists (select from precasso_record r where r.client_id = k.client
        and lower(r.client_ref) = k.ref and r.state <> 'withdrawn') then 'precasso.referenceKnown'
      when exists (select from case_file f where f.client_id = k.client and lower(f.client_ref) = k.ref) then 'precasso.referenceHasFile'
      when exists (select from precasso_invoice i where i.client_id = k.client and i.live
        and i.number_key in (select jsonb_array_elements_text(k.keys))) then 'precasso.invoiceKnown' end as why
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k(at integer, client bigint, ref text, keys jsonb)`.execute(
    asSystem(ctx.db, "a reference is taken whoever sees the file that has it"),
  );
  for (const { at, why } of rows) if (why !== null) known.set(at, why);
  const claims = records.flatMap(({ clientId, invoices }, at) =>
    invoices.map(({ number, cents }) => ({ at, clientId, number, cents })),
  );
  for (const { at } of await claimedInvoices.duplicateClaims(ctx, claims)) {
    const place = claims[at]?.at;
    if (place !== undefined && !known.has(place)) known.set(place, "precasso.invoiceHasFile");
  }
  return known;
}

/** The number of invoices per insert: an upload may contain thousands for one record. */
const invoicesAtOnce = 2000;

async function writeInvoices(
  db: Db,
  records: readonly NewRecord[],
  made: readonly { readonly id: number }[],
): Promise<void> {
  const invoices = records.flatMap((record, at) =>
    record.invoices.map(({ number, date, dueDate, cents, description }) => ({
      record_id: made[at]?.id ?? 0,
      client_id: record.clientId,
      number,
      number_key: invoiceKey(number),
      invoice_date: date,
      due_date: dueDate,
      cents,
      description,
    })),
  );
  for (let from = 0; from < invoices.length; from += invoicesAtOnce)
    await db
      .insertInto("precasso_invoice")
      .values(invoices.slice(from, from + invoicesAtOnce))
      .execute();
}

/** Creates records. The caller has checked for duplicates; the database refuses concurrent ones. @throws a unique violation. */
export async function createRecords(
  ctx: WorkCtx,
  records: readonly NewRecord[],
): Promise<readonly { readonly id: number; readonly number: string }[]> {
  if (records.length === 0) return [];
  const definition = (await loadWorkflows(ctx.db, "precasso")).get(firstWorkflow);
  if (!definition) throw new VorderError("internal");
  const made = await ctx.db
    .insertInto("precasso_record")
    .values(
      records.map((record) => ({
        client_id: record.clientId,
        client_ref: record.clientRef,
        merchant_id: record.merchantId,
        debtor: JSON.stringify(record.debtor),
        debtor_name: displayName(record.debtor),
        email: record.debtor.email,
        mobile: record.debtor.mobile,
        postcode: record.debtor.postcode,
        city: record.debtor.city,
        claim: JSON.stringify(record.claim),
        state: record.dispute ? "disputed" : "open",
        open_cents: sumCents(record.invoices.map(({ cents }) => cents)),
        workflow_code: firstWorkflow,
        definition_version: definition.version,
        import_id: record.importId,
        created_at: ctx.clock.now(),
        created_on: ctx.clock.today(),
        created_by: ctx.user.id || null,
      })),
    )
    .returning(["id", "number"])
    .execute();
  await writeInvoices(ctx.db, records, made);
  await writeLines(
    ctx,
    made.map(({ id: recordId }, at) => ({
      recordId,
      key: records[at]?.importId === null ? "logCreated" : "logImported",
      values: { count: records[at]?.invoices.length ?? 0 },
    })),
  );
  await refreshRecords(
    ctx,
    made.map(({ id }) => id),
  );
  return made;
}

/** Creates one record from the form. @throws validation if it exists already. */
export async function createRecord(ctx: WorkCtx, record: NewRecord): Promise<number> {
  const why = (await knownRecords(ctx, [record])).get(0);
  const field = why?.startsWith("precasso.invoice") ? "invoices.0.number" : "clientRef";
  if (why !== undefined) throw fieldError(field, why);
  try {
    const [made] = await createRecords(ctx, [record]);
    if (made === undefined) throw new VorderError("internal");
    const { id } = made;
    await ctx.audit({
      action: "precasso.create",
      subject: "precasso_record",
      subjectId: id,
      after: { clientId: record.clientId, clientRef: record.clientRef },
    });
    return id;
  } catch (error) {
    // Two users who enter the same claim at once: the second gets the normal validation error.
    const broken = brokenConstraint(error);
    if (broken === "precasso_record_ref") throw fieldError("clientRef", "precasso.referenceKnown");
    if (broken === "precasso_invoice_once") throw fieldError("invoices.0.number", "precasso.invoiceKnown");
    throw error;
  }
}

/** A record as read under the lock. */
export interface Locked {
  readonly id: number;
  readonly state: string;
  readonly version: number;
  readonly open_cents: Cents;
  readonly hold_until: PlainDate | null;
}

export function requireVersion(record: Locked, version: number): void {
  if (record.version !== version)
    throw new VorderError("conflict", {
      data: { current: { id: record.id, state: record.state, version: record.version } },
    });
}

/** A record that has not ended, locked. @throws notFound; conflict; validation if it has ended. */
export async function lockLive(ctx: Ctx, id: number, version: number) {
  const record = await requireRecord(ctx, id, true);
  requireVersion(record, version);
  if (record.state !== "open" && record.state !== "disputed")
    throw fieldError("common", `precasso.over_${record.state}`);
  return record;
}

/** Withdraws unsent messages, to all or to these addresses: the debtor paid, disputes the claim or moved, or the client withdrew it. */
export async function recallWaiting(ctx: WorkCtx, recordId: number, to?: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom("precasso_message")
    .innerJoin("outbox", "outbox.key", "precasso_message.effect_key")
    .select("precasso_message.effect_key")
    .where("precasso_message.record_id", "=", recordId)
    .where("outbox.state", "=", "pending")
    .$if(to !== undefined, (found) => found.where("precasso_message.to_address", "in", to ?? []))
    .execute();
  const keys = rows.map(({ effect_key }) => effect_key);
  if (keys.length > 0 && (await recallOutbox(ctx.db, keys)).length > 0)
    await writeLines(ctx, [{ recordId, key: "logRecalled" }]);
}

interface StateChange {
  readonly to: RecordState;
  readonly key: string;
  readonly values?: Line["values"];
  readonly note?: string | undefined;
  readonly fileId?: number;
  /** Only for a record that is open again. */
  readonly holdUntil?: PlainDate | null;
}

/** Changes the state of a locked record. */
export async function changeState(ctx: WorkCtx, record: Locked, change: StateChange): Promise<void> {
  const ends = !liveStates.includes(change.to);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      state: change.to,
      ended_on: ends ? ctx.clock.today() : null,
      ...(change.fileId !== undefined && { file_id: change.fileId }),
      ...(change.to !== "open" && { hold_until: null }),
      ...(change.holdUntil && { hold_until: change.holdUntil }),
      version: set("version", "+", 1),
    }))
    .where("id", "=", record.id)
    .execute();
  if (change.to === "withdrawn")
    await ctx.db.updateTable("precasso_invoice").set({ live: false }).where("record_id", "=", record.id).execute();
  if (change.to !== "open") await recallWaiting(ctx, record.id);
  await writeLines(ctx, [{ recordId: record.id, key: change.key, values: change.values ?? {}, note: change.note }]);
  await ctx.audit({
    action: `precasso.${change.to}`,
    subject: "precasso_record",
    subjectId: record.id,
    before: { state: record.state },
    // The reason is stored with the record's own line, where retention can erase it.
    after: { state: change.to },
  });
  await refreshRecords(ctx, [record.id]);
}

/** What a record was when it was paid: a payment that was told by mistake ends neither its dispute nor its hold. */
async function beforePaid({ db }: Pick<WorkCtx, "db">, recordId: number) {
  const line = await db
    .selectFrom("precasso_line")
    .select(sql<unknown>`"values"`.as("said"))
    .where("record_id", "=", recordId)
    .where("key", "=", "precasso.logPaid")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return paidFrom.parse(line?.said ?? {});
}

/** Stores the open amount after all standing payments; a record with nothing open is paid, and one with an open amount continues. */
export async function settleRecord(ctx: WorkCtx, record: Locked): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select greatest(0, (select sum(cents) from precasso_invoice where record_id = ${record.id})
      - coalesce((select sum(cents) from precasso_payment where record_id = ${record.id} and taken_back_at is null), 0))::bigint as open`.execute(
    ctx.db,
  );
  const open = Number(rows[0]?.open ?? 0);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({ open_cents: open, version: set("version", "+", 1) }))
    .where("id", "=", record.id)
    .execute();
  if (open === 0 && liveStates.some((state) => state === record.state)) {
    const values = { was: record.state, ...(record.hold_until !== null && { heldUntil: record.hold_until }) };
    await changeState(ctx, record, { to: "paid", key: "logPaid", values });
  } else if (open > 0 && record.state === "paid") {
    const { was: to, heldUntil: holdUntil } = await beforePaid(ctx, record.id);
    await changeState(ctx, record, { to, key: "logOpenAgain", holdUntil });
  } else await refreshRecords(ctx, [record.id]);
}
