/** Files at the beginning of their workflows: those that exist, and those that are being made. Set-based, for imports of any size. */

import { sql } from "kysely";
import { type NewLogLine, writeLogs } from "../../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import type { ClaimEvent } from "../../../money/claims/claims.ts";
import { judgeNotice } from "../../../money/claims/claims.ts";
import type { NextStep } from "../schedule/definition.ts";
import { loadWorkflows } from "../schedule/definitions.server.ts";
import { type Reach, stepFacts } from "../schedule/facts.ts";
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
 * a workflow before begins a new round; what it did stays on the record.
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
      position = 0, round = file_workflow.round + 1, previous_done_on = null, shift_days = 0, term_until = null, stopped_on = null,
      kept_position = null, kept_on = null,
      version = file_workflow.version + 1`.execute(db),
);

async function enterWorkflows(ctx: WorkCtx, starts: readonly WorkflowStart[]): Promise<void> {
  const today = ctx.clock.today();
  const known = await loadWorkflows(ctx.db);
  const rows = starts.map(({ fileId, workflowCode, on }) => ({
    file_id: fileId,
    workflow_code: workflowCode,
    definition_version: known.get(workflowCode)?.version ?? 1,
    started_on: on ?? today,
  }));
  await enterPlaces(ctx.db, rows);
  await writeLogs(
    ctx,
    starts.map(
      ({ fileId, workflowCode, reason }): NewLogLine => ({
        fileId,
        type: "workflow",
        subject: { key: "workflows.logStarted", values: { workflow: workflowCode } },
        content: reason ?? null,
      }),
    ),
  );
}

/** A file that is about to be made, with what its first step hangs on. */
export interface NewPlace {
  readonly workflowCode: string;
  readonly events: readonly ClaimEvent[];
  readonly openCents: Cents;
  readonly debtor: Reach;
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
): Promise<readonly NextStep[]> {
  const { workflows, tariffs, today } = await stepEnvironment(ctx);
  const calendar = calendarOf(tariffs);
  return places.map(({ workflowCode, events, openCents, debtor }) => {
    const definition = workflows.get(workflowCode);
    if (!definition) throw unknownWorkflow();
    const facts = stepFacts(events, judgeNotice(events, tariffs, today), openCents, debtor, { fallback: today });
    return nextStep(definition, atStart(workflowCode, definition.version, today), facts, today, calendar);
  });
}

/** Puts files that this very transaction made with their first steps (`firstSteps`) into their workflows. */
export async function beginWorkflows(
  ctx: WorkCtx,
  starts: readonly (Pick<WorkflowStart, "fileId" | "workflowCode"> & { readonly first: NextStep })[],
): Promise<void> {
  await enterWorkflows(ctx, starts);
  // A workflow without any step asks for a decision at once.
  const ended = starts.filter(({ first }) => first.kind === "none");
  await refreshNextSteps(
    ctx,
    ended.map(({ fileId }) => fileId),
  );
}
