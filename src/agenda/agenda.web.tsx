/** The door of the agenda in the browser. */
export { FileAgenda } from "./file-agenda.web.tsx";
export { AgendaPage } from "./screen.web.tsx";
