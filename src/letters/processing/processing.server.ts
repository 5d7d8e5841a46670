/** The public interface of the processing module on the server. */
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { loadWorkflows, versionMoves } from "../workflows/workflows.server.ts";
import "./steps/costs-due.server.ts";
import "./steps/visits.server.ts";
import { calendarHandlers } from "./calendar/calendar.server.ts";
import { capacityHandlers } from "./capacity/capacity.server.ts";
import { runChecks } from "./checks.server.ts";
import { limitationJob } from "./limitation/limitation.server.ts";
import { limitationHandlers } from "./limitation/limitation-handlers.server.ts";
import { heldPage } from "./on-hold/on-hold.server.ts";
import { inHoldScreen, monitoringScreen, newRunScreen, scheduledProcessing } from "./processing.contract.ts";
import { processingTexts } from "./processing.texts.ts";
import { filesInMaking } from "./runs/counts.server.ts";
import { makeJob, planJob } from "./runs/execute.server.ts";
import { rowPage } from "./runs/rows.server.ts";
import {
  cancelRun,
  excludeRows,
  listHeld,
  listRunRows,
  listRuns,
  makeRunCall,
  planRun,
  readRun,
  retryRun,
  runChoices,
  sampleOfRun,
  stopRun,
} from "./runs/runs.contract.ts";
import {
  createRun,
  discardRun,
  excludeFiles,
  requestStop,
  retryFailed,
  runDetailOf,
  runPage,
  startRun,
  stepName,
} from "./runs/runs.server.ts";
import { sampleOf } from "./runs/sample.server.ts";
import { answerArrangement } from "./steps/arrangement-answers.server.ts";
import { callTexts } from "./steps/call.texts.ts";
import { sendClosingLetter } from "./steps/closing.server.ts";
import { judgedJob } from "./steps/judged.server.ts";
import { remindersJob } from "./steps/reminders.server.ts";
import { stepHandlers } from "./steps/step.server.ts";

export { barredInvoicesOn } from "./limitation/barred.server.ts";
export { addOfficeHoldReader, loadInputs, type RunEnvironment, runEnvironment } from "./runs/inputs.server.ts";
export { runGuards } from "./runs/runs.server.ts";
export { callHelpOf } from "./steps/call.server.ts";
export { type CallVerdict, judgeCalls } from "./steps/callable.server.ts";
export { type JudgedHandover, judgeHandover, judgeHandovers } from "./steps/handover.server.ts";
export {
  previewMessage,
  sampleOfMessage,
  sendMessage,
  templatesFor,
} from "./steps/message.server.ts";
export { messageDeliveries, refusedLetters } from "./steps/send-check.server.ts";
export { type JudgedStep, judgedStep, judgedSteps, noteAddressChecked, performStep } from "./steps/step.server.ts";
export { templateModel } from "./steps/template-model.server.ts";

versionMoves.addUnderWayReader(filesInMaking);

export const processingServer = defineModule({
  name: "processing",
  screens: [inHoldScreen, monitoringScreen, newRunScreen, scheduledProcessing],
  checks: runChecks,
  texts: [processingTexts, callTexts],
  jobs: [planJob, makeJob, remindersJob, limitationJob, judgedJob],
  listeners: [sendClosingLetter, answerArrangement],
  handlers: [
    ...calendarHandlers,
    ...capacityHandlers,
    ...limitationHandlers,
    handle(planRun, (ctx, { body }) => createRun(ctx, body)),
    handle(listRuns, (ctx, { query }) => runPage(ctx, query)),
    handle(readRun, (ctx, { params }) => runDetailOf(ctx, params.id)),
    handle(listRunRows, (ctx, { params, query }) => rowPage(ctx, params.id, query)),
    handle(excludeRows, (ctx, { params, body }) => excludeFiles(ctx, params.id, body.files, body.excluded)),
    handle(makeRunCall, (ctx, { params, body }) => startRun(ctx, params.id, body.version)),
    handle(stopRun, (ctx, { params }) => requestStop(ctx, params.id)),
    handle(retryRun, (ctx, { params, body }) => retryFailed(ctx, params.id, body.file)),
    handle(cancelRun, (ctx, { params }) => discardRun(ctx, params.id)),
    handle(sampleOfRun, (ctx, { params }) => sampleOf(ctx, params.id, params.fileId)),
    handle(listHeld, (ctx, { query }) => heldPage(ctx, query)),
    ...stepHandlers,
    handle(runChoices, async (ctx) => ({
      items: [...(await loadWorkflows(ctx.db)).values()].map(({ code, name, steps }) => ({
        code,
        name,
        steps: steps.map(({ position, channel, template }) => ({ position, channel, name: stepName(ctx, template) })),
      })),
    })),
  ],
});
