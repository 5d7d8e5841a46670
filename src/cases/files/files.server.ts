/** The public interface of the files module on the server. */

import { defineModule } from "../../ground/platform/server/http/module.ts";
import { fileTexts, partyTexts } from "./files.texts.ts";
import { channelsEnd } from "./parties/parties.server.ts";
import { forgetListViews } from "./presence/list-views.server.ts";
import { fileChecks } from "./record/checks.server.ts";
import { fileHandlers } from "./record/handlers.server.ts";
import { agreeJob } from "./states/standing-repair.server.ts";

export { checkDebtor, type FieldProblem } from "./files.checks.server.ts";
export { correspondenceOf, recipientsOf, speakersOf } from "./parties/addressee.server.ts";
export { changeDebtor, debtorById, debtorColumn, debtorOf } from "./parties/debtor.server.ts";
export { partiesOf, personById } from "./parties/persons.server.ts";
export { listViewNotes } from "./presence/list-views.server.ts";
export { noteViews, viewNotes } from "./presence/read-trail.server.ts";
export { type ClaimChange, changeClaim } from "./record/claim.server.ts";
export { eraseFile, noteBooksErased } from "./record/erase.server.ts";
export {
  nextStepMessage,
  recordAddressCheck,
  recordBalances,
  recordContact,
  recordNextSteps,
} from "./record/projection.server.ts";
export {
  type CreatedFile,
  createFileRecord,
  createFileRecords,
  type FileState,
  listed,
  lockFile,
  type NewDebtor,
  type NewFile,
  ofFile,
  requireFile,
} from "./record/record.server.ts";
export { assignFile, handOverFiles, openFilesOf } from "./record/takeover.server.ts";
export { selectFiles, visibleFiles } from "./record/visibility.server.ts";
export { chosenReasons, requireReason } from "./states/closing-reasons.server.ts";
export { activeHolds, endHold, type Hold, holdOf, holdsColumn, liftHold, placeHold } from "./states/holds.server.ts";
export { endedGuardianships, inPersonalState, owedByLegalEntity } from "./states/natural-persons.server.ts";
export { arrangedWhere, factsOf } from "./states/standing.server.ts";
export { agreedPlace, closedWithNothingOpen, closingProblem, placeProblem, stateUnder } from "./states/standing.ts";
export {
  beforeClosingAsPaid,
  closeByHand,
  closeFile,
  followFiles,
  giveUpReference,
  moveFile,
  reopenFile,
  setStatus,
} from "./states/state.server.ts";
export { wantedState } from "./states/states.server.ts";

export const filesServer = defineModule({
  name: "files",
  checks: fileChecks,
  texts: [fileTexts, partyTexts],
  handlers: fileHandlers,
  jobs: [channelsEnd, agreeJob, forgetListViews],
});
