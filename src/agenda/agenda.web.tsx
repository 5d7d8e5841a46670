/** The door of the agenda in the browser. */
export { FileAgenda, type FileAgendaProps } from "./file-agenda.web.tsx";
