/** The door of the intake on the web. */
export { UploadedImports } from "./batches.web.tsx";
export { FileCreate } from "./create.web.tsx";
export { FileImport, SubscriptionImport } from "./import.web.tsx";
