/** The door of the intake on the server. */
import { any } from "../kernel/access.ts";
import { room } from "../platform/server/room.ts";
import { checkJob } from "./check.server.ts";
import { createAnswers } from "./create.server.ts";
import { importAnswers } from "./import.server.ts";
import { intakeTexts } from "./intake.texts.ts";
import { fetchJob, watchJob } from "./pickup.server.ts";
import { placeJob } from "./place-job.server.ts";
import { sourceAnswers } from "./sources.server.ts";

export { changeMapping, forgetMapping, mappingsOf, type RememberedMapping } from "./mappings.server.ts";
export { type Origin, type PlacedInvoice, type Placement, placeClaims } from "./place.server.ts";

export const intakeServer = room({
  name: "intake",
  texts: [intakeTexts],
  answers: [...createAnswers, ...importAnswers, ...sourceAnswers],
  jobs: [checkJob, placeJob, fetchJob, watchJob],
  history: [
    {
      subject: "import_source",
      who: any("ROLE_ADMIN"),
      name: "intake.source",
      field: (field) => `intake.source_${field}`,
    },
  ],
});
