/**
 * Who reads what of the database. What is of files and clients is guarded: from the `Db` of a handler its rows are read through a query builder
 * that demands the actor (`selectFiles(ctx)`, `selectClients(ctx)` and what their modules make of them), or as the system, which says why
 * (`asSystem(db, why)`). The compiler holds queries that are built to it; the text of a query that is written out is looked at when it runs.
 */
import {
  type CompiledQuery,
  type ConnectionProvider,
  type Expression,
  Kysely,
  QueryCreator,
  type QueryExecutor,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { VorderError } from "../../../kernel/errors.ts";
import type { DB } from "./database.types.ts";

/** Files, and what stands in them; clients. Rows that one may not see do not exist. */
export const guardedTables = [
  "agenda_item",
  "case_file",
  "claim_event",
  "client",
  "document",
  "file_export",
  "file_log",
  "import_batch",
  "log_attachment",
  "message",
] as const;
export type GuardedTable = (typeof guardedTables)[number];

/** The tables whose rows anybody's query may read; whom each call serves is said in its declaration. */
export type OpenTables = Omit<DB, GuardedTable>;

/** The whole database: for the system itself (jobs, runs, checks, derived figures). A handler gets it by `asSystem`, with a reason. */
export type SystemDb = Kysely<DB>;

type Reading = "selectFrom" | "selectNoFrom" | "with" | "withRecursive";
// A module writes the tables that its own SQL made (architecture rule 3), whoever asks.
type Writing = "insertInto" | "updateTable" | "deleteFrom" | "mergeInto";

/**
 * What a handler reads and writes with. It has no guarded table to select from or to join: `selectFiles(ctx)`, `selectClients(ctx)` and what
 * modules hand out besides do, for whoever asks; `asSystem(db, why)` does for the system.
 */
export interface Db extends Pick<Kysely<OpenTables>, Reading>, Pick<Kysely<DB>, Writing> {
  readonly isTransaction: boolean;
  /** Runs a query that is written out (`sql`). One that reads a guarded table without a visibility in it is refused. */
  getExecutor(): QueryExecutor;
}

const mark = "/* as seen by */";

const seen = Symbol("keeps a query to what somebody may see");

/** A condition that keeps a query to what an actor may see. */
export interface Seen extends RawBuilder<SqlBool> {
  readonly [seen]: true;
}

/** Says of a condition that it keeps a query to what an actor may see. A module makes its visibility of it, and nothing else. */
export const asSeen = (condition: Expression<SqlBool>): Seen =>
  Object.assign(sql<SqlBool>`${sql.raw(mark)} ${condition}`, { [seen]: true } as const);

const reading = new RegExp(String.raw`(?<!distinct )\b(?:from|join)\s+(?:only\s+)?"?(?:${guardedTables.join("|")})\b`);
const writing = /\b(?:insert into|(?<!for |for no key )update|delete from|merge into)\b/;
const known = new Set<string>();
const mostKnown = 5000;

/** @throws VorderError internal, where a text reads a guarded table and names nobody who may see its rows. */
function requireSeen(text: string): void {
  if (known.has(text)) return;
  if (reading.test(text) && !text.includes(mark) && !writing.test(text))
    throw new VorderError("internal", {
      cause: `a guarded table is read for nobody in particular; use selectFiles(ctx) and the like, or asSystem(db, why): ${text}`,
    });
  if (known.size < mostKnown) known.add(text);
}

/** Runs what another executor runs, except for texts that read guarded tables for nobody in particular. */
class SeeingExecutor implements QueryExecutor {
  readonly #of: QueryExecutor;
  constructor(of: QueryExecutor) {
    this.#of = of;
  }
  get adapter() {
    return this.#of.adapter;
  }
  get plugins() {
    return this.#of.plugins;
  }
  transformQuery: QueryExecutor["transformQuery"] = (node, id) => this.#of.transformQuery(node, id);
  compileQuery: QueryExecutor["compileQuery"] = (node, id) => this.#of.compileQuery(node, id);
  executeQuery: QueryExecutor["executeQuery"] = async (query, options) => {
    requireSeen(query.sql);
    return this.#of.executeQuery(query, options);
  };
  stream<R>(query: CompiledQuery<R>, chunkSize: number, options?: Parameters<QueryExecutor["stream"]>[2]) {
    requireSeen(query.sql);
    return this.#of.stream(query, chunkSize, options);
  }
  provideConnection: ConnectionProvider["provideConnection"] = (consumer) => this.#of.provideConnection(consumer);
  withConnectionProvider: QueryExecutor["withConnectionProvider"] = (provider) =>
    new SeeingExecutor(this.#of.withConnectionProvider(provider));
  withPlugin: QueryExecutor["withPlugin"] = (plugin) => new SeeingExecutor(this.#of.withPlugin(plugin));
  withPlugins: QueryExecutor["withPlugins"] = (plugins) => new SeeingExecutor(this.#of.withPlugins(plugins));
  withPluginAtFront: QueryExecutor["withPluginAtFront"] = (plugin) =>
    new SeeingExecutor(this.#of.withPluginAtFront(plugin));
  withoutPlugins: QueryExecutor["withoutPlugins"] = () => new SeeingExecutor(this.#of.withoutPlugins());
}

class HandedDb extends QueryCreator<DB> implements Db {
  readonly isTransaction: boolean;
  readonly #executor: QueryExecutor;
  constructor(of: SystemDb) {
    const executor = new SeeingExecutor(of.getExecutor());
    super({ executor });
    this.isTransaction = of.isTransaction;
    this.#executor = executor;
  }
  getExecutor(): QueryExecutor {
    return this.#executor;
  }
}

const handed = new WeakMap<SystemDb, HandedDb>();
const wholes = new WeakMap<Db, SystemDb>();

/** What a handler is given of a database or transaction: always the same of the same. */
export function handedOut(of: SystemDb): Db {
  const made = handed.get(of) ?? new HandedDb(of);
  handed.set(of, made);
  wholes.set(made, of);
  return made;
}

function wholeOf(db: Db): SystemDb {
  const whole = wholes.get(db);
  if (whole !== undefined) return whole;
  if (db instanceof Kysely) return db;
  throw new VorderError("internal", { cause: "not a database of ours" });
}

/**
 * The whole database, for what is read as the system and not for the actor: what the house has to know whoever asks. `why` says so in a plain
 * sentence, to people who look for what escapes visibility; it is not used.
 */
export const asSystem = (db: Db, why: string): SystemDb => {
  if (why === "") throw new VorderError("internal", { cause: "what is read as the system says why" });
  return wholeOf(db);
};

/** Guarded rows to select from, kept to what an actor may see: by this a module makes the builders that it hands out. */
export const guarded = <Query extends { where(condition: Seen): Query }>(
  db: Db,
  condition: Seen,
  build: (whole: SystemDb) => Query,
): Query => build(wholeOf(db)).where(condition);

/** By what a database or transaction is known, whoever was given it: a key for what is remembered of it. */
export const keyOf = (db: Db): object => wholeOf(db);
