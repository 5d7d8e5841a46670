/** The door of the workflows on the server: their definitions, the place of a file, and the answers to their calls. */
import { type SqlBool, sql } from "kysely";
import { followBookings } from "../claims/claims.server.ts";
import { filterFilesBy, followFiles, requireFile } from "../files/files.server.ts";
import type { PlainDate } from "../kernel/dates.ts";
import { answer, type Ctx, room } from "../platform/server/room.ts";
import { loadWorkflows } from "./definitions.server.ts";
import { followFile, nextStepOf, refreshNextSteps, startWorkflow, stepEnvironment } from "./positions.server.ts";
import { loadSituations } from "./situation.server.ts";
import { changeFileWorkflow, type FileWorkflow, listWorkflows, readFileWorkflow } from "./workflows.contract.ts";
import { stepText, workflowTexts } from "./workflows.texts.ts";
import { type NextStep, type Step, type StepOutcome, stepOutcomes } from "./workflows.ts";

export { loadWorkflows } from "./definitions.server.ts";
export { modelOf, type Say } from "./letters.server.ts";
export { completeStep, recordStep, refreshNextSteps, startWorkflows } from "./positions.server.ts";
export { loadSituations } from "./situation.server.ts";

followFiles(followFile);
filterFilesBy("workflow", {
  where: (codes) => sql<SqlBool>`exists (select from file_workflow where file_workflow.file_id = case_file.id
    and file_workflow.workflow_code = any(${codes}::text[]))`,
  options: async (db) =>
    [...(await loadWorkflows(db)).values()].map(({ code, name }) => ({ id: code, text: `${code} ${name}` })),
});
// A part payment moves the next step, a payment taken back moves it again.
followBookings((ctx, fileId) => refreshNextSteps(ctx, [fileId]));

const shape = (ctx: Ctx, step: Step) => ({
  position: step.position,
  name: ctx.say({ key: stepText(step.template), values: { template: step.template } }),
  anchor: step.anchor,
  offsetDays: step.offsetDays,
  phase: step.phase,
  channel: step.channel,
  template: step.template,
  effect: step.effect,
  byHand: step.byHand,
});

function shownNext(ctx: Ctx, next: NextStep | undefined): FileWorkflow["next"] {
  if (!next || next.kind === "none") return null;
  const { position, name, channel, byHand, anchor, offsetDays } = shape(ctx, next.step);
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
    moved: (due?.moved ?? []).map((why) => ctx.say({ key: `workflows.moved_${why}` })),
  };
}

async function doneSteps(ctx: Ctx, fileId: number, workflowCode: string) {
  const rows = await ctx.db
    .selectFrom("step_done")
    .select(["position", "done_on", "outcome", "run_id"])
    .where("file_id", "=", fileId)
    .where("workflow_code", "=", workflowCode)
    .orderBy("id")
    .execute();
  return (position: number): { on: PlainDate; outcome: StepOutcome; runId: number | null }[] =>
    rows
      .filter((row) => row.position === position)
      .map((row) => ({
        on: row.done_on,
        outcome: stepOutcomes.find((known) => known === row.outcome) ?? "done",
        runId: row.run_id,
      }));
}

async function place(ctx: Ctx, fileId: number): Promise<FileWorkflow> {
  const environment = await stepEnvironment(ctx);
  const situation = (await loadSituations(ctx.db, [fileId])).get(fileId);
  const at = situation?.place ?? null;
  const definition = at && environment.workflows.get(at.workflowCode);
  if (!situation || !at || !definition) {
    return { fileId, workflow: null, startedOn: null, stoppedOn: null, next: null, steps: [] };
  }
  const done = await doneSteps(ctx, fileId, definition.code);
  const closed = situation.closedOn !== null;
  return {
    fileId,
    workflow: { code: definition.code, name: definition.name },
    startedOn: at.startedOn,
    stoppedOn: at.stoppedOn,
    next: closed ? null : shownNext(ctx, nextStepOf(situation, environment)),
    steps: definition.steps.map((step) => ({ ...shape(ctx, step), done: done(step.position) })),
  };
}

export const workflowsServer = room({
  name: "workflows",
  texts: [workflowTexts],
  answers: [
    answer(listWorkflows, async (ctx) => {
      const all = [...(await loadWorkflows(ctx.db)).values()];
      return { items: all.map(({ steps, ...head }) => ({ ...head, steps: steps.map((step) => shape(ctx, step)) })) };
    }),
    answer(readFileWorkflow, async (ctx, { params }) => {
      await requireFile(ctx, params.id);
      return place(ctx, params.id);
    }),
    answer(changeFileWorkflow, async (ctx, { params, body }) => {
      await requireFile(ctx, params.id);
      await startWorkflow(ctx, params.id, body.workflow);
      return place(ctx, params.id);
    }),
  ],
});
