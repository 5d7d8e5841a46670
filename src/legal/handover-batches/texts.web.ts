import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { batchTexts } from "./handover-batches.texts.ts";
import type { screenTexts } from "./screens.texts.ts";

/** Words of the screens. */
export const useScreenTexts = () => useTexts<typeof screenTexts>("handover-screens");
/** Names of kinds, states and events. */
export const useBatchTexts = () => useTexts<typeof batchTexts>("handover-batches");
