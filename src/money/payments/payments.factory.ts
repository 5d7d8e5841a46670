/** Bank files for tests, made as those of the demo portfolio are. */
export { camtFile, mt940File, type StatementLine, type StatementSpec } from "../../app/demo/bank-file.ts";
