/** The texts of this room, for its screens. */
import type { fileTexts } from "../files/files.texts.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import type { correctTexts } from "./correct.texts.ts";
import type { intakeTexts } from "./intake.texts.ts";

export const useIntakeTexts = () => useTexts<typeof intakeTexts | typeof correctTexts>("intake");
export const useFileTexts = () => useTexts<typeof fileTexts>("files");
