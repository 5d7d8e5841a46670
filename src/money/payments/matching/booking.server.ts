/** Books certain entries: one entry, one transaction, one effect. All others are left for review with the reason. */

import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import type { JobCtx, JobOutcome, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { endsSlice, isStorageError, reasonOf } from "../../../ground/platform/server/jobs/reasons.ts";
import { batchedWrite, runBatched } from "../../../ground/platform/server/postgres/batched.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { loadEvents } from "../../claims/claims.server.ts";
import { standingEvents } from "../../claims/claims.ts";
import { decideEntry, type EntryRow, entryOf, type MatchData } from "../review/entries.server.ts";
import { apartFromEarlier, type Clued } from "./apart.ts";
import { candidatesOf, originalsOf } from "./candidates.server.ts";
import { bookReceipt, reverseStanding } from "./ledger.server.ts";
import { decide, type Verdict } from "./matching.ts";
import { remitterOf } from "./remitters.server.ts";

export interface Part {
  readonly fileId: number;
  readonly amountCents: number;
}

/** The reference of a payment on the file: the one passed on by the payer's bank, or the payer's name. */
const referenceOf = (row: EntryRow): string =>
  cutText(row.structured_ref ?? row.end_to_end_id ?? row.counterparty_name ?? row.description, 200);

/** A payment counts from its value date; with a future value date it counts from today, because the money is here. */
const dayOf = (row: EntryRow, today: PlainDate): PlainDate => (row.value_date < today ? row.value_date : today);

interface NewBooking {
  readonly entry_id: number;
  readonly file_id: number;
  readonly kind: "payment" | "reversal";
  readonly amount_cents: number;
  readonly claim_event_id: number;
  readonly reverses_id: number | null;
  readonly booked_by: number | null;
  readonly booked_at: Date;
}

const insertBookings = batchedWrite((db, bookings: readonly NewBooking[]) =>
  db.insertInto("bank_booking").values(bookings).execute(),
);

const noteBooking = (
  ctx: WorkCtx,
  row: EntryRow,
  booking: Part & { kind: "payment" | "reversal"; eventId: number; reverses?: number | null },
): Promise<void> =>
  insertBookings(ctx.db, [
    {
      entry_id: row.id,
      file_id: booking.fileId,
      kind: booking.kind,
      amount_cents: booking.amountCents,
      claim_event_id: booking.eventId,
      reverses_id: booking.reverses ?? null,
      booked_by: ctx.user.id || null,
      booked_at: ctx.clock.now(),
    },
  ]);

/** Books an entry on files. Idempotent: the effect keys contain the entry and its version. */
export async function bookEntry(ctx: WorkCtx, row: EntryRow, parts: readonly Part[], match: MatchData): Promise<void> {
  const on = dayOf(row, ctx.clock.today());
  const events: number[] = [];
  // In the order of the files' ids, so that two who split over the same files wait for each other.
  for (const part of [...parts].sort((a, b) => a.fileId - b.fileId)) {
    const effectKey = `bank-entry:${row.id}:v${row.version}:file:${part.fileId}`;
    const eventId = await bookReceipt(ctx, { ...part, on, reference: referenceOf(row), effectKey });
    await noteBooking(ctx, row, { ...part, kind: "payment", eventId });
    events.push(eventId);
  }
  const [only] = parts.length === 1 ? parts : [];
  await decideEntry(ctx, row, {
    state: "matched",
    match,
    fileId: only?.fileId ?? null,
    eventId: only ? (events[0] ?? null) : null,
  });
}

/** Reverses a payment that the bank returned. @throws validation if it stands no more. */
export async function reverseOriginal(
  ctx: WorkCtx,
  row: EntryRow,
  original: { readonly fileId: number; readonly eventId: number; readonly bookingId: number | null },
  match: MatchData,
): Promise<void> {
  const reason = ctx.translate({ key: "payments.returned", values: { code: row.return_code ?? "" } }, "nl");
  const effectKey = `bank-entry:${row.id}:v${row.version}:reversal`;
  const eventId = await reverseStanding(ctx, { ...original, on: dayOf(row, ctx.clock.today()), reason, effectKey });
  if (eventId === undefined) throw fieldError("common", "payments.alreadyReversed");
  const part = { fileId: original.fileId, amountCents: -row.amount_cents };
  await noteBooking(ctx, row, { ...part, kind: "reversal", eventId, reverses: original.bookingId });
  await decideEntry(ctx, row, { state: "matched", match, fileId: original.fileId, eventId });
}

/** The last standing payment of this amount on a file. @throws validation if there is none. */
export async function paymentToReturn(ctx: WorkCtx, fileId: number, amountCents: number, number: string) {
  const events = (await loadEvents(ctx.db, [fileId])).get(fileId) ?? [];
  const payment = standingEvents(events).findLast((event) => event.kind === "payment" && event.amount === amountCents);
  if (payment === undefined) throw fieldError("common", "payments.noSuchPayment", { number });
  const booking = await ctx.db
    .selectFrom("bank_booking")
    .select("id")
    .where("claim_event_id", "=", payment.id)
    .executeTakeFirst();
  return { fileId, eventId: payment.id, bookingId: booking?.id ?? null };
}

async function carryOut(ctx: WorkCtx, row: EntryRow, verdict: Verdict): Promise<void> {
  const match = { why: verdict.why, suggestions: [] };
  if (verdict.kind === "book") {
    return bookEntry(ctx, row, [{ fileId: verdict.fileId, amountCents: row.amount_cents }], match);
  }
  if (verdict.kind === "reverse") {
    const booking = await ctx.db
      .selectFrom("bank_booking")
      .select(["id", "file_id", "claim_event_id"])
      .where("id", "=", verdict.bookingId)
      .executeTakeFirstOrThrow();
    const original = { fileId: booking.file_id, eventId: booking.claim_event_id, bookingId: booking.id };
    return reverseOriginal(ctx, row, original, match);
  }
  const suggestions =
    verdict.kind === "review" ? verdict.suggestions.map(({ fileId, hints }) => ({ fileId, hints: [...hints] })) : [];
  await decideEntry(ctx, row, {
    state: verdict.kind === "review" ? "review" : "ignored",
    match: { ...match, suggestions },
  });
}

// An arbitrary number that no other advisory lock uses.
const matchLock = 7_205_347;

/** Takes entries for this transaction, in the order in which they are matched: those that no other worker has, or had. */
async function takeEntries(ctx: WorkCtx, ids: readonly number[]): Promise<readonly EntryRow[]> {
  // One at a time: the decision depends on what earlier entries have paid, whoever uploaded them.
  await sql`select pg_advisory_xact_lock(${matchLock})`.execute(ctx.db);
  return ctx.db
    .selectFrom("bank_entry")
    .selectAll()
    .where("id", "=", anyOf(ids))
    .where("state", "=", "unmatched")
    .orderBy("value_date")
    .orderBy("id")
    .forUpdate()
    .skipLocked()
    .execute();
}

interface Weighed extends Clued {
  readonly row: EntryRow;
  readonly verdict: Verdict;
}

async function weigh(ctx: WorkCtx, row: EntryRow): Promise<Weighed> {
  const entry = entryOf(row);
  const candidates = entry.amountCents > 0 ? await candidatesOf(ctx.db, entry, ctx.clock.today()) : [];
  const originals = entry.amountCents < 0 && entry.returnCode !== null ? await originalsOf(ctx.db, entry) : [];
  const remitter = entry.amountCents > 0 ? await remitterOf(ctx.db, entry.counterpartyIban) : undefined;
  return { row, entry, candidates, originals, verdict: decide(entry, candidates, originals, remitter) };
}

/** Decides on one entry and carries it out; false, and nothing happens, where another worker has it or had it. */
async function matchOne(ctx: WorkCtx, id: number): Promise<boolean> {
  const [row] = await takeEntries(ctx, [id]);
  if (!row) return false;
  const { verdict } = await weigh(ctx, row);
  await carryOut(ctx, row, verdict);
  return true;
}

/**
 * Decides on entries that have nothing to do with each other and carries them out, with statements that they share; how many. The others stay
 * as they are, for the next time: what they are for may depend on these. The first is never left.
 */
async function matchApart(ctx: WorkCtx, ids: readonly number[]): Promise<number> {
  const rows = await takeEntries(ctx, ids);
  if (rows.length === 0) return 0;
  const weighed = await allOf(ctx, rows, (row) => weigh(ctx, row));
  const apart = apartFromEarlier(weighed);
  await allOf(ctx, apart, ({ row, verdict }) => carryOut(ctx, row, verdict));
  return apart.length;
}

/** @throws what the first of the works threw. */
async function allOf<Item, Result>(
  ctx: WorkCtx,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const ran = await runBatched(ctx.db, items, work);
  return ran.map((outcome) => {
    if ("threw" in outcome) throw outcome.threw;
    return outcome.done;
  });
}

const isRefusal = (error: unknown): error is VorderError => error instanceof VorderError && error.status < 500;

/** A refusal by the ledger, or an error about this entry, needs a person: it is left for review with the reason, and the others continue. */
async function setToReview(ctx: WorkCtx, id: number, error: unknown): Promise<void> {
  const { key, values = {} } = reasonOf(error);
  const why = isRefusal(error) ? "payments.whyRefusedFor" : "payments.whyFailed";
  const match = { why: { key: why, values: { reason: { text: key, values } } }, suggestions: [] };
  await ctx.db
    .updateTable("bank_entry")
    .set((eb) => ({ state: "review", match: JSON.stringify(match), version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "unmatched")
    .execute();
}

/** Decides on one entry in a transaction of its own; returns whether it was this worker's. */
async function match(ctx: JobCtx, id: number): Promise<boolean> {
  try {
    return await ctx.tx((work) => matchOne(work, id));
  } catch (error) {
    if (endsSlice(ctx, error) || isStorageError(error)) throw error;
    if (isRefusal(error)) ctx.log.warn({ entry: id, code: error.code }, "a bank entry was refused");
    else ctx.log.error({ entry: id, err: error }, "a bank entry could not be booked");
    await ctx.tx((work) => setToReview(work, id, error));
    return true;
  }
}

/** Decides on entries, many in one transaction; how many were this worker's. Where one of them fails, each is decided on by itself. */
async function matchSome(ctx: JobCtx, ids: readonly number[]): Promise<number> {
  try {
    return await ctx.tx((work) => matchApart(work, ids));
  } catch (error) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    ctx.log.info({ err: error }, "bank entries are matched one by one");
  }
  let matched = 0;
  for (const id of ids) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    if (await match(ctx, id)) matched++;
  }
  return matched;
}

/** The number of entries matched before other jobs get a turn; and the delay of a retry when all entries left are locked by another worker. */
const sliceSize = 32;
const lookAgainMillis = 200;

/** Matches the unprocessed entries of an upload, oldest value date first, until none is left or other jobs wait. */
export async function matchImport(ctx: JobCtx, importId: number): Promise<JobOutcome> {
  const entries = ctx.db.selectFrom("bank_entry").where("import_id", "=", importId);
  const { total } = await entries.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const unmatched = entries.where("state", "=", "unmatched");
  for (;;) {
    const { left } = await unmatched.select((eb) => eb.fn.countAll<number>().as("left")).executeTakeFirstOrThrow();
    await ctx.progress(total - left, total);
    const next = await unmatched.select("id").orderBy("value_date").orderBy("id").limit(sliceSize).execute();
    if (next.length === 0) return;
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const matched = await matchSome(
      ctx,
      next.map(({ id }) => id),
    );
    if (matched === 0) await setTimeout(lookAgainMillis);
    if (await ctx.isTurnOver()) return "more";
  }
}
