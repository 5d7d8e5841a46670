import { notBatched } from "./batched.ts";
import { type Db, keyOf } from "./guarded.ts";

/**
 * Reads what nobody changes while it is worked with once for each transaction, however many steps of it ask. Outside a transaction it
 * is read every time.
 */
export function cachedPerTransaction<T, D extends Db = Db>(read: (db: D) => Promise<T>): (db: D) => Promise<T> {
  const known = new WeakMap<object, Promise<T>>();
  return (db) => {
    if (!db.isTransaction) return read(db);
    const found = known.get(keyOf(db)) ?? notBatched(db, () => read(db));
    known.set(keyOf(db), found);
    return found;
  };
}
