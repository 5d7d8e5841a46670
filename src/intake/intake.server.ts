/** The door of the intake on the server. */
import { room } from "../platform/server/room.ts";
import { checkJob } from "./check.server.ts";
import { createAnswers } from "./create.server.ts";
import { importAnswers } from "./import.server.ts";
import { intakeTexts } from "./intake.texts.ts";
import { placeJob } from "./place-job.server.ts";

export { changeMapping, forgetMapping, mappingsOf, type RememberedMapping } from "./mappings.server.ts";
export { type Origin, type PlacedInvoice, type Placement, placeClaims } from "./place.server.ts";

export const intakeServer = room({
  name: "intake",
  texts: [intakeTexts],
  answers: [...createAnswers, ...importAnswers],
  jobs: [checkJob, placeJob],
});
