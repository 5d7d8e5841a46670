/**
 * Limits what code reads from the database. Data of files and clients are guarded: with the `Db` of a handler their rows are read through a query
 * builder that requires the actor (`selectFiles(ctx)`, `selectClients(ctx)` and those of their modules), or as the system with a reason
 * (`asSystem(db, why)`). The compiler checks built queries; the text of raw SQL is checked when it runs.
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

/** Files with their contents; clients. Rows that an actor may not see do not exist for them. */
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

/** Tables that any query may read; the declaration of each call says who may use it. */
export type OpenTables = Omit<DB, GuardedTable>;

/** The whole database: for the system itself (jobs, runs, checks, derived figures). A handler gets it by `asSystem`, with a reason. */
export type SystemDb = Kysely<DB>;

type Reading = "selectFrom" | "selectNoFrom" | "with" | "withRecursive";
// A module writes to its own tables (architecture rule 3), for any actor.
type Writing = "insertInto" | "updateTable" | "deleteFrom" | "mergeInto";

/**
 * The database of a handler. It cannot select from or join guarded tables: `selectFiles(ctx)`, `selectClients(ctx)` and the builders of other
 * modules do so for the actor, `asSystem(db, why)` for the system.
 */
export interface Db extends Pick<Kysely<OpenTables>, Reading>, Pick<Kysely<DB>, Writing> {
  readonly isTransaction: boolean;
  /** Runs raw SQL (`sql`). Queries that read a guarded table without a visibility condition are refused. */
  getExecutor(): QueryExecutor;
}

const mark = "/* as seen by */";

const seen = Symbol("keeps a query to what somebody may see");

/** A condition that limits a query to what an actor may see. */
export interface Seen extends RawBuilder<SqlBool> {
  readonly [seen]: true;
}

/** Marks a condition as limiting a query to what an actor may see. Only for the visibility conditions of modules. */
export const asSeen = (condition: Expression<SqlBool>): Seen =>
  Object.assign(sql<SqlBool>`${sql.raw(mark)} ${condition}`, { [seen]: true } as const);

const reading = new RegExp(String.raw`(?<!distinct )\b(?:from|join)\s+(?:only\s+)?"?(?:${guardedTables.join("|")})\b`);
const writing = /\b(?:insert into|(?<!for |for no key )update|delete from|merge into)\b/;
const known = new Set<string>();
const mostKnown = 5000;

/** @throws VorderError internal if a text reads a guarded table without a visibility condition. */
function requireSeen(text: string): void {
  if (known.has(text)) return;
  if (reading.test(text) && !text.includes(mark) && !writing.test(text))
    throw new VorderError("internal", {
      cause: `a guarded table is read for nobody in particular; use selectFiles(ctx) and the like, or asSystem(db, why): ${text}`,
    });
  if (known.size < mostKnown) known.add(text);
}

/** Wraps an executor and refuses texts that read guarded tables without a visibility condition. */
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

/** The handler's form of a database or transaction: the same object for the same argument. */
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
 * The whole database, for reads by the system and not for the actor. `why` is a reason in a plain sentence for people who search for exceptions to
 * visibility; it is not used by the code.
 */
export const asSystem = (db: Db, why: string): SystemDb => {
  if (why === "") throw new VorderError("internal", { cause: "what is read as the system says why" });
  return wholeOf(db);
};

/** Guarded rows limited to what an actor may see: modules create their query builders with it. */
export const guarded = <Query extends { where(condition: Seen): Query }>(
  db: Db,
  condition: Seen,
  build: (whole: SystemDb) => Query,
): Query => build(wholeOf(db)).where(condition);

/** The identity of a database or transaction in any of its forms: a key for caches. */
export const keyOf = (db: Db): object => wholeOf(db);
