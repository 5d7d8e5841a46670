/** The module's texts for its screens, and those of the steps. */
import type { TextKey } from "../../ground/kernel/texts.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { workflowTexts } from "../workflows/workflows.texts.ts";
import type { processingTexts } from "./processing.texts.ts";

export const useProcessingTexts = () => useTexts<typeof processingTexts>("processing");
export const useStepTexts = () => useTexts<typeof workflowTexts>("workflows");

export type ProcessingText = ReturnType<typeof useProcessingTexts>;
export type ProcessingKey = TextKey<typeof processingTexts>;
