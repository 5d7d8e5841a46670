/** The public interface of the agenda in the browser. */
export { FileAgenda } from "./items/file-agenda.web.tsx";
export { AgendaPage } from "./lists/screen.web.tsx";
