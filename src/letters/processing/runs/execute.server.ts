/**
 * Carries out a planned run: takes its rows in batches, judges each again, and writes a few files per transaction. While one batch is written, the
 * letters of the next are typeset. A worker may be killed at any point: completed transactions stay, and the others are repeated by this worker or
 * another.
 */
import { z } from "zod";
import { type Db, type JobCtx, type JobOutcome, job } from "../../../ground/platform/server/http/module.ts";
import type { Step } from "../../workflows/workflows.ts";
import { type FileInputs, isTooMany, type PlannedRow, planFile } from "../processing.ts";
import { countRows } from "./counts.server.ts";
import { discardStep, prepareStep, storeStep } from "./effects.server.ts";
import { fingerprint, loadInputs, type RunEnvironment, runEnvironment } from "./inputs.server.ts";
import { makePlan } from "./plan.server.ts";
import { type Decided, dropped, failure, type LockedRow, writeRows } from "./write.server.ts";

/** The number of files judged and typeset at a time: enough to keep all cores busy, few enough to stop soon. */
const makeBatch = 32;

const nextRows = (db: Db, runId: number, after: number): Promise<LockedRow[]> =>
  db
    .selectFrom("run_row")
    .select(["file_id", "step", "inputs_hash", "attempts"])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "in", ["do", "close"])
    .where("file_id", ">", after)
    .orderBy("file_id")
    .limit(makeBatch)
    .execute();

const hasStep = (row: PlannedRow): row is PlannedRow & { readonly step: Step } => row.step !== null;

/** Judges a row again, by the same function as in the plan, and typesets its letter. */
async function decide(
  ctx: JobCtx,
  runId: number,
  taken: LockedRow,
  inputs: FileInputs | undefined,
  environment: RunEnvironment,
): Promise<Decided> {
  const planned = inputs && planFile(inputs, environment);
  if (!inputs || planned?.kind !== "row") return { kind: "over", taken, outcome: dropped("changed") };
  if (fingerprint(inputs, planned.row, environment) !== taken.inputs_hash)
    return { kind: "over", taken, outcome: dropped(isTooMany(planned.row.reasons) ? "tooMany" : "changed") };
  const { row } = planned;
  if (!hasStep(row)) return { kind: "close", taken, inputs, row };
  try {
    return {
      kind: "step",
      taken,
      prepared: await storeStep(ctx, await prepareStep(ctx, inputs, row, environment, ctx.translate)),
    };
  } catch (error) {
    return { kind: "over", taken, outcome: failure(ctx, runId, taken, error) };
  }
}

interface Batch {
  readonly decided: readonly Decided[];
  readonly environment: RunEnvironment;
  /** The last file of the batch: the next batch starts after it. */
  readonly last: number;
}

/** Judges the next rows and typesets their letters; undefined if none is left. */
async function prepareBatch(
  ctx: JobCtx,
  runId: number,
  after: number,
  templatesAsOf: number | null,
): Promise<Batch | undefined> {
  const taken = await nextRows(ctx.db, runId, after);
  const last = taken.at(-1)?.file_id;
  if (last === undefined) return undefined;
  const environment = await runEnvironment(ctx, null, false, templatesAsOf);
  const ids = taken.map((row) => row.file_id);
  const inputs = await loadInputs(ctx.db, ids, environment.at.today);
  const tried = await Promise.allSettled(
    taken.map((row) => decide(ctx, runId, row, inputs.get(row.file_id), environment)),
  );
  const decided = tried.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = tried.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") {
    await discardBatch(ctx, { decided }).catch(() => undefined);
    throw failed.reason;
  }
  return { decided, environment, last };
}

/** The promise of a batch: an error is kept until somebody awaits it. */
const ahead = (batch: Promise<Batch | undefined>): (() => Promise<Batch | undefined>) => {
  batch.catch(() => undefined);
  return () => batch;
};

/** Prepared letters that are not needed now: another worker, or a later job, typesets them again. */
async function discardBatch(ctx: JobCtx, batch: Pick<Batch, "decided"> | undefined): Promise<void> {
  for (const each of batch?.decided ?? []) if (each.kind === "step") await discardStep(ctx, each.prepared);
}

/** Continues a run until it is done, asked to stop, or other jobs have waited long enough. */
async function makeRun(ctx: JobCtx, runId: number): Promise<JobOutcome> {
  let next: (() => Promise<Batch | undefined>) | undefined;
  let untold = 0;
  for (let round = 0; ; round++) {
    const run = await ctx.db
      .selectFrom("run")
      .select(["state", "stop_asked_at", "template_mark", "to_do"])
      .where("id", "=", runId)
      .executeTakeFirst();
    const isOver = run?.state !== "making" || run.stop_asked_at !== null;
    if (isOver || ctx.signal.aborted || (round > 0 && (await ctx.isTurnOver()))) {
      await discardBatch(ctx, await next?.());
      if (run?.state !== "making") return;
      return isOver ? end(ctx, runId, "planned") : "more";
    }
    // Rows that another worker had taken and released are before the current position: the last pass starts at the first row.
    const batch = (await next?.()) ?? (await prepareBatch(ctx, runId, 0, run.template_mark));
    if (batch === undefined) return end(ctx, runId, "done");
    next = ahead(prepareBatch(ctx, runId, batch.last, run.template_mark));
    await writeRows(ctx, runId, batch.decided, batch.environment);
    // Each update counts all rows, so for a large run it happens a hundred times and not after each batch.
    untold += batch.decided.length;
    if (untold >= run.to_do / 100) {
      await showProgress(ctx, runId);
      untold = 0;
    }
  }
}

async function showProgress(ctx: JobCtx, runId: number): Promise<void> {
  const { to_do, done, dropped, failed } = await countRows(ctx.db, runId);
  await ctx.progress(done + dropped + failed, to_do);
}

/** Ends a run; "more" if somebody had failed rows tried again after the last ones were looked for. */
async function end(ctx: JobCtx, runId: number, state: "done" | "planned"): Promise<JobOutcome> {
  return ctx.tx(async (tx): Promise<JobOutcome> => {
    await tx.db.selectFrom("run").select("id").where("id", "=", runId).forUpdate().executeTakeFirst();
    const counts = await countRows(tx.db, runId);
    if (state === "done" && counts.done + counts.dropped + counts.failed < counts.to_do) return "more";
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
    return undefined;
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
  lanes: 2,
  run: (ctx, { runId }) => makePlan(ctx, runId),
});
