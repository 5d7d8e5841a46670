/** The texts of the agenda in the browser, and the queries that a change invalidates. */

import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import type { agendaTexts } from "./agenda.texts.ts";
import { agendaHistories, agendaSummary, fileAgenda, listAgenda, unattendedFiles } from "./items/items.contract.ts";

export const useAgendaTexts = () => useTexts<typeof agendaTexts>("agenda");

export const useToday = useHouseDay;

/** Everything that shows agenda items is read again. */
export function useRefresh(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () => invalidate(listAgenda, agendaSummary, fileAgenda, agendaHistories, unattendedFiles);
}
