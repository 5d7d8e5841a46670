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
  checkImport,
  downloadLayout,
  downloadOriginal,
  downloadRejected,
  listImportRows,
  placeImport,
  planImportUndo,
  readImport,
  uploadImport,
} from "./import/import.contract.ts";
