/**
 * What a transaction keeps in the storage and lets go of. A deletion is noted in it and carried out once it has committed: content outlives
 * a change that is taken back, and a backup finds everything that its snapshot speaks of, for while it copies nothing is deleted. What was
 * kept for work that was refused leaves at once.
 */
import { sql } from "kysely";
import type { SystemDb } from "../postgres/guarded.ts";
import type { Clock } from "../process/clock.ts";
import type { Storage, Stored } from "./storage.ts";

/** Held alone by a backup, and shared by whoever deletes. */
export const copyingLock = 7_676_003;
const batch = 200;

const noted = new WeakSet<SystemDb>();
const kept = new WeakMap<SystemDb, string[]>();

/** The storage of a transaction: its deletions are noted in `db` instead of carried out, and so is what it keeps. */
export const storageOf = (storage: Storage, db: SystemDb, clock: Clock): Storage => ({
  ...storage,
  put: async (bytes, about) => keeping(db, await storage.put(bytes, about)),
  putStream: async (pieces, about) => keeping(db, await storage.putStream(pieces, about)),
  async delete(key) {
    await db
      .insertInto("storage_deletion")
      .values({ key, asked_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    noted.add(db);
  },
});

function keeping(db: SystemDb, stored: Stored): Stored {
  kept.get(db)?.push(stored.key);
  return stored;
}

/** Carries out the deletions that were noted; none while a backup copies, they wait for its end. Returns how many. */
export async function carryOutDeletions(db: SystemDb, storage: Storage): Promise<number> {
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

/**
 * Runs a change in one transaction; what it lets go of leaves the storage once it has committed, or with the next sweep; what it kept leaves
 * where it came to nothing.
 */
export async function inTransaction<R>(db: SystemDb, storage: Storage, run: (tx: SystemDb) => Promise<R>): Promise<R> {
  let own = db;
  const result = await db.transaction().execute(async (tx) => {
    own = tx;
    const keys: string[] = [];
    kept.set(tx, keys);
    try {
      return await run(tx);
    } catch (error) {
      // Here nothing can have been committed. Where the commit itself fails nobody knows, and content stays: the sweep of orphans judges.
      for (const key of keys) await storage.discard(key).catch(() => undefined);
      throw error;
    }
  });
  if (noted.has(own)) await carryOutDeletions(db, storage).catch(() => undefined);
  return result;
}
