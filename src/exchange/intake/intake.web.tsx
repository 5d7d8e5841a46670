/** The public interface of the intake on the web. */

export {
  bodyOf as claimBodyOf,
  ClaimFields,
  emptyValues as emptyClaim,
  FileCreate,
  type Values as ClaimValues,
} from "./create/create.web.tsx";
export { FileImport, ImportScreen, SubscriptionImport } from "./import/import.web.tsx";
export { acceptedTables, type ImportKind, ImportOf, useSendUpload } from "./import/kind.web.tsx";
export { UploadedImports } from "./uploads/uploads.web.tsx";
