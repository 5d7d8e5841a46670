/**
 * Storage changes of a transaction. A deletion is recorded in the transaction and carried out after its commit: content outlives a rolled-back
 * change, and a backup finds everything that its snapshot references, because nothing is deleted while it copies. Content stored for refused work
 * is deleted at once.
 */
import { sql } from "kysely";
import type { SystemDb } from "../postgres/guarded.ts";
import type { Clock } from "../process/clock.ts";
import type { Storage, Stored } from "./storage.ts";

/** An advisory lock: exclusive for a backup, shared for deletions. */
export const copyingLock = 7_676_003;
const batch = 200;

const noted = new WeakSet<SystemDb>();
const kept = new WeakMap<SystemDb, string[]>();

/** The storage of a transaction: its deletions, and the keys that it stored, are recorded in `db`. */
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

/** Carries out recorded deletions; during a backup they wait for its end. Returns how many. */
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
 * Runs a change in one transaction; its deletions are carried out after the commit, or by the next clean-up; content that it stored is deleted if
 * it fails.
 */
export async function inTransaction<R>(db: SystemDb, storage: Storage, run: (tx: SystemDb) => Promise<R>): Promise<R> {
  let own = db;
  let failed: { readonly why: unknown } | undefined;
  const change = db.transaction().execute(async (tx) => {
    own = tx;
    const keys: string[] = [];
    kept.set(tx, keys);
    try {
      return await run(tx);
    } catch (error) {
      failed = { why: error };
      // At this point nothing can have been committed. If the commit itself fails the result is unknown, and content is kept: the clean-up of orphans decides.
      for (const key of keys) await storage.discard(key).catch(() => undefined);
      throw error;
    }
  });
  const result = await change.catch((error: unknown) => {
    // A connection that was given up cannot roll back either; that complaint must not hide why it was given up.
    throw failed === undefined ? error : failed.why;
  });
  if (noted.has(own)) await carryOutDeletions(db, storage).catch(() => undefined);
  return result;
}
