/** Texts of pre-collection, by topic in the folders. Each row: Dutch, English, French, German. */
import { rowTexts } from "../../ground/kernel/texts.ts";
import { houseTexts } from "./house/house.texts.ts";
import { paperTexts } from "./papers/papers.texts.ts";
import { recordTexts } from "./records/records.texts.ts";
import { runTexts } from "./runs/runs.texts.ts";
import { uploadTexts } from "./uploads/uploads.texts.ts";

export const precassoTexts = rowTexts("precasso", {
  ...recordTexts,
  ...runTexts,
  ...paperTexts,
  ...uploadTexts,
  ...houseTexts,
});
