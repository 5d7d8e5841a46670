/**
 * Makes a planned work, and takes it back: each file in a transaction of its own, in which its row says what became of it. A worker may
 * be killed at any point: what was written is whole, and what was not is taken again, by this worker or another.
 */
import { sql } from "kysely";
import { z } from "zod";
import { loadActor } from "../access/access.server.ts";
import { allows } from "../kernel/access.ts";
import { VorderError } from "../kernel/errors.ts";
import { type Actor, type JobCtx, job, type WorkCtx } from "../platform/server/room.ts";
import { actOn, mayDo } from "./acts.server.ts";
import { type BulkAction, bulkAction, makeBulk } from "./bulk.contract.ts";
import { type BulkState, type Facts, isSameFile } from "./bulk.ts";
import { readFacts, type SeenFile } from "./facts.server.ts";
import type { Why } from "./foretold.ts";
import { planNext, reasonsOf } from "./plan.server.ts";
import { takeBack, undoing } from "./undo.server.ts";

/** So many files are taken between two looks at whether to go on. */
const takeBatch = 20;

interface Work {
  readonly id: number;
  readonly action: BulkAction;
  readonly actor: Actor;
}

type Moving = "planning" | "making" | "undoing";
const ends: Readonly<Record<Moving, BulkState>> = { planning: "planned", making: "done", undoing: "undone" };

const rowsLeft = (ctx: Pick<JobCtx, "db">, bulkId: number, state: "making" | "undoing", after: number) =>
  ctx.db
    .selectFrom("bulk_row")
    .select("file_id")
    .where("bulk_id", "=", bulkId)
    .$if(state === "making", (rows) => rows.where("state", "=", "planned").where("verdict", "=", "do"))
    .$if(state === "undoing", (rows) => rows.where("state", "=", "done").where("undo", "is not", null))
    .where("file_id", ">", after)
    .orderBy("file_id")
    .limit(takeBatch)
    .execute();

/** The row of a file for this transaction, unless another worker has it or has finished it. */
async function claim(ctx: WorkCtx, bulkId: number, fileId: number, state: "planned" | "done") {
  return ctx.db
    .selectFrom("bulk_row")
    .select(["before", "made", "seen_version", "undo"])
    .where("bulk_id", "=", bulkId)
    .where("file_id", "=", fileId)
    .where("state", "=", state)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

interface Outcome {
  readonly state: "done" | "dropped" | "failed" | "undone" | "kept";
  readonly error?: readonly Why[];
  readonly undo?: unknown;
  readonly made?: Facts | null;
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

async function note(ctx: WorkCtx, bulkId: number, fileId: number, outcome: Outcome): Promise<void> {
  await ctx.db
    .updateTable("bulk_row")
    .set({
      state: outcome.state,
      error: json(outcome.error),
      done_at: ctx.clock.now(),
      ...(outcome.undo !== undefined && { undo: json(outcome.undo) }),
      ...(outcome.made !== undefined && { made: json(outcome.made) }),
    })
    .where("bulk_id", "=", bulkId)
    .where("file_id", "=", fileId)
    .execute();
}

/** The file, locked, so that nothing changes between the look and the act. */
async function lookAt(ctx: WorkCtx, fileId: number): Promise<SeenFile | undefined> {
  await ctx.db.selectFrom("case_file").select("id").where("id", "=", fileId).forUpdate().execute();
  return (await readFacts(ctx.db, [fileId], ctx.clock.today())).get(fileId);
}

// Written by the plan and the making, in this very shape.
const factsOf = (stored: unknown): Facts | null => stored as Facts | null;

async function makeOne(ctx: WorkCtx, work: Work, fileId: number): Promise<void> {
  const row = await claim(ctx, work.id, fileId, "planned");
  if (!row) return;
  const now = await lookAt(ctx, fileId);
  const before = factsOf(row.before);
  const isSame = now && before && now.version === row.seen_version && isSameFile(before, now.facts);
  if (!isSame) return note(ctx, work.id, fileId, { state: "dropped", error: [{ key: "bulk.changed" }] });
  const undo = await actOn(ctx, fileId, work.id, work.action);
  const made = (await readFacts(ctx.db, [fileId], ctx.clock.today())).get(fileId)?.facts ?? null;
  await note(ctx, work.id, fileId, { state: "done", undo, made });
}

async function undoOne(ctx: WorkCtx, work: Work, fileId: number): Promise<void> {
  const row = await claim(ctx, work.id, fileId, "done");
  if (!row?.undo) return;
  const now = await lookAt(ctx, fileId);
  const made = factsOf(row.made);
  if (!now || !made || !isSameFile(made, now.facts))
    return note(ctx, work.id, fileId, { state: "kept", error: [{ key: "bulk.changed" }] });
  const why = ctx.say({ key: "bulk.undoReason", values: { id: String(work.id) } });
  await takeBack(ctx, fileId, undoing.parse(row.undo), why);
  await note(ctx, work.id, fileId, { state: "undone" });
}

/** One file in a transaction of its own; what goes wrong is told beside it, in a second one. */
async function one(ctx: JobCtx, work: Work, fileId: number, state: "making" | "undoing"): Promise<void> {
  try {
    await ctx.tx((tx) => (state === "making" ? makeOne(tx, work, fileId) : undoOne(tx, work, fileId)), work.actor);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    const own = error instanceof VorderError && error.code !== "internal" && error.code !== "unavailable";
    if (!own) ctx.log.error({ error, bulkId: work.id, fileId }, "a file of a bulk work failed");
    const told = own ? "dropped" : "failed";
    await ctx.tx(async (tx) => {
      if (!(await claim(tx, work.id, fileId, state === "making" ? "planned" : "done"))) return;
      await note(tx, work.id, fileId, { state: state === "making" ? told : "kept", error: reasonsOf(error) });
    });
  }
}

const isMoving = (state: string): state is Moving => state === "planning" || state === "making" || state === "undoing";

async function end(ctx: JobCtx, bulkId: number, from: Moving, to: BulkState, errorKey: string | null): Promise<void> {
  await ctx.tx(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("bulk")
      .set((eb) => ({
        state: to,
        error_key: errorKey,
        stop_asked_at: null,
        finished_at: to === "planned" ? null : tx.clock.now(),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", bulkId)
      .where("state", "=", from)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await tx.audit({ action: `bulk.${to}`, subject: "bulk", subjectId: bulkId });
  });
}

const beat = (ctx: JobCtx, id: number): Promise<unknown> =>
  ctx.tx(({ db }) => db.updateTable("bulk").set({ beat_at: ctx.clock.now() }).where("id", "=", id).execute());

async function batch(
  ctx: JobCtx,
  work: Work,
  state: Moving,
  after: number,
  onPart: () => Promise<unknown>,
): Promise<number | undefined> {
  if (state === "planning") return (await planNext(ctx, work.id, work.action, work.actor, onPart)) > 0 ? 0 : undefined;
  const rows = await rowsLeft(ctx, work.id, state, after);
  for (const { file_id } of rows) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    await one(ctx, work, file_id, state);
  }
  return rows.at(-1)?.file_id;
}

async function progress(ctx: JobCtx, id: number, state: Moving, files: number): Promise<void> {
  const { rows } = await sql<{ done: number; total: number }>`select
      count(*) filter (where case ${state} when 'planning' then verdict is not null
        when 'making' then state in ('done', 'dropped', 'failed') else state in ('undone', 'kept') end) as done,
      count(*) filter (where case ${state} when 'making' then verdict = 'do' and state <> 'excluded' else true end)
        as total
    from bulk_row where bulk_id = ${id}`.execute(ctx.db);
  await ctx.progress(rows[0]?.done ?? 0, Math.max(1, rows[0]?.total ?? files));
}

/** Goes on with a work until it is done or asked to stop. Twice at once does no harm: each file is one worker's. */
async function goOn(ctx: JobCtx, bulkId: number): Promise<void> {
  let after = 0;
  for (let round = 0; ; round++) {
    const row = await ctx.db.selectFrom("bulk").selectAll().where("id", "=", bulkId).executeTakeFirst();
    if (!row || !isMoving(row.state)) return;
    if (row.stop_asked_at !== null && row.state === "making") return end(ctx, bulkId, "making", "planned", null);
    const action = bulkAction.parse(row.action);
    // The rights of now decide: who has lost them since does nothing more.
    const actor = await loadActor(ctx.db, row.user_id, null);
    if (!actor || !allows(makeBulk.who, actor.acl, true) || !mayDo(actor, action.kind))
      return end(ctx, bulkId, row.state, "failed", "bulk.noLongerAllowed");
    const { state, files } = row;
    const onPart = async (): Promise<void> => {
      await beat(ctx, bulkId);
      await progress(ctx, bulkId, state, files);
    };
    await beat(ctx, bulkId);
    const last = await batch(ctx, { id: bulkId, action, actor }, state, after, onPart);
    if (last === undefined && after === 0) {
      await progress(ctx, bulkId, state, files);
      await ctx.result({ bulkId });
      return end(ctx, bulkId, state, ends[state], null);
    }
    // Rows that another worker had and left lie behind: the last look begins at the first.
    after = last ?? 0;
    if (round % 5 === 0) await progress(ctx, bulkId, state, files);
  }
}

const payload = z.object({ bulkId: z.number().int() });

export const bulkJob = job({
  name: "bulk.work",
  payload,
  retries: 10,
  expireSeconds: 3600,
  run: (ctx, { bulkId }) => goOn(ctx, bulkId),
});

/** After so long without a sign of life a worker is taken for dead, whatever became of its job. */
const silentSeconds = 90;

/** Finds works whose worker has fallen silent, and queues them anew. */
export const bulkResumeJob = job({
  name: "bulk.resume",
  payload: z.object({}),
  everySeconds: 30,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - silentSeconds * 1000);
    const silent = await ctx.db
      .selectFrom("bulk")
      .select("id")
      .where("state", "in", ["planning", "making", "undoing"])
      .where((eb) => eb.or([eb("beat_at", "is", null), eb("beat_at", "<", before)]))
      .where("asked_at", "<", before)
      .execute();
    await ctx.tx(async (tx) => {
      for (const { id } of silent) await tx.enqueue(bulkJob, { bulkId: id }, { key: `bulk:${id}` });
    });
  },
});
