/**
 * Combines the statements of concurrent work on many records. The work is written for one record; `runBatched` runs it for many concurrently in one
 * transaction, and a statement declared with `batched` waits until each of them has reached a statement. Those that reached the same one share it.
 * Outside `runBatched` a batched statement runs at once, for one record, with the same implementation.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { type Db, keyOf } from "./guarded.ts";

/** The batch whose statement, or shared read, is running: nested queries run at once. */
const atOnce = new AsyncLocalStorage<Batch>();

/** The waiting statements of concurrent work in one transaction. */
class Batch {
  /** True after a statement failed: the transaction cannot be used, and later errors of the work mean nothing. */
  failed = false;
  #running: number;
  #waiting = 0;
  #statements: (() => Promise<() => void>)[] = [];

  constructor(works: number) {
    this.#running = works;
  }

  /** Adds a statement to the next ones: it runs, and returns a function that reports its result to the work waiting for it. */
  add(statement: () => Promise<() => void>): void {
    this.#statements.push(statement);
  }

  /** A piece of work waits for a statement that was added. */
  wait(): void {
    this.#waiting++;
    this.#runIfAllWait();
  }

  /** A piece of work is done. */
  leave(): void {
    this.#running--;
    this.#runIfAllWait();
  }

  #runIfAllWait(): void {
    if (this.#statements.length > 0 && this.#waiting >= this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const statements = this.#statements;
    this.#statements = [];
    this.#waiting = 0;
    const resolvers = await atOnce.run(this, async () => {
      const ran: (() => void)[] = [];
      for (const statement of statements) ran.push(await statement());
      return ran;
    });
    for (const resolve of resolvers) resolve();
  }
}

const batches = new WeakMap<object, Batch>();

interface Waiting<In, Out> {
  readonly asked: In;
  readonly resolve: (answer: Out) => void;
  readonly reject: (error: unknown) => void;
}

async function answered<In, Out, D extends Db>(
  db: D,
  many: (db: D, asked: readonly In[]) => Promise<readonly Out[]>,
  asked: readonly In[],
): Promise<readonly Out[]> {
  const answers = await many(db, asked);
  if (answers.length !== asked.length)
    throw new Error(`a batched statement gave ${answers.length} answers to ${asked.length}`);
  return answers;
}

/**
 * A statement for one record, made of a statement for many. `many` returns a result for each input, in the order given. Only inputs with the same
 * `apart` (by default all) share a statement.
 */
export function batched<In, Out, D extends Db = Db>(
  many: (db: D, asked: readonly In[]) => Promise<readonly Out[]>,
  apart: (asked: In) => string = () => "",
): (db: D, asked: In) => Promise<Out> {
  const waiting = new WeakMap<Batch, Map<string, Waiting<In, Out>[]>>();

  async function run(db: D, batch: Batch, all: readonly Waiting<In, Out>[]): Promise<() => void> {
    try {
      const answers = await answered(
        db,
        many,
        all.map(({ asked }) => asked),
      );
      const each = answers.entries();
      return () => {
        for (const [at, answer] of each) all[at]?.resolve(answer);
      };
    } catch (error) {
      batch.failed = true;
      return () => {
        for (const { reject } of all) reject(error);
      };
    }
  }

  return async (db, asked) => {
    const batch = batches.get(keyOf(db));
    if (batch === undefined || atOnce.getStore() === batch) {
      for (const answer of await answered(db, many, [asked])) return answer;
      throw new Error("not reached: one answer to one");
    }
    return new Promise<Out>((resolve, reject) => {
      const groups = waiting.get(batch) ?? new Map<string, Waiting<In, Out>[]>();
      waiting.set(batch, groups);
      const key = apart(asked);
      const group = groups.get(key);
      if (group) group.push({ asked, resolve, reject });
      else {
        const all = [{ asked, resolve, reject }];
        groups.set(key, all);
        batch.add(() => {
          groups.delete(key);
          return run(db, batch, all);
        });
      }
      batch.wait();
    });
  };
}

/** Rows for certain ids; `input` contains the other parameters, equal for all that share a statement. */
type RowsOf<Id, Row, Input, D extends Db> = (db: D, ids: readonly Id[], input: Input) => Promise<readonly Row[]>;

/**
 * Rows by id, batched: each caller gets the rows of its own ids, in the order in which they were read. A statement is shared only by callers whose
 * `input` is equal as JSON.
 */
export function batchedRows<Id extends string | number, Row, Input = undefined, D extends Db = Db>(
  read: RowsOf<Id, Row, Input, D>,
  idOf: (row: Row) => Id,
): RowsOf<Id, Row, Input, D> {
  const rows = batched(
    async (db: D, asked: readonly { readonly ids: readonly Id[]; readonly input: Input }[]) => {
      const [first] = asked;
      if (first === undefined) return [];
      if (asked.length === 1) return [await read(db, first.ids, first.input)];
      const found = new Map<Id, Row[]>();
      for (const row of await read(db, [...new Set(asked.flatMap(({ ids }) => ids))], first.input)) {
        const known = found.get(idOf(row));
        if (known) known.push(row);
        else found.set(idOf(row), [row]);
      }
      return asked.map(({ ids }) => [...new Set(ids)].flatMap((id) => found.get(id) ?? []));
    },
    ({ input }) => JSON.stringify(input) ?? "",
  );
  return async (db, ids, input) => (ids.length === 0 ? [] : rows(db, { ids, input }));
}

/** A statement that writes rows without a result, batched: one statement writes the rows of all. */
export function batchedWrite<Row, D extends Db = Db>(
  write: (db: D, rows: readonly Row[]) => Promise<unknown>,
): (db: D, rows: readonly Row[]) => Promise<void> {
  const one = batched(async (db: D, asked: readonly (readonly Row[])[]) => {
    await write(db, asked.flat());
    return asked.map(() => undefined);
  });
  return async (db, rows) => {
    if (rows.length > 0) await one(db, rows);
  };
}

export type Outcome<Result> = { readonly done: Result } | { readonly threw: unknown };

/** A statement failed, so the transaction cannot be used; the work must be repeated one by one. */
export class BatchFailed extends Error {}

/**
 * Runs work for each item concurrently, in the transaction `db`. If it throws, its writes until then stay: the caller rolls them back. The work may
 * neither open savepoints nor wait for other items, nor depend on their changes. @throws BatchFailed.
 */
export async function runBatched<Item, Result>(
  db: Db,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Outcome<Result>[]> {
  if (!db.isTransaction || batches.has(keyOf(db)))
    throw new Error("works are batched in a transaction, once at a time");
  const batch = new Batch(items.length);
  batches.set(keyOf(db), batch);
  try {
    const outcomes = await Promise.all(
      items.map(async (item): Promise<Outcome<Result>> => {
        try {
          return { done: await work(item) };
        } catch (error) {
          return { threw: error };
        } finally {
          batch.leave();
        }
      }),
    );
    if (batch.failed) {
      const [first] = outcomes.flatMap((each) => ("threw" in each ? [each.threw] : []));
      throw new BatchFailed("a statement of a batch failed", { cause: first });
    }
    return outcomes;
  } finally {
    batches.delete(keyOf(db));
  }
}

/**
 * Runs work for each item as `runBatched` does, without effects of refused ones: if any is refused, everything is rolled back and the others are
 * repeated without them. @throws BatchFailed, and errors that are not refusals: then nothing is written, and the transaction can be used.
 */
export async function runSparing<Item, Result>(
  db: Db,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  isRefusal: (error: unknown) => boolean,
): Promise<ReadonlyMap<Item, Outcome<Result>>> {
  const ran = new Map<Item, Outcome<Result>>();
  for (let left = items; left.length > 0; ) {
    await sql`savepoint batch`.execute(db);
    const refused = new Set<Item>();
    try {
      for (const [at, outcome] of (await runBatched(db, left, work)).entries()) {
        if ("threw" in outcome && !isRefusal(outcome.threw)) throw outcome.threw;
        const item = left[at];
        if (item === undefined) continue;
        if ("threw" in outcome) refused.add(item);
        ran.set(item, outcome);
      }
    } catch (error) {
      await sql`rollback to savepoint batch`.execute(db);
      throw error;
    }
    if (refused.size > 0) await sql`rollback to savepoint batch`.execute(db);
    await sql`release savepoint batch`.execute(db);
    left = refused.size > 0 ? left.filter((item) => !refused.has(item)) : [];
  }
  return ran;
}

/** So many works share a transaction, where nothing else says how many. */
const lotSize = 32;

/**
 * Does a work for each item, in transactions of some of them, which share their statements; where one fails, each of its items has a transaction
 * of its own. No two items may be about the same record. @throws what `alone` throws; those before it are done then.
 * @param alone does the work of an item by itself, and decides what its failure means for the others.
 */
export async function doInLots<Item, Ctx extends { readonly db: Db }>(
  transact: (run: (ctx: Ctx) => Promise<void>) => Promise<void>,
  items: readonly Item[],
  work: (ctx: Ctx, item: Item) => Promise<void>,
  alone: (item: Item, run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const all = (lot: readonly Item[]) =>
    transact(async (ctx) => {
      for (const outcome of await runBatched(ctx.db, lot, (item) => work(ctx, item)))
        if ("threw" in outcome) throw outcome.threw;
    });
  for (let from = 0; from < items.length; from += lotSize) {
    const lot = items.slice(from, from + lotSize);
    const isDone =
      lot.length > 1 &&
      (await all(lot).then(
        () => true,
        () => false,
      ));
    if (!isDone) for (const item of lot) await alone(item, () => transact((ctx) => work(ctx, item)));
  }
}

/** Reads data shared by the work of a batch: nothing in it waits for the others, who wait for it. */
export const notBatched = <T>(db: Db, read: () => Promise<T>): Promise<T> => {
  const batch = batches.get(keyOf(db));
  return batch === undefined ? read() : atOnce.run(batch, read);
};
