/** Calls and screens by which claims come in: the form, the call for clients' own systems, and the import of files. */
export {
  addNoticeCopy,
  createFile,
  createScreen,
  fileBody,
  importScreen,
  legalTypeChoices,
  subscriptionScreen,
  uploadsScreen,
} from "./create/create.contract.ts";
export {
  batch,
  checkImport,
  downloadLayout,
  downloadOriginal,
  downloadRejected,
  listImportRows,
  listImports,
  mayUpload,
  placeImport,
  planImportUndo,
  readImport,
  type StartCalls,
  startCalls,
  type UndoCalls,
  undoCalls,
  uploadImport,
} from "./import/import.contract.ts";
