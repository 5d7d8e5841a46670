/** The texts of this room, for its screens. */
import type { fileTexts } from "../files/files.texts.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import type { intakeTexts } from "./intake.texts.ts";

export const useIntakeTexts = () => useTexts<typeof intakeTexts>("intake");
export const useFileTexts = () => useTexts<typeof fileTexts>("files");
