/** Reads and writes the tables of the lists of settings: which columns there are follows from the declaration. */
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { notFound } from "../../kernel/errors.ts";
import { countCap } from "../../kernel/query.ts";
import type { Language } from "../../kernel/texts.ts";
import type { Ctx, Db } from "../../platform/server/http/module.ts";
import {
  columnOf,
  type Field,
  type Fields,
  fieldsOf,
  type ListRow,
  type Names,
  type RowOf,
  type SettingList,
  sentFields,
} from "./list.ts";

export type Values = Readonly<Record<string, unknown>>;

type List = SettingList;

const instant = z.date().transform((at) => at.toISOString());
const baseColumns = z.object({
  id: z.number(),
  version: z.number(),
  fixed: z.boolean(),
  position: z.number(),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});

const baseOf = ["id", "version", "fixed", "position", "archivedAt", "createdAt", "updatedAt", "updatedBy"] as const;

const at = (list: List, key: string) => sql.ref(`${list.table}.${columnOf(key)}`);

/** The lines of a record as one value, in their order. */
function linesOf(list: List, lines: NonNullable<Field["lines"]>): RawBuilder<unknown> {
  const pairs = Object.keys(lines.fields).map((key) => sql`${sql.lit(key)}, ${sql.ref(columnOf(key))}`);
  return sql`(select coalesce(jsonb_agg(jsonb_build_object(${sql.join(pairs)}) order by position), '[]')
    from ${sql.table(lines.table)} where ${sql.ref(lines.owner)} = ${sql.ref(`${list.table}.id`)})`;
}

function selected(list: List): RawBuilder<unknown> {
  const base = baseOf.map((key) => sql`${at(list, key)} as ${sql.ref(key)}`);
  const own = fieldsOf(list).map(([key, field]) =>
    field.lines ? sql`${linesOf(list, field.lines)} as ${sql.ref(key)}` : sql`${at(list, key)} as ${sql.ref(key)}`,
  );
  return sql.join([...base, ...own]);
}

/** A row as the database gives it, checked against the declaration. */
function toRow<F extends Fields>(list: SettingList<F>, raw: unknown): RowOf<SettingList<F>> {
  const shape = Object.fromEntries(Object.entries(list.fields).map(([key, { schema }]) => [key, schema]));
  const row = { ...baseColumns.parse(raw), ...z.object(shape).parse(raw) };
  // The shape was made of the very fields that the type is made of.
  return row as RowOf<SettingList<F>>;
}

const anyRow = (list: List, raw: unknown): ListRow => toRow(list, raw);

const isNames = ({ input }: Field): boolean => input === "names" || input === "longNames";

/** What a field is sorted by: text without regard to case, names in the reader's language or else in Dutch. */
function sortedBy(list: List, key: string, language: Language): RawBuilder<unknown> {
  const field = list.fields[key];
  if (field && isNames(field))
    return sql`lower(coalesce(nullif(${at(list, key)} ->> ${language}, ''), ${at(list, key)} ->> 'nl'))`;
  return field?.schema && ["text", "email", "phone", "choice"].includes(field.input)
    ? sql`lower(${at(list, key)})`
    : sql`${at(list, key)}`;
}

export interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly order?: { readonly field: string; readonly direction: "asc" | "desc" } | undefined;
  readonly search?: string | undefined;
  readonly archived?: "no" | "yes" | "all" | undefined;
}

const searched: ReadonlySet<string> = new Set(["text", "email", "phone", "names", "longNames", "words", "long"]);

function conditionsOf(list: List, { search = "", archived = "no" }: Wanted): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (archived !== "all")
    conditions.push(sql`(${at(list, "archivedAt")} is not null) = ${sql.lit(archived === "yes")}`);
  if (search !== "") {
    const hits = fieldsOf(list)
      .filter(([, { input }]) => searched.has(input))
      .map(([key]) => sql`position(folded(${search}) in folded(${at(list, key)}::text)) > 0`);
    conditions.push(sql`(${sql.join(hits, sql` or `)})`);
  }
  return sql.join(conditions, sql` and `);
}

/** In a tree a record stands with its branch: by the place of what it stands below, which comes first itself. */
const branchOf = (list: List) => sql`coalesce((select top.position from ${sql.table(list.table)} top
  where top.id = ${at(list, "parentId")}), ${at(list, "position")}), (${at(list, "parentId")} is not null)`;

/** A page of a list, and how many there are (counted to the cap). */
export async function readPage(db: Db, list: List, wanted: Wanted, language: Language) {
  const field = wanted.order?.field ?? (list.ordered ? "position" : list.title);
  const direction = wanted.order?.direction === "desc" ? sql`desc` : sql`asc`;
  const order = field === "position" && list.tree ? sql`${branchOf(list)}, ` : sql``;
  const where = conditionsOf(list, wanted);
  const { rows } = await sql`select ${selected(list)} from ${sql.table(list.table)} where ${where}
    order by ${order}${sortedBy(list, field, language)} ${direction} nulls last, ${at(list, "id")}
    limit ${wanted.limit < 0 ? null : wanted.limit} offset ${wanted.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total
    from (select 1 from ${sql.table(list.table)} where ${where} limit ${countCap + 1}) counted`.execute(db);
  return { items: rows.map((row) => anyRow(list, row)), total: counted.rows[0]?.total ?? 0 };
}

/** All records of a list as its own type, in order; archived ones too where they are asked for. */
export async function readAll<F extends Fields>(
  db: Db,
  list: SettingList<F>,
  options: { readonly archived?: "no" | "all" } = {},
): Promise<RowOf<SettingList<F>>[]> {
  const any: unknown = list;
  // A list of known fields is a list.
  const plain = any as List;
  const where = conditionsOf(plain, { offset: 0, limit: -1, archived: options.archived ?? "no" });
  const { rows } = await sql`select ${selected(plain)} from ${sql.table(list.table)} where ${where}
    order by ${at(plain, "position")}, ${at(plain, "id")}`.execute(db);
  return rows.map((row) => toRow(list, row));
}

/** One record. `lock` holds it until the transaction ends. @throws notFound. */
export async function readOne(db: Db, list: List, id: number, options: { lock?: boolean } = {}): Promise<ListRow> {
  const { rows } = await sql`select ${selected(list)} from ${sql.table(list.table)} where ${at(list, "id")} = ${id}
    ${options.lock ? sql`for update` : sql``}`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return anyRow(list, rows[0]);
}

/** A value as its column takes it: names as JSON, words and choices as an array of texts. */
function stored({ input }: Field, value: unknown): RawBuilder<unknown> {
  if (input === "names" || input === "longNames") return sql`${JSON.stringify(value)}::jsonb`;
  if (input === "choices" || input === "words") return sql`${value}::text[]`;
  return sql`${value}`;
}

const written = (list: List, values: Values) =>
  fieldsOf(list)
    .filter(([key, field]) => !field.lines && Object.hasOwn(values, key))
    .map(([key, field]) => [sql.ref(columnOf(key)), stored(field, values[key])] as const);

/** Adds a record at the end of its list and gives its id. */
export async function insertRow(db: Db, list: List, values: Values, by: string, now: Date): Promise<number> {
  const columns = written(list, values);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(list.table)}
      (position, created_at, updated_at, updated_by, ${sql.join(columns.map(([column]) => column))})
    values ((select coalesce(max(position), 0) + 1 from ${sql.table(list.table)}), ${now}, ${now}, ${by},
      ${sql.join(columns.map(([, value]) => value))})
    returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await writeLines(db, list, id, values);
  return id;
}

/** Changes a record that has been locked. */
export async function updateRow(db: Db, list: List, id: number, values: Values, by: string, now: Date): Promise<void> {
  const set = written(list, values).map(([column, value]) => sql`${column} = ${value}`);
  await sql`update ${sql.table(list.table)}
    set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = ${now}`, sql`updated_by = ${by}`])}
    where id = ${id}`.execute(db);
  await writeLines(db, list, id, values);
}

async function writeLines(db: Db, list: List, id: number, values: Values): Promise<void> {
  for (const [key, { lines }] of sentFields(list)) {
    const rows = values[key];
    if (!lines || !Array.isArray(rows)) continue;
    await sql`delete from ${sql.table(lines.table)} where ${sql.ref(lines.owner)} = ${id}`.execute(db);
    const keys = Object.keys(lines.fields);
    const columns = sql.join(keys.map((one) => sql.ref(columnOf(one))));
    for (const [position, row] of z.array(z.record(z.string(), z.unknown())).parse(rows).entries()) {
      await sql`insert into ${sql.table(lines.table)} (${sql.ref(lines.owner)}, position, ${columns})
        values (${id}, ${position + 1}, ${sql.join(keys.map((one) => sql`${row[one]}`))})`.execute(db);
    }
  }
}

export async function setArchived(db: Db, list: List, id: number, on: Date | null, by: string, now: Date) {
  await sql`update ${sql.table(list.table)}
    set archived_at = ${on}, version = version + 1, updated_at = ${now}, updated_by = ${by} where id = ${id}`.execute(
    db,
  );
}

export async function deleteRow(db: Db, list: List, id: number): Promise<void> {
  await sql`delete from ${sql.table(list.table)} where id = ${id}`.execute(db);
}

/** Changes places with the next record in that direction, within its branch of a tree; at the end nothing happens. */
export async function moveRow(db: Db, list: List, row: ListRow, direction: "up" | "down"): Promise<void> {
  await sql`lock table ${sql.table(list.table)} in share row exclusive mode`.execute(db);
  const table = sql.table(list.table);
  const archived = sql.lit(row.archivedAt !== null);
  const branch = list.tree ? sql`coalesce(parent_id, 0)` : sql`0`;
  await sql`
    with ranked as (
      select id, row_number() over (order by position, id) as place, archived_at, ${branch} as branch from ${table}
    ), shown as (
      select id, place, branch, row_number() over (partition by branch order by place) as nth
      from ranked where (archived_at is not null) = ${archived}
    ), mine as (select * from shown where id = ${row.id}),
    other as (select shown.* from shown, mine where shown.branch = mine.branch and shown.nth = mine.nth + ${direction === "up" ? -1 : 1}),
    changed as (
      select ranked.id, case
        when ranked.id = mine.id then other.place
        when ranked.id = other.id then mine.place
        else ranked.place end as place
      from ranked, mine, other
    )
    update ${table} set position = changed.place from changed where ${table}.id = changed.id and position <> changed.place`.execute(
    db,
  );
}

const namesColumn = z.object({ nl: z.string(), en: z.string(), fr: z.string(), de: z.string() });

/** The same of a column of names that another module joined. */
export const nameFrom = (column: unknown, language: Language): string => nameIn(namesColumn.parse(column), language);

/** What some records of a list are called in the reader's language, archived ones too. */
export const namesOfRecords =
  (list: List) =>
  async ({ db, lang }: Pick<Ctx, "db" | "lang">, ids: readonly number[]) => {
    const rows = (await readAll(db, list, { archived: "all" })).filter(({ id }) => ids.includes(id));
    const field = list.fields[list.title];
    const titleOf = (title: unknown): string => (field && isNames(field) ? nameFrom(title, lang) : String(title));
    return new Map(rows.map((row) => [row.id, titleOf(row[list.title])]));
  };

/** A name in a language, or in Dutch where it has none in that one. */
export const nameIn = (names: Names, language: Language): string => names[language] || names.nl;
