/** The public interface of pre-collection on the server. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { precassoChecks } from "./checks.server.ts";
import { houseHandlers } from "./house/house.server.ts";
import { ownTextHandlers } from "./house/own-texts.server.ts";
import { paperHandlers } from "./papers/papers.server.ts";
import {
  precassoActionsScreen,
  precassoCreateScreen,
  precassoDocumentsScreen,
  precassoExportScreen,
  precassoHouseScreen,
  precassoLastScreen,
  precassoRunScreen,
  precassoSearchScreen,
  precassoShowScreen,
  precassoUploadedScreen,
  precassoUploadScreen,
} from "./precasso.contract.ts";
import { precassoTexts } from "./precasso.texts.ts";
import { recordHandlers } from "./records/records.server.ts";
import { actionHandlers } from "./runs/actions.server.ts";
import { makeJob } from "./runs/make.server.ts";
import { planJob } from "./runs/plan.server.ts";
import { runHandlers } from "./runs/runs.server.ts";
import { precassoUploadJobs, uploadHandlers } from "./uploads/uploads.server.ts";

export { recordLetters } from "./letters/posting.server.ts";
export { refusedRecordLetters } from "./letters/print-check.server.ts";
export { eraseRecord, recordsDue } from "./records/erase.server.ts";
export { addPrintedReader } from "./records/recall.server.ts";
export { visibleRecords } from "./records/visibility.server.ts";
export { recordDeliveries } from "./runs/send-check.server.ts";

export const precassoServer = defineModule({
  name: "precasso",
  screens: [
    precassoActionsScreen,
    precassoCreateScreen,
    precassoDocumentsScreen,
    precassoExportScreen,
    precassoHouseScreen,
    precassoLastScreen,
    precassoRunScreen,
    precassoSearchScreen,
    precassoShowScreen,
    precassoUploadScreen,
    precassoUploadedScreen,
  ],
  checks: precassoChecks,
  texts: [precassoTexts],
  handlers: [
    ...recordHandlers,
    ...runHandlers,
    ...actionHandlers,
    ...paperHandlers,
    ...uploadHandlers,
    ...houseHandlers,
    ...ownTextHandlers,
  ],
  jobs: [planJob, makeJob, ...precassoUploadJobs],
});
