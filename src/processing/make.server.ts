/**
 * Makes a planned run: takes its rows in batches, decides each again, and writes each file in a transaction of its own. A worker may be
 * killed at any point: what was written is whole, and what was not is taken again, by this worker or another.
 */
import { sql } from "kysely";
import { z } from "zod";
import { type Message, VorderError } from "../kernel/errors.ts";
import { type Db, type JobCtx, job } from "../platform/server/room.ts";
import type { Say } from "../workflows/workflows.server.ts";
import type { Step } from "../workflows/workflows.ts";
import { countRows } from "./counts.server.ts";
import { isUnchanged, makeClosing, makeStep, type PreparedStep, prepareStep } from "./effects.server.ts";
import { fingerprint, loadInputs, type RunEnvironment, runEnvironment } from "./inputs.server.ts";
import { makePlan } from "./plan.server.ts";
import { type FileInputs, type PlannedRow, planFile } from "./processing.ts";

/** So many files are decided and their letters set at a time: enough to keep every core busy, few enough to stop soon. */
const makeBatch = 32;
/** So many files are written at once, each in a transaction of its own. */
const writers = 3;

/** One round of work before the job is queued anew, so that no job ever seems dead by its length. */
const batchesPerJob = 50;

interface TakenRow {
  readonly file_id: number;
  readonly step: number;
  readonly inputs_hash: string;
}

/** What became of a row: nothing to do with whether the law allows it, which was decided before. */
type Outcome =
  | { readonly state: "done"; readonly messageId: number | null; readonly documentId: number | null }
  | { readonly state: "dropped" | "failed"; readonly error: Message | { readonly text: string } };

const dropped = (why: string): Outcome => ({ state: "dropped", error: { key: `processing.dropped_${why}` } });

/** What went wrong, for the person who looks at the run: our own refusals in the reader's language, anything else as it was said. */
function failure(error: unknown): Outcome {
  const own = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat()[0] : undefined;
  if (own) return { state: "failed", error: own };
  return { state: "failed", error: { text: (error instanceof Error ? error.message : String(error)).slice(0, 500) } };
}

const nextRows = (db: Db, runId: number): Promise<TakenRow[]> =>
  db
    .selectFrom("run_row")
    .select(["file_id", "step", "inputs_hash"])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "in", ["do", "close"])
    .orderBy("file_id")
    .limit(makeBatch)
    .execute();

type Decided =
  | { readonly kind: "step"; readonly taken: TakenRow; readonly prepared: PreparedStep }
  | { readonly kind: "close"; readonly taken: TakenRow; readonly inputs: FileInputs; readonly row: PlannedRow }
  | { readonly kind: "over"; readonly taken: TakenRow; readonly outcome: Outcome };

const hasStep = (row: PlannedRow): row is PlannedRow & { readonly step: Step } => row.step !== null;

/** Decides a row again, by the same function that planned it, and sets its letter. */
async function decide(
  db: Db,
  taken: TakenRow,
  inputs: FileInputs | undefined,
  environment: RunEnvironment,
  say: Say,
): Promise<Decided> {
  const planned = inputs && planFile(inputs, environment);
  if (!inputs || planned?.kind !== "row" || fingerprint(inputs, planned.row, environment) !== taken.inputs_hash)
    return { kind: "over", taken, outcome: dropped("changed") };
  const { row } = planned;
  if (!hasStep(row)) return { kind: "close", taken, inputs, row };
  try {
    return { kind: "step", taken, prepared: await prepareStep(db, inputs, row, environment, say) };
  } catch (error) {
    return { kind: "over", taken, outcome: failure(error) };
  }
}

/** Takes a row for this transaction. False where another worker has it or has finished it. */
async function claim(db: Db, runId: number, { file_id, step }: TakenRow): Promise<boolean> {
  const { rows } = await sql`select 1 from run_row where run_id = ${runId} and file_id = ${file_id} and step = ${step}
    and state = 'planned' for update skip locked`.execute(db);
  return rows.length === 1;
}

async function note(db: Db, runId: number, { file_id, step }: TakenRow, outcome: Outcome, at: Date): Promise<void> {
  await db
    .updateTable("run_row")
    .set((eb) => ({
      state: outcome.state,
      attempts: eb("attempts", "+", 1),
      done_at: at,
      error: outcome.state === "done" ? null : JSON.stringify(outcome.error),
      message_id: outcome.state === "done" ? outcome.messageId : null,
      document_id: outcome.state === "done" ? outcome.documentId : null,
    }))
    .where("run_id", "=", runId)
    .where("file_id", "=", file_id)
    .where("step", "=", step)
    .where("state", "=", "planned")
    .execute();
}

/** Writes one decided row: everything or nothing of it. */
async function write(ctx: JobCtx, runId: number, decided: Decided, environment: RunEnvironment): Promise<void> {
  const { taken } = decided;
  if (decided.kind === "over") return note(ctx.db, runId, taken, decided.outcome, ctx.clock.now());
  const inputs = decided.kind === "step" ? decided.prepared.inputs : decided.inputs;
  try {
    await ctx.tx(async (tx) => {
      if (!(await claim(tx.db, runId, taken))) return;
      if (!(await isUnchanged(tx, inputs))) return note(tx.db, runId, taken, dropped("changed"), tx.clock.now());
      const composed =
        decided.kind === "step"
          ? await makeStep(tx, decided.prepared, environment, runId)
          : await makeClosing(tx, inputs, decided.row, environment);
      const { messageId = null, documentId = null } = composed ?? {};
      await note(tx.db, runId, taken, { state: "done", messageId, documentId }, tx.clock.now());
    });
  } catch (error) {
    // A database that is gone is no fault of the file: the job fails, and the row is taken again.
    await note(ctx.db, runId, taken, failure(error), ctx.clock.now());
    ctx.log.warn({ err: error, run: runId, file: taken.file_id }, "a row of a run failed");
  }
}

async function inParallel<T>(items: readonly T[], workers: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** One batch; false where nothing is left. */
async function makeOneBatch(ctx: JobCtx, runId: number): Promise<boolean> {
  const taken = await nextRows(ctx.db, runId);
  if (taken.length === 0) return false;
  const environment = await runEnvironment(ctx, null);
  const say = await ctx.tx(async (tx): Promise<Say> => tx.say);
  const ids = taken.map((row) => row.file_id);
  const inputs = await loadInputs(ctx.db, ids, environment.at.today);
  const decided = await Promise.all(taken.map((row) => decide(ctx.db, row, inputs.get(row.file_id), environment, say)));
  await inParallel(decided, writers, (each) => write(ctx, runId, each, environment));
  return true;
}

const beat = (ctx: JobCtx, runId: number) =>
  ctx.db.updateTable("run").set({ beat_at: ctx.clock.now() }).where("id", "=", runId).execute();

/** Goes on with a run until it is done, asked to stop, or has had its share of time. */
async function makeRun(ctx: JobCtx, runId: number): Promise<void> {
  for (let batch = 0; ; batch++) {
    const run = await ctx.db
      .selectFrom("run")
      .select(["state", "stop_asked_at"])
      .where("id", "=", runId)
      .executeTakeFirst();
    if (run?.state !== "making") return;
    if (run.stop_asked_at !== null) return end(ctx, runId, "planned");
    if (ctx.signal.aborted || batch >= batchesPerJob) {
      await ctx.tx((tx) => tx.enqueue(makeJob, { runId }, { key: `run:${runId}` }));
      return;
    }
    await beat(ctx, runId);
    if (!(await makeOneBatch(ctx, runId))) return end(ctx, runId, "done");
  }
}

async function end(ctx: JobCtx, runId: number, state: "done" | "planned"): Promise<void> {
  await ctx.tx(async (tx) => {
    const counts = await countRows(tx.db, runId);
    await tx.db
      .updateTable("run")
      .set((eb) => ({
        state,
        finished_at: state === "done" ? tx.clock.now() : null,
        stop_asked_at: null,
        version: eb("version", "+", 1),
        ...counts,
      }))
      .where("id", "=", runId)
      .where("state", "=", "making")
      .execute();
    await tx.audit({ action: `run.${state === "done" ? "finish" : "stop"}`, subject: "run", subjectId: runId });
  });
}

const payload = z.object({ runId: z.number().int() });

export const makeJob = job({
  name: "processing.make",
  payload,
  retries: 10,
  expireSeconds: 600,
  run: (ctx, { runId }) => makeRun(ctx, runId),
});

export const planJob = job({
  name: "processing.plan",
  payload,
  retries: 5,
  expireSeconds: 900,
  async run(ctx, { runId }) {
    try {
      await makePlan(ctx, runId);
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      await ctx.db
        .updateTable("run")
        .set({ state: "failed", error: message.slice(0, 500), finished_at: ctx.clock.now() })
        .where("id", "=", runId)
        .where("state", "=", "planning")
        .execute();
      throw error;
    }
  },
});

/** After so long without a sign of life a run's worker is taken for dead, whatever became of its job. */
const silentSeconds = 90;

/** Finds runs whose worker has fallen silent, and queues them anew. */
export const resumeJob = job({
  name: "processing.resume",
  payload: z.object({}),
  everySeconds: 30,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - silentSeconds * 1000);
    const silent = await ctx.db
      .selectFrom("run")
      .select(["id", "state"])
      .where("state", "in", ["planning", "making"])
      .where((eb) => eb.or([eb("beat_at", "is", null), eb("beat_at", "<", before)]))
      .where("planned_at", "<", before)
      .execute();
    await ctx.tx(async (tx) => {
      for (const { id, state } of silent)
        await tx.enqueue(state === "making" ? makeJob : planJob, { runId: id }, { key: `run:${id}` });
    });
  },
});
