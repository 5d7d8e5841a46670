/** The next steps of many files after an assumed change: calculated from one read, nothing is written. */

import { type FilePhase, type FileStatus, filePhases } from "../../../cases/files/files.ts";
import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { StatesChange } from "../../../cases/states/states.ts";
import { fieldError, type Message, VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { movedTo } from "../position/move.server.ts";
import { skippableStep } from "../position/position-view.server.ts";
import { nextStepOf, type StepEnvironment, shownStep, stepEnvironment } from "../position/positions.server.ts";
import { inHand, refuseBusy } from "../position/under-way.server.ts";
import { reachedSituations } from "./situation.server.ts";
import { type Foreseen, type Foresight, type MoveTo, type Place, runs, type Situation, wentOn } from "./situation.ts";

/** A file as a change leaves it; undefined where its next step stays as it is noted. @throws what the change itself throws. */
type Change = (situation: Situation, environment: StepEnvironment) => Situation | undefined;

/** The reasons of a refusal. @throws every other error again. */
function reasonsOf(error: unknown): readonly Message[] {
  const messages = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat() : [];
  if (messages.length === 0) throw error;
  return messages;
}

function foreseen(situation: Situation, environment: StepEnvironment): Foreseen {
  const { place, phase, status } = situation;
  const next = nextStepOf(situation, environment);
  const ended = next?.kind === "none" && runs(status);
  return {
    workflow: place?.workflowCode ?? null,
    position: place?.position ?? 0,
    status: ended ? "no_more_steps" : status,
    phase,
    ended,
    changed: situation,
    ...shownStep(next),
  };
}

async function foresee(
  ctx: WorkCtx,
  fileIds: readonly number[],
  change: Change,
  states?: StatesChange,
): Promise<ReadonlyMap<number, Foresight>> {
  const environment = await stepEnvironment(ctx);
  const found = new Map<number, Foresight>();
  for (const [fileId, situation] of await reachedSituations(ctx.db, fileIds, environment.today, states)) {
    try {
      const changed = change(situation, environment);
      if (changed) found.set(fileId, foreseen(changed, environment));
    } catch (error) {
      found.set(fileId, { refused: reasonsOf(error) });
    }
  }
  return found;
}

/** Files that a run or an office has in hand stay where they are. */
async function foreseeUnlessInHand(ctx: WorkCtx, fileIds: readonly number[], change: Change) {
  const busy = await inHand(ctx.db, fileIds);
  return foresee(ctx, fileIds, (situation, environment) => {
    refuseBusy(busy.get(situation.fileId));
    return change(situation, environment);
  });
}

/** As `changeWorkflow` leaves files that are open; the workflow must be known. */
export function foreseeStart(ctx: WorkCtx, fileIds: readonly number[], workflowCode: string) {
  return foreseeUnlessInHand(ctx, fileIds, (situation, { today, workflows }) => {
    const place: Place = {
      workflowCode,
      definitionVersion: workflows.get(workflowCode)?.version ?? 1,
      position: 0,
      round: (situation.place?.round ?? 0) + 1,
      startedOn: today,
      previousDoneOn: null,
      shiftDays: 0,
      stoppedOn: situation.place?.stoppedOn ? today : null,
      termUntil: null,
      version: 1,
    };
    return { ...situation, place };
  });
}

/** As `skipStep` leaves files. */
export const foreseeSkip = (ctx: WorkCtx, fileIds: readonly number[]) =>
  foreseeUnlessInHand(ctx, fileIds, (situation, environment) => {
    const { step } = skippableStep(situation, nextStepOf(situation, environment));
    const { place, phase } = situation;
    if (!place) throw fieldError("common", "workflow-panel.standsStill");
    return {
      ...situation,
      status: "in_progress",
      phase: filePhases.find((one) => one === step.phase) ?? phase,
      place: { ...place, position: step.position, previousDoneOn: environment.today },
    };
  });

/** As `moveToStep` leaves files; those that are before that step already are not in the map. */
export const foreseeMove = (ctx: WorkCtx, fileIds: readonly number[], to: MoveTo) =>
  foreseeUnlessInHand(ctx, fileIds, (situation, environment) => movedTo(situation, environment, to)?.situation);

/**
 * As files are left that stood still and go on in the status and phase given for each: their dates moved by the days they stood still. Files
 * whose workflow never stood still are not in the map.
 */
export const foreseeGoingOn = (
  ctx: WorkCtx,
  files: ReadonlyMap<number, { readonly status: FileStatus; readonly phase: FilePhase }>,
  states?: StatesChange,
) =>
  foresee(
    ctx,
    [...files.keys()],
    (situation, { today, workflows }) => {
      const { place } = situation;
      if (!place?.stoppedOn) return undefined;
      const { stoppedOn } = place;
      const moved = { ...place, ...wentOn({ ...place, stoppedOn }, workflows.of(place), today), stoppedOn: null };
      return { ...situation, ...files.get(situation.fileId), closedOn: null, place: moved };
    },
    states,
  );

/** As files are left when their states change: the next steps of those beside whose debtor somebody stands are reckoned anew. */
export async function foreseeStates(ctx: WorkCtx, fileIds: readonly number[], states: StatesChange) {
  const beside = await recipientsOf(ctx.db, fileIds, ctx.clock.today());
  return foresee(ctx, [...beside.keys()], (situation) => situation, states);
}
