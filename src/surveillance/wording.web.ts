/** The texts of this room in the browser. */
import { useTexts } from "../platform/web/texts.web.ts";
import type { surveillanceTexts } from "./surveillance.texts.ts";

export const useSurveillanceTexts = () => useTexts<typeof surveillanceTexts>("surveillance");
