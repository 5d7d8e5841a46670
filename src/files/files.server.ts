/** The door of the files room on the server. */
export { fileClosed, fileHeld, fileReleased, fileReopened, fileStatusChanged } from "./events.server.ts";
export {
  type CreatedFile,
  createFileRecord,
  createFileRecords,
  type FileState,
  lockFile,
  type NewDebtor,
  type NewFile,
  nextStepMessage,
  recordBalance,
  recordBalances,
  recordContact,
  recordNextStep,
  recordNextSteps,
  requireFile,
  visibleFiles,
} from "./record.server.ts";
export {
  activeHolds,
  closeFile,
  followFiles,
  type Hold,
  liftHold,
  placeHold,
  reopenFile,
  setStatus,
} from "./state.server.ts";
