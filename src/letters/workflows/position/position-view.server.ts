/** The position of a file for its readers: steps done, coming steps with reasons, and what stops it. */

import { activeHolds } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { userNames } from "../../../people/access/access.server.ts";
import {
  type NextStep,
  type Passed,
  type Step,
  stepOutcomes,
  type Workflow,
  type Workflows,
} from "../schedule/definition.ts";
import { applies } from "../schedule/next-step.ts";
import { comingSteps } from "../schedule/schedule.ts";
import { reachedSituations } from "../schedule/situation.server.ts";
import type { Situation } from "../schedule/situation.ts";
import type { FileWorkflow } from "../workflows.contract.ts";
import { stepText } from "../workflows.texts.ts";
import { factsOf, nextStepOf, type StepEnvironment, stepEnvironment } from "./positions.server.ts";

export const stepShape = (ctx: WorkCtx, step: Step) => ({
  position: step.position,
  name: ctx.translate({ key: stepText(step.template), values: { template: step.template } }),
  anchor: step.anchor,
  offsetDays: step.offsetDays,
  phase: step.phase,
  channel: step.channel,
  template: step.template,
  effect: step.effect,
  byHand: step.byHand,
});

function shownNext(ctx: WorkCtx, next: NextStep | undefined): FileWorkflow["next"] {
  if (!next || next.kind === "none") return null;
  const { position, name, channel, byHand, anchor, offsetDays } = stepShape(ctx, next.step);
  const due = next.kind === "step" ? next : undefined;
  return {
    position,
    name,
    channel,
    byHand,
    anchor,
    offsetDays,
    dueOn: due?.dueOn ?? null,
    anchoredOn: due?.anchoredOn ?? null,
    moved: (due?.moved ?? []).map((why) => ctx.translate({ key: `workflows.moved_${why}` })),
  };
}

type Done = FileWorkflow["steps"][number]["done"];

/** What was done of each step of a version, by whichever version it was done: a step keeps its key over all of them. */
async function completedSteps(
  ctx: WorkCtx,
  fileId: number,
  { code: workflowCode, steps }: Workflow,
  workflows: Workflows,
): Promise<(position: number) => Done> {
  const rows = await ctx.db
    .selectFrom("step_done")
    .select(["definition_version", "position", "done_on", "outcome", "run_id", "user_id", "reason"])
    .where("file_id", "=", fileId)
    .where("workflow_code", "=", workflowCode)
    .orderBy("id")
    .execute();
  const names = await userNames(
    ctx.db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  const keyed = rows.map((row) => {
    const version = workflows.of({ workflowCode, definitionVersion: row.definition_version });
    return { ...row, key: version?.steps.find(({ position }) => position === row.position)?.key };
  });
  return (position) =>
    keyed
      .filter(({ key }) => key !== undefined && key === steps.find((step) => step.position === position)?.key)
      .map((row) => ({
        on: row.done_on,
        outcome: stepOutcomes.find((known) => known === row.outcome) ?? "done",
        runId: row.run_id,
        user: names.get(row.user_id ?? 0)?.name ?? "",
        reason: row.reason,
      }));
}

const stillStatuses: ReadonlySet<Situation["status"]> = new Set(["paused", "suspend", "term_payment"]);

/** Why a file stands still: what holds it, the arrangement that is kept, or else its status alone. */
async function stillOf(ctx: WorkCtx, { fileId, status }: Situation): Promise<Pick<FileWorkflow, "still" | "paused">> {
  const holds = (await activeHolds(ctx.db, [fileId], ctx.clock.today())).get(fileId) ?? [];
  const still = holds.map(({ kind, reason, until }) => ({
    why: ctx.translate({ key: `files.hold_${kind}` }),
    reason: reason ?? "",
    until,
  }));
  const plain = (key: string): void => {
    const values = { status: ctx.translate({ key: `files.status_${status}` }) };
    still.push({ why: ctx.translate({ key, values }), reason: "", until: null });
  };
  if (status === "term_payment") plain("workflow-panel.stillArrangement");
  else if (still.length === 0 && stillStatuses.has(status)) plain("workflow-panel.stillStatus");
  const byStatus = holds.length === 0 && status === "paused";
  return { still, paused: byStatus || holds.some(({ kind }) => kind === "manual") };
}

/** A step is skipped while the file moves; the 14-day letter never is, for without it no costs are due (BW 6:96(6)). */
const isSkippable = ({ status }: Situation, next: NextStep | undefined): boolean =>
  (status === "not_started" || status === "in_progress") &&
  next !== undefined &&
  next.kind !== "none" &&
  next.step.effect !== "notice14";

/** The next step of a file, if it may be skipped. @throws validation with why not. */
export function skippableStep(
  situation: Situation | undefined,
  next: NextStep | undefined,
): { readonly step: Step; readonly passed: readonly Passed[] } {
  if (!situation || !next || next.kind === "none") throw fieldError("common", "workflow-panel.standsStill");
  if (isSkippable(situation, next)) return next;
  const isNotice = next.step.effect === "notice14";
  throw fieldError("common", isNotice ? "workflow-panel.cannotSkipNotice" : "workflow-panel.standsStill");
}

function expectedDays(
  situation: Situation,
  definition: Workflow,
  environment: StepEnvironment,
): ReadonlyMap<number, PlainDate | null> {
  const { place, status, closedOn } = situation;
  if (!place || closedOn !== null || stillStatuses.has(status)) return new Map();
  const { tariffs, today } = environment;
  return comingSteps(definition, place, factsOf(situation, environment), today, calendarOf(tariffs));
}

const nowhere = {
  workflow: null,
  startedOn: null,
  stoppedOn: null,
  next: null,
  skippable: false,
  steps: [],
  version: 0,
};

export async function placeOf(ctx: WorkCtx, fileId: number): Promise<FileWorkflow> {
  const environment = await stepEnvironment(ctx);
  const situation = (await reachedSituations(ctx.db, [fileId], ctx.clock.today())).get(fileId);
  const at = situation?.place ?? null;
  const definition = at && environment.workflows.of(at);
  if (!situation) return { fileId, ...nowhere, still: [], paused: false };
  const still = await stillOf(ctx, situation);
  if (!at || !definition) return { fileId, ...nowhere, ...still };
  const newest = environment.workflows.get(definition.code)?.version ?? definition.version;
  const done = await completedSteps(ctx, fileId, definition, environment.workflows);
  const next = situation.closedOn === null ? nextStepOf(situation, environment) : undefined;
  const facts = factsOf(situation, environment);
  const expected = expectedDays(situation, definition, environment);
  return {
    fileId,
    workflow: { code: definition.code, name: definition.name, version: definition.version, newest },
    startedOn: at.startedOn,
    stoppedOn: at.stoppedOn,
    ...still,
    skippable: isSkippable(situation, next),
    next: shownNext(ctx, next),
    steps: definition.steps.map((step) => ({
      ...stepShape(ctx, step),
      done: done(step.position),
      expectedOn: expected.get(step.position) ?? null,
      applies: applies(step.condition, facts),
    })),
    version: at.version,
  };
}
