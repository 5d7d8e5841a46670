/** Starts files in their workflows: existing ones, and those being made. Set-based, for imports of any size. */

import { type SqlBool, sql } from "kysely";
import { type NewLogLine, writeLogs } from "../../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import type { ClaimEvent } from "../../../money/claims/claims.ts";
import { judgeNotice } from "../../../money/claims/claims.ts";
import { type Assigned, assign, insertAbTestFiles, runningAbTests } from "../ab-tests/assign.server.ts";
import type { NextStep } from "../schedule/definition.ts";
import { loadWorkflows } from "../schedule/definitions.server.ts";
import { type ContactFacts, stepFacts } from "../schedule/facts.ts";
import { nextStep } from "../schedule/next-step.ts";
import type { Place } from "../schedule/situation.ts";
import { batches, refreshNextSteps, stepEnvironment } from "./positions.server.ts";

export interface WorkflowStart {
  readonly fileId: number;
  readonly workflowCode: string;
  /** The day from which its first step counts; today where absent. */
  readonly on?: PlainDate;
  /** Why a person put it there. */
  readonly reason?: string;
}

const unknownWorkflow = () => fieldError("workflow", "workflows.unknownWorkflow");

/**
 * Puts files at the beginning of a workflow, and notes their next steps: after their claims have been entered. A file that was in
 * a workflow before begins a new round; what it did stays on the record. One that stands still goes on standing still there.
 * @throws validation on `workflow` where there is no such workflow.
 */
export async function startWorkflows(ctx: WorkCtx, starts: readonly WorkflowStart[]): Promise<void> {
  if (starts.length === 0) return;
  const known = await loadWorkflows(ctx.db);
  if (starts.some(({ workflowCode }) => !known.has(workflowCode))) throw unknownWorkflow();
  for (const some of batches(starts)) {
    await enterWorkflows(ctx, some);
    await refreshNextSteps(
      ctx,
      some.map(({ fileId }) => fileId),
    );
  }
}

/**
 * A client's variant takes that client's files alone, and the workflow of records of pre-collection takes no file. What is another client's is
 * told apart from what is not there by nothing. @throws validation on `workflow`.
 */
export async function refuseOthersWorkflow(ctx: WorkCtx, fileId: number, workflowCode: string): Promise<void> {
  const [taken] = await takenFiles(ctx.db, [fileId], workflowCode);
  if (!taken) throw unknownWorkflow();
}

/** Whether a workflow `w` takes a file `f`. */
const takes = sql<SqlBool>`w.category <> 'precasso' and (w.client_id is null or w.client_id = f.client_id)`;

/** Those of these files that a workflow takes. */
const takenFiles = batchedRows(
  async (db, fileIds: readonly number[], workflowCode: string) =>
    (
      await sql<{ id: number }>`
        select f.id from case_file f join workflow w on w.code = ${workflowCode}
        where f.id = any(${[...fileIds]}::bigint[]) and ${takes}`.execute(
        asSystem(db, "whether a workflow is of the client of a file that the caller has locked"),
      )
    ).rows,
  ({ id }) => id,
);

/** The codes of the workflows that take a file, which the caller has asked for. */
export async function workflowsFor(db: Db, fileId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select w.code from workflow w join case_file f on f.id = ${fileId}
    where ${takes}`.execute(asSystem(db, "which workflows are of the client of a file that was asked for"));
  return new Set(rows.map(({ code }) => code));
}

interface EnteredPlace {
  readonly file_id: number;
  readonly workflow_code: string;
  readonly definition_version: number;
  readonly started_on: PlainDate;
}

const enterPlaces = batchedWrite((db, places: readonly EnteredPlace[]) =>
  sql`insert into file_workflow (file_id, workflow_code, definition_version, started_on)
    select file_id, workflow_code, definition_version, started_on
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as s(file_id bigint, workflow_code text, definition_version integer, started_on date)
    on conflict (file_id) do update set workflow_code = excluded.workflow_code,
      definition_version = excluded.definition_version, started_on = excluded.started_on,
      position = 0, round = file_workflow.round + 1, previous_done_on = null, shift_days = 0, shift_before_notice = 0, term_until = null,
      stopped_on = case when file_workflow.stopped_on is not null then excluded.started_on end,
      kept_position = null, kept_on = null,
      version = file_workflow.version + 1`.execute(db),
);

interface Entering extends WorkflowStart {
  /** The version that it begins with; the live one where absent. */
  readonly version?: number;
  readonly assigned?: Assigned | null;
}

async function enterWorkflows(ctx: WorkCtx, starts: readonly Entering[]): Promise<void> {
  const today = ctx.clock.today();
  const known = await loadWorkflows(ctx.db);
  const rows = starts.map(({ fileId, workflowCode, on, version }) => ({
    file_id: fileId,
    workflow_code: workflowCode,
    definition_version: version ?? known.get(workflowCode)?.version ?? 1,
    started_on: on ?? today,
  }));
  await enterPlaces(ctx.db, rows);
  await writeLogs(
    ctx,
    starts.map(
      ({ fileId, workflowCode, reason, assigned, version }): NewLogLine => ({
        fileId,
        type: "workflow",
        subject: { key: "workflows.logStarted", values: { workflow: workflowCode } },
        content: assigned ? { key: "workflow-trials.logArm", values: { number: version ?? 1 } } : (reason ?? null),
      }),
    ),
  );
}

/** A file that is about to be made, with what its first step hangs on. */
export interface NewPlace {
  readonly workflowCode: string;
  /** What it is always known by, before it has a number: decides in a trial which version it begins with. */
  readonly key: string;
  readonly events: readonly ClaimEvent[];
  readonly openCents: Cents;
  readonly debtor: ContactFacts;
}

/** The version of its workflow that a new file begins with, and the first step there. */
export interface WorkflowEntry {
  readonly next: NextStep;
  readonly version: number;
  readonly assigned: Assigned | null;
}

const atStart = (workflowCode: string, definitionVersion: number, startedOn: PlainDate): Place => ({
  workflowCode,
  definitionVersion,
  position: 0,
  round: 1,
  startedOn,
  previousDoneOn: null,
  shiftDays: 0,
  stoppedOn: null,
  termUntil: null,
  version: 1,
});

/**
 * The first steps of files that are placed today, in the order given, so that they are made with them; `beginWorkflows` then puts the files
 * into their workflows. @throws validation on `workflow` where there is no such workflow.
 */
export async function firstSteps(
  ctx: Pick<WorkCtx, "db" | "clock">,
  places: readonly NewPlace[],
): Promise<readonly WorkflowEntry[]> {
  const { workflows, tariffs, today } = await stepEnvironment(ctx);
  const trials = await runningAbTests(ctx.db);
  const calendar = calendarOf(tariffs);
  return places.map(({ workflowCode, key, events, openCents, debtor }) => {
    const trial = trials.get(workflowCode);
    const assigned = trial ? assign(trial, key) : null;
    const live = workflows.get(workflowCode);
    const definition =
      assigned?.arm === "challenger"
        ? workflows.of({ workflowCode, definitionVersion: assigned.trial.challenger })
        : live;
    if (!definition) throw unknownWorkflow();
    const { version } = definition;
    const facts = stepFacts(events, judgeNotice(events, tariffs, today), openCents, debtor, { fallback: today });
    const next = nextStep(definition, atStart(workflowCode, version, today), facts, today, calendar);
    return { next, version, assigned };
  });
}

/** Puts files that this very transaction made with their first steps (`firstSteps`) into their workflows. */
export async function beginWorkflows(
  ctx: WorkCtx,
  starts: readonly (Pick<WorkflowStart, "fileId" | "workflowCode"> & { readonly first: WorkflowEntry })[],
): Promise<void> {
  await enterWorkflows(
    ctx,
    starts.map(({ first: { version, assigned }, ...start }) => ({ ...start, version, assigned })),
  );
  const tried = starts.flatMap(({ fileId, first: { assigned } }) =>
    assigned
      ? [{ file_id: fileId, trial_id: assigned.trial.id, arm: assigned.arm, entered_on: ctx.clock.today() }]
      : [],
  );
  if (tried.length > 0) await insertAbTestFiles(ctx.db, tried);
  // A workflow without any step asks for a decision at once.
  const ended = starts.filter(({ first }) => first.next.kind === "none");
  await refreshNextSteps(
    ctx,
    ended.map(({ fileId }) => fileId),
  );
}
