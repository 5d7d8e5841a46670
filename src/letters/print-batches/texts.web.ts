/** The module's texts for its screens. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { printBatchTexts } from "./print-batches.texts.ts";

export const usePrintTexts = () => useTexts<typeof printBatchTexts>("print-batches");
