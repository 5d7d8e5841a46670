/** How claims come in: the columns of the import layout and the verdicts on its rows. Pure (domain facts 8.5). */
export { columnName, type ImportField } from "./import/layout.ts";
