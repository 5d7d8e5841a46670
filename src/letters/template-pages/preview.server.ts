/** Previews of unsaved text: for a file, in any language, as e-mail, letter or SMS; and sent to its author. */

import { sql } from "kysely";
import { filesChosenBy } from "../../cases/file-search/file-search.server.ts";
import { selectFiles } from "../../cases/files/files.server.ts";
import { cutText } from "../../ground/kernel/cut-text.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { blob, type Ctx, type Handler, handle } from "../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { providerOf } from "../../ground/settings/settings.ts";
import { pdfOf, shownMessage } from "../correspondence/correspondence.server.ts";
import type { LetterModel } from "../correspondence/correspondence.ts";
import { templateModel } from "../processing/processing.server.ts";
import {
  formatNumber,
  formatValue,
  isVariable,
  listNames,
  listOf,
  type TemplateBody,
  type TemplateCategory,
  templateVariables,
} from "../templates/templates.contract.ts";
import { ownTextsIn, readingOf, withPlaces } from "../templates/templates.server.ts";
import { sampleModel } from "./sample.server.ts";
import { findingsOf, type TemplateContext, templateContext, withOwn } from "./template-context.server.ts";
import {
  findFilesToFill,
  sampleOfTemplate,
  type TemplateCalls,
  type TemplatePreview,
} from "./template-pages.contract.ts";
import type { EditedChannel } from "./template-pages.ts";

interface UnsavedTemplate {
  readonly code: string;
  readonly category: TemplateCategory;
  readonly language: Language;
  readonly subject: string;
  readonly body: TemplateBody;
  readonly file: number | null;
}

/** What the words are filled with. @throws notFound for a file that is not seen. */
async function modelFor(
  ctx: Ctx,
  channel: EditedChannel,
  { file, code, language }: UnsavedTemplate,
): Promise<LetterModel> {
  if (file !== null) return templateModel(ctx, file, { channel, template: code, language });
  const basis = ctx.translate({ key: "workflows.basis_statutory" }, language);
  return sampleModel(language, ctx.clock.today(), providerOf(await globalSettings(ctx.db)), basis);
}

const labelIn = (ctx: Ctx, language: Language) => (name: string) =>
  isVariable(name) ? ctx.translate({ key: `templates.variable_${name}` }, language) : name;

/** The words with own texts put in and a marked place for whatever has no value. */
function marked(ctx: Ctx, standing: TemplateContext, unkept: UnsavedTemplate, model: LetterModel) {
  const { subject, body } = withOwn(standing, unkept);
  return withPlaces({ subject, body }, model.values, unkept.language, labelIn(ctx, unkept.language));
}

function valuesOf(standing: TemplateContext, model: LetterModel, language: Language): Record<string, string | null> {
  const { lists = {} } = model.values;
  const product = Object.keys(templateVariables).flatMap((name): [string, string | null][] => {
    if (!isVariable(name)) return [];
    // Of a list, what stands in its first row.
    const list = listOf(name);
    const { [name]: value } = list === undefined ? model.values : (lists[list]?.[0] ?? {});
    return [[name, formatValue(name, value, language) ?? null]];
  });
  const counts = listNames.map((list): [string, string | null] => {
    const rows = lists[list]?.length ?? 0;
    return [list, rows === 0 ? null : formatNumber(rows, language)];
  });
  return Object.fromEntries([...product, ...counts, ...ownTextsIn(standing.own, language)]);
}

async function look(ctx: Ctx, channel: EditedChannel, unkept: UnsavedTemplate): Promise<TemplatePreview> {
  const model = await modelFor(ctx, channel, unkept);
  const standing = await templateContext(ctx);
  const { subject, body, missing } = marked(ctx, standing, unkept, model);
  return {
    ...shownMessage({ channel, subject, body }, model),
    missing: [...missing],
    findings: findingsOf(ctx, standing, { ...unkept, channel }),
    reading: readingOf(body, unkept.language),
    values: valuesOf(standing, model, unkept.language),
  };
}

/** Where somebody is reached. @throws validation where that is not known. */
async function ownAddress(ctx: Ctx, channel: EditedChannel): Promise<string> {
  const user = await ctx.db
    .selectFrom("app_user")
    .leftJoin("employee", "employee.user_id", "app_user.id")
    .select(["app_user.email", "employee.phone"])
    .where("app_user.id", "=", ctx.user.id)
    .executeTakeFirst();
  if (channel === "email") {
    if (!user?.email) throw fieldError("common", "template-pages.errorNoAddress");
    return user.email;
  }
  const phone = parsePhone(user?.phone ?? "");
  if (!phone) throw fieldError("common", "template-pages.errorNoNumber");
  return phone.e164;
}

/** Sends the words to whoever writes them, and to nobody else: a debtor hears nothing of it, and no file is told. */
async function sendTest(
  ctx: Ctx,
  channel: EditedChannel,
  { key: typed, ...unkept }: UnsavedTemplate & { key: string },
) {
  if (channel === "post") throw fieldError("common", "template-pages.errorTestByPost");
  const to = await ownAddress(ctx, channel);
  const model = await modelFor(ctx, channel, unkept);
  const { subject, body } = marked(ctx, await templateContext(ctx), unkept, model);
  const message = shownMessage({ channel, subject, body }, model);
  const key = `template-test:${ctx.user.id}:${typed}`;
  const known = await ctx.db.selectFrom("outbox").select("id").where("key", "=", key).executeTakeFirst();
  if (known) return { to };
  if (channel === "sms") await ctx.send({ key, kind: "sms", payload: { to, text: message.text } });
  else {
    const head = ctx.translate({ key: "template-pages.testSubject", values: { subject: message.subject } });
    const payload = {
      to,
      subject: cutText(head, 200),
      text: message.text,
      ...(message.html && { html: message.html }),
    };
    await ctx.send({ key, kind: "mail", payload });
  }
  const { code, language, file } = unkept;
  await ctx.audit({
    action: "template.test",
    subject: "template_test",
    subjectId: typed,
    after: { channel, code, language, file },
  });
  return { to };
}

/** The handlers that show words of a channel before they are kept. */
export const previewHandlers = (channel: EditedChannel, calls: TemplateCalls): readonly Handler[] => [
  handle(calls.look, (ctx, { body }) => look(ctx, channel, body)),
  handle(calls.sendTest, (ctx, { body }) => sendTest(ctx, channel, body)),
];

const shownFiles = 20;

export const sampleHandlers: readonly Handler[] = [
  handle(sampleOfTemplate, async (ctx, { body: unkept }) => {
    const model = await modelFor(ctx, "post", unkept);
    const { subject, body } = marked(ctx, await templateContext(ctx), unkept, model);
    return blob({
      content: await pdfOf.letter({ channel: "post", subject, body }, model),
      mime: "application/pdf",
      name: `${(unkept.code || "template").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.pdf`,
      disposition: "inline",
    });
  }),
  handle(findFilesToFill, async (ctx, { query }) => {
    if (ctx.user.kind !== "staff" || (query.id === undefined && query.keywords === "")) return { items: [] };
    const wanted =
      query.id === undefined
        ? await filesChosenBy(ctx, { search: query.keywords })
        : sql<boolean>`case_file.id = ${query.id}`;
    const rows = await selectFiles(ctx)
      .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
      .select(["case_file.id", "case_file.number", "debtor.display_name"])
      .where(wanted)
      .orderBy("case_file.id", "desc")
      .limit(shownFiles)
      .execute();
    return { items: rows.map(({ id, number, display_name }) => ({ id, text: `${number} · ${display_name}` })) };
  }),
];
