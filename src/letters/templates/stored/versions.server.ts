/** Edited templates: the text by language, a version for each save, and earlier versions. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Language, languages } from "../../../ground/kernel/texts.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import {
  type TemplateBody,
  type TemplateCategory,
  type TemplateChannel,
  templateBody,
  templateCategories,
} from "../rendering/body.ts";
import { tidied } from "../rendering/source.ts";

/** One template in one language, as it stands. */
export interface StoredTemplate {
  readonly id: number;
  readonly code: string;
  readonly language: Language;
  readonly name: string;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
  readonly version: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  /** When somebody last said that it tells the same as the other languages. */
  readonly alignedAt: Date | null;
  readonly reviewedOn: PlainDate | null;
}

const kept = (db: Db, channel: TemplateChannel) =>
  db
    .selectFrom("template")
    .leftJoin("app_user", "app_user.id", "template.changed_by")
    .select([
      "template.id",
      "template.code",
      "template.language",
      "template.name",
      "template.category",
      "template.subject",
      "template.body",
      "template.version",
      "template.changed_at as changedAt",
      "app_user.name as changedBy",
      "template.aligned_at as alignedAt",
      "template.b1_reviewed_on as reviewedOn",
    ])
    .where("template.channel", "=", channel)
    // Dutch, which is always there, comes first and lends its id to the template in all languages.
    .orderBy("template.code")
    .orderBy(sql`array_position(${[...languages]}::text[], template.language)`);

type Row = Awaited<ReturnType<ReturnType<typeof kept>["execute"]>>[number];

const categoryOf = (found: string): TemplateCategory => templateCategories.find((each) => each === found) ?? "free";

const storedOf = (row: Row): StoredTemplate => ({
  ...row,
  language: languages.find((each) => each === row.language) ?? "nl",
  category: categoryOf(row.category),
  body: templateBody.parse(row.body),
});

/** All templates of a channel, in all languages. */
export const templatesOf = async (db: Db, channel: TemplateChannel): Promise<StoredTemplate[]> =>
  (await kept(db, channel).execute()).map(storedOf);

/** A template in all the languages that it has, by the id of one of them; empty where there is none. */
export async function templateById(db: Db, channel: TemplateChannel, id: number): Promise<StoredTemplate[]> {
  const found = db.selectFrom("template").select("code").where("id", "=", id).where("channel", "=", channel);
  return (await kept(db, channel).where("template.code", "=", found).execute()).map(storedOf);
}

/** What is kept of a template in one language. */
export interface Words {
  readonly name: string;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
}

export interface ChangedWording extends Words {
  readonly channel: TemplateChannel;
  readonly code: string;
  readonly language: Language;
  /** Null for a language that it does not have yet. */
  readonly version: number | null;
  /** When all that is saved with it is saved: languages saved together are none older than another. */
  readonly at: Date;
  /** Its words were older than those of another language, and are the same still. */
  readonly staysBehind?: boolean;
}

const columnsOf = (ctx: WorkCtx, { name, category, subject, body, at }: ChangedWording) => ({
  name,
  category,
  subject,
  body: JSON.stringify(tidied(body)),
  changed_at: at,
  changed_by: ctx.user.id || null,
  aligned_at: at,
});

/** Saves the words of one language; false where somebody else has saved it since that version. */
export async function saveWording(ctx: WorkCtx, words: ChangedWording): Promise<boolean> {
  const { channel, code, language, version } = words;
  if (version === null) {
    const added = await ctx.db
      .insertInto("template")
      .values({ channel, code, language, ...columnsOf(ctx, words) })
      .onConflict((on) => on.columns(["channel", "code", "language"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    return added !== undefined;
  }
  const done = await ctx.db
    .updateTable("template")
    .set((set) => ({
      ...columnsOf(ctx, words),
      ...(words.staysBehind && { aligned_at: set.ref("aligned_at") }),
      version: set("version", "+", 1),
    }))
    .where("channel", "=", channel)
    .where("code", "=", code)
    .where("language", "=", language)
    .where("version", "=", version)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Notes of words that stay as they are that they say the same as the other languages, or were read for plain language today. */
export async function noteRead(
  ctx: WorkCtx,
  { id, aligned, reviewed }: { readonly id: number; readonly aligned: Date | null; readonly reviewed: boolean },
): Promise<void> {
  if (!aligned && !reviewed) return;
  await ctx.db
    .updateTable("template")
    .set({
      ...(aligned && { aligned_at: aligned }),
      ...(reviewed && { b1_reviewed_on: ctx.clock.today() }),
    })
    .where("id", "=", id)
    .execute();
}

/** One version of a template in one language. */
export interface Revision extends Words {
  readonly language: Language;
  readonly version: number;
  readonly savedAt: Date | null;
  readonly savedBy: string | null;
}

/** The versions of a template in all its languages, the newest first. */
export async function revisionsOf(db: Db, channel: TemplateChannel, code: string): Promise<Revision[]> {
  const rows = await db
    .selectFrom("template_revision as r")
    .innerJoin("template as t", "t.id", "r.template_id")
    .leftJoin("app_user", "app_user.id", "r.saved_by")
    .select(["t.language", "r.version", "r.name", "r.category", "r.subject", "r.body", "r.saved_at as savedAt"])
    .select("app_user.name as savedBy")
    .where("t.channel", "=", channel)
    .where("t.code", "=", code)
    .orderBy("r.id", "desc")
    .execute();
  return rows.map((row) => ({
    ...row,
    language: languages.find((each) => each === row.language) ?? "nl",
    category: categoryOf(row.category),
    body: templateBody.parse(row.body),
  }));
}
