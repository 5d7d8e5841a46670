/** The texts of the agenda in the browser, and what a change of it makes stale. */
import { useInvalidate } from "../platform/web/api.web.ts";
import { useHouseDay } from "../platform/web/day.web.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import { agendaHistories, agendaSummary, fileAgenda, listAgenda, neglectedFiles } from "./agenda.contract.ts";
import type { agendaTexts } from "./agenda.texts.ts";

export const useAgendaTexts = () => useTexts<typeof agendaTexts>("agenda");

export const useToday = useHouseDay;

/** Everything that shows agenda items is read again. */
export function useRefresh(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate(listAgenda, agendaSummary, fileAgenda, agendaHistories, neglectedFiles);
}
