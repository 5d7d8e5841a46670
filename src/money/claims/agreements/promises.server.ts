/** Promises to pay: recorded, suspending dunning until their date, and then judged as kept or broken. */
import { sql } from "kysely";
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { activeHolds, liftHold, placeHold } from "../../../cases/states/states.server.ts";
import { addWorkingDays } from "../../../ground/kernel/calendar.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Cents, decimalFromCents, sumCents } from "../../../ground/kernel/money.ts";
import { type Db, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { lastChange, userNames } from "../../../people/access/access.server.ts";
import { balanceOf } from "../engine/balance.ts";
import { type ClaimEvent, isKind, standingEvents } from "../engine/events.ts";
import { eventsOf } from "../record/record.server.ts";
import { makePromise, type PromiseRow, promiseStates, withdrawPromise } from "./agreements.contract.ts";
import { activeArrangement } from "./arrangement.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";
import { currentArrangements } from "./arrangement-state.server.ts";

/** At most three months ahead: anything later needs an arrangement. */
const longestMonths = 3;

const rowsOf = (db: Db) => db.selectFrom("payment_promise").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

const paymentsBefore = batchedRows(
  (db, promises: readonly number[]) =>
    asSystem(db, "a promise is judged by the payments of its file, whoever looks at it")
      .selectFrom("payment_promise")
      .innerJoin("claim_event", "claim_event.file_id", "payment_promise.file_id")
      .select(["payment_promise.id as promise", "claim_event.id as event"])
      .select(
        sql<boolean>`exists (select from claim_event taken where taken.reverses_id = claim_event.id
          and taken.entered_at < payment_promise.created_at)`.as("reversed"),
      )
      .where("payment_promise.id", "=", anyOf(promises))
      .where("claim_event.kind", "=", "payment")
      .whereRef("claim_event.on_date", "=", "payment_promise.made_on")
      .whereRef("claim_event.entered_at", "<", "payment_promise.created_at")
      .execute(),
  ({ promise: made }) => made,
);

/** The payments of the first day of a promise that were booked before it was made, and whether they had been reversed by then. */
type Before = ReadonlyMap<number, boolean>;

/** By promise: what was promised is what was left after these. */
async function paidBefore(db: Db, promises: readonly Pick<Row, "id">[]): Promise<ReadonlyMap<number, Before>> {
  const ids = promises.map(({ id }) => id);
  const found = Map.groupBy(await paymentsBefore(db, ids, undefined), ({ promise: made }) => made);
  return new Map(
    [...found].map(([made, rows]) => [made, new Map(rows.map(({ event, reversed }) => [event, reversed]))]),
  );
}

const amountOf = (events: readonly ClaimEvent[]): Cents => sumCents(events.map(({ amount }) => amount));

/**
 * Receipts from the making of the promise up to a date. What was booked before it, and has been taken back since, may be booked anew on its day, as
 * when it was under a wrong reference: as much of that day is no money that came in for the promise.
 */
function receivedFor(
  row: Pick<Row, "id" | "made_on">,
  events: readonly ClaimEvent[],
  promises: ReadonlyMap<number, Before>,
  until: PlainDate | null,
): Cents {
  const before: Before = promises.get(row.id) ?? new Map();
  const standing = standingEvents(events).filter((event) => isKind(event, "payment"));
  const stands = new Set(standing.map(({ id }) => id));
  const came = standing.filter(({ id, on }) => on >= row.made_on && (until === null || on <= until) && !before.has(id));
  const takenBack = amountOf(events.filter(({ id }) => before.get(id) === false && !stands.has(id)));
  const ofFirstDay = amountOf(came.filter(({ on }) => on === row.made_on));
  return Math.max(0, ofFirstDay - takenBack) + amountOf(came.filter(({ on }) => on > row.made_on));
}

const out = (
  row: Row,
  events: readonly ClaimEvent[],
  before: ReadonlyMap<number, Before>,
  user: string,
): PromiseRow => ({
  id: row.id,
  madeOn: row.made_on,
  by: row.by_date,
  amount: row.amount_cents,
  received: receivedFor(row, events, before, row.settled_on),
  note: row.note,
  state: promiseStates.find((known) => known === row.state) ?? "open",
  settledOn: row.settled_on,
  user,
  version: row.version,
});

/** The promises of a file, newest first. */
export async function promisesOf(db: Db, fileId: number, events: readonly ClaimEvent[]): Promise<PromiseRow[]> {
  const rows = await rowsOf(db).where("file_id", "=", fileId).orderBy("id", "desc").limit(100).execute();
  const names = await userNames(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  const before = await paidBefore(db, rows);
  return rows.map((row) => out(row, events, before, names.get(row.user_id ?? 0)?.name ?? ""));
}

async function requireFree(ctx: WorkCtx, fileId: number): Promise<void> {
  if ((await openPromises(ctx.db, [fileId], undefined)).length > 0)
    throw fieldError("common", "agreements.promiseOpen");
  if (activeArrangement(await currentArrangements(ctx, fileId)))
    throw fieldError("common", "claims.arrangementRunning");
}

interface PromiseInput {
  readonly by: PlainDate;
  readonly amount: Cents;
  readonly note: string;
}

type NewPromise = Pick<
  Row,
  "file_id" | "made_on" | "by_date" | "amount_cents" | "note" | "hold_id" | "user_id" | "created_at"
>;

/** Enters a promise. A file has at most one open promise. */
const insertPromise = batched(async (db, promises: readonly NewPromise[]) => {
  const rows = await db
    .insertInto("payment_promise")
    .values([...promises])
    .returningAll()
    .execute();
  const byFile = new Map(rows.map((row) => [row.file_id, row]));
  return promises.flatMap(({ file_id }) => byFile.get(file_id) ?? []);
});

/** @throws notFound; validation for a date in the past or too far ahead, for more than is open, or if an agreement is active already. */
export async function promise(ctx: WorkCtx, fileId: number, input: PromiseInput): Promise<PromiseRow> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") throw fieldError("common", "claims.fileClosed");
  const today = ctx.clock.today();
  const problems = new FieldProblems();
  if (input.by < today) problems.add("by", "agreements.untilPast");
  if (input.by > addMonths(today, longestMonths)) problems.add("by", "agreements.promiseTooLong");
  await requireFree(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  const { open } = balanceOf(events, await loadTariffs(ctx.db), today);
  if (input.amount > open) problems.add("amount", "agreements.moreThanOpen", { amount: decimalFromCents(open) });
  problems.throwIfAny();
  // An existing hold of this kind was placed for another reason, and is not lifted with the promise.
  const before = (await activeHolds(ctx.db, [fileId], today)).get(fileId) ?? [];
  const known = before.some(({ kind }) => kind === "promise");
  const { hold } = await placeHold(ctx, fileId, {
    kind: "promise",
    reason: input.note,
    until: await graceOf(ctx, fileId, input.by),
  });
  const row = await insertPromise(ctx.db, {
    file_id: fileId,
    made_on: today,
    by_date: input.by,
    amount_cents: input.amount,
    note: input.note,
    hold_id: known ? null : hold.id,
    user_id: ctx.user.id || null,
    created_at: ctx.clock.now(),
  });
  await ctx.audit({ action: "promise.made", subject: "file", subjectId: fileId, after: { id: row.id, ...input } });
  await logPromise(ctx, row, "made", input.note);
  return out(row, events, await paidBefore(ctx.db, [row]), ctx.user.name);
}

/** The last day on which a payment made in time may still arrive. */
async function graceOf(ctx: Pick<WorkCtx, "db">, fileId: number, by: PlainDate): Promise<PlainDate> {
  const { graceWorkingDays } = await arrangementRulesOf(ctx.db, fileId);
  return addWorkingDays(by, graceWorkingDays, calendarOf(await loadTariffs(ctx.db)));
}

const logPromise = (
  ctx: WorkCtx,
  row: Row,
  what: "made" | "kept" | "broken" | "withdrawn",
  content = "",
): Promise<void> =>
  writeLog(ctx, {
    fileId: row.file_id,
    type: "payment",
    subject: {
      key: `agreements.logPromise_${what}`,
      values: { amount: { cents: row.amount_cents }, by: { date: row.by_date } },
    },
    content,
    ref: { kind: "promise", id: row.id },
  });

async function settle(ctx: WorkCtx, row: Row, state: "kept" | "broken" | "withdrawn", reason = ""): Promise<Row> {
  const settled = await ctx.db
    .updateTable("payment_promise")
    .set({ state, settled_on: ctx.clock.today(), version: row.version + 1 })
    .where("id", "=", row.id)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (!settled) throw notFound();
  await ctx.audit({
    action: `promise.${state}`,
    subject: "file",
    subjectId: row.file_id,
    after: { id: row.id, reason },
  });
  await logPromise(ctx, settled, state, reason);
  await liftOwnHold(ctx, settled);
  return settled;
}

/** The hold may have been lifted by hand meanwhile. */
async function liftOwnHold(ctx: WorkCtx, { hold_id, file_id }: Row): Promise<void> {
  if (hold_id === null) return;
  const hold = await ctx.db
    .selectFrom("file_hold")
    .select("id")
    .where("id", "=", hold_id)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  if (hold) await liftHold(ctx, file_id, hold.id);
}

/** Withdraws a promise that was recorded by mistake. @throws validation if it is no longer open. */
export async function takePromiseBack(ctx: WorkCtx, fileId: number, id: number, reason: string): Promise<void> {
  await lockFile(ctx, fileId);
  const row = await rowsOf(ctx.db).where("id", "=", id).where("file_id", "=", fileId).executeTakeFirst();
  if (!row) throw notFound();
  if (row.state !== "open") throw fieldError("common", "agreements.promiseSettled");
  await settle(ctx, row, "withdrawn", reason);
}

const openPromises = batchedRows(
  (db, fileIds: readonly number[]) =>
    rowsOf(db)
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("state", "=", "open")
      .execute(),
  ({ file_id }) => file_id,
);

/** Judges the open promise of a file after a payment or a new day: kept when the amount is received, broken after its days. */
export async function followPromise(ctx: WorkCtx, fileId: number): Promise<void> {
  const file = await lockFile(ctx, fileId);
  const [row] = await openPromises(ctx.db, [fileId], undefined);
  if (!row) return;
  const before = await paidBefore(ctx.db, [row]);
  if (receivedFor(row, await eventsOf(ctx.db, fileId), before, null) >= row.amount_cents) {
    await settle(ctx, row, "kept");
    return;
  }
  const today = ctx.clock.today();
  if (file.status === "closed") await settle(ctx, row, "withdrawn");
  else if ((await graceOf(ctx, fileId, row.by_date)) < today) {
    await settle(ctx, row, "broken");
    await planAgenda(ctx, { fileId, subject: "missed_term", key: `promise-broken:${row.id}` });
  }
}

/** An arrangement replaces an open promise. */
export async function endPromise(ctx: WorkCtx, fileId: number): Promise<void> {
  const [row] = await openPromises(ctx.db, [fileId], undefined);
  if (row) await settle(ctx, row, "withdrawn", ctx.translate({ key: "claims.arrangement" }, "nl"));
}

/** Files with a promise whose date has come, after an id. */
export async function promisesDue(db: Db, after: number, today: PlainDate, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("payment_promise")
    .select("file_id")
    .where("state", "=", "open")
    .where("by_date", "<=", today)
    .where("file_id", ">", after)
    .orderBy("file_id")
    .limit(limit)
    .execute();
  return rows.map(({ file_id }) => file_id);
}

export const promiseHandlers: readonly Handler[] = [
  handle(makePromise, (ctx, { params, body }) => promise(ctx, params.id, body)),
  handle(withdrawPromise, async (ctx, { params, body }) => {
    await requireFile(ctx, params.id);
    await lockFile(ctx, params.id);
    const row = await rowsOf(ctx.db)
      .where("id", "=", params.promise)
      .where("file_id", "=", params.id)
      .executeTakeFirst();
    if (!row) throw notFound();
    const events = await eventsOf(ctx.db, params.id);
    const before = await paidBefore(ctx.db, [row]);
    if (row.version !== body.version) {
      const who = await lastChange(ctx.db, "file", params.id);
      throw new VorderError("conflict", { data: { current: out(row, events, before, ""), ...who } });
    }
    if (row.state !== "open") throw fieldError("common", "agreements.promiseSettled");
    return out(await settle(ctx, row, "withdrawn", body.reason), events, before, ctx.user.name);
  }),
];
