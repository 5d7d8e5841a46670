/** The texts of the client's page as its screens use them. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { clientPageTexts } from "./client-page.texts.ts";

export const usePageTexts = () => useTexts<typeof clientPageTexts>("client-page");
