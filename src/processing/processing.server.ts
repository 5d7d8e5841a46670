/** The door of the processing room on the server. */
import { answer, room } from "../platform/server/room.ts";
import { loadWorkflows } from "../workflows/workflows.server.ts";
import { callTexts } from "./call.texts.ts";
import { runChecks } from "./checks.server.ts";
import { sendClosingLetter } from "./closing.server.ts";
import { heldPage } from "./held.server.ts";
import { limitationJob } from "./limitation.server.ts";
import { limitationAnswers } from "./limitation-answers.server.ts";
import { makeJob, planJob, resumeJob } from "./make.server.ts";
import { answerArrangement } from "./outcome.server.ts";
import {
  cancelRun,
  doStep,
  excludeRows,
  listHeld,
  listRunRows,
  listRuns,
  makeRunCall,
  planRun,
  readRun,
  readStep,
  retryRun,
  runChoices,
  sampleOfRun,
  stopRun,
} from "./processing.contract.ts";
import { processingTexts } from "./processing.texts.ts";
import { remindersJob } from "./reminders.server.ts";
import { rowPage } from "./rows.server.ts";
import {
  askForPlan,
  askToStop,
  excludeFiles,
  retryFailed,
  runDetailOf,
  runPage,
  startRun,
  stepName,
  throwAway,
} from "./runs.server.ts";
import { sampleOf } from "./sample.server.ts";
import { doStepByHand, stepOfFile } from "./step.server.ts";

export { type CallHelp, callHelpOf, type TalkingPoints } from "./call.server.ts";
export { turnsOf } from "./departure.server.ts";
export { type JudgedHandover, judgeHandover } from "./handover.server.ts";
export {
  type MessageOrder,
  type MessagePreview,
  previewMessage,
  sampleOfMessage,
  sendMessage,
  templatesFor,
} from "./message.server.ts";
export { sayReasons } from "./shown.server.ts";
export { type JudgedStep, judgedStep, judgedSteps, noteAddressChecked, takeStep } from "./step.server.ts";

export const processingServer = room({
  name: "processing",
  checks: runChecks,
  texts: [processingTexts, callTexts],
  jobs: [planJob, makeJob, resumeJob, remindersJob, limitationJob],
  listeners: [sendClosingLetter, answerArrangement],
  answers: [
    ...limitationAnswers,
    answer(planRun, (ctx, { body }) => askForPlan(ctx, body)),
    answer(listRuns, (ctx, { query }) => runPage(ctx, query)),
    answer(readRun, (ctx, { params }) => runDetailOf(ctx, params.id)),
    answer(listRunRows, (ctx, { params, query }) => rowPage(ctx, params.id, query)),
    answer(excludeRows, (ctx, { params, body }) => excludeFiles(ctx, params.id, body.files, body.excluded)),
    answer(makeRunCall, (ctx, { params, body }) => startRun(ctx, params.id, body.version)),
    answer(stopRun, (ctx, { params }) => askToStop(ctx, params.id)),
    answer(retryRun, (ctx, { params, body }) => retryFailed(ctx, params.id, body.file)),
    answer(cancelRun, (ctx, { params }) => throwAway(ctx, params.id)),
    answer(sampleOfRun, (ctx, { params }) => sampleOf(ctx, params.id, params.fileId)),
    answer(listHeld, (ctx, { query }) => heldPage(ctx, query)),
    answer(readStep, (ctx, { params }) => stepOfFile(ctx, params.id)),
    answer(doStep, (ctx, { params, body }) => doStepByHand(ctx, { fileId: params.id, ...body })),
    answer(runChoices, async (ctx) => ({
      items: [...(await loadWorkflows(ctx.db)).values()].map(({ code, name, steps }) => ({
        code,
        name,
        steps: steps.map(({ position, channel, template }) => ({ position, channel, name: stepName(ctx, template) })),
      })),
    })),
  ],
});
