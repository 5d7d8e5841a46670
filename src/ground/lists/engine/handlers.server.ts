/** Handles the calls of a list of settings, the same for every list; what is a list's own stands in checks.server.ts. */
import { fieldError, VorderError } from "../../kernel/errors.ts";
import { toPage } from "../../kernel/query.ts";
import { type Ctx, type Handler, handle } from "../../platform/server/http/module.ts";
import { brokenConstraint } from "../../platform/server/postgres/database.ts";
import { refuseIfUsed } from "../../platform/server/postgres/references.ts";
import { listNamed } from "../lists.ts";
import { checkOf } from "./checks.server.ts";
import { callsOf } from "./list.contract.ts";
import {
  deleteRow,
  insertRow,
  moveRow,
  readOne,
  readPage,
  setArchived,
  updateRow,
  type Values,
} from "./list.server.ts";
import { columnOf, fieldsOf, type ListRow, type SettingList, sentFields } from "./list.ts";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What never changes and what must hold between fields. @throws validation beside the field. */
function requireSense(list: SettingList, values: Values, before: ListRow | undefined): void {
  for (const [key, { once }] of sentFields(list)) {
    if (once && before && !same(before[key], values[key])) throw fieldError(key, "lists.codeFixed");
  }
  const wrong = list.rule?.(values);
  if (wrong) throw fieldError(...wrong);
}

/** A record that is chosen must be there, and not archived unless it was chosen already. */
async function requireReferences(ctx: Ctx, list: SettingList, values: Values, before: ListRow | undefined) {
  for (const [key, field] of sentFields(list)) {
    const chosen = values[key];
    if (field.list && typeof chosen === "number") {
      await requireChoice(ctx, field.list, chosen, key, before?.[key] === chosen);
    }
    for (const [at, line] of (field.lines && Array.isArray(chosen) ? chosen : []).entries()) {
      for (const [part, { list: from }] of Object.entries(field.lines?.fields ?? {})) {
        if (from) await requireChoice(ctx, from, line[part], `${key}.${at}.${part}`, before !== undefined);
      }
    }
  }
}

async function requireChoice(ctx: Ctx, list: SettingList["name"], id: number, field: string, mayRest: boolean) {
  const row = await readOne(ctx.db, listNamed(list), id).catch((error: unknown) => {
    if (error instanceof VorderError && error.code === "notFound") throw fieldError(field, "lists.unknownChoice");
    throw error;
  });
  if (row.archivedAt !== null && !mayRest) throw fieldError(field, "lists.archivedChoice");
}

/** In a tree the fixed records stand on top, and each own one below a fixed one. */
async function requireBranch(ctx: Ctx, list: SettingList, values: Values, before: ListRow | undefined): Promise<void> {
  if (!list.tree) return;
  const { parentId } = values;
  if (before?.fixed) {
    if (parentId !== null) throw fieldError("parentId", "lists.fixedOnTop");
    return;
  }
  if (typeof parentId !== "number") throw fieldError("parentId", "lists.parentNeeded");
  if (!(await readOne(ctx.db, list, parentId)).fixed) throw fieldError("parentId", "lists.parentFixed");
}

/** Runs a write and turns a name or code that is there already into an error beside its field. */
async function saving<R>(list: SettingList, write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const broken = brokenConstraint(error);
    const field = list.unique.find((key) => broken === `${list.table}_${columnOf(key)}`);
    if (field) throw fieldError(list.fields[field]?.input === "names" ? `${field}.nl` : field, "lists.taken");
    throw error;
  }
}

async function checked(ctx: Ctx, list: SettingList, sent: Values, before?: ListRow): Promise<Values> {
  requireSense(list, sent, before);
  await requireReferences(ctx, list, sent, before);
  await requireBranch(ctx, list, sent, before);
  return (await checkOf(list.name)?.(ctx, sent, before)) ?? sent;
}

const noted = (ctx: Ctx, list: SettingList, verb: string, id: number, change: { before?: ListRow; after?: ListRow }) =>
  ctx.audit({ action: `${list.table}.${verb}`, subject: list.table, subjectId: id, ...change });

async function change(ctx: Ctx, list: SettingList, id: number, body: Values): Promise<ListRow> {
  const { version, ...sent } = body;
  const before = await readOne(ctx.db, list, id, { lock: true });
  if (before.version !== version) {
    const data = { current: before, changedBy: before.updatedBy ?? undefined, changedAt: before.updatedAt };
    throw new VorderError("conflict", { data });
  }
  const values = await checked(ctx, list, sent, before);
  await saving(list, () => updateRow(ctx.db, list, id, values, ctx.user.name, ctx.clock.now()));
  const after = await readOne(ctx.db, list, id);
  await noted(ctx, list, "update", id, { before, after });
  return after;
}

async function rest(ctx: Ctx, list: SettingList, id: number, archive: boolean): Promise<ListRow> {
  const before = await readOne(ctx.db, list, id, { lock: true });
  if ((before.archivedAt !== null) === archive) return before;
  if (archive && before.fixed && !list.fixedMayRest) throw refusedAsFixed();
  const now = ctx.clock.now();
  await setArchived(ctx.db, list, id, archive ? now : null, ctx.user.name, now);
  const after = await readOne(ctx.db, list, id);
  await noted(ctx, list, archive ? "archive" : "restore", id, { before, after });
  return after;
}

const refusedAsFixed = (): VorderError =>
  new VorderError("refused", { fields: { common: [{ key: "lists.fixedStays" }] } });

async function remove(ctx: Ctx, list: SettingList, id: number): Promise<void> {
  const before = await readOne(ctx.db, list, id, { lock: true });
  if (before.fixed) throw refusedAsFixed();
  const code = before.code;
  const extra = typeof code === "string" ? (list.usedBy ?? []).map((use) => ({ ...use, value: code })) : [];
  await refuseIfUsed(ctx, list.table, id, { extra, mayArchive: before.archivedAt === null });
  await deleteRow(ctx.db, list, id);
  await noted(ctx, list, "delete", id, { before });
}

/** The answers to all calls of a list. */
export function answersOf(list: SettingList): readonly Handler[] {
  const calls = callsOf(list.name);
  return [
    handle(calls.list, async (ctx, { query }) => {
      const { items, total } = await readPage(ctx.db, list, { ...query, ...query.filter }, ctx.lang);
      return toPage(items, total, query.limit);
    }),
    handle(calls.get, async (ctx, { params }) => readOne(ctx.db, list, params.id)),
    handle(calls.create, async (ctx, { body }) => {
      const values = await checked(ctx, list, body);
      const id = await saving(list, () => insertRow(ctx.db, list, values, ctx.user.name, ctx.clock.now()));
      const after = await readOne(ctx.db, list, id);
      await noted(ctx, list, "create", id, { after });
      return after;
    }),
    handle(calls.update, async (ctx, { params, body }) => change(ctx, list, params.id, body)),
    handle(calls.remove, async (ctx, { params }) => {
      await remove(ctx, list, params.id);
      return {};
    }),
    handle(calls.archive, async (ctx, { params }) => rest(ctx, list, params.id, true)),
    handle(calls.restore, async (ctx, { params }) => rest(ctx, list, params.id, false)),
    ...(list.ordered
      ? [
          handle(calls.move, async (ctx, { params, body }) => {
            const row = await readOne(ctx.db, list, params.id);
            await moveRow(ctx.db, list, row, body.direction);
            const after = await readOne(ctx.db, list, params.id);
            if (after.position !== row.position) await noted(ctx, list, "move", row.id, { before: row, after });
            return {};
          }),
        ]
      : []),
  ];
}

/** The fields of a list with those of its lines. */
const allFields = (list: SettingList) =>
  fieldsOf(list).flatMap(([key, field]) => [[key, field] as const, ...fieldsOf(field.lines ?? { fields: {} })]);

/** The fields whose values are codes. */
const chosenFields = (list: SettingList): ReadonlySet<string> =>
  new Set(
    allFields(list)
      .filter(([, { options, plain }]) => options !== undefined && !plain)
      .map(([key]) => key),
  );

/** The names of a list's fields and of their choices in the history of changes. */
export const historyOf = (list: SettingList, who: Parameters<typeof handle>[0]["who"]) => ({
  subject: list.table,
  who,
  name: `lists.${list.name}.title`,
  // A name is a field in four languages: `name.nl`.
  field: (path: string): string => {
    const [field = path] = path.split(".");
    return allFields(list).some(([key]) => key === field) ? `lists.${list.name}.${field}` : `lists.${field}`;
  },
  value: (field: string, value: string): string | undefined =>
    chosenFields(list).has(field) ? `lists.${list.name}.${field}.${value}` : undefined,
});
