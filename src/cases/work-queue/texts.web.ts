/** The texts of the work queue in the browser, and the queries that an outcome invalidates. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { agendaSummary, fileAgenda, listAgenda } from "../agenda/agenda.contract.ts";
import { showFile } from "../file-page/file-page.contract.ts";
import { listLogs } from "../logs/logs.contract.ts";
import { queueFigures } from "./work-queue.contract.ts";
import type { workQueueTexts } from "./work-queue.texts.ts";

export const useQueueTexts = () => useTexts<typeof workQueueTexts>("work-queue");

export const outcomeReads = [queueFigures, listAgenda, agendaSummary, fileAgenda, showFile, listLogs];
