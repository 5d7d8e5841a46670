/** The place of files in their workflows: started, moved on step by step, stopped and going on again. */
import { recipientsOf, recordNextSteps, setStatus } from "../files/files.server.ts";
import type { FileChange, FileStatus, NextStep as ShownStep } from "../files/files.ts";
import { filePhases } from "../files/files.ts";
import { daysBetween, type PlainDate } from "../kernel/dates.ts";
import { fieldError } from "../kernel/errors.ts";
import { type NewLogLine, writeLogs } from "../logs/logs.server.ts";
import { kept } from "../platform/server/kept.ts";
import type { Db, WorkCtx } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf, type Tariffs } from "../tariffs/tariffs.ts";
import { loadWorkflows } from "./definitions.server.ts";
import { reachedSituations } from "./situation.server.ts";
import type { Situation } from "./situation.ts";
import { stepText } from "./workflows.texts.ts";
import {
  judgeNotice,
  type NextStep,
  nextStep,
  type Passed,
  type Step,
  type StepFacts,
  type StepOutcome,
  stepFacts,
  type Workflow,
} from "./workflows.ts";

/** Files are loaded so many at a time, however many are asked for. */
const batchSize = 1000;

export function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize);
}

/** The statuses in which a file stands still: nothing is due, and its dates move on by as many days (domain facts 6). */
export const still: ReadonlySet<FileStatus> = new Set(["paused", "suspend", "term_payment"]);

/** What every next step is reckoned with, loaded once for however many files. */
export interface StepEnvironment {
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly tariffs: Tariffs;
  readonly today: PlainDate;
}

export const stepEnvironment = async (ctx: Pick<WorkCtx, "db" | "clock">): Promise<StepEnvironment> => ({
  workflows: await loadWorkflows(ctx.db),
  tariffs: await loadTariffs(ctx.db),
  today: ctx.clock.today(),
});

/** What the schedule of a file hangs on, as it is now. */
export function factsOf(situation: Situation, { tariffs, today }: StepEnvironment): StepFacts {
  const { reach, events, openCents, placedOn } = situation;
  return stepFacts(events, judgeNotice(events, tariffs, today), openCents, reach, placedOn);
}

/** The next step of a file as it is now; undefined for a file without a workflow. */
export function nextStepOf(situation: Situation, environment: StepEnvironment): NextStep | undefined {
  const { place } = situation;
  const definition = place && environment.workflows.get(place.workflowCode);
  if (!place || !definition) return undefined;
  const { today, tariffs } = environment;
  return nextStep(definition, place, factsOf(situation, environment), today, calendarOf(tariffs));
}

/** A next step as lists show it: its name, and the day on which it is due. */
export function shownStep(next: NextStep | undefined): ShownStep {
  if (!next || next.kind === "none") return { step: null, on: null };
  const { template } = next.step;
  return { step: { key: stepText(template), values: { template } }, on: next.kind === "step" ? next.dueOn : null };
}

/** Reckons the next steps of files anew and notes them for lists; a file whose workflow has ended asks for a decision. */
export async function refreshNextSteps(ctx: WorkCtx, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const environment = await stepEnvironment(ctx);
  for (const ids of batches(fileIds)) {
    const found = await reachedSituations(ctx.db, ids, environment.today);
    const situations = [...found.values()].filter(({ closedOn }) => closedOn === null);
    const steps = situations.map((situation) => ({ situation, next: nextStepOf(situation, environment) }));
    await recordNextSteps(
      ctx.db,
      steps.map(({ situation, next }) => ({ fileId: situation.fileId, ...shownStep(next) })),
    );
    for (const { situation, next } of steps) if (next?.kind === "none") await end(ctx, situation);
  }
}

async function end(ctx: WorkCtx, { fileId, status }: Situation): Promise<void> {
  if (status !== "in_progress" && status !== "not_started") return;
  await setStatus(ctx, fileId, { status: "no_more_steps", why: { key: "workflows.whyWorkflowEnded" } });
  await writeLogs(ctx, [{ fileId, type: "workflow", subject: { key: "workflows.logNoMoreSteps" } }]);
}

/** A step that has been done, and the steps that were passed on the way to it. */
export interface StepDone {
  readonly fileId: number;
  readonly step: Step;
  readonly outcome: StepOutcome;
  readonly passed: readonly Passed[];
  /** The 14-day letter is sent again: a new round begins at its step. */
  readonly again: boolean;
  readonly runId: number | null;
  /** The last day of the term that its letter grants. */
  readonly termUntil: PlainDate | null;
  /** Why a person skipped it. */
  readonly reason?: string | undefined;
}

async function lockPlace(db: Db, fileId: number) {
  const place = await db
    .selectFrom("file_workflow")
    .modifyFront(kept)
    .selectAll()
    .where("file_id", "=", fileId)
    .forUpdate()
    .executeTakeFirst();
  if (!place) throw fieldError("step", "workflows.notThisStep");
  return place;
}

/**
 * Records that a step is done and moves the file on; what comes next is for `refreshNextSteps`, of many files at once in a run. Done
 * twice it is an error, so that with it the whole transaction of the second is undone.
 * @throws validation on `step` where the file is not before this step (any more).
 */
export async function recordStep(ctx: WorkCtx, done: StepDone): Promise<void> {
  const { fileId, step } = done;
  const place = await lockPlace(ctx.db, fileId);
  if (done.again ? step.position > place.position : step.position <= place.position)
    throw fieldError("step", "workflows.notThisStep");
  const round = done.again ? place.round + 1 : place.round;
  const today = ctx.clock.today();
  const records = [...done.passed, { position: step.position, outcome: done.outcome }];
  await ctx.db
    .insertInto("step_done")
    .values(
      records.map(({ position, outcome }) => ({
        file_id: fileId,
        workflow_code: place.workflow_code,
        round,
        position,
        outcome,
        run_id: done.runId,
        user_id: ctx.user.id || null,
        done_on: today,
        done_at: ctx.clock.now(),
        reason: outcome === "skipped" ? (done.reason ?? "") : null,
      })),
    )
    .execute();
  await ctx.db
    .updateTable("file_workflow")
    .set({
      position: step.position,
      round,
      previous_done_on: today,
      version: place.version + 1,
      // A reminder grants no term of its own and leaves that of the letter before it.
      ...(done.termUntil !== null && { term_until: done.termUntil }),
    })
    .where("file_id", "=", fileId)
    .execute();
  await logSteps(ctx, done, place.workflow_code);
  await setStatus(ctx, fileId, {
    status: "in_progress",
    phase: filePhases.find((phase) => phase === step.phase),
    why: { key: "workflows.whyStepDone" },
  });
}

/** Records that a step is done, and notes what comes next; see `recordStep`. */
export async function completeStep(ctx: WorkCtx, done: StepDone): Promise<void> {
  await recordStep(ctx, done);
  await refreshNextSteps(ctx, [done.fileId]);
}

async function logSteps(ctx: WorkCtx, done: StepDone, workflowCode: string): Promise<void> {
  const definition = (await loadWorkflows(ctx.db)).get(workflowCode);
  const line = (step: Step, outcome: StepOutcome): NewLogLine => ({
    fileId: done.fileId,
    type: step.channel === "call" && outcome !== "lapsed" && outcome !== "not_applicable" ? "call" : "workflow",
    subject: {
      key: "workflows.logStep",
      values: { position: step.position, step: { text: stepText(step.template) } },
    },
    content: outcome === "done" ? null : { key: `workflows.outcome_${outcome}` },
    ...(done.runId !== null && { ref: { kind: "run", id: done.runId } }),
  });
  const passed = done.passed.flatMap(({ position, outcome }) => {
    const step = definition?.steps.find((candidate) => candidate.position === position);
    return step ? [line(step, outcome)] : [];
  });
  // A message has its own line on the timeline.
  const { channel } = done.step;
  const own =
    done.outcome === "skipped"
      ? [skippedLine(done)]
      : channel === "call" || channel === "task"
        ? [line(done.step, done.outcome)]
        : [];
  await writeLogs(ctx, [...passed, ...own]);
}

const skippedLine = ({ fileId, step, reason }: StepDone): NewLogLine => ({
  fileId,
  type: "workflow",
  subject: {
    key: "workflow-panel.logSkipped",
    values: { position: step.position, step: { text: stepText(step.template) } },
  },
  content: reason ?? null,
  system: false,
});

/** Follows the state of files: while one stands still its dates wait, and when it goes on they have moved by as many days. */
export async function followFile(ctx: WorkCtx, file: { readonly id: number }, change: FileChange): Promise<void> {
  if (change.kind === "closed") return stop(ctx, file.id);
  if (change.kind === "reopened") return goOn(ctx, file.id);
  // How the debtor is reached, or who is reached in its place.
  if (change.kind === "debtor" || change.kind === "party") return refreshNextSteps(ctx, [file.id]);
  if (change.kind === "held" || change.kind === "released") {
    const beside = await recipientsOf(ctx.db, [file.id], ctx.clock.today());
    if (beside.has(file.id)) await refreshNextSteps(ctx, [file.id]);
    return;
  }
  if (change.kind !== "status" || still.has(change.from) === still.has(change.to)) return;
  if (still.has(change.to)) await stop(ctx, file.id);
  else await goOn(ctx, file.id);
}

async function stop(ctx: WorkCtx, fileId: number): Promise<void> {
  await ctx.db
    .updateTable("file_workflow")
    .set((eb) => ({ stopped_on: ctx.clock.today(), version: eb("version", "+", 1) }))
    .where("file_id", "=", fileId)
    .where("stopped_on", "is", null)
    .execute();
}

async function goOn(ctx: WorkCtx, fileId: number): Promise<void> {
  const today = ctx.clock.today();
  const place = await ctx.db
    .selectFrom("file_workflow")
    .selectAll()
    .where("file_id", "=", fileId)
    .forUpdate()
    .executeTakeFirst();
  if (!place?.stopped_on) return;
  await ctx.db
    .updateTable("file_workflow")
    .set({
      stopped_on: null,
      shift_days: place.shift_days + daysBetween(place.stopped_on, today),
      version: place.version + 1,
    })
    .where("file_id", "=", fileId)
    .execute();
  await refreshNextSteps(ctx, [fileId]);
}
