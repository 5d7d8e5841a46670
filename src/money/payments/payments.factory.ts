/** Bank files for tests, generated as those of the demo data. */
export { camtFile, mt940File, type StatementLine, type StatementSpec } from "../../app/demo/bank-file.ts";
