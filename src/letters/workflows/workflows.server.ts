/** The public interface of the workflows on the server: their definitions, the place of a file, and the handlers of their calls. */
import { type SqlBool, sql } from "kysely";
import { filterFilesBy } from "../../cases/file-search/file-search.server.ts";
import { followFiles, requireFile } from "../../cases/files/files.server.ts";
import { all } from "../../ground/kernel/access.ts";
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { receipts } from "../../money/claims/claims.server.ts";
import { letterPosting } from "../correspondence/correspondence.server.ts";
import { abTestHandlers } from "./ab-tests/ab-tests.server.ts";
import { abTestTexts } from "./ab-tests/ab-tests.texts.ts";
import { changeWorkflow, completeTask, panelHandlers, resumeJob, skipStep } from "./position/panel.server.ts";
import { panelTexts } from "./position/panel.texts.ts";
import { placeOf, stepShape } from "./position/position-view.server.ts";
import { countFromPosting, isLastStep, refreshNextSteps } from "./position/positions.server.ts";
import { followFile } from "./position/standstill.server.ts";
import { workflowsFor } from "./position/start.server.ts";
import { addUnderWayReader, refuseInHand } from "./position/under-way.server.ts";
import { moveToLive, transferOf, versionMoveHandlers } from "./position/version.server.ts";
import { loadWorkflows } from "./schedule/definitions.server.ts";
import { versionHandlers } from "./versions/drafts.server.ts";
import { unseenVariants } from "./versions/drawing.server.ts";
import { editorTexts } from "./versions/editor.texts.ts";
import { headHandlers } from "./versions/heads.server.ts";
import { headTexts } from "./versions/heads.texts.ts";
import {
  editStepScreen,
  listWorkflows,
  readFileWorkflow,
  workflowScreen,
  workflowsScreen,
} from "./workflows.contract.ts";
import { workflowTexts } from "./workflows.texts.ts";

export { eraseStepReasons } from "./erase.server.ts";
export { modelOf } from "./letters.server.ts";
export { completeStep } from "./position/complete.server.ts";
export { formerPlace, moveToStep, restorePlace } from "./position/move.server.ts";
export { recordStep, refreshNextSteps, shownStep } from "./position/positions.server.ts";
export { beginWorkflows, firstSteps } from "./position/start.server.ts";
export { loadWorkflows } from "./schedule/definitions.server.ts";
export {
  foreseeGoingOn,
  foreseeMove,
  foreseeSkip,
  foreseeStart,
  foreseeStates,
} from "./schedule/forecast.server.ts";
export { addEventReader } from "./schedule/outside-events.server.ts";
export { loadSituations } from "./schedule/situation.server.ts";
export { judgedVersions } from "./versions/drawing.server.ts";
export { changeWorkflow };

/** Files that go to another version of their workflow: what becomes of one, moving it, and what keeps it where it is. */
export const versionMoves = { foresee: transferOf, move: moveToLive, addUnderWayReader };

/** Steps of a file that are passed otherwise than by their run, what keeps it before its step, and whether a letter is of its last one. */
export const fileSteps = { skip: skipStep, completeTask, refuseInHand, isLastStep };

followFiles(followFile);
letterPosting.follow(countFromPosting);
filterFilesBy("workflow", {
  where: (codes) => sql<SqlBool>`exists (select from file_workflow where file_workflow.file_id = case_file.id
    and file_workflow.workflow_code = any(${codes}::text[]))`,
  options: async (db) =>
    [...(await loadWorkflows(db)).values()].map(({ code, name }) => ({ id: code, text: `${code} ${name}` })),
});
// A part payment moves the next step, a payment taken back moves it again.
receipts.follow((ctx, fileId) => refreshNextSteps(ctx, [fileId]));

export const workflowsServer = defineModule({
  name: "workflows",
  screens: [editStepScreen, workflowScreen, workflowsScreen],
  texts: [workflowTexts, panelTexts, editorTexts, headTexts, abTestTexts],
  history: [
    {
      subject: "workflow",
      who: all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE"),
      name: "workflow-editor.title",
      field: (field) => `workflow-editor.${field}`,
    },
  ],
  handlers: [
    handle(listWorkflows, async (ctx, { query }) => {
      const hidden = await unseenVariants(ctx);
      const file = query.file === undefined ? undefined : await requireFile(ctx, query.file);
      const taking = file && (await workflowsFor(ctx.db, file.id));
      const all = [...(await loadWorkflows(ctx.db)).values()].filter(
        ({ code }) => !hidden.has(code) && (taking === undefined || taking.has(code)),
      );
      return {
        items: all.map(({ steps, ...head }) => ({ ...head, steps: steps.map((step) => stepShape(ctx, step)) })),
      };
    }),
    handle(readFileWorkflow, async (ctx, { params }) => {
      await requireFile(ctx, params.id);
      return placeOf(ctx, params.id);
    }),
    ...panelHandlers,
    ...versionMoveHandlers,
    ...versionHandlers,
    ...headHandlers,
    ...abTestHandlers,
  ],
  jobs: [resumeJob],
});
