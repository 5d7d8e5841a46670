/** What other modules show of a file: its status, and the frame of what is done to it. */
export { type ActFormProps, type ActTarget, actOpener, openManagerForm } from "./record/acts.web.tsx";
export { FileStatusText } from "./record/status.web.tsx";
