/** The public interface of the intake on the server. */
import { administration } from "../../ground/kernel/access.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { createHandlers } from "./create/create.server.ts";
import { importHandlers } from "./import/import.server.ts";
import { placeJob } from "./import/place-job.server.ts";
import { checkJob } from "./import/validate.server.ts";
import { createScreen, importScreen, subscriptionScreen, uploadsScreen } from "./intake.contract.ts";
import { intakeTexts } from "./intake.texts.ts";
import { fetchJob, watchJob } from "./pickup/pickup.server.ts";
import { sourceHandlers } from "./pickup/sources.server.ts";
import { noticeHandlers } from "./uploads/notices.server.ts";
import { noticeTexts } from "./uploads/notices.texts.ts";
import { undoHandlers, undoJob } from "./uploads/undo.server.ts";
import { undoTexts } from "./uploads/undo.texts.ts";

export { readClaimForm } from "./create/create.server.ts";
export { createUpload } from "./import/import.server.ts";
export { type Origin, type PlacedInvoice, type Placement, placeClaims } from "./import/place.server.ts";
export { stagedRows } from "./import/place-job.server.ts";
export type { ReportedPaymentRow } from "./import/reported-payment-rows.server.ts";
export type { RowData } from "./import/rows.server.ts";
export { type AreaRows, startHandlers, uploadJobs } from "./import/start.server.ts";
export { resealSources } from "./pickup/source-record.server.ts";
export { changeMapping, forgetMapping, mappingsOf, type RememberedMapping } from "./reading/mappings.server.ts";
export { eraseImportRows, eraseUpload, uploadsDue } from "./uploads/erase.server.ts";
export { type UndoPlan, type UndoRows, undoOf } from "./uploads/undo.server.ts";

export const intakeServer = defineModule({
  name: "intake",
  screens: [createScreen, importScreen, subscriptionScreen, uploadsScreen],
  texts: [intakeTexts, noticeTexts, undoTexts],
  handlers: [...createHandlers, ...importHandlers, ...sourceHandlers, ...undoHandlers, ...noticeHandlers],
  jobs: [checkJob, placeJob, undoJob, fetchJob, watchJob],
  history: [
    {
      subject: "import_source",
      who: administration,
      name: "intake.source",
      field: (field) => `intake.source_${field}`,
    },
  ],
});
