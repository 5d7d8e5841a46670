/** Records the outcome of an item with all its effects in one transaction, and undoes it in one. */

import { sql } from "kysely";
import { allows } from "../../../ground/kernel/access.ts";
import { addWorkingDays } from "../../../ground/kernel/calendar.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { date, type PlainDate, shownDate } from "../../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, type Message, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { makePromise } from "../../../money/claims/claims.contract.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import type { AgendaItem } from "../../agenda/agenda.contract.ts";
import { agendaQueue, planAgenda } from "../../agenda/agenda.server.ts";
import { writeNote } from "../../logs/logs.server.ts";
import { activeHolds, placeHold } from "../../states/states.server.ts";
import { type CallResult, type FollowUp, followUp, followUps, holdOf, isWhole, usableNumbers } from "../work-queue.ts";
import { type AttemptRow, attemptsOf, endedElsewhere } from "./attempts.server.ts";
import { judgeItems } from "./judging.server.ts";

export interface Outcome {
  readonly key: string;
  readonly note: string;
  readonly call: CallResult | null;
  readonly promise: { readonly amount: number; readonly by: PlainDate } | null;
  readonly callBackOn: PlainDate | null;
  readonly next: { readonly subject: number; readonly on: PlainDate; readonly note: string } | null;
  /** Told by a dialer: what was promised has been said, also where it can be noted as a promise no more. A person looks at it then. */
  readonly isTold?: boolean;
}

export interface Written {
  readonly id: number;
  readonly followed: FollowUp;
  /** The day on which the item comes again; null where it does not. */
  readonly on: PlainDate | null;
}

/** What does not go together. @throws validation beside the field. */
function requireFitting(ctx: WorkCtx, { call, promise, callBackOn, next }: Outcome): void {
  const today = ctx.clock.today();
  const problems = new FieldProblems();
  if (call && !isWhole(call)) problems.add("call", "work-queue.personMissing");
  if (call?.person === "promise" && promise === null) problems.add("promise.amount", "work-queue.promiseMissing");
  if (promise && call && call.person !== "promise") problems.add("call", "work-queue.promiseElsewhere");
  if (promise && !allows(makePromise.who, ctx.user.acl, true)) throw new VorderError("forbidden");
  if (call?.person === "call_back" && callBackOn === null) problems.add("callBackOn", "work-queue.callBackMissing");
  if (callBackOn !== null && call?.person !== "call_back") problems.add("callBackOn", "work-queue.callBackElsewhere");
  if (callBackOn !== null && callBackOn < today) problems.add("callBackOn", "agenda.onPast");
  if (next && next.on < today) problems.add("next.on", "agenda.onPast");
  problems.throwIfAny();
}

/** What is known of a file's calls, read for many at once by whoever writes down many. */
interface KnownCalls {
  /** All calls about it, this one included, the last one first. */
  readonly attempts: readonly AttemptRow[];
  /** The numbers that may be dialled. */
  readonly numbers: readonly string[];
  /** Those of them that are ended by a call about another file. */
  readonly ended?: readonly string[] | undefined;
}

async function knownOf(ctx: WorkCtx, item: AgendaItem): Promise<KnownCalls> {
  const { fileId } = item;
  const numbers = (await judgeItems(ctx, [item])).get(fileId)?.numbers ?? [];
  const ended = (await endedElsewhere(ctx.db, [{ fileId, numbers }])).get(fileId);
  return { attempts: await attemptsOf(ctx.db, fileId), numbers, ended };
}

/** What the call comes to for the item; `done` where there was none. */
async function followOf(ctx: WorkCtx, item: AgendaItem, outcome: Outcome, known?: KnownCalls): Promise<FollowUp> {
  if (outcome.call === null) return "done";
  const { attempts, numbers, ended } = known ?? (await knownOf(ctx, item));
  const made = attempts.filter(({ itemId }) => itemId === item.id).length;
  const dialled = attempts.find(({ itemId }) => itemId === item.id)?.number;
  const others = usableNumbers(numbers, attempts, ended).filter((number) => number !== dialled);
  return followUp(outcome.call, made, others.length);
}

/** The state that what was said puts on the file; null where none, or where one lies there already. */
async function holdFor(
  ctx: WorkCtx,
  item: Pick<AgendaItem, "fileId">,
  outcome: Pick<Outcome, "call" | "note">,
): Promise<number | null> {
  const kind = holdOf(outcome.call?.person ?? null);
  if (kind === null) return null;
  const lying = (await activeHolds(ctx.db, [item.fileId], ctx.clock.today())).get(item.fileId) ?? [];
  if (lying.some((hold) => hold.kind === kind)) return null;
  const reason = cutText(maskBsn(outcome.note), 200) || ctx.translate({ key: "work-queue.holdReason" }, "nl");
  return (await placeHold(ctx, item.fileId, { kind, reason })).hold.id;
}

/** The key of the agenda item that an outcome plans. */
export const nextKey = (outcomeId: number): string => `work-outcome:${outcomeId}`;

const promiseNote = (ctx: WorkCtx, { amount, by }: NonNullable<Outcome["promise"]>, why: string): string =>
  ctx.translate(
    { key: "work-queue.notePromise", values: { amount: decimalFromCents(amount), date: shownDate(by), why } },
    "nl",
  );

/**
 * Plans what is to be done next: as whoever wrote it down wants, because of a promise that cannot be noted, or because the debtor can no longer be
 * called.
 */
async function planNext(
  ctx: WorkCtx,
  item: AgendaItem,
  { id, followed }: Written,
  { next, promise }: Outcome,
  notNoted: readonly Message[],
) {
  const plan = { fileId: item.fileId, key: nextKey(id) };
  if (promise && notNoted.length > 0) {
    const why = notNoted.map((message) => ctx.translate(message, "nl")).join(" ");
    await planAgenda(ctx, { ...plan, subject: "review", note: promiseNote(ctx, promise, why) });
  } else if (next) await planAgenda(ctx, { ...plan, subject: next.subject, on: next.on, note: maskBsn(next.note) });
  else if (followed === "no_number") {
    const note = ctx.translate({ key: "work-queue.noteNoNumber" }, "nl");
    await planAgenda(ctx, { ...plan, subject: "address_check", note });
  }
}

/** Calls that wait for their result, by item, the last one first. */
const openAttempts = batchedRows(
  (db, items: readonly number[]) =>
    db
      .selectFrom("call_attempt")
      .select(["id", "item_id"])
      .where("item_id", "=", sql<number>`any(${[...items]}::bigint[])`)
      .where("line", "is", null)
      .orderBy("id", "desc")
      .execute(),
  ({ item_id }) => item_id ?? 0,
);

/** Gives calls their result. */
export const setResults = batchedWrite((db, results: readonly ({ readonly id: number } & CallResult)[]) =>
  sql`update call_attempt set line = a.line, person = a.person
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as a(id bigint, line text, person text)
    where call_attempt.id = a.id`.execute(db),
);

interface OutcomeRow {
  readonly key: string;
  readonly item_id: number;
  readonly file_id: number;
  readonly user_id: number;
  readonly at: Date;
  readonly followed: FollowUp;
  readonly attempt_id: number | null;
  readonly log_id: number | null;
  readonly promise_id: number | null;
  readonly hold_id: number | null;
  readonly before_on: PlainDate | null;
}

/** Enters outcomes, and gives their ids in the order given. */
const insertOutcomes = batched(async (db, outcomes: readonly OutcomeRow[]) => {
  const { rows } = await sql<{ id: number; key: string }>`
    insert into work_outcome (key, item_id, file_id, user_id, at, followed, attempt_id, log_id, promise_id, hold_id, before_on)
    select key, item_id, file_id, user_id, at, followed, attempt_id, log_id, promise_id, hold_id, before_on
    from jsonb_populate_recordset(null::work_outcome, ${JSON.stringify(outcomes)}::jsonb) returning id, key`.execute(
    db,
  );
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  return outcomes.flatMap(({ key }) => ids.get(key) ?? []);
});

/** The call that was made for an item gets its result. @throws validation where none was made, or one waits for its result. */
async function closeAttempt(ctx: WorkCtx, item: AgendaItem, { call, note }: Outcome) {
  const [open] = await openAttempts(ctx.db, [item.id], undefined);
  if (call === null) {
    if (open) throw fieldError("call", "work-queue.resultMissing");
    return { attemptId: null, logId: null };
  }
  if (!open) throw fieldError("call", "work-queue.callFirst");
  await setResults(ctx.db, [{ id: open.id, line: call.line, person: call.person }]);
  return {
    attemptId: open.id,
    logId: await writeOutcomeLine(ctx, { fileId: item.fileId, attemptId: open.id }, call, note),
  };
}

const outcomeText = ({ line, person }: CallResult): string =>
  `work-queue.${person === null ? `line_${line}` : `person_${person}`}`;

/** The line of the timeline that says what came of a call. */
const writeOutcomeLine = (
  ctx: WorkCtx,
  { fileId, attemptId }: { readonly fileId: number; readonly attemptId: number },
  call: CallResult,
  note: string,
) =>
  writeNote(ctx, {
    fileId,
    type: "note",
    category: "contact",
    subject: { key: "work-queue.logOutcome", values: { outcome: { text: outcomeText(call) } } },
    content: maskBsn(note) || null,
    ref: { kind: "call_attempt", id: attemptId },
  });

/** What is said on the telephone that somebody has to do something with, where no hold comes of it. */
const asksSomebody: ReadonlySet<CallResult["person"]> = new Set(["promise", "call_back", "help_asked"]);

/**
 * Writes down what a dialer told of a call whose item somebody has done meanwhile: on the timeline, and unless the file is closed by the hold that it
 * asks for, or for somebody to look at.
 */
export async function writeDownLate(
  ctx: WorkCtx,
  of: { readonly fileId: number; readonly attemptId: number; readonly isClosed: boolean },
  { call, note, promise, callBackOn }: Pick<Outcome, "note" | "promise" | "callBackOn"> & { readonly call: CallResult },
): Promise<void> {
  const { fileId, attemptId, isClosed } = of;
  await setResults(ctx.db, [{ id: attemptId, line: call.line, person: call.person }]);
  await writeOutcomeLine(ctx, of, call, note);
  if (isClosed) return;
  await holdFor(ctx, of, { call, note });
  if (!asksSomebody.has(call.person)) return;
  const why = ctx.translate({ key: "work-queue.noteLate" }, "nl");
  const said = `${ctx.translate({ key: outcomeText(call) }, "nl")}${callBackOn === null ? "" : ` ${shownDate(callBackOn)}`}`;
  const told = promise ? promiseNote(ctx, promise, why) : `${said}. ${why}`;
  await planAgenda(ctx, { fileId, subject: "review", note: told, key: `call-told-late:${attemptId}` });
}

/** Moves the item to the day on which it comes again, or has it done. Gives that day. */
async function settleItem(
  ctx: WorkCtx,
  item: AgendaItem,
  followed: FollowUp,
  outcome: Outcome,
): Promise<PlainDate | null> {
  if (followed !== "again") {
    await agendaQueue.archive(ctx, [item.id], { why: "done", outcome: outcome.call ? "" : maskBsn(outcome.note) });
    return null;
  }
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const on = outcome.callBackOn ?? addWorkingDays(ctx.clock.today(), 1, calendar);
  await agendaQueue.move(ctx, [item], () => ({ on }));
  return on;
}

/** Notes the promise; what is wrong with it stands beside its own fields, or is why a told one was not noted. */
async function promiseOf(ctx: WorkCtx, item: AgendaItem, { promise, note, isTold = false }: Outcome) {
  if (promise === null) return { id: null, notNoted: [] };
  try {
    const { id } = await arranging.promise(ctx, item.fileId, { ...promise, note: cutText(maskBsn(note), 200) });
    return { id, notNoted: [] };
  } catch (error) {
    if (!(error instanceof VorderError) || error.code !== "validation") throw error;
    if (isTold) return { id: null, notNoted: Object.values(error.detail.fields ?? {}).flat() };
    const fields = Object.entries(error.detail.fields ?? {}).map(
      ([name, messages]) => [name === "amount" || name === "by" ? `promise.${name}` : name, messages] as const,
    );
    throw new VorderError("validation", { fields: Object.fromEntries(fields) });
  }
}

/**
 * Writes down what came of an item that the caller has locked; `known` where the caller has read it already.
 * @throws validation beside the field; nothing is then written.
 */
export async function writeDown(
  ctx: WorkCtx,
  item: AgendaItem,
  outcome: Outcome,
  known?: KnownCalls,
): Promise<Written> {
  requireFitting(ctx, outcome);
  const { attemptId, logId } = await closeAttempt(ctx, item, outcome);
  const followed = await followOf(ctx, item, outcome, known);
  const promise = await promiseOf(ctx, item, outcome);
  const holdId = await holdFor(ctx, item, outcome);
  const on = await settleItem(ctx, item, followed, outcome);
  await agendaQueue.release(ctx, item.id);
  const id = await insertOutcomes(ctx.db, {
    key: outcome.key,
    item_id: item.id,
    file_id: item.fileId,
    user_id: ctx.user.id,
    at: ctx.clock.now(),
    followed,
    attempt_id: attemptId,
    log_id: logId,
    promise_id: promise.id,
    hold_id: holdId,
    before_on: on === null ? null : date(item.on),
  });
  await planNext(ctx, item, { id, followed, on }, outcome, promise.notNoted);
  await ctx.audit({
    action: "work.outcome",
    subject: "agenda_item",
    subjectId: item.id,
    after: { outcome: id, followed, file: item.fileId, ...outcome.call },
  });
  return { id, followed, on };
}

/** The outcome that was written under this key, asked for once more. */
async function writtenBefore({ db, user }: Ctx, itemId: number, key: string): Promise<Written | undefined> {
  const row = await asSystem(db, "what was written under a key of the actor's own")
    .selectFrom("work_outcome as o")
    .innerJoin("agenda_item as i", "i.id", "o.item_id")
    .select(["o.id", "o.item_id", "o.user_id", "o.followed", "i.on_date"])
    .where("o.key", "=", key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.item_id !== itemId || row.user_id !== user.id) throw notFound();
  const followed = listed(followUps, row.followed);
  return { id: row.id, followed, on: followed === "again" ? row.on_date : null };
}

/** Writes down what came of an item in hand; asked twice under one key, it is written once. */
export async function outcomeOnce(ctx: Ctx, itemId: number, outcome: Outcome): Promise<Written> {
  // The same, asked twice at once: the second waits here, and finds what the first has written.
  await agendaQueue.lockVisible(ctx, [itemId]);
  const before = await writtenBefore(ctx, itemId, outcome.key);
  if (before) return before;
  return writeDown(ctx, await agendaQueue.requireInHand(ctx, itemId), outcome);
}
