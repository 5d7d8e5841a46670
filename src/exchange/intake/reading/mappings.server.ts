/** What a person chose for the columns of a client's files, remembered for the next one of the same layout. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import type { ImportMapping } from "../../../ground/platform/server/postgres/database.types.ts";
import { editableClient } from "../../../people/customers/customers.server.ts";
import { style as styleSchema } from "../import/import.contract.ts";
import type { FileStyle } from "../import/layout.ts";
import { fitOf } from "./columns.ts";

type Row = Selectable<ImportMapping>;

/** A layout that is remembered of a client. */
export interface RememberedMapping {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly style: FileStyle;
  /** The title of the column of each field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly updatedAt: Date;
  readonly updatedBy: number | null;
}

const mappingOf = (row: Row): RememberedMapping => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default,
  style: styleSchema.parse(row.style),
  columns: z.record(z.string(), z.string()).parse(row.columns),
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

/** The layouts that are remembered of a client, the default one first. Visibility is the caller's to ask. */
export async function mappingsOf(ctx: Pick<Ctx, "db">, clientId: number): Promise<readonly RememberedMapping[]> {
  const rows = await ctx.db
    .selectFrom("import_mapping")
    .selectAll()
    .where("client_id", "=", clientId)
    .orderBy("is_default", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(mappingOf);
}

/** The layout whose columns all stand in this header, the fullest first; else the default one, which may fit in part. */
export async function rememberedFor(
  ctx: Pick<Ctx, "db">,
  clientId: number | null,
  header: readonly string[],
): Promise<RememberedMapping | undefined> {
  if (clientId === null) return undefined;
  const all = await mappingsOf(ctx, clientId);
  return wholeFit(all, header) ?? all[0];
}

function wholeFit(all: readonly RememberedMapping[], header: readonly string[]): RememberedMapping | undefined {
  const fitting = all.filter(({ columns }) => fitOf(columns, header) === 1);
  return fitting.toSorted((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length)[0];
}

/** Remembers what was chosen for a file: under the layout that its header fits, or as a new one, named after the file. */
export async function rememberMapping(
  ctx: Ctx,
  clientId: number,
  file: { readonly name: string; readonly header: readonly string[] },
  chosen: { readonly style: FileStyle; readonly columns: Readonly<Record<string, string>> },
): Promise<void> {
  const all = await mappingsOf(ctx, clientId);
  const same = wholeFit(all, file.header);
  const values = {
    style: JSON.stringify(chosen.style),
    columns: JSON.stringify(chosen.columns),
    updated_by: ctx.user.id || null,
    updated_at: ctx.clock.now(),
  };
  if (same) {
    await ctx.db.updateTable("import_mapping").set(values).where("id", "=", same.id).execute();
    return;
  }
  const name = file.name.replace(/\.[a-z0-9]{1,5}$/i, "").slice(0, 120) || "import";
  await ctx.db
    .insertInto("import_mapping")
    .values({ client_id: clientId, name, is_default: all.length === 0, ...values })
    .execute();
}

async function requireMapping(ctx: Ctx, clientId: number, id: number): Promise<RememberedMapping> {
  const client = await editableClient(ctx, clientId);
  const found = (await mappingsOf(ctx, client.id)).find((mapping) => mapping.id === id);
  if (!found) throw notFound();
  return found;
}

/** Renames a layout, or makes it the one that is tried first. @throws {VorderError} notFound; forbidden. */
export async function changeMapping(
  ctx: Ctx,
  clientId: number,
  id: number,
  change: { readonly name: string; readonly isDefault: boolean },
): Promise<RememberedMapping> {
  const before = await requireMapping(ctx, clientId, id);
  if (change.isDefault) {
    await ctx.db
      .updateTable("import_mapping")
      .set({ is_default: false })
      .where("client_id", "=", clientId)
      .where("id", "!=", id)
      .execute();
  }
  await ctx.db
    .updateTable("import_mapping")
    .set({ name: change.name, is_default: change.isDefault || before.isDefault })
    .where("id", "=", id)
    .execute();
  const after = await requireMapping(ctx, clientId, id);
  await ctx.audit({
    action: "client.updateMapping",
    subject: "client",
    subjectId: clientId,
    before: { mapping: before.name, isDefault: before.isDefault },
    after: { mapping: after.name, isDefault: after.isDefault },
  });
  return after;
}

/** Forgets a layout; the next one of the client becomes the default. @throws {VorderError} notFound; forbidden. */
export async function forgetMapping(ctx: Ctx, clientId: number, id: number): Promise<void> {
  const before = await requireMapping(ctx, clientId, id);
  await ctx.db.deleteFrom("import_mapping").where("id", "=", id).execute();
  const [next] = await mappingsOf(ctx, clientId);
  if (before.isDefault && next) {
    await ctx.db.updateTable("import_mapping").set({ is_default: true }).where("id", "=", next.id).execute();
  }
  await ctx.audit({
    action: "client.dropMapping",
    subject: "client",
    subjectId: clientId,
    before: { mapping: before.name, columns: before.columns },
  });
}
