/** The chain over the audit trail: each line's hash holds the one before, so that no line can be taken out or changed unseen. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db } from "./room.ts";

interface Line {
  id: number;
  text: string;
}

const lines = (db: Db, after: number, limit: number) =>
  sql<Line>`
    select id, jsonb_build_array(id, at, user_id, username, acting_for, action, subject, subject_id, before, after)::text as text
    from audit_log where id > ${after} order by id limit ${limit}`.execute(db);

const chain = (previous: Buffer, line: Line): Buffer =>
  createHash("sha256").update(previous).update(line.text).digest();

const start = Buffer.alloc(32);
const batch = 5000;

/** Seals the lines that have come since the last seal; one sealer at a time. Lines younger than a minute wait for slower writers. */
export async function sealAuditTrail(db: Db, clock: Clock): Promise<number> {
  await sql`select pg_advisory_xact_lock(7201001)`.execute(db);
  const last = await db.selectFrom("audit_seal").selectAll().orderBy("audit_id", "desc").limit(1).executeTakeFirst();
  const open = await sql<{ upto: number | null }>`
    select min(id) as upto from audit_log where at > ${new Date(clock.now().getTime() - 60_000)} and id > ${last?.audit_id ?? 0}`.execute(
    db,
  );
  const upto = open.rows[0]?.upto ?? Number.MAX_SAFE_INTEGER;
  let previous = last?.hash ?? start;
  const { rows } = await lines(db, last?.audit_id ?? 0, batch);
  const seals = rows
    .filter((line) => line.id < upto)
    .map((line) => {
      previous = chain(previous, line);
      return { audit_id: line.id, hash: previous };
    });
  if (seals.length > 0) await db.insertInto("audit_seal").values(seals).execute();
  return seals.length;
}

/** Walks the whole chain. Returns the first audit line whose seal does not fit, or undefined when all do. */
export async function verifyAuditChain(db: Db): Promise<number | undefined> {
  let previous: Buffer = start;
  let after = 0;
  for (;;) {
    const { rows } = await lines(db, after, batch);
    if (rows.length === 0) return undefined;
    const first = rows[0]?.id ?? 0;
    const last = rows.at(-1)?.id ?? 0;
    const seals = await db
      .selectFrom("audit_seal")
      .selectAll()
      .where("audit_id", ">=", first)
      .where("audit_id", "<=", last)
      .execute();
    const byId = new Map(seals.map((seal) => [seal.audit_id, seal.hash]));
    for (const line of rows) {
      const hash = byId.get(line.id);
      // From the first line without a seal on, nothing is sealed yet; a seal after it would mean a line was slipped in.
      if (!hash) return (await sealedAfter(db, line.id)) ? line.id : undefined;
      previous = chain(previous, line);
      if (!previous.equals(hash)) return line.id;
    }
    after = last;
  }
}

const sealedAfter = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom("audit_seal").select("audit_id").where("audit_id", ">", id).limit(1).executeTakeFirst()) !==
  undefined;
