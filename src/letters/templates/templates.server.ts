/** Finds templates in the database. */

import { z } from "zod";
import { fallbackLanguage, type Language } from "../../ground/kernel/texts.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import {
  type Template,
  type TemplateChannel,
  templateBody,
  templateCategories,
  templateChannels,
} from "./rendering/body.ts";
import { templatesTexts } from "./templates.texts.ts";

const row = z.object({
  id: z.number(),
  channel: z.enum(templateChannels),
  code: z.string(),
  language: z.enum(["nl", "en", "fr", "de"]),
  name: z.string(),
  category: z.enum(templateCategories),
  subject: z.string(),
  body: templateBody,
  version: z.number(),
});

/** The languages to try, in order: the wanted one, English for those who read neither, Dutch, which always exists. */
export const languagesToTry = (wanted: Language): Language[] => [
  ...new Set<Language>([wanted, wanted === "nl" ? "nl" : fallbackLanguage, "nl"]),
];

/** The template of a channel and code in a language, or in the next best one; undefined where there is none at all. */
export async function findTemplate(
  db: Db,
  channel: TemplateChannel,
  code: string,
  language: Language,
): Promise<Template | undefined> {
  const rows = await db
    .selectFrom("template")
    .select(["id", "channel", "code", "language", "name", "category", "subject", "body", "version"])
    .where("channel", "=", channel)
    .where("code", "=", code)
    .where("language", "in", languagesToTry(language))
    .execute();
  for (const wanted of languagesToTry(language)) {
    const found = rows.find((candidate) => candidate.language === wanted);
    if (found) return row.parse(found);
  }
  return undefined;
}

export const templatesServer = defineModule({ name: "templates", texts: [templatesTexts] });
