/**
 * The database's schema as text, identical on all server versions: committed, so that reviewers see changes, and compared by `verify` with the
 * result of the migrations.
 */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Check, Db } from "../http/module.ts";

const columns = `
  select c.relname as table_name,
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case when a.attidentity <> '' then ' identity' when a.attgenerated <> '' then ' generated (' || pg_get_expr(d.adbin, d.adrelid) || ')'
         when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname, a.attnum`;

// 'n': newer servers list "not null" as a constraint, older ones do not.
const constraints = `
  select c.relname as table_name, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
  order by c.relname, k.conname collate "C"`;

const indexes = `
  select tablename as table_name, indexdef as line from pg_indexes
  where schemaname = 'public'
    and indexname not in (select conname from pg_constraint where contype in ('p', 'u', 'x'))
  order by tablename, indexname collate "C"`;

const triggers = `
  select c.relname as table_name, pg_get_triggerdef(t.oid) as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by c.relname, t.tgname collate "C"`;

const functions = `
  select pg_get_functiondef(p.oid) as line from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C"`;

// No migration creates any of these: each could replace a table's rows, or change the effect of a statement, unnoticed.
const strange = `
  select c.relname as table_name, 'row security is switched on' as line
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
  union all
  select c.relname, case c.relkind when 'f' then 'foreign table' when 'm' then 'materialized view' else 'view' end
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'f')
  union all
  select c.relname, 'not logged, so that a crash empties it'
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence <> 'p'
  union all
  select tablename, 'policy ' || policyname from pg_policies where schemaname = 'public'
  union all
  select tablename, 'rule ' || rulename || ': ' || definition from pg_rules where schemaname = 'public'`;

/** Tables with their columns, constraints, indexes and triggers, then functions. */
export async function schemaText(db: Db): Promise<string> {
  const tables = new Map<string, string[]>();
  for (const query of [columns, constraints, indexes, triggers, strange]) {
    const { rows } = await sql.raw<{ table_name: string; line: string }>(query).execute(db);
    for (const { table_name: name, line } of rows) tables.set(name, [...(tables.get(name) ?? []), `  ${line}`]);
  }
  const blocks = [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, lines]) => [name, ...lines].join("\n"));
  const { rows } = await sql.raw<{ line: string }>(functions).execute(db);
  return `${[...blocks, ...rows.map(({ line }) => line.trim())].join("\n\n")}\n`;
}

/** The parts of a schema text, in any order: "table: line", or a whole function. */
function things(text: string): Set<string> {
  const [tables = "", ...made] = text.trim().split(/\n\n(?=CREATE OR REPLACE (?:FUNCTION|PROCEDURE) )/);
  const lines = tables.split("\n\n").flatMap((block) => {
    const [name = "", ...rest] = block.split("\n  ");
    return [name, ...rest.map((line) => `${name}: ${line}`)];
  });
  return new Set([...lines, ...made.map((each) => each.trim())]);
}

/** A function is identified by its signature. */
const shown = (thing: string): string => thing.split("\n", 1)[0]?.replace("CREATE OR REPLACE ", "") ?? thing;

const expectedText = new URL("../../../../../docs/snapshots/schema.txt", import.meta.url);

/** The database equals the result of the migrations: nothing was dropped, changed or added by other means. */
export const schema: Check = {
  name: "schema",
  async *run({ db, looked }) {
    const wanted = things(await readFile(expectedText, "utf8"));
    const found = things(await schemaText(db));
    looked(found.size);
    for (const thing of wanted) if (!found.has(thing)) yield `missing or changed: ${shown(thing)}`;
    for (const thing of found) if (!wanted.has(thing)) yield `not made by any migration: ${shown(thing)}`;
  },
};
