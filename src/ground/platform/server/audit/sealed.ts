/**
 * Append-only rows, sealed with the audit trail: a trigger records the hash of each new row (`record_lot`), the sealer puts the hash of new lots
 * into a line of the trail, and `verify` recalculates all hashes from the rows.
 */
import { type RawBuilder, sql } from "kysely";
import type { Check, Db } from "../http/module.ts";
import { namedProblems } from "./checks.ts";

/** The maximum number of lots in one line of the trail. */
const mostLots = 5000;

const action = "records.seal";

/** The hash of lots: all their contents, in order of number. */
const lotsHash = sql<string>`encode(sha256(string_agg(sha256(convert_to(jsonb_build_array(l.id, l.subject, l.how,
    (extract(epoch from l.at) * 1000000)::bigint, l.ids)::text, 'UTF8')
    || (select coalesce(string_agg(h, ''::bytea order by n), ''::bytea) from unnest(l.hashes) with ordinality as x(h, n))), ''::bytea order by l.id)), 'hex')`;

/** Puts new lots into a line of the audit trail, in the transaction of the sealer. */
export async function sealLots(db: Db): Promise<void> {
  const { rows } = await sql<{ lots: number[] | null; digest: string | null }>`
    select array_agg(l.id order by l.id) as lots, ${lotsHash} as digest
    from (select * from record_lot where audit_id is null order by id limit ${mostLots}) l`.execute(db);
  const { lots, digest } = rows[0] ?? {};
  if (!lots || lots.length === 0) return;
  const line = await db
    .insertInto("audit_log")
    .values({
      at: sql<Date>`now()`,
      user_id: 0,
      username: "system",
      action,
      subject: "record_lot",
      subject_id: String(lots.at(-1)),
      after: JSON.stringify({ lots: lots.length, digest }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("record_lot")
    .set({ audit_id: line.id })
    .where("id", "=", sql<number>`any(${lots}::bigint[])`)
    .execute();
}

/** The lots equal those in the trail: none is deleted, changed or inserted. */
export const sealedLots: Check = {
  name: "seals of records",
  run: ({ db, looked }) =>
    namedProblems(
      db,
      looked,
      "record_lot",
      sql`select 'of the seals that line ' || a.id || ' of the audit trail tells of, some were changed or removed' as problem
      from audit_log a left join lateral (select count(*) as lots, ${lotsHash} as digest from record_lot l where l.audit_id = a.id) s on true
      where a.subject = 'record_lot' and a.action = ${action}
        and (s.lots <> (a.after ->> 'lots')::bigint or s.digest is distinct from a.after ->> 'digest')
      union all
      select 'seal ' || l.id || ' of ' || l.subject || ' is in no line of the audit trail: it was slipped in'
      from record_lot l left join audit_log a on a.id = l.audit_id and a.subject = 'record_lot' and a.action = ${action}
      where l.audit_id is not null and a.id is null`,
    ),
};

export interface SealedTable {
  readonly table: string;
  /** The subject of the lots created by `seal_columns` in the migration; by default the table. */
  readonly lots?: string;
  /** The columns given to `seal_table` in the migration, in that order, separated by spaces. */
  readonly columns: string;
  /** The name of a row in messages, such as "event". */
  readonly called: string;
  /** The file of a row `t`, if it has one. */
  readonly fileId?: RawBuilder<unknown>;
  /** A condition on row `t` that allows a recorded change. */
  readonly mayChange?: RawBuilder<unknown>;
}

const hashOf = (columns: string): RawBuilder<unknown> =>
  sql`substring(sha256(convert_to(jsonb_build_array(${sql.join(columns.split(" ").map((column) => sql.ref(`r.${column}`)))})::text, 'UTF8')) from 1 for 16)`;

/** The first seal of each row, or the last one after an allowed change. */
const seals = (lots: string, which: "first" | "last"): RawBuilder<unknown> => {
  const [filter, order] = which === "first" ? [sql`l.how <> 'changed'`, sql`asc`] : [sql`l.how = 'changed'`, sql`desc`];
  return sql`(select distinct on (u.id) u.id, u.hash, l.how, l.at from record_lot l, unnest(l.ids, l.hashes) as u(id, hash)
    where l.subject = ${lots} and ${filter} order by u.id, l.id ${order})`;
};

/**
 * Each row equals its first seal: a later seal of the same row, which the owner of the database could have inserted, is ignored, except for changes
 * that the table's declaration allows.
 */
export const sealedCheck = ({ table, lots = table, columns, called, fileId, mayChange }: SealedTable): Check => ({
  name: `${called}s as they were sealed`,
  run: ({ db, looked }) => {
    const changed = mayChange
      ? sql`left join ${seals(lots, "last")} c on c.id = t.id and c.hash = t.hash and (${mayChange})`
      : sql``;
    const unchanged = mayChange ? sql`and c.id is null` : sql``;
    const file = fileId
      ? sql`coalesce((select 'file ' || f.number || ': ' from case_file f where f.id = ${fileId}), '')`
      : sql`''`;
    const day = sql`to_char(s.at, 'YYYY-MM-DD') || case when s.how = 'found' then ' (as it was found on that day)' else '' end`;
    return namedProblems(
      db,
      looked,
      table,
      sql`select ${file} || ${called}::text || ' ' || coalesce(t.id, s.id) || case
          when s.id is null then ' has no seal: it was slipped in past the application'
          when t.id is null then ' is gone; it was sealed on ' || ${day}
          else ' is not as it was sealed on ' || ${day} end as problem
        from ${seals(lots, "first")} s
        full join (select r.*, ${hashOf(columns)} as hash from ${sql.table(table)} r) t on t.id = s.id ${changed}
        where (s.id is null or t.id is null or t.hash <> s.hash) ${unchanged}
        order by coalesce(t.id, s.id)`,
    );
  },
});
