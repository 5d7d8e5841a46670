/**
 * Makes the next files of a planned work, or takes them back: hundreds in one transaction, with the statements that one file would need once
 * for all of them, and in it their rows say what became of each. What was written is whole when a worker is killed, and what was not is taken
 * again, by this worker or another.
 */
import { sql } from "kysely";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Actor, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { endsSlice } from "../../../ground/platform/server/jobs/reasons.ts";
import { isStuck, rowTries, StuckRows, waitForOneRow } from "../../../ground/platform/server/jobs/stuck-rows.ts";
import { runSparing } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { machineFaultOf } from "../../../ground/platform/server/postgres/machine-faults.ts";
import { actOn } from "../actions/actions.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { type Facts, isSameFile } from "../bulk.ts";
import type { Why } from "../forecast/forecast.ts";
import { postpone, reasonsOf } from "../forecast/plan.server.ts";
import { readFacts } from "./file-facts.server.ts";
import { takeBack, undoing } from "./undo.server.ts";

export interface Work {
  readonly id: number;
  readonly action: BulkAction;
  readonly actor: Actor;
}

export type Changing = "making" | "undoing";

/** The files after an id that were never tried in vain, so many at most; those that were; or one alone. */
export type Next =
  | { readonly after: number; readonly limit: number }
  | { readonly stuck: number }
  | { readonly only: number };

const rowsLeft = (ctx: Pick<WorkCtx, "db">, bulkId: number, state: Changing) =>
  ctx.db
    .selectFrom("bulk_row")
    .select(["file_id", "before", "made", "seen_version", "undo", "attempts"])
    .where("bulk_id", "=", bulkId)
    .$if(state === "making", (rows) => rows.where("state", "=", "planned").where("verdict", "=", "do"))
    .$if(state === "undoing", (rows) => rows.where("state", "=", "done").where("undo", "is not", null))
    .orderBy("file_id");

function rowsOf(ctx: Pick<WorkCtx, "db">, bulkId: number, state: Changing, next: Next) {
  const rows = rowsLeft(ctx, bulkId, state);
  if ("only" in next) return rows.where("file_id", "=", next.only);
  if ("stuck" in next) return rows.where("attempts", ">", 0).limit(next.stuck);
  return rows.where("attempts", "=", 0).where("file_id", ">", next.after).limit(next.limit);
}

/** Whether rows are left, whoever has them now. */
export const isLeft = async (ctx: JobCtx, bulkId: number, state: Changing): Promise<boolean> =>
  (await rowsLeft(ctx, bulkId, state).limit(1).executeTakeFirst()) !== undefined;

interface Noted {
  readonly file_id: number;
  readonly state: "done" | "dropped" | "failed" | "undone" | "kept";
  readonly error?: readonly Why[];
  readonly undo?: unknown;
  readonly made?: Facts | null;
}

/** Locks files, so that nothing changes between the look and the act. Of many only those that nobody holds: their rows do not wait for one. */
async function lockFiles({ db }: WorkCtx, rows: readonly Row[], isAlone: boolean): Promise<ReadonlySet<number>> {
  if (isAlone) await waitForOneRow(db);
  const { rows: locked } = await sql<{ id: number }>`select id from case_file
    where id = any(${rows.map(({ file_id }) => file_id)}::bigint[]) order by id
    for update ${isAlone ? sql`` : sql`skip locked`}`.execute(
    asSystem(db, "files are locked before each is changed as whoever asked may"),
  );
  return new Set(locked.map(({ id }) => id));
}

const noteAll = (ctx: WorkCtx, bulkId: number, noted: readonly Noted[]): Promise<unknown> =>
  sql`update bulk_row set state = n.state, error = n.error, done_at = ${ctx.clock.now()}, attempts = 0,
      undo = coalesce(n.undo, bulk_row.undo), made = coalesce(n.made, bulk_row.made)
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb)
      as n(file_id bigint, state text, error jsonb, undo jsonb, made jsonb)
    where bulk_row.bulk_id = ${bulkId} and bulk_row.file_id = n.file_id`.execute(ctx.db);

// Written by the plan and the making, in this very shape.
const factsOf = (stored: unknown): Facts | null => stored as Facts | null;

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

/** What is refused is told of its file alone; anything else that goes wrong may be of all of them. */
const isOwn = (error: unknown): boolean =>
  error instanceof VorderError && error.code !== "internal" && machineFaultOf(error) === undefined;

/** Changes the next files that no other worker has, in this transaction; gives them, none where none is left. */
export async function changeFiles(ctx: WorkCtx, work: Work, state: Changing, next: Next): Promise<readonly number[]> {
  const taken = await rowsOf(ctx, work.id, state, next).forUpdate().skipLocked().execute();
  if (taken.length === 0) return [];
  const locked = await lockFiles(ctx, taken, "only" in next);
  const held = taken.filter(({ file_id }) => !locked.has(file_id)).map(({ file_id }) => file_id);
  if (held.length > 0) await postpone(ctx.db, work.id, held);
  const rows = taken.filter(({ file_id }) => locked.has(file_id));
  const ids = rows.map(({ file_id }) => file_id);
  const today = ctx.clock.today();
  const seen = await readFacts(ctx.db, ids, today);
  const isUnchanged = (row: Row): boolean => {
    const now = seen.get(row.file_id);
    const then = factsOf(state === "making" ? row.before : row.made);
    const isSeen = state === "undoing" || now?.version === row.seen_version;
    return now !== undefined && then !== null && isSeen && isSameFile(then, now.facts);
  };
  const why = ctx.translate({ key: "bulk.undoReason", values: { id: String(work.id) } });
  const act = async (row: Row) => {
    if (state === "making") return actOn(ctx, row.file_id, work.id, work.action);
    await takeBack(ctx, row.file_id, undoing.parse(row.undo), why);
    return null;
  };
  const ran = await runSparing(ctx.db, rows.filter(isUnchanged), act, isOwn);
  const outcomes = new Map([...ran].map(([{ file_id }, outcome]) => [file_id, outcome]));
  const made = state === "making" ? await readFacts(ctx.db, ids, today) : undefined;
  const left = state === "making" ? "dropped" : "kept";
  await noteAll(
    ctx,
    work.id,
    ids.map((file_id): Noted => {
      const outcome = outcomes.get(file_id);
      if (outcome === undefined) return { file_id, state: left, error: [{ key: "bulk.changed" }] };
      if ("threw" in outcome) return { file_id, state: left, error: reasonsOf(outcome.threw) };
      if (state === "undoing") return { file_id, state: "undone" };
      return { file_id, state: "done", undo: outcome.done, made: made?.get(file_id)?.facts ?? null };
    }),
  );
  return taken.map(({ file_id }) => file_id);
}

/** One file in a transaction of its own; what goes wrong is told beside it, in a second one. */
async function changeOne(ctx: JobCtx, work: Work, state: Changing, fileId: number, stuck: StuckRows): Promise<void> {
  const only = { only: fileId };
  try {
    await ctx.tx((tx) => changeFiles(tx, work, state, only), work.actor);
    stuck.wentOn();
  } catch (error) {
    const isAgain = isStuck(ctx, error);
    if (!isAgain && endsSlice(ctx, error)) throw error;
    ctx.log.error({ err: error, bulkId: work.id, fileId }, "a file of a bulk work failed");
    await ctx.tx(async (tx) => {
      const [row] = await rowsOf(tx, work.id, state, only).forUpdate().skipLocked().execute();
      if (!row) return;
      if (isAgain && row.attempts + 1 < rowTries) {
        await postpone(tx.db, work.id, [fileId]);
        return;
      }
      const noted = state === "making" ? "failed" : "kept";
      await noteAll(tx, work.id, [{ file_id: fileId, state: noted, error: reasonsOf(error) }]);
    });
    if (isAgain) stuck.stuck(error);
  }
}

async function changeEach(ctx: JobCtx, work: Work, state: Changing, next: Next): Promise<readonly number[]> {
  const rows = await rowsOf(ctx, work.id, state, next).execute();
  const stuck = new StuckRows();
  for (const { file_id } of rows) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    await changeOne(ctx, work, state, file_id, stuck);
  }
  return rows.map(({ file_id }) => file_id);
}

/** Sending is done one by one: how often somebody was written to lately counts over all their files, so that each has to see the ones before. */
const goesTogether = ({ action }: Work, state: Changing): boolean => state === "undoing" || action.kind !== "send";

/** Changes the next files of a work: at once, or one by one where that is not possible. Gives them; none where none is left. */
export async function changeNext(ctx: JobCtx, work: Work, state: Changing, next: Next): Promise<readonly number[]> {
  if ("stuck" in next || !goesTogether(work, state)) return changeEach(ctx, work, state, next);
  try {
    return await ctx.tx((tx) => changeFiles(tx, work, state, next), work.actor);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error, bulkId: work.id }, "files of a bulk work are changed one by one");
    return changeEach(ctx, work, state, next);
  }
}
