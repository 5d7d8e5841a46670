/** The rights in the database: the owner has all, the serving role those that `prepareDatabase` grants, and nobody else any. */
import { sql } from "kysely";
import type { Check, Db } from "../http/module.ts";

const owner = sql<string>`(select pg_get_userbyid(relowner) from pg_class where oid = 'public.migration'::regclass)`;

/** Append-only tables have a trigger of this name. */
const appendOnly = sql`select tgrelid from pg_trigger where not tgisinternal and tgname like '%\_append\_only'`;

/** Rights on tables, columns and the schema of others than the owner, and whether the serving role should have them. */
const strangeGrants = sql<{ problem: string }>`
  with acl as (
    select c.oid, 'table ' || c.relname as what, a.grantee, a.privilege_type as may, a.is_grantable,
      c.oid in (${appendOnly}) as appended, c.relname = 'migration' as fixed
    from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.grantee <> c.relowner
    union all
    select c.oid, 'column ' || c.relname || '.' || t.attname, a.grantee, 'column right ' || a.privilege_type, a.is_grantable, false, false
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
    union all
    select n.oid, 'schema ' || n.nspname, a.grantee, a.privilege_type, a.is_grantable, false, false
    from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public' and a.privilege_type <> 'USAGE' and a.grantee <> n.nspowner
      and a.grantee <> (select oid from pg_roles where rolname = ${owner})
    union all
    select d.oid, 'default rights of ' || pg_get_userbyid(d.defaclrole), a.grantee, a.privilege_type, a.is_grantable, false, false
    from pg_default_acl d, aclexplode(d.defaclacl) a where a.grantee <> d.defaclrole
  ), serving as (
    select grantee from acl where what = 'table app_user' group by grantee having count(*) >= 4 order by count(*) desc, 1 limit 1
  )
  select case when grantee = 0 then 'everybody' else 'the role ' || pg_get_userbyid(grantee) end
    || ' may ' || lower(may) || case when is_grantable then ' (and let others)' else '' end || ' on ' || what || ', which nothing grants' as problem
  from acl
  where is_grantable or grantee not in (select grantee from serving)
    or may not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
    or appended and may in ('UPDATE', 'DELETE') or fixed and may <> 'SELECT'
  order by 1`;

/** Roles with rights that are not the owner: they may only log in, and have no rights through other roles. */
const strangeRoles = sql<{ problem: string }>`
  with grantee as (
    select distinct a.grantee as oid from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner and a.grantee <> 0
  )
  select 'the role ' || r.rolname || ' ' || case when r.rolsuper then 'is a superuser' when r.rolbypassrls then 'bypasses row security'
      when r.rolcreaterole then 'may make roles' when r.rolcreatedb then 'may make databases' else 'may replicate' end as problem
  from grantee g join pg_roles r on r.oid = g.oid
  where r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
  union all
  select 'the role ' || pg_get_userbyid(m.member) || ' is a member of ' || pg_get_userbyid(m.roleid) || ', whose rights it has'
  from pg_auth_members m where m.member in (select oid from grantee)
  union all
  select 'table ' || c.relname || ' belongs to ' || pg_get_userbyid(c.relowner) || ' and not to ' || ${owner}
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_get_userbyid(c.relowner) <> ${owner}`;

/** The number of rights. */
const looked = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_class c, aclexplode(c.relacl)
    where c.relnamespace = 'public'::regnamespace`.execute(db);
  return rows[0]?.count ?? 0;
};

export const grants: Check = {
  name: "rights in the database",
  async *run(ctx) {
    ctx.looked(await looked(ctx.db));
    for (const query of [strangeGrants, strangeRoles])
      for (const { problem } of (await query.execute(ctx.db)).rows) yield problem;
  },
};
