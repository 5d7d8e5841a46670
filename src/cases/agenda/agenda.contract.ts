/** Calls and the screen of the agenda (specification, points 2 and 7). */
export {
  type AgendaItem,
  agendaItem,
  agendaScreen,
  agendaSubjectList,
  agendaSummary,
  archiveAgenda,
  assignUnattended,
  createAgendaItem,
  exportAgenda,
  fileAgenda,
  listAgenda,
  planAgain,
  restoreAgenda,
  unattendedFiles,
  updateAgendaItem,
} from "./items/items.contract.ts";
