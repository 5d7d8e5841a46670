/**
 * Carries out a planned run, record by record, each in one transaction: its message, its position in the workflow, its timeline line and the row of
 * the run. A worker may be killed at any point and started again without sending anything twice or omitting anything: completed transactions stay,
 * the others are repeated, and each message has a key that the outbox accepts once.
 */
import { z } from "zod";
import {
  type Db,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { endsSlice, reasonOf } from "../../../ground/platform/server/jobs/reasons.ts";
import { isStuck, rowTries, StuckRows, waitForOneRow } from "../../../ground/platform/server/jobs/stuck-rows.ts";
import { prepareLetter, storeLetter } from "../../correspondence/correspondence.server.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { isTooMany } from "../../processing/processing.ts";
import { textCode } from "../house/text-code.server.ts";
import { messageOf } from "../letters/letter.server.ts";
import { judgeRecord, type RecordEnvironment } from "../records/judge.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { fingerprint, textsMark } from "./plan.server.ts";
import { progressOf } from "./row-counts.server.ts";
import { dropped, type Outcome, type Ready, writeStep } from "./write-step.server.ts";

/** The number of letters typeset at a time; the messages are written one after the other. */
const together = 8;

interface Taken {
  readonly record_id: number;
  readonly inputs_hash: string;
  readonly attempts: number;
}

const nextRows = (db: Db, runId: number, after: number): Promise<Taken[]> =>
  db
    .selectFrom("precasso_run_row")
    .select(["record_id", "inputs_hash", "attempts"])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "=", "do")
    .where("record_id", ">", after)
    .orderBy("record_id")
    .limit(together)
    .execute();

/** The current record, judged by the same function as in the plan; why not, if anything has changed since. */
async function judgedNow(ctx: Pick<WorkCtx, "db" | "clock">, taken: Taken, environment: RecordEnvironment) {
  const situation = (await loadSituations(ctx.db, [taken.record_id], environment.at.today)).get(taken.record_id);
  const judged = situation && judgeRecord(situation, environment);
  if (!situation || judged?.verdict !== "do" || !judged.step)
    return judged && isTooMany(judged.reasons) ? "processing.dropped_tooMany" : "precasso.droppedChanged";
  const mark = fingerprint(situation, judged, environment, await textsMark(ctx.db));
  return mark === taken.inputs_hash ? { situation, judged } : "precasso.droppedChanged";
}

/** Prepares a row and typesets its letter, outside any transaction. */
async function prepare(ctx: JobCtx, taken: Taken, environment: RecordEnvironment): Promise<Ready | Outcome> {
  const now = await judgedNow(ctx, taken, environment);
  if (typeof now === "string") return dropped(now);
  if (now.judged.effect === "convert") return { ...now, message: null, letter: null };
  const message = await messageOf(ctx, now.situation, now.judged, environment);
  if (now.judged.step?.channel !== "post") return { ...now, message, letter: null };
  const { situation, judged } = now;
  const code = await textCode(ctx.db, situation.creditor.id, judged.template, message.model.language);
  const letter = await prepareLetter(ctx, code, message.model);
  return { ...now, message, letter: await storeLetter(ctx.storage, letter) };
}

const discard = async (ctx: JobCtx, ready: Ready): Promise<void> => {
  if (ready.letter?.stored) await ctx.storage.discard(ready.letter.stored.key);
};

const note = (db: Db, runId: number, recordId: number, outcome: Outcome, at: Date) =>
  db
    .updateTable("precasso_run_row")
    .set((set) => ({
      state: outcome.state,
      error: "error" in outcome ? JSON.stringify(outcome.error) : null,
      attempts: set("attempts", "+", 1),
      ...(outcome.state === "done" && { message_id: outcome.messageId, file_id: outcome.fileId }),
      done_at: outcome.state === "planned" ? null : at,
    }))
    .where("run_id", "=", runId)
    .where("record_id", "=", recordId)
    .where("state", "=", "planned")
    .execute();

/** Writes one row. @returns whether its letter is used. */
async function write(ctx: JobCtx, runId: number, taken: Taken, ready: Ready): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const ours = await tx.db
      .selectFrom("precasso_run_row")
      .select("record_id")
      .where("run_id", "=", runId)
      .where("record_id", "=", taken.record_id)
      .where("state", "=", "planned")
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!ours) return false;
    await waitForOneRow(tx.db);
    await tx.db.selectFrom("precasso_record").select("id").where("id", "=", taken.record_id).forUpdate().execute();
    const { email, mobile } = ready.situation.debtor;
    const addresses = [email, mobile].filter((address) => address !== null);
    if (ready.message && !ready.letter) await runGuards.lockMessagesTo(tx.db, { addresses });
    // Judged again under the locks: a payment reported meanwhile stops it, and so does what was written to the same person.
    const environment = await recordEnvironment(tx);
    const now = await judgedNow(tx, taken, environment);
    const outcome =
      typeof now === "string" ? dropped(now) : await writeStep(tx, runId, { ...ready, ...now }, environment);
    await note(tx.db, runId, taken.record_id, outcome, tx.clock.now());
    return outcome.state === "done";
  });
}

/** @throws what is not the record's own: the slice ends, and the row is tried again; so too if row after row hits a limit of the database. */
async function fail(ctx: JobCtx, runId: number, taken: Taken, error: unknown, stuck: StuckRows): Promise<void> {
  const isAgain = isStuck(ctx, error);
  if (!isAgain && endsSlice(ctx, error)) throw error;
  const logId = ctx.ids.uuid().slice(0, 8);
  ctx.log.warn({ err: error, run: runId, record: taken.record_id, logId }, "a row of a precasso run failed");
  const isLast = !isAgain || taken.attempts + 1 >= rowTries;
  const outcome: Outcome = isLast ? { state: "failed", error: reasonOf(error, logId) } : { state: "planned" };
  await ctx.tx((tx) => note(tx.db, runId, taken.record_id, outcome, tx.clock.now()));
  if (!isLast) stuck.stuck(error);
}

async function makeRow(
  ctx: JobCtx,
  runId: number,
  taken: Taken,
  tried: PromiseSettledResult<Ready | Outcome>,
  stuck: StuckRows,
): Promise<void> {
  if (tried.status === "rejected") return fail(ctx, runId, taken, tried.reason, stuck);
  const ready = tried.value;
  if ("state" in ready) {
    await ctx.tx((tx) => note(tx.db, runId, taken.record_id, ready, tx.clock.now()));
    return;
  }
  let isKept = false;
  try {
    isKept = await write(ctx, runId, taken, ready);
    stuck.wentOn();
  } catch (error) {
    await discard(ctx, ready);
    return fail(ctx, runId, taken, error, stuck);
  }
  if (!isKept) await discard(ctx, ready);
}

/** Ends a run; "more" if somebody had failed rows tried again after the last ones were looked for. */
async function end(ctx: JobCtx, runId: number, state: "done" | "planned"): Promise<JobOutcome> {
  return ctx.tx(async (tx): Promise<JobOutcome> => {
    await tx.db.selectFrom("precasso_run").select("id").where("id", "=", runId).forUpdate().execute();
    if (state === "done" && (await nextRows(tx.db, runId, 0)).length > 0) return "more";
    await tx.db
      .updateTable("precasso_run")
      .set((set) => ({
        state,
        finished_at: state === "done" ? tx.clock.now() : null,
        stop_asked_at: null,
        version: set("version", "+", 1),
      }))
      .where("id", "=", runId)
      .where("state", "=", "making")
      .execute();
  });
}

async function makeRun(ctx: JobCtx, runId: number): Promise<JobOutcome> {
  const stuck = new StuckRows();
  const { toDo } = await progressOf(ctx.db, runId);
  let untold = 0;
  let after = 0;
  for (let round = 0; ; round++) {
    const run = await ctx.db
      .selectFrom("precasso_run")
      .select(["state", "stop_asked_at"])
      .where("id", "=", runId)
      .executeTakeFirst();
    if (run?.state !== "making") return;
    if (run.stop_asked_at !== null) return end(ctx, runId, "planned");
    if (ctx.signal.aborted || (round > 0 && (await ctx.isTurnOver()))) return "more";
    // Rows that hit a limit are behind the current position: the last pass starts at the first row.
    const rows = await nextRows(ctx.db, runId, after);
    if (rows.length === 0 && after === 0) return end(ctx, runId, "done");
    after = rows.at(-1)?.record_id ?? 0;
    const environment = await recordEnvironment(ctx);
    const ready = await Promise.allSettled(rows.map((taken) => prepare(ctx, taken, environment)));
    for (const [at, taken] of rows.entries()) {
      const tried = ready[at];
      if (tried) await makeRow(ctx, runId, taken, tried, stuck);
    }
    untold += rows.length;
    if (untold >= toDo / 100) {
      await ctx.progress((await progressOf(ctx.db, runId)).over, toDo);
      untold = 0;
    }
  }
}

export const makeJob = job({
  name: "precasso.make",
  payload: z.object({ runId: z.number().int() }),
  expireSeconds: 3600,
  retries: 10,
  run: (ctx, { runId }) => makeRun(ctx, runId),
});
