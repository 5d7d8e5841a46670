/**
 * Where a record is used, according to the foreign keys in PostgreSQL's catalogue, so that new tables are included automatically. References that
 * are deleted with the record (`on delete cascade`) or cleared (`set null`) do not count.
 */
import { sql } from "kysely";
import { VorderError } from "../../../kernel/errors.ts";
import { isNamedUse } from "../../uses.texts.ts";
import type { Db, WorkCtx } from "../http/module.ts";
import { asSystem } from "./guarded.ts";

/** The maximum count: "more than 1,000 files" is enough, and limits the cost. */
export const usesCap = 1000;
const sampleSize = 3;

export interface Use {
  /** The table that refers to the record, and its column. */
  readonly table: string;
  readonly column: string;
  /** At most `usesCap`; `capped` says that there are more. */
  readonly count: number;
  readonly capped: boolean;
  /** The first few names, if the referring table is a list in settings; never names of files or persons. */
  readonly sample: readonly string[];
}

/** A use without a foreign key: a code in a text column. */
export interface ExtraUse {
  readonly table: string;
  readonly column: string;
  readonly value: string | number;
}

interface Reference {
  readonly table: string;
  readonly column: string;
  /** The referenced column of the record. */
  readonly target: string;
  readonly named: boolean;
}

/** Foreign keys to one column that would prevent a delete. Lists in settings are recognised by their columns `name` and `archived_at`. */
async function referencesTo(db: Db, table: string): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select c.relname as "table", a.attname as "column", t.attname as target,
      (select count(*) = 2 from pg_attribute n
        where n.attrelid = c.oid and n.attname in ('name', 'archived_at') and not n.attisdropped) as named
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute t on t.attrelid = k.confrelid and t.attnum = k.confkey[1]
    where k.contype = 'f' and k.confrelid = cast(${table} as text)::regclass
      and k.confdeltype in ('a', 'r') and cardinality(k.conkey) = 1
    order by c.relname, a.attname`.execute(db);
  return rows;
}

interface Counted {
  readonly table: string;
  readonly column: string;
  readonly count: number;
  readonly sample: readonly string[] | null;
}

/**
 * Where a record is used and how often; empty if it may be deleted. All tables are counted in one query.
 * @throws if the table does not exist: an error must not count as unused.
 * @param extra uses by a code without a foreign key: a closing reason in `file_closure.reason`.
 */
export async function usesOf(
  db: Db,
  table: string,
  id: number,
  extra: readonly ExtraUse[] = [],
): Promise<readonly Use[]> {
  const references = await referencesTo(db, table);
  const byKey = references.map((one) => {
    const value = sql`(select ${sql.ref(one.target)} from ${sql.table(table)} where id = ${id})`;
    return countOf(one.table, one.column, value, one.named);
  });
  const byCode = extra.map((one) => countOf(one.table, one.column, sql`${one.value}`, false));
  const parts = [...byKey, ...byCode];
  if (parts.length === 0) return [];
  const { rows } = await sql<Counted>`${sql.join(parts, sql` union all `)}`.execute(
    asSystem(db, "only whether it is used: what is in use is not deleted, whoever may see where"),
  );
  return rows
    .filter(({ count }) => count > 0)
    .map(({ count, sample, ...where }) => ({
      ...where,
      count: Math.min(count, usesCap),
      capped: count > usesCap,
      sample: sample ?? [],
    }))
    .sort((a, b) => b.count - a.count);
}

const countOf = (table: string, column: string, value: ReturnType<typeof sql>, named: boolean) => {
  const rows = sql`from ${sql.table(table)} where ${sql.ref(column)} = ${value}`;
  const sample = named
    ? sql`array(select s.name::text from ${sql.table(table)} s where s.${sql.ref(column)} = ${value} order by 1 limit ${sql.lit(sampleSize)})`
    : sql`null::text[]`;
  return sql`select ${sql.lit(table)} as "table", ${sql.lit(column)} as "column",
    (select count(*) from (select 1 ${rows} limit ${sql.lit(usesCap + 1)}) counted)::int as count, ${sample} as sample`;
};

/** "12 dossiers en 3 sjablonen", in the language of the person. */
function describeUses(ctx: WorkCtx, uses: readonly Use[]): string {
  const words = labelled(ctx, uses).map(({ text }) => text);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} ${ctx.translate({ key: "uses.and" })} ${last}`;
}

/** Each use with its text. Tables without a name of their own count as "other data". */
const labelled = (ctx: WorkCtx, uses: readonly Use[]) =>
  uses.map((use) => {
    const thing = isNamedUse(use.table) ? use.table : "other";
    const label = ctx.translate({ key: `uses.${use.count === 1 ? "one" : "many"}_${thing}` });
    const count = use.capped
      ? ctx.translate({ key: "uses.moreThan", values: { count: use.count } })
      : new Intl.NumberFormat(ctx.lang).format(use.count);
    return { ...use, label, text: `${count} ${label}` };
  });

/**
 * Refuses to delete a used record, with its uses (402 `refused` with `uses` and `mayArchive`); the screen's `askDelete` shows them and offers to
 * archive. Call it before the delete, in the same transaction.
 */
export async function refuseIfUsed(
  ctx: WorkCtx,
  table: string,
  id: number,
  options: { readonly extra?: readonly ExtraUse[]; readonly mayArchive?: boolean } = {},
): Promise<void> {
  const uses = await usesOf(ctx.db, table, id, options.extra);
  if (uses.length === 0) return;
  const mayArchive = options.mayArchive ?? false;
  throw new VorderError("refused", {
    fields: {
      common: [{ key: mayArchive ? "uses.inUseArchive" : "uses.inUse", values: { where: describeUses(ctx, uses) } }],
    },
    data: { uses: labelled(ctx, uses), mayArchive },
  });
}
