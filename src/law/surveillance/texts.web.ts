/** The texts of this module in the browser. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { surveillanceTexts } from "./surveillance.texts.ts";

export const useSurveillanceTexts = () => useTexts<typeof surveillanceTexts>("surveillance");
