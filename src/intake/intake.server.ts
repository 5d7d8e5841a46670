/** The door of the intake on the server. */
import { administration } from "../kernel/access.ts";
import { room } from "../platform/server/room.ts";
import { checkJob } from "./check.server.ts";
import { createAnswers } from "./create.server.ts";
import { importAnswers } from "./import.server.ts";
import { intakeTexts } from "./intake.texts.ts";
import { noticeAnswers } from "./notices.server.ts";
import { noticeTexts } from "./notices.texts.ts";
import { fetchJob, watchJob } from "./pickup.server.ts";
import { placeJob } from "./place-job.server.ts";
import { sourceAnswers } from "./sources.server.ts";
import { undoAnswers, undoJob } from "./undo.server.ts";
import { undoTexts } from "./undo.texts.ts";

export { eraseImportRows, eraseUpload, uploadsDue } from "./erase.server.ts";
export { changeMapping, forgetMapping, mappingsOf, type RememberedMapping } from "./mappings.server.ts";
export { type Origin, type PlacedInvoice, type Placement, placeClaims } from "./place.server.ts";
export { resealSources } from "./source-record.server.ts";

export const intakeServer = room({
  name: "intake",
  texts: [intakeTexts, noticeTexts, undoTexts],
  answers: [...createAnswers, ...importAnswers, ...sourceAnswers, ...undoAnswers, ...noticeAnswers],
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
