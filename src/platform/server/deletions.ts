/**
 * What leaves the storage. A deletion belongs to its transaction: it is noted there and carried out once that has committed. So content
 * outlives a change that is taken back, and a backup finds everything that its snapshot speaks of: while it copies nothing is deleted.
 */
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db } from "./room.ts";
import type { Storage } from "./storage.ts";

/** Held alone by a backup, and shared by whoever deletes. */
export const copyingLock = 7_676_003;
const batch = 200;

const noted = new WeakSet<Db>();

/** A storage whose deletions are noted in `db` instead of carried out. */
export const notingDeletions = (storage: Storage, db: Db, clock: Clock): Storage => ({
  ...storage,
  async delete(key) {
    await db
      .insertInto("storage_deletion")
      .values({ key, asked_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    noted.add(db);
  },
});

/** Carries out the deletions that were noted; none while a backup copies, they wait for its end. Returns how many. */
export async function carryOutDeletions(db: Db, storage: Storage): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock_shared(${sql.lit(copyingLock)}) as free`.execute(tx);
    if (!rows[0]?.free) return 0;
    const due = await tx
      .selectFrom("storage_deletion")
      .select("key")
      .orderBy("asked_at")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { key } of due) await storage.delete(key);
    if (due.length > 0)
      await tx
        .deleteFrom("storage_deletion")
        .where(
          "key",
          "in",
          due.map(({ key }) => key),
        )
        .execute();
    return due.length;
  });
}

/** Runs a change in one transaction; what it lets go of leaves the storage once it has committed, or with the next sweep. */
export async function inTransaction<R>(db: Db, storage: Storage, run: (tx: Db) => Promise<R>): Promise<R> {
  let own = db;
  const result = await db.transaction().execute((tx) => {
    own = tx;
    return run(tx);
  });
  if (noted.has(own)) await carryOutDeletions(db, storage).catch(() => undefined);
  return result;
}
