/** The texts of the news as its screens use them. */
import { textOf, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { newsTexts } from "./news.texts.ts";

export const useNewsTexts = () => useTexts<typeof newsTexts>("news");

/** What a role is called: the words are those of the module of rights. */
export const roleText = (role: string): string => textOf(`roles.${role}`);
