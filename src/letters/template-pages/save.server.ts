/** Saves templates: whole or not at all, a version per language, with the lint's errors beside the language concerned. */

import { FieldProblems, fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { mapRecord } from "../../ground/kernel/records.ts";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { type Ctx, type Handler, handle } from "../../ground/platform/server/http/module.ts";
import { type TemplateBody, type TemplateCategory, tidied } from "../templates/templates.contract.ts";
import {
  holdTemplates,
  noteRead,
  revisionsOf,
  type StoredTemplate,
  saveWording,
} from "../templates/templates.server.ts";
import { requireTemplate, shownTemplate } from "./read.server.ts";
import { findingsOf, type TemplateContext, templateContext } from "./template-context.server.ts";
import type { SentWords, ShownTemplate, TemplateCalls } from "./template-pages.contract.ts";
import { type EditedChannel, stateOf } from "./template-pages.ts";

type Versions = Readonly<Record<Language, number | null>>;
type Texts = Readonly<Record<Language, SentWords | null>>;

interface Sent {
  readonly channel: EditedChannel;
  readonly code: string;
  readonly category: TemplateCategory;
}

/** @throws validation beside each language in which the lint finds an error. */
function requireSound(ctx: Ctx, standing: TemplateContext, sent: Sent, texts: Texts): void {
  const problems = new FieldProblems();
  for (const language of languages) {
    const words = texts[language];
    if (!words) continue;
    const errors = findingsOf(ctx, standing, { ...sent, ...words, language }).filter(
      ({ severity }) => severity === "error",
    );
    for (const { rule, text } of errors) {
      const field = `texts.${language}.${rule === "emptySubject" ? "subject" : "body"}`;
      problems.add(field, "template-pages.finding", { text });
    }
  }
  problems.throwIfAny();
}

const sameBody = (a: TemplateBody, b: TemplateBody): boolean => JSON.stringify(a) === JSON.stringify(b);

const isChanged = (words: SentWords, before: StoredTemplate, category: TemplateCategory): boolean =>
  words.name !== before.name ||
  words.subject !== before.subject ||
  category !== before.category ||
  !sameBody(tidied(words.body), before.body);

/** The languages whose words are to be saved: what stays as it is, is not judged anew. */
const changedOf = (texts: Texts, before: readonly StoredTemplate[], category: TemplateCategory): Texts =>
  mapRecord(texts, (words, language) => {
    const known = before.find((each) => each.language === language);
    return words && known && !isChanged(words, known, category) ? null : words;
  });

/** With another category a language that was not sent goes along, its words as they are: a template has one category. */
const withUnsent = (texts: Texts, before: readonly StoredTemplate[], category: TemplateCategory): Texts =>
  mapRecord(texts, (words, language) => {
    const known = before.find((each) => each.language === language);
    if (words || !known || known.category === category) return words;
    const { name, subject, body } = known;
    return { name, subject, body, aligned: false, reviewed: false };
  });

/** What somebody else saved meanwhile, in the shape of the form. */
const formOf = ({ category, texts }: ShownTemplate) => ({
  category,
  versions: mapRecord(texts, (words) => words?.version ?? null),
  texts: mapRecord(texts, (words) => {
    if (!words) return null;
    const { name, subject, body } = words;
    return { name, subject, body, aligned: false, reviewed: false };
  }),
});

const noVersions: Versions = { nl: null, en: null, fr: null, de: null };

/**
 * Languages that were up to date stay so where others only catch up with them: whoever translates what was changed, or adds a
 * language, does not make its source old.
 */
async function keepUpToDate(ctx: Ctx, texts: Texts, before: readonly StoredTemplate[], at: Date): Promise<void> {
  const upToDate = before.filter(({ language }) => stateOf(language, before) === "there");
  const isLed = upToDate.some((known) => {
    const words = texts[known.language];
    return words && isChanged(words, known, known.category);
  });
  if (isLed) return;
  for (const { id } of upToDate) await noteRead(ctx, { id, aligned: at, reviewed: false });
}

async function saveTexts(
  ctx: Ctx,
  sent: Sent,
  texts: Texts,
  before: readonly StoredTemplate[],
  versions: Versions,
): Promise<boolean> {
  const at = ctx.clock.now();
  for (const language of languages) {
    const words = texts[language];
    if (!words) continue;
    const known = before.find((each) => each.language === language);
    const version = versions[language];
    if ((known?.version ?? null) !== version) return false;
    if (known && !isChanged(words, known, sent.category)) {
      await noteRead(ctx, { id: known.id, aligned: words.aligned ? at : null, reviewed: words.reviewed });
      continue;
    }
    const { name, subject, body } = words;
    const isAsBefore = known !== undefined && !words.aligned && !isChanged(words, known, known.category);
    const staysBehind = isAsBefore && stateOf(language, before) === "behind";
    if (!(await saveWording(ctx, { ...sent, language, name, subject, body, version, at, staysBehind }))) return false;
  }
  await keepUpToDate(ctx, texts, before, at);
  return true;
}

/** Whoever changed the words has said so by saving; that they were read in plain language is said beside. */
async function noteReviewed(ctx: Ctx, channel: EditedChannel, id: number, texts: Texts): Promise<void> {
  for (const { id: one, language } of await requireTemplate(ctx, channel, id))
    await noteRead(ctx, { id: one, aligned: null, reviewed: texts[language]?.reviewed ?? false });
}

const noted = (ctx: Ctx, channel: EditedChannel, id: number, verb: string, more: object = {}) =>
  ctx.audit({ action: `template.${verb}`, subject: "template", subjectId: id, after: { channel, ...more } });

async function create(
  ctx: Ctx,
  channel: EditedChannel,
  body: { readonly code: string; readonly category: TemplateCategory; readonly texts: Texts },
): Promise<ShownTemplate> {
  const sent = { channel, code: body.code, category: body.category };
  await holdTemplates(ctx);
  requireSound(ctx, await templateContext(ctx), sent, body.texts);
  const taken = ctx.db.selectFrom("template").select("id").where("channel", "=", channel).where("code", "=", body.code);
  if (await taken.executeTakeFirst()) throw fieldError("code", "template-pages.errorCodeTaken");
  if (!(await saveTexts(ctx, sent, body.texts, [], noVersions)))
    throw fieldError("common", "template-pages.errorVersion");
  const { id } = await taken.where("language", "=", "nl").executeTakeFirstOrThrow();
  await noteReviewed(ctx, channel, id, body.texts);
  await noted(ctx, channel, id, "create", { code: body.code });
  return shownTemplate(ctx, channel, id);
}

async function update(
  ctx: Ctx,
  channel: EditedChannel,
  id: number,
  body: { readonly category: TemplateCategory; readonly texts: Texts; readonly versions: Versions },
): Promise<ShownTemplate> {
  const { category, versions } = body;
  await holdTemplates(ctx);
  const before = await requireTemplate(ctx, channel, id);
  const texts = withUnsent(body.texts, before, category);
  const sent = { channel, code: before[0]?.code ?? "", category };
  const standing = await templateContext(ctx);
  const isWhole = before.every(({ language, version }) => versions[language] === version);
  if (isWhole) requireSound(ctx, standing, sent, changedOf(texts, before, category));
  if (!isWhole || !(await saveTexts(ctx, sent, texts, before, versions)))
    throw new VorderError("conflict", { data: { current: formOf(await shownTemplate(ctx, channel, id)) } });
  await noteReviewed(ctx, channel, id, texts);
  const after = await shownTemplate(ctx, channel, id);
  const saved = languages.filter(
    (language) => after.texts[language]?.version !== before.find((each) => each.language === language)?.version,
  );
  await noted(ctx, channel, id, "update", { code: sent.code, languages: saved });
  return after;
}

async function restore(
  ctx: Ctx,
  channel: EditedChannel,
  id: number,
  body: { readonly language: Language; readonly revision: number; readonly version: number },
): Promise<ShownTemplate> {
  await holdTemplates(ctx);
  const before = await requireTemplate(ctx, channel, id);
  const code = before[0]?.code ?? "";
  const { language, revision, version } = body;
  const wanted = (await revisionsOf(ctx.db, channel, code)).find(
    (each) => each.language === language && each.version === revision,
  );
  const current = before.find((each) => each.language === language);
  if (!wanted || !current) throw notFound();
  const { name, subject, body: words, category } = wanted;
  const sent = { channel, code, category: current.category };
  const errors = findingsOf(ctx, await templateContext(ctx), { ...sent, subject, body: words, language }).filter(
    ({ severity }) => severity === "error",
  );
  const [error] = errors;
  if (error)
    throw new VorderError("refused", {
      fields: { common: [{ key: "template-pages.finding", values: { text: error.text } }] },
    });
  const saved = await saveWording(ctx, { ...sent, language, name, subject, body: words, version, at: ctx.clock.now() });
  if (!saved) throw new VorderError("conflict", { data: { current: await shownTemplate(ctx, channel, id) } });
  await noted(ctx, channel, id, "restore", { code, language, revision, formerly: category });
  return shownTemplate(ctx, channel, id);
}

/** The handlers that change templates of a channel. */
export const savingHandlers = (channel: EditedChannel, calls: TemplateCalls): readonly Handler[] => [
  handle(calls.create, (ctx, { body }) => create(ctx, channel, body)),
  handle(calls.update, (ctx, { params, body }) => update(ctx, channel, params.id, body)),
  handle(calls.restore, (ctx, { params, body }) => restore(ctx, channel, params.id, body)),
];
