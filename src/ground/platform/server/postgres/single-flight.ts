/**
 * Many people open the same list at the same moment; the database need not find it for each of them anew. Whoever asks what is being
 * asked already waits for the asking after that, which begins once the present one has ended and answers all who wait. So nobody is
 * told what was true before he asked, and one statement never runs twice at a time.
 */
import type { QueryResult, RawBuilder } from "kysely";
import { type Db, keyOf } from "./guarded.ts";

interface Asked {
  readonly running: Promise<unknown>;
  next?: Promise<unknown>;
}

const askedOf = new WeakMap<object, Map<string, Asked>>();

function start<Row>(asked: Map<string, Asked>, key: string, run: () => Promise<QueryResult<Row>>) {
  const running = run();
  const own: Asked = { running };
  asked.set(key, own);
  const settle = (): void => {
    if (own.next === undefined) asked.delete(key);
  };
  running.then(settle, settle);
  return running;
}

/**
 * Runs a select, together with all who run the very same one: the same words with the same values, so that whatever decides what a
 * person may see has to stand in it. The answer is shared: nobody may change it. In a transaction each asks for itself, since it sees
 * what it wrote itself. `inTurn` says when a statement may run, where that is not at once.
 */
export function singleFlight<Row>(
  db: Db,
  select: RawBuilder<Row>,
  inTurn: (run: () => Promise<QueryResult<Row>>) => Promise<QueryResult<Row>> = (run) => run(),
): Promise<QueryResult<Row>> {
  if (db.isTransaction) return select.execute(db);
  const asked = askedOf.get(keyOf(db)) ?? new Map<string, Asked>();
  askedOf.set(keyOf(db), asked);
  const compiled = select.compile(db);
  const key = JSON.stringify([compiled.sql, compiled.parameters]);
  const run = (): Promise<QueryResult<Row>> => inTurn(() => db.getExecutor().executeQuery<Row>(compiled));
  const now = asked.get(key);
  if (now === undefined) return start(asked, key, run);
  const again = (): Promise<QueryResult<Row>> => start(asked, key, run);
  // Words and values are the same, and so are the rows: the key is all that the type depends on.
  now.next ??= now.running.then(again, again);
  return now.next as Promise<QueryResult<Row>>;
}
