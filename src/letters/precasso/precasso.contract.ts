/** Calls and screens of pre-collection. */
export { precassoHouseScreen, updateHouse } from "./house/house.contract.ts";
export { precassoDocumentsScreen, precassoExportScreen, readPaper } from "./papers/papers.contract.ts";
export {
  disputeRecord,
  precassoCreateScreen,
  precassoSearchScreen,
  precassoShowScreen,
} from "./records/records.contract.ts";
export {
  makePrecasso,
  planPrecasso,
  precassoActionsScreen,
  precassoLastScreen,
  precassoRunScreen,
  readPrecassoRun,
} from "./runs/runs.contract.ts";
export {
  checkPrecassoUpload,
  placePrecassoUpload,
  precassoUploadedScreen,
  precassoUploadScreen,
} from "./uploads/uploads.contract.ts";
