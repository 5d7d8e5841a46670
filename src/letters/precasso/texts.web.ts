/** The texts of this module for its screens. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { precassoTexts } from "./precasso.texts.ts";

export const usePrecassoTexts = () => useTexts<typeof precassoTexts>("precasso");
export type PrecassoText = ReturnType<typeof usePrecassoTexts>;
