/** Bank files for tests, made as those of the demo portfolio are. */
export { camtFile, closingCents, mt940File, type StatementLine, type StatementSpec } from "../demo/bank-file.ts";
