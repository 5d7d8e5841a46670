/** What other modules show of a file: its status, its column in lists, and the frame of its actions. */
export type { ActFormProps, ActTarget } from "./record/act-target.web.ts";
export { actOpener, openManagerForm } from "./record/acts.web.tsx";
export { debtorColumn } from "./record/debtor-column.web.ts";
export { FileLink, useOpensFiles, useRowsToFiles } from "./record/file-link.web.tsx";
export { FileStatusText } from "./record/status.web.tsx";
