import type { Db } from "../http/module.ts";
import { notBatched } from "./batched.ts";

/**
 * Reads what nobody changes while it is worked with once for each transaction, however many steps of it ask. Outside a transaction it
 * is read every time.
 */
export function cachedPerTransaction<T>(read: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  const known = new WeakMap<Db, Promise<T>>();
  return (db) => {
    if (!db.isTransaction) return read(db);
    const found = known.get(db) ?? notBatched(db, () => read(db));
    known.set(db, found);
    return found;
  };
}
