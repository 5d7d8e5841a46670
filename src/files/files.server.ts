/** The door of the files room on the server. */
import { room } from "../platform/server/room.ts";
import { agreeJob } from "./agree.server.ts";
import { fileAnswers } from "./answers.server.ts";
import { fileChecks } from "./checks.server.ts";
import { fileTexts, partyTexts } from "./files.texts.ts";

export { correspondenceOf, recipientsOf, speakersOf } from "./addressee.server.ts";
export { type ClaimChange, changeClaim } from "./claim.server.ts";
export { chosenReasons, requireReason } from "./closing.server.ts";
export { changeDebtor, debtorById, debtorColumn, debtorOf } from "./debtor.server.ts";
export { checkDebtor, type DebtorInput, type FieldProblem } from "./files.checks.server.ts";

import { channelsEnd } from "./parties.server.ts";

export { eraseFile, noteBooksErased } from "./erase.server.ts";
export {
  activeHolds,
  endHold,
  type Hold,
  holdOf,
  holdsColumn,
  liftHold,
  placeHold,
} from "./holds.server.ts";
export {
  nextStepMessage,
  recordAddressCheck,
  recordBalances,
  recordContact,
  recordNextSteps,
} from "./notes.server.ts";
export { partiesOf, personById } from "./persons.server.ts";
export {
  type CreatedFile,
  createFileRecord,
  createFileRecords,
  type FileState,
  listed,
  lockFile,
  type NewDebtor,
  type NewFile,
  requireFile,
  visibleFiles,
} from "./record.server.ts";
export { type FileFilter, filesChosenBy, filesMetBy } from "./search.server.ts";
export { filterFilesBy, findFilesByKey, flagFilesBy } from "./search-parts.server.ts";
export { arrangedWhere, factsOf } from "./standing.server.ts";
export { agreedPlace, closingProblem, placeProblem, stateUnder } from "./standing.ts";
export { closeFile, followFiles, giveUpReference, moveFile, reopenFile, setStatus } from "./state.server.ts";
export { assignFile, handOverFiles, openFilesOf } from "./takeover.server.ts";

export { noteViews, viewNotes } from "./views.server.ts";

export const filesServer = room({
  name: "files",
  checks: fileChecks,
  texts: [fileTexts, partyTexts],
  answers: fileAnswers,
  jobs: [channelsEnd, agreeJob],
});
