/** The texts of the agenda in the browser, and what a change of it makes stale. */
import { dateInAmsterdam, type PlainDate, parsePlainDate } from "../kernel/dates.ts";
import { useCall, useInvalidate } from "../platform/web/api.web.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import { agendaHistories, agendaSummary, fileAgenda, listAgenda, neglectedFiles } from "./agenda.contract.ts";
import type { agendaTexts } from "./agenda.texts.ts";

export const useAgendaTexts = () => useTexts<typeof agendaTexts>("agenda");

/** The office's day, by the server's clock; until that is known, by this computer's. */
export function useToday(): PlainDate {
  const day = useCall(agendaSummary, {}, { quiet: true }).data?.day;
  return parsePlainDate(day ?? "") ?? dateInAmsterdam(new Date());
}

/** Everything that shows agenda items is read again. */
export function useRefresh(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate(listAgenda, agendaSummary, fileAgenda, agendaHistories, neglectedFiles);
}
