/** Drafts of workflows: started, changed step by step, discarded, put live. Only a draft can be changed. */
import { sql } from "kysely";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { FieldProblems, fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Db, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import type { Step, StepCondition } from "../schedule/definition.ts";
import { loadVersions, type StoredVersion } from "../schedule/definitions.server.ts";
import { faultsOf } from "./check.ts";
import { choicesOfSteps, codeOf, drawnWorkflow, knownTemplates, workflowRows } from "./drawing.server.ts";
import { followParent, hasRunningAbTest } from "./follow.server.ts";
import { ownKeysFrom } from "./inherit.ts";
import {
  addStep,
  changeStep,
  dropDraft,
  listWorkflowVersions,
  moveStep,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
  stepChoices,
} from "./versions.contract.ts";

export interface Draft {
  readonly code: string;
  readonly number: number;
}

/** Takes the draft of a workflow for a change by somebody who saw this version of it. @throws notFound; conflict with the present draft. */
export async function lockDraft(ctx: Ctx, workflowId: number, version: number): Promise<Draft> {
  const code = await codeOf(ctx, workflowId);
  const row = await ctx.db
    .selectFrom("workflow_version")
    .select(["number", "version"])
    .where("workflow_code", "=", code)
    .where("state", "=", "draft")
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw fieldError("common", "workflow-editor.noDraft");
  if (row.version !== version)
    throw new VorderError("conflict", { data: { current: await drawnWorkflow(ctx, workflowId) } });
  await ctx.db
    .updateTable("workflow_version")
    .set((set) => ({ version: set("version", "+", 1) }))
    .where("workflow_code", "=", code)
    .where("number", "=", row.number)
    .execute();
  return { code, number: row.number };
}

async function draftOf(ctx: Ctx, { code, number }: Draft): Promise<StoredVersion> {
  const found = (await loadVersions(ctx.db, code)).find(({ workflow }) => workflow.version === number);
  if (!found) throw notFound();
  return found;
}

const copied = sql`anchor, offset_days, phase, channel, template_code, effect, by_hand, lapse_days, term_days, condition,
  event, next_workflow`;

/** Copies the steps of a version into another one that has none yet. */
export async function copySteps(db: Db, from: Draft, to: Draft): Promise<void> {
  await sql`insert into workflow_step (workflow_code, version_number, position, step_key, ${copied})
    select ${to.code}, ${to.number}::integer, position, step_key, ${copied}
    from workflow_step where workflow_code = ${from.code} and version_number = ${from.number}`.execute(db);
}

async function begin(ctx: Ctx, workflowId: number) {
  const code = await codeOf(ctx, workflowId);
  try {
    const { rows } = await sql<{ number: number; based_on: number }>`
      insert into workflow_version (workflow_code, number, state, based_on, parent_version, created_by, created_at)
      select ${code}, max(number) + 1, 'draft', max(number) filter (where state = 'live'),
        max(parent_version) filter (where state = 'live'), ${ctx.user.id || null}::bigint, ${ctx.clock.now()} from workflow_version where workflow_code = ${code}
      returning number, based_on`.execute(ctx.db);
    const [made] = rows;
    if (!made) throw notFound();
    await copySteps(ctx.db, { code, number: made.based_on }, { code, number: made.number });
    await ctx.audit({ action: "workflow.draft", subject: "workflow", subjectId: workflowId, after: made });
  } catch (error) {
    if (["workflow_version_draft", "workflow_version_pkey"].includes(brokenConstraint(error) ?? ""))
      throw fieldError("common", "workflow-editor.hasDraft");
    throw error;
  }
  return drawnWorkflow(ctx, workflowId);
}

async function drop(ctx: Ctx, workflowId: number, version: number) {
  const draft = await lockDraft(ctx, workflowId, version);
  const inDraft = ctx.db.deleteFrom("workflow_step").where("workflow_code", "=", draft.code);
  await inDraft.where("version_number", "=", draft.number).execute();
  await ctx.db
    .deleteFrom("workflow_version")
    .where("workflow_code", "=", draft.code)
    .where("number", "=", draft.number)
    .execute();
  // A workflow that never went live is gone with its draft.
  await sql`delete from workflow where code = ${draft.code}
    and not exists (select from workflow_version where workflow_code = ${draft.code})`.execute(ctx.db);
  await ctx.audit({ action: "workflow.dropDraft", subject: "workflow", subjectId: workflowId, before: draft });
  return {};
}

/** Numbers the steps of a draft by this order. */
async function reorder(ctx: Ctx, draft: Draft, ids: readonly number[]): Promise<void> {
  await sql`set constraints workflow_step_pkey deferred`.execute(ctx.db);
  await sql`update workflow_step set position = o.position
    from unnest(${[...ids]}::bigint[]) with ordinality as o(id, position)
    where workflow_step.id = o.id and workflow_step.workflow_code = ${draft.code}
      and workflow_step.version_number = ${draft.number}`.execute(ctx.db);
  await sql`set constraints workflow_step_pkey immediate`.execute(ctx.db);
}

/** The least key of a new step: those of a variant's own are apart from its parent's. */
async function firstKey(ctx: Ctx, { code }: Draft): Promise<number> {
  const row = await ctx.db.selectFrom("workflow").select("parent_code").where("code", "=", code).executeTakeFirst();
  return row?.parent_code ? ownKeysFrom : 1;
}

/** A new step begins as an e-mail that reminds, or as a copy of the step that it stands behind. */
async function add(ctx: Ctx, workflowId: number, body: BodyOf<typeof addStep>) {
  const draft = await lockDraft(ctx, workflowId, body.version);
  const { workflow } = await draftOf(ctx, draft);
  const model = workflow.steps.find(({ position }) => position === body.after) ?? workflow.steps[0];
  const { rows } = await sql<{ id: number }>`
    insert into workflow_step (workflow_code, version_number, position, step_key, anchor, offset_days, phase, channel, template_code,
      effect, by_hand, lapse_days, term_days, condition)
    select ${draft.code}, ${draft.number}, ${workflow.steps.length + 1},
      (select greatest(coalesce(max(step_key), 0) + 1, ${await firstKey(ctx, draft)}::integer) from workflow_step
        where workflow_code = ${draft.code}),
      'prev', 7, ${model?.phase ?? "amicable"}, 'email', 'EM_FIRST', 'none', false, null, null, '{"hasEmail": true}'::jsonb
    returning id`.execute(ctx.db);
  const id = rows[0]?.id ?? 0;
  const ids = workflow.steps.map((step) => step.id);
  await reorder(ctx, draft, ids.toSpliced(Math.min(body.after, ids.length), 0, id));
  await ctx.audit({ action: "workflow.addStep", subject: "workflow", subjectId: workflowId, after: { id, ...draft } });
  return { id };
}

async function move(ctx: Ctx, workflowId: number, id: number, body: BodyOf<typeof moveStep>) {
  const draft = await lockDraft(ctx, workflowId, body.version);
  const ids = (await draftOf(ctx, draft)).workflow.steps.map((step) => step.id);
  if (!ids.includes(id)) throw notFound();
  const others = ids.filter((other) => other !== id);
  await reorder(ctx, draft, others.toSpliced(Math.min(body.to, ids.length) - 1, 0, id));
  const before = { id, position: ids.indexOf(id) + 1 };
  await ctx.audit({
    action: "workflow.moveStep",
    subject: "workflow",
    subjectId: workflowId,
    before,
    after: { id, position: body.to },
  });
  return drawnWorkflow(ctx, workflowId);
}

async function remove(ctx: Ctx, workflowId: number, id: number, version: number) {
  const draft = await lockDraft(ctx, workflowId, version);
  const { steps } = (await draftOf(ctx, draft)).workflow;
  const step = steps.find((one) => one.id === id);
  if (!step) throw notFound();
  await ctx.db.deleteFrom("workflow_step").where("id", "=", id).execute();
  await reorder(
    ctx,
    draft,
    steps.filter((one) => one.id !== id).map((one) => one.id),
  );
  await ctx.audit({ action: "workflow.removeStep", subject: "workflow", subjectId: workflowId, before: step });
  return drawnWorkflow(ctx, workflowId);
}

const conditionOf = (body: BodyOf<typeof changeStep>): StepCondition => ({
  ...(body.needs === "email" && { hasEmail: true }),
  ...(body.needs === "mobile" && { hasMobile: true }),
  ...(body.needs === "phone" && { hasPhone: true }),
  ...(body.minOpenCents !== null && { minOpenCents: body.minOpenCents }),
  ...(body.maxOpenCents !== null && { maxOpenCents: body.maxOpenCents }),
  ...(body.minClaimCents !== null && { minClaimCents: body.minClaimCents }),
  ...(body.maxClaimCents !== null && { maxClaimCents: body.maxClaimCents }),
});

/** Everything that is wrong with the changed step, beside its fields. */
function refuseFaults(faults: ReturnType<typeof faultsOf>): void {
  const problems = new FieldProblems();
  problems.addAll(faults);
  problems.throwIfAny();
}

async function change(ctx: Ctx, workflowId: number, id: number, body: BodyOf<typeof changeStep>) {
  const draft = await lockDraft(ctx, workflowId, body.version);
  const { workflow } = await draftOf(ctx, draft);
  const before = workflow.steps.find((one) => one.id === id);
  if (!before) throw notFound();
  const byHand = body.channel === "call" || body.channel === "task";
  const { anchor, offsetDays, phase, channel, template, effect, lapseDays, termDays, nextWorkflow } = body;
  const event = anchor === "event" ? body.event : null;
  const after: Step = {
    ...{ key: before.key, position: before.position, byHand, condition: conditionOf(body) },
    ...{ anchor, event, offsetDays, phase, channel, template, effect, lapseDays, termDays, nextWorkflow },
  };
  const steps = workflow.steps.map((step) => (step.id === id ? after : step));
  const faults = faultsOf({ ...workflow, steps }, await knownTemplates(ctx.db, draft.code));
  refuseFaults(faults.filter(({ position }) => position === before.position));
  await ctx.db
    .updateTable("workflow_step")
    .set({
      anchor,
      offset_days: offsetDays,
      phase,
      channel,
      template_code: template,
      effect,
      by_hand: byHand,
      lapse_days: lapseDays,
      term_days: termDays,
      condition: JSON.stringify(after.condition),
      event,
      next_workflow: nextWorkflow,
    })
    .where("id", "=", id)
    .execute();
  await ctx.audit({ action: "workflow.changeStep", subject: "workflow", subjectId: workflowId, before, after });
  return drawnWorkflow(ctx, workflowId);
}

/** The version as it would take files. @throws validation where it has faults. */
export async function refuseFaulty(ctx: Ctx, draft: Draft): Promise<StoredVersion["workflow"]> {
  const { workflow } = await draftOf(ctx, draft);
  const [fault] = faultsOf(workflow, await knownTemplates(ctx.db, draft.code));
  if (fault)
    throw fieldError("common", "workflow-editor.hasFaults", {
      position: fault.position ?? 0,
      fault: ctx.translate(fault.message),
    });
  return workflow;
}

/** New files begin with this version from now on; the one before it is retired, and variants follow. */
export async function versionGoesLive(ctx: Ctx, { code, number }: Draft, note: string): Promise<void> {
  await ctx.db
    .updateTable("workflow_version")
    .set({ state: "retired" })
    .where("workflow_code", "=", code)
    .where("state", "=", "live")
    .execute();
  const at = ctx.clock.now();
  await ctx.db
    .updateTable("workflow_version")
    .set({ state: "live", note, published_at: at, published_by: ctx.user.id || null })
    .where("workflow_code", "=", code)
    .where("number", "=", number)
    .execute();
  await followParent(ctx, code, note);
}

async function publish(ctx: Ctx, workflowId: number, { note, version }: BodyOf<typeof publishDraft>) {
  const draft = await lockDraft(ctx, workflowId, version);
  await refuseFaulty(ctx, draft);
  // Another champion in the midst of a trial: nobody could tell what was compared.
  if (await hasRunningAbTest(ctx.db, draft.code)) throw fieldError("common", "workflow-trials.errorRunning");
  await ctx.audit({
    action: "workflow.publish",
    subject: "workflow",
    subjectId: workflowId,
    after: { ...draft, note },
  });
  await versionGoesLive(ctx, draft, note);
  return drawnWorkflow(ctx, workflowId, draft.number);
}

export const versionHandlers: readonly Handler[] = [
  handle(listWorkflowVersions, async (ctx) => ({ items: await workflowRows(ctx) })),
  handle(readWorkflow, (ctx, { params, query }) => drawnWorkflow(ctx, params.workflow, query.number)),
  handle(stepChoices, async (ctx) => ({ items: await choicesOfSteps(ctx) })),
  handle(startDraft, (ctx, { params }) => begin(ctx, params.workflow)),
  handle(dropDraft, (ctx, { params, body }) => drop(ctx, params.workflow, body.version)),
  handle(publishDraft, (ctx, { params, body }) => publish(ctx, params.workflow, body)),
  handle(changeStep, (ctx, { params, body }) => change(ctx, params.workflow, params.id, body)),
  handle(addStep, (ctx, { params, body }) => add(ctx, params.workflow, body)),
  handle(moveStep, (ctx, { params, body }) => move(ctx, params.workflow, params.id, body)),
  handle(removeStep, (ctx, { params, body }) => remove(ctx, params.workflow, params.id, body.version)),
];
