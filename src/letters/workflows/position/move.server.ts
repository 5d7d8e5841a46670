/** Moves files to another step of their workflow by hand, and back. */
import { sql } from "kysely";
import { lockFile } from "../../../cases/files/files.server.ts";
import type { FilePhase } from "../../../cases/files/files.ts";
import { type FileStatus, filePhases } from "../../../cases/files/files.ts";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { moveFile } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { Step, Workflow } from "../schedule/definition.ts";
import { reachedSituations } from "../schedule/situation.server.ts";
import type { FormerPlace, MoveTo, Situation } from "../schedule/situation.ts";
import { stepText } from "../workflows.texts.ts";
import {
  factsOf,
  insertSteps,
  lockPlaces,
  nextStepOf,
  noKeptDate,
  refreshNextSteps,
  type StepEnvironment,
  stepEnvironment,
  updatePlaces,
} from "./positions.server.ts";
import { refuseInHand } from "./under-way.server.ts";

interface Moved {
  readonly situation: Situation;
  readonly step: Step;
  /** What is passed on the record on the way there. */
  readonly passed: readonly Step[];
}

/** Which step is meant: a position is chosen in the live version, and a file may be on an earlier one, where that step stands elsewhere. */
function targetOf(definition: Workflow, live: Workflow | undefined, position: number, to: MoveTo): Step {
  if (to !== "again" && definition.code !== to.workflow) throw fieldError("common", "workflow-panel.otherWorkflow");
  const key = to === "again" ? undefined : live?.steps.find((one) => one.position === to.position)?.key;
  const step = definition.steps.find((one) => (to === "again" ? one.position === position : one.key === key));
  if (!step) throw fieldError("common", to === "again" ? "workflow-panel.nothingAgain" : "workflow-panel.noSuchStep");
  return step;
}

/**
 * A file as it is before another step; undefined where that is its next step already. @throws validation: it stands still, it is in another
 * workflow, the 14-day letter would be passed (BW 6:96(6)), or the step does not apply to it.
 */
export function movedTo(situation: Situation, environment: StepEnvironment, to: MoveTo): Moved | undefined {
  const { place, status } = situation;
  const definition = place && environment.workflows.of(place);
  if (!place || !definition || (status !== "not_started" && status !== "in_progress" && status !== "no_more_steps"))
    throw fieldError("common", "workflow-panel.standsStill");
  const step = targetOf(definition, environment.workflows.get(definition.code), place.position, to);
  const next = nextStepOf(situation, environment);
  if (next && next.kind !== "none" && next.step.position === step.position) return undefined;
  const isForward = step.position > place.position;
  const passed = definition.steps.filter(({ position }) => position > place.position && position < step.position);
  const { bikDueFrom } = factsOf(situation, environment);
  if (bikDueFrom === null && passed.some(({ effect }) => effect === "notice14"))
    throw fieldError("common", "workflow-panel.cannotSkipNotice");
  const moved: Situation = {
    ...situation,
    status: "in_progress",
    phase: filePhases.find((phase) => phase === step.phase) ?? situation.phase,
    place: {
      ...place,
      position: step.position - 1,
      round: isForward ? place.round : place.round + 1,
      previousDoneOn: isForward ? environment.today : place.previousDoneOn,
    },
  };
  const then = nextStepOf(moved, environment);
  if (!then || then.kind === "none" || then.step.position !== step.position)
    throw fieldError("common", "workflow-panel.stepDoesNotApply");
  return { situation: moved, step, passed };
}

/**
 * Puts a file before another step of its workflow; false where it is there already. @throws notFound; validation where a run or an office has
 * it in hand; what `movedTo` throws.
 */
export async function moveToStep(ctx: WorkCtx, fileId: number, to: MoveTo, reason: string): Promise<boolean> {
  const file = await lockFile(ctx, fileId);
  await refuseInHand(ctx.db, fileId);
  const situation = (await reachedSituations(ctx.db, [fileId], ctx.clock.today())).get(fileId);
  if (!situation) throw fieldError("common", "workflow-panel.standsStill");
  const moved = movedTo(situation, await stepEnvironment(ctx), to);
  const place = moved?.situation.place;
  if (!moved || !place) return false;
  await recordPassed(ctx, situation, moved, reason);
  const [row] = await lockPlaces(ctx.db, [fileId], undefined);
  const { position, round, previousDoneOn: previous_done_on } = place;
  if (row) await updatePlaces(ctx.db, [{ ...row, ...noKeptDate, position, round, previous_done_on }]);
  await ctx.audit({
    action: "workflow.move",
    subject: "file",
    subjectId: fileId,
    before: { position: situation.place?.position },
    after: { position: place.position, reason },
  });
  const values = { position: moved.step.position, step: { text: stepText(moved.step.template) } };
  const subject = { key: "workflow-panel.logMoved", values };
  await writeLogs(ctx, [{ fileId, type: "workflow", subject, content: reason, system: false }]);
  await moveFile(ctx, file, { status: "in_progress", phase: moved.situation.phase }, { key: "workflows.whyStepDone" });
  await refreshNextSteps(ctx, [fileId]);
  return true;
}

async function recordPassed(ctx: WorkCtx, { fileId, place }: Situation, moved: Moved, reason: string): Promise<void> {
  if (!place || moved.passed.length === 0) return;
  await insertSteps(
    ctx.db,
    moved.passed.map(({ position }) => ({
      file_id: fileId,
      workflow_code: place.workflowCode,
      definition_version: place.definitionVersion,
      round: place.round,
      position,
      outcome: "skipped",
      user_id: ctx.user.id || null,
      done_on: ctx.clock.today(),
      done_at: ctx.clock.now().toISOString(),
      reason,
    })),
  );
}

const dayOf = (text: string | null) => (text === null ? null : date(text));

const formerRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_workflow")
      .select([
        "file_id",
        "workflow_code as workflow",
        "definition_version as definitionVersion",
        "position",
        "started_on as startedOn",
        "previous_done_on as previousDoneOn",
        "shift_days as shiftDays",
        "shift_before_notice as shiftBeforeNotice",
        "term_until as termUntil",
        "stopped_on as stoppedOn",
        "kept_position as keptPosition",
        "kept_on as keptOn",
      ])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .execute(),
  ({ file_id }) => file_id,
);

export async function formerPlace(ctx: WorkCtx, fileId: number): Promise<FormerPlace | null> {
  for (const { file_id: _, ...place } of await formerRows(ctx.db, [fileId], undefined)) return place;
  return null;
}

const removePlaces = batchedWrite((db, fileIds: readonly number[]) =>
  db
    .deleteFrom("file_workflow")
    .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
    .execute(),
);

/**
 * Puts a file back where it was, with the status and phase that it had. What was recorded stays on the record: a new round begins, in which
 * each step can be done once more. @throws notFound; validation where a run or an office has it in hand.
 */
export async function restorePlace(
  ctx: WorkCtx,
  fileId: number,
  was: { readonly place: FormerPlace | null; readonly status: FileStatus; readonly phase: FilePhase },
  reason: string,
): Promise<void> {
  const file = await lockFile(ctx, fileId);
  await refuseInHand(ctx.db, fileId);
  const { place } = was;
  const [row] = await lockPlaces(ctx.db, [fileId], undefined);
  if (place === null) await removePlaces(ctx.db, [fileId]);
  else if (row)
    await updatePlaces(ctx.db, [
      {
        file_id: fileId,
        workflow_code: place.workflow,
        definition_version: place.definitionVersion ?? 1,
        position: place.position,
        round: row.round + 1,
        started_on: date(place.startedOn),
        previous_done_on: dayOf(place.previousDoneOn),
        shift_days: place.shiftDays,
        shift_before_notice: place.shiftBeforeNotice ?? 0,
        term_until: dayOf(place.termUntil),
        // One that was stopped since goes on standing still.
        stopped_on: dayOf(place.stoppedOn) ?? row.stopped_on,
        kept_position: place.keptPosition ?? null,
        kept_on: dayOf(place.keptOn ?? null),
      },
    ]);
  await ctx.audit({ action: "workflow.putBack", subject: "file", subjectId: fileId, after: { place, reason } });
  const subject = { key: "workflow-panel.logPutBack" };
  await writeLogs(ctx, [{ fileId, type: "workflow", subject, content: reason, system: false }]);
  await moveFile(ctx, file, { status: was.status, phase: was.phase }, null);
  await refreshNextSteps(ctx, [fileId]);
}
