import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { bulkTexts } from "./bulk.texts.ts";

export const useBulkTexts = () => useTexts<typeof bulkTexts>("bulk");
