/** The room's texts for its screens, and those of the steps. */
import type { TextKey } from "../kernel/texts.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import type { workflowTexts } from "../workflows/workflows.texts.ts";
import type { processingTexts } from "./processing.texts.ts";

export const useProcessingTexts = () => useTexts<typeof processingTexts>("processing");
export const useStepTexts = () => useTexts<typeof workflowTexts>("workflows");

export type ProcessingText = ReturnType<typeof useProcessingTexts>;
export type ProcessingKey = TextKey<typeof processingTexts>;
