/** Handles the calls of variables: those of the product are documented, the provider's own are stored. */

import { FieldProblems, fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { type Ctx, type Handler, handle } from "../../ground/platform/server/http/module.ts";
import {
  formatValue,
  isVariable,
  listOf,
  templateVariables,
  usedVariables,
  type VariableName,
} from "../templates/templates.contract.ts";
import {
  addOwnVariable,
  changeOwnVariable,
  holdTemplates,
  languagesToTry,
  type OwnVariable,
  ownTextsIn,
  ownVariables,
  removeOwnVariable,
  templateById,
  usesOfVariables,
} from "../templates/templates.server.ts";
import { findingsOf, type Linted, type TemplateContext, templateContext } from "./template-context.server.ts";
import { editedChannels } from "./template-pages.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  type OwnVariableShown,
  updateVariable,
  type VariableRow,
  type VariableUse,
} from "./variables.contract.ts";

type Uses = Awaited<ReturnType<typeof usesOfVariables>>;

const channels = ["post", "email", "sms", "call"] as const;
const usesOf = (uses: Uses, name: string): VariableUse[] =>
  (uses.get(name) ?? []).flatMap(({ channel, languages, ...use }) => {
    const known = channels.find((each) => each === channel);
    return known ? [{ ...use, channel: known, languages: [...languages] }] : [];
  });

const productRow = (ctx: Ctx, uses: Uses, name: VariableName): VariableRow => ({
  name,
  kind: "product",
  id: null,
  title: ctx.translate({ key: `templates.variable_${name}` }),
  example: formatValue(name, templateVariables[name].example, ctx.lang) ?? "",
  type: templateVariables[name].type,
  optional: templateVariables[name].optional,
  list: listOf(name) ?? null,
  uses: usesOf(uses, name),
});

const ownRow = (ctx: Ctx, uses: Uses, own: OwnVariable): OwnVariableShown => ({
  name: own.name,
  kind: "own",
  id: own.id,
  title: own.title,
  example: ownTextsIn([own], ctx.lang).get(own.name) ?? "",
  type: "text",
  optional: false,
  list: null,
  uses: usesOf(uses, own.name),
  texts: own.texts,
  version: own.version,
  changedAt: own.changedAt.toISOString(),
  changedBy: own.changedBy,
});

/** @throws notFound */
async function requireOwn(ctx: Ctx, id: number): Promise<OwnVariableShown> {
  const found = (await ownVariables(ctx.db)).find((each) => each.id === id);
  if (!found) throw notFound();
  return ownRow(ctx, await usesOfVariables(ctx.db), found);
}

/**
 * A text of the house's own stands in templates, so that it is judged there as their own words are: what it would make an error is refused
 * beside the language that it is taken from.
 * @throws validation
 */
async function requireSoundUses(ctx: Ctx, before: OwnVariableShown, texts: OwnVariable["texts"]): Promise<void> {
  const standing = await templateContext(ctx);
  const own = standing.own.map((each) => (each.id === before.id ? { ...each, texts } : each));
  const errorsOf = (context: TemplateContext, words: Linted): string[] =>
    findingsOf(ctx, context, words).flatMap(({ severity, text }) => (severity === "error" ? [text] : []));
  const problems = new FieldProblems();
  for (const { id, channel } of before.uses) {
    const edited = editedChannels.find((each) => each === channel);
    // What somebody reads aloud has no pages, and is judged where it is used.
    if (!edited) continue;
    for (const one of await templateById(ctx.db, edited, id)) {
      if (!usedVariables(one.subject, one.body).includes(before.name)) continue;
      const words = { ...one, channel: edited };
      const known = errorsOf(standing, words);
      const taken = languagesToTry(one.language).find((each) => texts[each] !== "") ?? "nl";
      const field = `texts.${taken}`;
      for (const text of errorsOf({ ...standing, own }, words).filter((each) => !known.includes(each)))
        problems.add(field, "template-pages.errorOwnUse", { name: one.name, text });
    }
  }
  problems.throwIfAny();
}

export const variableHandlers: readonly Handler[] = [
  handle(listVariables, async (ctx, { query }) => {
    const uses = await usesOfVariables(ctx.db);
    const { search = "", kind } = query.filter;
    const own = (await ownVariables(ctx.db)).map(({ ...each }): VariableRow => {
      const { texts: _texts, version: _version, changedAt: _at, changedBy: _by, ...row } = ownRow(ctx, uses, each);
      return row;
    });
    const product = Object.keys(templateVariables).flatMap((name) =>
      isVariable(name) ? [productRow(ctx, uses, name)] : [],
    );
    const lowered = search.toLowerCase();
    const found = [...own, ...product].filter(
      (row) =>
        (kind === undefined || row.kind === kind) &&
        `${row.name} ${row.title} ${row.example}`.toLowerCase().includes(lowered),
    );
    const { order, offset, limit } = query;
    if (order) {
      found.sort((a, b) => a[order.field].localeCompare(b[order.field], ctx.lang));
      if (order.direction === "desc") found.reverse();
    }
    return toPage(limit < 0 ? found : found.slice(offset, offset + limit), found.length, limit);
  }),
  handle(getVariable, (ctx, { params }) => requireOwn(ctx, params.id)),
  handle(createVariable, async (ctx, { body }) => {
    const id = await addOwnVariable(ctx, body);
    if (id === undefined) throw fieldError("name", "template-pages.errorVariableTaken");
    const after = await requireOwn(ctx, id);
    await ctx.audit({ action: "own_variable.create", subject: "own_variable", subjectId: id, after });
    return after;
  }),
  handle(updateVariable, async (ctx, { params, body }) => {
    // Nobody begins to use it between the look at its uses and the new words.
    await holdTemplates(ctx);
    const before = await requireOwn(ctx, params.id);
    const { version, ...kept } = body;
    if (version === before.version) await requireSoundUses(ctx, before, kept.texts);
    const done = await changeOwnVariable(ctx, params.id, kept, version);
    const after = await requireOwn(ctx, params.id);
    if (!done) throw new VorderError("conflict", { data: { current: after } });
    await ctx.audit({ action: "own_variable.update", subject: "own_variable", subjectId: params.id, before, after });
    return after;
  }),
  handle(deleteVariable, async (ctx, { params }) => {
    // Nobody begins to use it between the look at its uses and its end.
    await holdTemplates(ctx);
    const before = await requireOwn(ctx, params.id);
    const names = [...new Set(before.uses.map(({ name }) => name))];
    if (names.length > 0)
      throw new VorderError("refused", {
        fields: { common: [{ key: "template-pages.errorUsed", values: { names: names.join(", ") } }] },
      });
    await removeOwnVariable(ctx, params.id);
    await ctx.audit({ action: "own_variable.delete", subject: "own_variable", subjectId: params.id, before });
    return {};
  }),
];
