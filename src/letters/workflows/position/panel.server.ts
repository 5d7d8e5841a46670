/** Actions of a person on the workflow of a file: pause and resume it, change it, skip a step. */
import { z } from "zod";
import { type FileState, lockFile } from "../../../cases/files/files.server.ts";
import { activeHolds, endHold, liftHold, placeHold, setStatus } from "../../../cases/states/states.server.ts";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { type Handler, handle, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { reachedSituations } from "../schedule/situation.server.ts";
import { changeFileWorkflow, pauseFileWorkflow, resumeFileWorkflow, skipWorkflowStep } from "../workflows.contract.ts";
import { completeStep } from "./complete.server.ts";
import { formerPlace } from "./move.server.ts";
import { placeOf, skippableStep } from "./position-view.server.ts";
import { nextStepOf, stepEnvironment } from "./positions.server.ts";
import { refuseOthersWorkflow, startWorkflows } from "./start.server.ts";
import { refuseInHand } from "./under-way.server.ts";

/** Locks the file and sees that its place is the one that the user saw. @throws notFound; conflict with the present place. */
async function lockSeen(ctx: WorkCtx, fileId: number, version: number | undefined): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  if (version === undefined) return file;
  const place = await placeOf(ctx, fileId);
  if (version !== place.version) throw new VorderError("conflict", { data: { current: place } });
  return file;
}

/**
 * Puts a file at the beginning of a workflow. @throws notFound; validation on a closed file, one that a run or an office has in hand, or an
 * unknown workflow; conflict.
 */
export async function changeWorkflow(
  ctx: WorkCtx,
  fileId: number,
  to: { readonly workflow: string; readonly reason: string; readonly version?: number | undefined },
): Promise<void> {
  const file = await lockSeen(ctx, fileId, to.version);
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  await refuseOthersWorkflow(ctx, file.id, to.workflow);
  await refuseInHand(ctx.db, file.id);
  const before = (await formerPlace(ctx, file.id))?.workflow ?? null;
  await startWorkflows(ctx, [{ fileId: file.id, workflowCode: to.workflow, reason: to.reason }]);
  if (file.status === "no_more_steps") await resumeWorkflow(ctx, file.id);
  await ctx.audit({
    action: "workflow.change",
    subject: "file",
    subjectId: file.id,
    before: { workflow: before },
    after: { workflow: to.workflow, reason: to.reason },
  });
}

/** A file that stood at the end of its workflow is under way again where its new one has a step for it. */
async function resumeWorkflow(ctx: WorkCtx, fileId: number): Promise<void> {
  const situation = (await reachedSituations(ctx.db, [fileId], ctx.clock.today())).get(fileId);
  const next = situation && nextStepOf(situation, await stepEnvironment(ctx));
  if (next && next.kind !== "none") await setStatus(ctx, fileId, { status: "in_progress" });
}

const change = handle(changeFileWorkflow, async (ctx, { params, body }) => {
  await changeWorkflow(ctx, params.id, body);
  return placeOf(ctx, params.id);
});

const pause = handle(pauseFileWorkflow, async (ctx, { params, body }) => {
  const file = await lockSeen(ctx, params.id, body.version);
  const holds = (await activeHolds(ctx.db, [file.id], ctx.clock.today())).get(file.id) ?? [];
  if (holds.some(({ kind }) => kind === "manual")) throw fieldError("common", "workflow-panel.alreadyPaused");
  const until = body.until === null ? null : (parsePlainDate(body.until) ?? null);
  await placeHold(ctx, file.id, { kind: "manual", reason: body.reason, until });
  await ctx.audit({
    action: "workflow.pause",
    subject: "file",
    subjectId: file.id,
    after: { reason: body.reason, until },
  });
  return placeOf(ctx, file.id);
});

const resume = handle(resumeFileWorkflow, async (ctx, { params, body }) => {
  const file = await lockSeen(ctx, params.id, body.version);
  const holds = (await activeHolds(ctx.db, [file.id], ctx.clock.today())).get(file.id) ?? [];
  const manual = holds.find(({ kind }) => kind === "manual");
  if (manual) await liftHold(ctx, file.id, manual.id);
  else if (file.status === "paused" && holds.length === 0) await setStatus(ctx, file.id, { status: "in_progress" });
  else throw fieldError("common", "workflow-panel.notPaused");
  return placeOf(ctx, file.id);
});

/**
 * Skips the next step of a file, or the step that the user saw. @throws notFound; conflict where it is not that step any more; validation
 * where it may not be skipped, or a run or an office has the file in hand.
 */
export async function skipStep(
  ctx: WorkCtx,
  fileId: number,
  seen: { readonly position?: number | undefined; readonly reason: string; readonly version?: number | undefined },
): Promise<void> {
  const file = await lockSeen(ctx, fileId, seen.version);
  await refuseInHand(ctx.db, file.id);
  const situation = (await reachedSituations(ctx.db, [file.id], ctx.clock.today())).get(file.id);
  const next = situation && nextStepOf(situation, await stepEnvironment(ctx));
  if (
    seen.position !== undefined &&
    (next === undefined || next.kind === "none" || seen.position !== next.step.position)
  )
    throw new VorderError("conflict", { data: { current: await placeOf(ctx, file.id) } });
  const { step, passed } = skippableStep(situation, next);
  await completeStep(ctx, {
    fileId: file.id,
    step,
    outcome: "skipped",
    passed,
    again: false,
    runId: null,
    termUntil: null,
    reason: seen.reason,
  });
  await ctx.audit({
    action: "workflow.skip",
    subject: "file",
    subjectId: file.id,
    after: { position: step.position, template: step.template, reason: seen.reason },
  });
}

/**
 * Notes a task as done that came about otherwise than by its run, also on a file that stands still; false where the file's next step is
 * another one.
 */
export async function completeTask(ctx: WorkCtx, fileId: number, template: string): Promise<boolean> {
  const situation = (await reachedSituations(ctx.db, [fileId], ctx.clock.today())).get(fileId);
  const next = situation && nextStepOf(situation, await stepEnvironment(ctx));
  if (!next || next.kind === "none" || next.step.channel !== "task" || next.step.template !== template) return false;
  const { step, passed } = next;
  const done = { fileId, step, passed, outcome: "done", again: false, runId: null, termUntil: null } as const;
  await completeStep(ctx, done);
  return true;
}

const skip = handle(skipWorkflowStep, async (ctx, { params, body }) => {
  await skipStep(ctx, params.id, body);
  return placeOf(ctx, params.id);
});

export const panelHandlers: readonly Handler[] = [change, pause, resume, skip];

const batchSize = 200;

/** A hold whose last day is over ends, and its file goes on by itself; each file is a transaction of its own. */
export const resumeJob = job({
  name: "workflows.resume",
  payload: z.object({}),
  cron: "10 0 * * *",
  run: async (ctx) => {
    const failures = new RecordFailures(ctx);
    for (let after = 0; !ctx.signal.aborted; ) {
      const holds = await ctx.db
        .selectFrom("file_hold")
        .select(["id", "file_id"])
        .where("lifted_at", "is", null)
        // A promise is judged by what came in, and takes its own hold away.
        .where("kind", "<>", "promise")
        .where("until_date", "<", ctx.clock.today())
        .where("id", ">", after)
        .orderBy("id")
        .limit(batchSize)
        .execute();
      if (holds.length === 0) return failures.end();
      for (const hold of holds)
        await failures.attempt({ file: hold.file_id }, () => ctx.tx((tx) => endHold(tx, hold.file_id, hold.id)));
      after = holds.at(-1)?.id ?? after;
    }
  },
});
