/** The door of the workflows on the server: their definitions, the place of a file, and the answers to their calls. */
import { type SqlBool, sql } from "kysely";
import { followBookings } from "../claims/claims.server.ts";
import { filterFilesBy, followFiles, requireFile } from "../files/files.server.ts";
import { answer, room } from "../platform/server/room.ts";
import { loadWorkflows } from "./definitions.server.ts";
import { changeWorkflow, panelAnswers, resumeJob, skipStep } from "./panel.server.ts";
import { panelTexts } from "./panel.texts.ts";
import { placeOf, stepShape } from "./place.server.ts";
import { followFile, refreshNextSteps } from "./positions.server.ts";
import { listWorkflows, readFileWorkflow } from "./workflows.contract.ts";
import { workflowTexts } from "./workflows.texts.ts";

export { loadWorkflows } from "./definitions.server.ts";
export { eraseStepReasons } from "./erase.server.ts";
export {
  foreseeGoingOn,
  foreseeMove,
  foreseeSkip,
  foreseeStart,
  foreseeStates,
  standsStill,
} from "./foresee.server.ts";
export { modelOf, type Say } from "./letters.server.ts";
export { type FormerPlace, formerPlace, type MoveTo, moveToStep, putBack } from "./move.server.ts";
export { completeStep, recordStep, refreshNextSteps, shownStep } from "./positions.server.ts";
export { loadSituations } from "./situation.server.ts";
export { beginWorkflows, firstSteps } from "./start.server.ts";
export { changeWorkflow, skipStep };

followFiles(followFile);
filterFilesBy("workflow", {
  where: (codes) => sql<SqlBool>`exists (select from file_workflow where file_workflow.file_id = case_file.id
    and file_workflow.workflow_code = any(${codes}::text[]))`,
  options: async (db) =>
    [...(await loadWorkflows(db)).values()].map(({ code, name }) => ({ id: code, text: `${code} ${name}` })),
});
// A part payment moves the next step, a payment taken back moves it again.
followBookings((ctx, fileId) => refreshNextSteps(ctx, [fileId]));

export const workflowsServer = room({
  name: "workflows",
  texts: [workflowTexts, panelTexts],
  answers: [
    answer(listWorkflows, async (ctx) => {
      const all = [...(await loadWorkflows(ctx.db)).values()];
      return {
        items: all.map(({ steps, ...head }) => ({ ...head, steps: steps.map((step) => stepShape(ctx, step)) })),
      };
    }),
    answer(readFileWorkflow, async (ctx, { params }) => {
      await requireFile(ctx, params.id);
      return placeOf(ctx, params.id);
    }),
    ...panelAnswers,
  ],
  jobs: [resumeJob],
});
