/** Texts of court papers, by topic. */
import { rowTexts } from "../../ground/kernel/texts.ts";
import { bundleTexts } from "./bundle/bundle.texts.ts";
import { draftingTexts } from "./drafting/drafting.texts.ts";
import { templateTexts } from "./templates/templates.texts.ts";
import { variableTexts } from "./templates/variables.texts.ts";

export const courtPaperTexts = rowTexts("court-papers", {
  ...templateTexts,
  ...draftingTexts,
  ...bundleTexts,
  ...variableTexts,
});
