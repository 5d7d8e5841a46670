/**
 * The chain over the audit trail. Each line's seal is a keyed hash of the whole line and of the previous seal, so that changed, deleted and
 * inserted lines are detected. Lines are sealed some seconds after their commit, in the order in which the sealer finds them: writers never wait
 * for one another, and a long transaction is sealed when it ends.
 */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../http/module.ts";
import { type AuditHead, headText } from "./audit-head.ts";
import type { AuditKey, AuditKeys } from "./audit-keys.ts";
import { sealLots } from "./sealed.ts";

interface Line {
  readonly id: number;
  /** All columns, in one format for all server versions and settings. */
  readonly text: string;
}

/** The columns included in the text of a line: all of them. */
export const sealedColumns = [
  "id",
  "at",
  "user_id",
  "username",
  "acting_for",
  "action",
  "subject",
  "subject_id",
  "before",
  "after",
  "request_id",
] as const;

const lineText = sql<string>`jsonb_build_array(l.id, (extract(epoch from l.at) * 1000000)::bigint, l.user_id, l.username, l.acting_for,
  l.action, l.subject, l.subject_id, l.before, l.after, l.request_id)::text`;

const start = Buffer.alloc(32);
const batch = 5000;
const sealLock = 7_201_001;

function sealOf(key: AuditKey, previous: Buffer, seq: number, line: string): Buffer {
  return createHmac("sha256", key.secret).update(previous).update(`${seq}\n`).update(line).digest();
}

const lastSeal = (db: Db) =>
  db.selectFrom("audit_chain").select(["seq", "hash"]).orderBy("seq", "desc").limit(1).executeTakeFirst();

/** Seals new records and lines in a transaction; one sealer at a time. Returns how many. */
export async function sealAuditTrail(db: Db, keys: AuditKeys): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(db);
  await sealLots(db);
  const { rows } =
    await sql<Line>`select l.id, ${lineText} as text from audit_unsealed u join audit_log l on l.id = u.audit_id
    order by u.audit_id limit ${batch}`.execute(db);
  if (rows.length === 0) return 0;
  const last = await lastSeal(db);
  let seq = last?.seq ?? 0;
  let previous: Buffer = last?.hash ?? start;
  const seals = rows.map((line) => {
    seq += 1;
    previous = sealOf(keys.current, previous, seq, line.text);
    return { seq, audit_id: line.id, key_id: keys.current.id, hash: previous };
  });
  await sql`insert into audit_chain (seq, audit_id, key_id, hash)
    select seq, audit_id, key_id, decode(hash, 'hex') from jsonb_to_recordset(${JSON.stringify(
      seals.map((seal) => ({ ...seal, hash: seal.hash.toString("hex") })),
    )}::jsonb) as s(seq bigint, audit_id bigint, key_id text, hash text)`.execute(db);
  await db
    .deleteFrom("audit_unsealed")
    .where("audit_id", "=", sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  return rows.length;
}

/** Whether anything is waiting to be sealed, and the number of the last seal. */
export async function sealsDue(db: Db): Promise<{ readonly isDue: boolean; readonly last: number }> {
  const { rows } = await sql<{ isDue: boolean; last: number }>`select
    exists (select from audit_unsealed) or exists (select from record_lot where audit_id is null) as "isDue",
    coalesce((select max(seq) from audit_chain), 0) as last`.execute(db);
  return rows[0] ?? { isDue: true, last: 0 };
}

/** The current head of the chain; undefined if nothing was sealed yet. */
export async function chainHead(db: Db, now: Date): Promise<AuditHead | undefined> {
  const last = await lastSeal(db);
  return last && { seq: last.seq, hash: last.hash.toString("hex"), at: now.toISOString() };
}

/** The problem if a stored head is not in the chain; undefined if it is. */
export async function headProblem(db: Db, head: Pick<AuditHead, "seq" | "hash">): Promise<string | undefined> {
  if (head.seq === 0) return undefined;
  const row = await db.selectFrom("audit_chain").select("hash").where("seq", "=", head.seq).executeTakeFirst();
  if (row?.hash.toString("hex") === head.hash) return undefined;
  if (row)
    return `line ${head.seq} of the chain is another than the one written down (${headText(head)}): the trail was cut and written on`;
  const last = await lastSeal(db);
  return `the trail ends at line ${last?.seq ?? 0} of the chain, but line ${head.seq} was written down: ${head.seq - (last?.seq ?? 0)} lines were cut off`;
}

interface Link {
  readonly seq: number;
  readonly audit_id: number;
  readonly key_id: string;
  readonly hash: Buffer;
  readonly text: string | null;
}

const links = (db: Db, after: number) =>
  sql<Link>`select c.seq, c.audit_id, c.key_id, c.hash, case when l.id is not null then ${lineText} end as text
    from audit_chain c left join audit_log l on l.id = c.audit_id where c.seq > ${after} order by c.seq limit ${batch}`.execute(
    db,
  );

const range = (from: number, to: number): string => (from === to ? `line ${from}` : `lines ${from} to ${to}`);

function linkProblem(link: Link, previous: Buffer, keys: AuditKeys): string | undefined {
  const named = `line ${link.audit_id} (${link.seq} of the chain)`;
  const key = keys.all.get(link.key_id);
  if (link.text === null) return `${named} was removed`;
  if (!key) return `${named} was sealed with the key ${link.key_id}, which is not here`;
  return sealOf(key, previous, link.seq, link.text).equals(link.hash) ? undefined : `${named} or its seal was changed`;
}

/** Verifies the chain from its first line to its last, reporting each invalid one. */
export async function* chainProblems(db: Db, keys: AuditKeys, looked: (count: number) => void): AsyncGenerator<string> {
  let seq = 0;
  let previous: Buffer = start;
  for (;;) {
    const { rows } = await links(db, seq);
    if (rows.length === 0) return;
    for (const link of rows) {
      if (link.seq !== seq + 1) {
        yield `${range(seq + 1, link.seq - 1)} of the chain were removed`;
        // The previous line is missing, so this seal cannot be verified; later ones can.
      } else {
        const problem = linkProblem(link, previous, keys);
        if (problem !== undefined) yield problem;
      }
      seq = link.seq;
      previous = link.hash;
    }
    looked(rows.length);
  }
}

/** Lines neither sealed nor waiting for it: written without the application, or their seal was deleted. */
export async function* unsealedProblems(db: Db): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{
      id: number;
      strange: boolean;
    }>`select l.id, c.audit_id is null and u.audit_id is null as strange
      from (select id from audit_log where id > ${after} order by id limit ${batch}) l
      left join audit_chain c on c.audit_id = l.id left join audit_unsealed u on u.audit_id = l.id order by l.id`.execute(
      db,
    );
    if (rows.length === 0) return;
    for (const { id, strange } of rows)
      if (strange) yield `line ${id} is in no chain: it was slipped in, or its seal was removed`;
    after = rows.at(-1)?.id ?? after;
  }
}
