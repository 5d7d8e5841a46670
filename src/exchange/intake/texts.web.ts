/** The texts of this module, for its screens. */
import type { fileTexts } from "../../cases/files/files.texts.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { intakeTexts } from "./intake.texts.ts";

export const useIntakeTexts = () => useTexts<typeof intakeTexts>("intake");
export const useFileTexts = () => useTexts<typeof fileTexts>("files");
