/** Calls and screens of pre-collection. */
export { precassoHouseScreen, updateHouse } from "./house/house.contract.ts";
export { precassoDocumentsScreen, precassoExportScreen } from "./papers/papers.contract.ts";
export {
  createRecordCall,
  disputeRecord,
  listRecords,
  precassoCreateScreen,
  precassoSearchScreen,
  precassoShowScreen,
  readRecord,
} from "./records/records.contract.ts";
export {
  convertCall,
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
  uploadClientStatement,
} from "./uploads/uploads.contract.ts";
