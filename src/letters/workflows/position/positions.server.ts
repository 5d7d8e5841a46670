/** The position of files in their workflows: started, advanced step by step, stopped and resumed. */

import { type Selectable, sql } from "kysely";
import { planAgendas } from "../../../cases/agenda/agenda.server.ts";
import { lockFile, recordNextSteps } from "../../../cases/files/files.server.ts";
import type { FileStatus, NextStep as ShownStep } from "../../../cases/files/files.ts";
import { filePhases } from "../../../cases/files/files.ts";
import { type NewLogLine, writeLogs } from "../../../cases/logs/logs.server.ts";
import { setStatus } from "../../../cases/states/states.server.ts";
import { nextWorkingDay } from "../../../ground/kernel/calendar.ts";
import { addDays, daysBetween, latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { FileWorkflow } from "../../../ground/platform/server/postgres/database.types.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf, type Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { judgeNotice } from "../../../money/claims/claims.ts";
import type { NextStep, Passed, Step, StepFacts, StepOutcome, Workflow, Workflows } from "../schedule/definition.ts";
import { loadWorkflows } from "../schedule/definitions.server.ts";
import { stepFacts } from "../schedule/facts.ts";
import { nextStep } from "../schedule/next-step.ts";
import { reachedSituations } from "../schedule/situation.server.ts";
import { runs, type Situation } from "../schedule/situation.ts";
import { stepText } from "../workflows.texts.ts";

/** Files are loaded so many at a time, however many are asked for. */
const batchSize = 1000;

export function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize);
}

/** What every next step is reckoned with, loaded once for however many files. */
export interface StepEnvironment {
  readonly workflows: Workflows;
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
  const { reach, events, openCents, placedOn: fallback, happened } = situation;
  return stepFacts(events, judgeNotice(events, tariffs, today), openCents, reach, { fallback, happened });
}

/** The next step of a file as it is now; undefined for a file without a workflow, and for one on which nothing is owed any more. */
export function nextStepOf(situation: Situation, environment: StepEnvironment): NextStep | undefined {
  const { place } = situation;
  const definition = place && environment.workflows.of(place);
  if (!place || !definition || situation.openCents <= 0) return undefined;
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
    const ended = steps.filter(({ situation, next }) => next?.kind === "none" && runs(situation.status));
    for (const { situation } of ended) await end(ctx, situation.fileId);
    await planAgendas(
      ctx,
      ended.map(({ situation: { fileId } }) => ({
        fileId,
        subject: "workflow_ended",
        key: `${endedPrefix}${ctx.ids.uuid()}`,
      })),
    );
  }
}

/** How the keys begin of the agenda items by which an ended workflow asks for a decision. */
export const endedPrefix = "workflow-ended:";

async function end(ctx: WorkCtx, fileId: number): Promise<void> {
  await setStatus(ctx, fileId, { status: "no_more_steps", why: { key: "workflows.whyWorkflowEnded" } });
  await writeLogs(ctx, [{ fileId, type: "workflow", subject: { key: "workflows.logNoMoreSteps" } }]);
}

/** Where a file is in its workflow, as its row says. */
type PlaceRow = Omit<Selectable<FileWorkflow>, "version">;

/** A day that was kept is that of one step; when the file goes on, or elsewhere, it is over. */
export const noKeptDate = { kept_position: null, kept_on: null } as const;

/** Puts files elsewhere in their workflows. */
export const updatePlaces = batchedWrite((db, places: readonly PlaceRow[]) =>
  sql`update file_workflow set workflow_code = p.workflow_code, definition_version = p.definition_version, position = p.position, round = p.round, started_on = p.started_on,
      previous_done_on = p.previous_done_on, shift_days = p.shift_days, shift_before_notice = p.shift_before_notice,
      term_until = p.term_until, stopped_on = p.stopped_on, kept_position = p.kept_position, kept_on = p.kept_on,
      version = file_workflow.version + 1
    from jsonb_populate_recordset(null::file_workflow, ${JSON.stringify(places)}::jsonb) as p
    where file_workflow.file_id = p.file_id`.execute(db),
);

/** Records steps of files as done, skipped or passed. */
export const insertSteps = batchedWrite((db, steps: readonly Record<string, unknown>[]) =>
  sql`insert into step_done (file_id, workflow_code, definition_version, round, position, outcome, run_id, user_id, done_on, done_at,
      reason)
    select file_id, workflow_code, definition_version, round, position, outcome, run_id, user_id, done_on, done_at, reason
    from jsonb_populate_recordset(null::step_done, ${JSON.stringify(steps)}::jsonb)`.execute(db),
);

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

/** Where files are in their workflows, locked until the transaction ends. */
export const lockPlaces = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_workflow")
      .modifyFront(prepared)
      .selectAll()
      .where("file_id", "=", anyOf(fileIds))
      .orderBy("file_id")
      .forUpdate()
      .execute(),
  ({ file_id }) => file_id,
);

async function lockPlace(db: Db, fileId: number) {
  const [place] = await lockPlaces(db, [fileId], undefined);
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
  const { workflow_code: workflowCode, definition_version: definitionVersion } = place;
  const definition = (await loadWorkflows(ctx.db)).of({ workflowCode, definitionVersion });
  const isNotice = step.effect === "notice14" && done.outcome === "done";
  const records = [...done.passed, { position: step.position, outcome: done.outcome }];
  await insertSteps(
    ctx.db,
    records.map(({ position, outcome }) => ({
      file_id: fileId,
      workflow_code: place.workflow_code,
      definition_version: place.definition_version,
      round,
      position,
      outcome,
      run_id: done.runId,
      user_id: ctx.user.id || null,
      done_on: today,
      done_at: ctx.clock.now().toISOString(),
      reason: outcome === "skipped" ? (done.reason ?? "") : null,
    })),
  );
  await updatePlaces(ctx.db, [
    {
      ...place,
      position: step.position,
      round,
      previous_done_on: today,
      ...noKeptDate,
      // A reminder grants no term of its own and leaves that of the letter before it.
      ...(done.termUntil !== null && { term_until: done.termUntil }),
      // What hangs on the term of this letter, which waited for those days, does not wait for them again.
      ...(isNotice && { shift_before_notice: place.shift_days }),
    },
  ]);
  await logSteps(ctx, done, definition);
  await setStatus(ctx, fileId, {
    status: await statusAfter(ctx, fileId, done),
    phase: filePhases.find((phase) => phase === step.phase),
    why: { key: "workflows.whyStepDone" },
  });
}

/** A step puts a file under way; one that watches leaves it watched (domain facts 9: monitoring → monitoring_in_progress). */
async function statusAfter(ctx: WorkCtx, fileId: number, { step, outcome }: StepDone): Promise<FileStatus> {
  if (step.phase !== "monitoring" || outcome === "skipped") return "in_progress";
  const { status } = await lockFile(ctx, fileId);
  return status.startsWith("monitoring") ? "monitoring_in_progress" : "monitoring";
}

/** A step that stands in the record of a file, as the version that the file is on has it. */
interface StandingStep {
  readonly position: number;
  /** The days of the term that runs, where its letter granted it: null where a step after it was done that granted another. */
  readonly termDays: number | null;
}

/**
 * The step that a letter is of, by the key of its effect; undefined where the file is not behind it (any more), or came to it again. A file that was put
 * back, or moved to another version, is in a later round than its letter, and still behind it.
 */
async function stepOfLetter(
  db: Db,
  place: PlaceRow,
  effectKey: string,
  { workflows }: StepEnvironment,
): Promise<StandingStep | undefined> {
  const { file_id, workflow_code: workflowCode, definition_version: definitionVersion } = place;
  const prefix = `step:${file_id}:${workflowCode}:`;
  const found = effectKey.startsWith(prefix) ? /^(\d+):(\d+)$/.exec(effectKey.slice(prefix.length)) : null;
  if (!found) return undefined;
  const [round, position] = [Number(found[1]), Number(found[2])];
  const rows = await db
    .selectFrom("step_done")
    .select(["round", "position", "outcome", "definition_version"])
    .where("file_id", "=", file_id)
    .where("workflow_code", "=", workflowCode)
    .where("round", ">=", round)
    .execute();
  const recorded = rows.map((row) => {
    const version = workflows.of({ workflowCode, definitionVersion: row.definition_version });
    const step = version?.steps.find(({ position }) => position === row.position);
    return { ...row, key: step?.key, termDays: step?.termDays ?? null };
  });
  const letter = recorded.find((row) => row.round === round && row.position === position && row.outcome === "done");
  const steps = workflows.of({ workflowCode, definitionVersion })?.steps ?? [];
  const step = steps.find(({ key }) => key === letter?.key);
  const isAgain = recorded.some((row) => row.round > round && row.key === letter?.key);
  if (!step || step.position > place.position || isAgain) return undefined;
  const later = steps.filter((each) => each.termDays !== null && each.position > step.position).map(({ key }) => key);
  const grantedSince = recorded.some(
    ({ key, outcome }) => outcome === "done" && key !== undefined && later.includes(key),
  );
  return { position: step.position, termDays: grantedSince ? null : (letter?.termDays ?? null) };
}

/** Whether a letter is of the step that its file is behind now, by the key of its effect. */
export async function isLastStep(ctx: WorkCtx, fileId: number, effectKey: string): Promise<boolean> {
  const [place] = await lockPlaces(ctx.db, [fileId], undefined);
  const step = place && (await stepOfLetter(ctx.db, place, effectKey, await stepEnvironment(ctx)));
  return step !== undefined && step.position === place?.position;
}

/**
 * A letter was posted later than it was made: what hangs on it counts from that day. The term that it granted does, unless a later letter granted
 * another; and the day of the last step if that is the letter's, unless the file has stood still since and that day has moved further already. The key is that
 * of the letter's effect; a letter of no step moves nothing, and a date that was kept for the next step stays. What comes next is for
 * `refreshNextSteps`.
 */
export async function countFromPosting(
  ctx: WorkCtx,
  { fileId, effectKey, madeOn }: { readonly fileId: number; readonly effectKey: string; readonly madeOn: PlainDate },
  postedOn: PlainDate,
): Promise<void> {
  const days = daysBetween(madeOn, postedOn);
  const [place] = await lockPlaces(ctx.db, [fileId], undefined);
  if (days <= 0 || !place) return;
  const environment = await stepEnvironment(ctx);
  const step = await stepOfLetter(ctx.db, place, effectKey, environment);
  if (!step) return;
  const { previous_done_on: doneOn, term_until: until } = place;
  const { termDays } = step;
  const calendar = calendarOf(environment.tariffs);
  await updatePlaces(ctx.db, [
    {
      ...place,
      ...(step.position === place.position && {
        previous_done_on: doneOn === null ? postedOn : latest(postedOn, doneOn),
      }),
      // As its letter counted it: the day on which it ends may have been moved already, off a Sunday or a holiday.
      ...(until !== null && termDays !== null && { term_until: nextWorkingDay(addDays(postedOn, termDays), calendar) }),
    },
  ]);
}

async function logSteps(ctx: WorkCtx, done: StepDone, definition: Workflow | undefined): Promise<void> {
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
