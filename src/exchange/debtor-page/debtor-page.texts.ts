/** The texts of the debtor's own page and of what staff see of it. */
import { rowTexts } from "../../ground/kernel/texts.ts";
import { actTexts } from "./acts/act.texts.ts";
import { pageTexts } from "./pages/page.texts.ts";
import { staffTexts } from "./staff/staff.texts.ts";

export const debtorPageTexts = rowTexts("debtor-page", { ...pageTexts, ...actTexts, ...staffTexts });
