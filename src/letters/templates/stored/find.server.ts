/** Finds templates as they are now, or as they were at a given `template_mark`. */
import { sql } from "kysely";
import { z } from "zod";
import { type Language, languages } from "../../../ground/kernel/texts.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { cachedByRows } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import {
  type Template,
  type TemplateChannel,
  templateBody,
  templateCategories,
  templateChannels,
} from "../rendering/body.ts";
import { languagesToTry, type OwnTexts, ownTextIn, withOwnTexts } from "../rendering/own-texts.ts";
import { usedVariables } from "../rendering/used-variables.ts";
import { isVariable } from "../rendering/variables.ts";

const row = z.object({
  id: z.number(),
  channel: z.enum(templateChannels),
  code: z.string(),
  language: z.enum(languages),
  name: z.string(),
  category: z.enum(templateCategories),
  subject: z.string(),
  body: templateBody,
  version: z.number(),
  mark: z.number(),
});

export const ownTexts = z.object({ nl: z.string(), en: z.string(), fr: z.string(), de: z.string() });

/** The last number of `template_mark` that is seen: all templates as they stand now. */
const lastMark = sql<number>`greatest((select coalesce(max(id), 0) from template_revision),
  (select coalesce(max(id), 0) from own_variable_revision))`;

/** All templates as they stand now, as one number. */
export async function templateMark(db: Db): Promise<number> {
  const { rows } = await sql<{ mark: number }>`${prepared} select ${lastMark} as mark`.execute(db);
  return rows[0]?.mark ?? 0;
}

/** The house's own texts of these names in a language, by name, as they stood. */
async function ownTextsFor(
  db: Db,
  names: readonly string[],
  language: Language,
  asOf: number | null,
): Promise<ReadonlyMap<string, string>> {
  const wanted = names.filter((name) => !isVariable(name));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ name: string; texts: unknown }>`
    select distinct on (name) name, texts from own_variable_revision
    where name = any(${wanted}::text[]) and (${asOf}::bigint is null or id <= ${asOf}::bigint) order by name, id desc`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ name, texts }): [string, string][] => {
      const own: OwnTexts | undefined = ownTexts.safeParse(texts).data;
      return own ? [[name, ownTextIn(own, language)]] : [];
    }),
  );
}

async function found(
  db: Db,
  channel: TemplateChannel,
  code: string,
  language: Language,
  asOf: number | null,
): Promise<z.infer<typeof row> | undefined> {
  const wanted = languagesToTry(language);
  const { rows } = await sql<unknown>`
    select t.id, t.channel, t.code, t.language, r.name, r.category, r.subject, r.body, r.version,
      coalesce(${asOf}::bigint, ${lastMark}) as mark
    from template t
    join lateral (select * from template_revision r
      where r.template_id = t.id and (${asOf}::bigint is null or r.id <= ${asOf}::bigint) order by r.id desc limit 1) r on true
    where t.channel = ${channel} and t.code = ${code} and t.language = any(${wanted}::text[])
    order by array_position(${wanted}::text[], t.language) limit 1`.execute(db);
  return rows[0] === undefined ? undefined : row.parse(rows[0]);
}

const templateKey = z.object({
  channel: z.enum(templateChannels),
  code: z.string(),
  language: z.enum(languages),
  asOf: z.number().nullable(),
});
type TemplateKey = z.infer<typeof templateKey>;

/** Kept until a wording changes: each letter of a run, and each look at a file, asks for one. */
const kept = cachedByRows(["template", "template_revision", "own_variable_revision"], async (db, key) => {
  const { channel, code, language, asOf } = templateKey.parse(JSON.parse(key));
  const template = await found(db, channel, code, language, asOf);
  if (!template) return null;
  const own = await ownTextsFor(db, usedVariables(template.subject, template.body), template.language, asOf);
  return withOwnTexts(template, own);
});

/**
 * The template of a channel and code in a language, or in the next best one, with the house's own texts put in; undefined where there is none
 * at all. With `asOf` as it stood when that was the last mark.
 */
export async function findTemplate(
  db: Db,
  channel: TemplateChannel,
  code: string,
  language: Language,
  asOf: number | null = null,
): Promise<Template | undefined> {
  return (await kept(db, JSON.stringify({ channel, code, language, asOf } satisfies TemplateKey))) ?? undefined;
}

/**
 * What the template of a channel and code is called: in a language, or in Dutch where it is not written in it; its code where there is none.
 * Two channels may each have a template of one code.
 */
export async function templateNames(db: Db, language: Language): Promise<(channel: string, code: string) => string> {
  const rows = await db
    .selectFrom("template")
    .select(["channel", "code", "name"])
    // The last of a channel and code stays in the map.
    .orderBy(sql`case language when ${language} then 2 when 'nl' then 1 else 0 end`)
    .execute();
  const names = new Map(rows.map(({ channel, code, name }) => [`${channel} ${code}`, name]));
  return (channel, code) => names.get(`${channel} ${code}`) ?? code;
}
