/** Reads templates: the list, and one with the lint messages of each language. */

import { notFound } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { type Ctx, type Handler, handle } from "../../ground/platform/server/http/module.ts";
import { runGuards } from "../processing/processing.server.ts";
import { sourceText } from "../templates/templates.contract.ts";
import {
  readingOf,
  revisionsOf,
  type StoredTemplate,
  templateById,
  templatesOf,
} from "../templates/templates.server.ts";
import {
  findingsOf,
  reviewFinding,
  stepsSending,
  type TemplateContext,
  templateContext,
  typeOf,
} from "./template-context.server.ts";
import type { ShownTemplate, ShownWording, TemplateCalls, TemplateRow } from "./template-pages.contract.ts";
import { type EditedChannel, stateOf } from "./template-pages.ts";

const perLanguage = <T>(of: (language: Language) => T): Record<Language, T> => ({
  nl: of("nl"),
  en: of("en"),
  fr: of("fr"),
  de: of("de"),
});

/** @throws notFound */
export async function requireTemplate(
  ctx: Ctx,
  channel: EditedChannel,
  id: number,
): Promise<readonly StoredTemplate[]> {
  const all = await templateById(ctx.db, channel, id);
  if (all.length === 0) throw notFound();
  return all;
}

/** Runs that the reader sees, were planned with words of before, and are still to be made. */
async function plannedRuns(ctx: Ctx, channel: EditedChannel, code: string): Promise<number> {
  const { runs } = await ctx.db
    .selectFrom("run")
    .select((eb) => eb.fn.countAll<number>().as("runs"))
    .where(runGuards.visible(ctx.user))
    .where("state", "in", ["planned", "making"])
    .where("as_of", "=", ctx.clock.today())
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("run_row")
          .whereRef("run_row.run_id", "=", "run.id")
          .where("run_row.channel", "=", channel)
          .where("run_row.template_code", "=", code)
          .where("run_row.state", "=", "planned"),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(runs);
}

const wordsOf = (
  ctx: Ctx,
  standing: TemplateContext,
  channel: EditedChannel,
  one: StoredTemplate,
  all: readonly StoredTemplate[],
): ShownWording => ({
  id: one.id,
  version: one.version,
  name: one.name,
  subject: one.subject,
  body: one.body,
  state: stateOf(one.language, all),
  changedAt: one.changedAt?.toISOString() ?? null,
  changedBy: one.changedBy,
  reviewedOn: one.reviewedOn,
  findings: [...findingsOf(ctx, standing, { ...one, channel }), ...reviewFinding(ctx, one.reviewedOn)],
  reading: readingOf(one.body, one.language),
});

/** A template in all its languages. @throws notFound */
export async function shownTemplate(ctx: Ctx, channel: EditedChannel, id: number): Promise<ShownTemplate> {
  const all = await requireTemplate(ctx, channel, id);
  const standing = await templateContext(ctx);
  const [first] = all;
  if (!first) throw notFound();
  return {
    id: first.id,
    code: first.code,
    category: first.category,
    type: typeOf(standing, channel, first.code),
    texts: perLanguage((language) => {
      const one = all.find((each) => each.language === language);
      return one ? wordsOf(ctx, standing, channel, one, all) : null;
    }),
    steps: stepsSending(standing, channel, first.code),
    plannedRuns: await plannedRuns(ctx, channel, first.code),
  };
}

interface Listed {
  readonly row: TemplateRow;
  readonly words: string;
}

function listed(ctx: Ctx, standing: TemplateContext, channel: EditedChannel, all: readonly StoredTemplate[]): Listed[] {
  const [first] = all;
  if (!first) return [];
  const { id, code, category } = first;
  const named = all.find(({ language }) => language === ctx.lang) ?? first;
  const last = all.reduce((newest, one) => ((one.changedAt ?? 0) > (newest.changedAt ?? 0) ? one : newest), first);
  const findings = all.flatMap((one) => findingsOf(ctx, standing, { ...one, channel }));
  const row: TemplateRow = {
    id,
    code,
    name: named.name,
    category,
    type: typeOf(standing, channel, code),
    languages: perLanguage((language) => stateOf(language, all)),
    errors: findings.filter(({ severity }) => severity === "error").length,
    workflows: [...new Set(stepsSending(standing, channel, code).map(({ workflow }) => workflow))],
    changedAt: last.changedAt?.toISOString() ?? null,
    changedBy: last.changedBy,
  };
  const words = all.map((one) => [one.name, one.subject, sourceText(one.body)].join("\n")).join("\n");
  return [{ row, words: words.toLowerCase() }];
}

const holds = (text: string, sought: string | undefined): boolean =>
  sought === undefined || text.toLowerCase().includes(sought.toLowerCase());

/** The handlers that read templates of a channel. */
export const readingHandlers = (channel: EditedChannel, calls: TemplateCalls): readonly Handler[] => [
  handle(calls.list, async (ctx, { query }) => {
    const { name, content, category, type } = query.filter;
    const standing = await templateContext(ctx);
    const groups = Map.groupBy(await templatesOf(ctx.db, channel), ({ code }) => code);
    const found = [...groups.values()]
      .flatMap((all) => listed(ctx, standing, channel, all))
      .filter(({ row, words }) => holds(`${row.name} ${row.code}`, name) && holds(words, content))
      .map(({ row }) => row)
      .filter(
        (row) => (category === undefined || row.category === category) && (type === undefined || row.type === type),
      );
    const { field, direction } = query.order ?? { field: "name", direction: "asc" };
    const sorted = found.toSorted((a, b) => (a[field] ?? "").localeCompare(b[field] ?? "", ctx.lang));
    if (direction === "desc") sorted.reverse();
    const { offset, limit } = query;
    return toPage(limit < 0 ? sorted : sorted.slice(offset, offset + limit), sorted.length, limit);
  }),
  handle(calls.get, (ctx, { params }) => shownTemplate(ctx, channel, params.id)),
  handle(calls.revisions, async (ctx, { params }) => {
    const all = await requireTemplate(ctx, channel, params.id);
    const code = all[0]?.code ?? "";
    const newest = new Map(all.map(({ language, version }) => [language, version]));
    const revisions = await revisionsOf(ctx.db, channel, code);
    return {
      items: revisions.map(({ language, version, savedAt, savedBy, name, subject, body }) => ({
        language,
        version,
        savedAt: savedAt?.toISOString() ?? null,
        savedBy,
        name,
        subject,
        text: sourceText(body),
        current: newest.get(language) === version,
      })),
    };
  }),
];
