import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { courtPaperTexts } from "./court-papers.texts.ts";

export const useCourtPaperTexts = () => useTexts<typeof courtPaperTexts>("court-papers");
