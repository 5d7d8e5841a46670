/** The database's schema as text, the same on every version of the server: committed, so that a reviewer sees it change. */
import type pg from "pg";

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

/** Tables with their columns, constraints, indexes and triggers, then functions. */
export async function schemaText(pool: pg.Pool): Promise<string> {
  const tables = new Map<string, string[]>();
  for (const sql of [columns, constraints, indexes, triggers]) {
    const { rows } = await pool.query<{ table_name: string; line: string }>(sql);
    for (const { table_name: name, line } of rows) tables.set(name, [...(tables.get(name) ?? []), `  ${line}`]);
  }
  const blocks = [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, lines]) => [name, ...lines].join("\n"));
  const { rows } = await pool.query<{ line: string }>(functions);
  return `${[...blocks, ...rows.map(({ line }) => line.trim())].join("\n\n")}\n`;
}
