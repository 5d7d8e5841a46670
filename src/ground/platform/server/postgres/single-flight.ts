/**
 * Shares concurrent executions of the same list query. A caller whose query is already running waits for the next execution, which starts when the
 * current one has ended and answers all waiting callers. So no caller gets data from before its request, and a query never runs twice at a time.
 */
import type { QueryResult, RawBuilder } from "kysely";
import { type Db, keyOf } from "./guarded.ts";

interface Asked {
  readonly running: Promise<unknown>;
  next?: Promise<unknown>;
}

const runningOf = new WeakMap<object, Map<string, Asked>>();

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
 * Runs a select together with all callers of exactly the same one: the same text with the same values, so everything that determines visibility
 * must be in it. The result is shared: it may not be modified. Inside a transaction each caller queries itself, because it must see its own writes.
 * `inTurn` limits when a statement may run.
 */
export function singleFlight<Row>(
  db: Db,
  select: RawBuilder<Row>,
  inTurn: (run: () => Promise<QueryResult<Row>>) => Promise<QueryResult<Row>> = (run) => run(),
): Promise<QueryResult<Row>> {
  if (db.isTransaction) return select.execute(db);
  const asked = runningOf.get(keyOf(db)) ?? new Map<string, Asked>();
  runningOf.set(keyOf(db), asked);
  const compiled = select.compile(db);
  const key = JSON.stringify([compiled.sql, compiled.parameters]);
  const run = (): Promise<QueryResult<Row>> => inTurn(() => db.getExecutor().executeQuery<Row>(compiled));
  const now = asked.get(key);
  if (now === undefined) return start(asked, key, run);
  const again = (): Promise<QueryResult<Row>> => start(asked, key, run);
  // Text and values are equal, and so are the rows: the type depends only on the key.
  now.next ??= now.running.then(again, again);
  return now.next as Promise<QueryResult<Row>>;
}
