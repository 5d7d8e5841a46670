/** The connection to PostgreSQL. Values arrive as the rest of the code speaks of them: whole numbers, plain dates, exact decimals. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./database.types.ts";
import { preparingPool } from "./prepared-statements.ts";

export type { DB } from "./database.types.ts";

/** The oldest server that the migrations are written for. */
export const oldestServerVersion = 15;

const int8 = 20;
const int8Array = 1016;
const dateType = 1082;
const dateArray = 1182;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe whole number: ${text}`);
  return value;
}

// PostgreSQL writes these arrays without quotes: {1,2,NULL}.
const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string): (T | null)[] =>
    text === "{}"
      ? []
      : text
          .slice(1, -1)
          .split(",")
          .map((item) => (item === "NULL" ? null : parse(item)));

const asWritten = (text: string): string => text;

const parsers = new Map<number, (text: string) => unknown>([
  [int8, safeInteger],
  [int8Array, arrayOf(safeInteger)],
  [dateType, asWritten],
  [dateArray, arrayOf(asWritten)],
]);

/** int8 → number (an unsafe one is an error, never rounded), date → "YYYY-MM-DD", numeric → string; the rest as pg does it. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" ? parsers.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format),
};

/** How long things may take, in seconds; what is not named has no limit. */
export interface DatabaseLimits {
  readonly statement?: number;
  /** Waiting for a row or table that somebody else holds. */
  readonly lock?: number;
  /** An open transaction in which nothing happens. */
  readonly idleInTransaction?: number;
  /** Waiting for a connection, where all are taken or the server does not answer. */
  readonly wait?: number;
  /** How many may wait at a time; whoever comes after them is refused at once. */
  readonly waiting?: number;
}

export interface DatabaseOptions {
  /** Most connections of this process at a time. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Told of every connection that broke, idle or at work; the pool replaces it by itself. */
  readonly onBroken?: (error: Error) => void;
  readonly limits?: DatabaseLimits;
  /** Connections on which the server refuses every write: what a GET gets. */
  readonly readOnly?: boolean;
  /** Commits that do not wait for the disk: a crash may take the last of them, whole. For what is made anew then. */
  readonly isRelaxed?: boolean;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<DB>;
  /** Another pool like this one, whose commits do not wait for the disk. */
  relaxed(applicationName: string): Database;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/** The server ends a statement at its limit; where it does not answer any more, we do so this much later. */
const answerGraceSeconds = 5;

/** The settings of a session, as PostgreSQL takes them when it begins. */
function sessionOptions({ limits = {}, readOnly = false, isRelaxed = false }: DatabaseOptions): string {
  const seconds = (name: string, value: number | undefined) => (value === undefined ? [] : [`${name}=${value}s`]);
  const settings = [
    // Every session speaks UTC; legal dates are reckoned in Europe/Amsterdam by the kernel, never by the server.
    "timezone=UTC",
    "datestyle=ISO",
    // Our statements run for milliseconds; compiling them would take longer than running them.
    "jit=off",
    ...(readOnly ? ["default_transaction_read_only=on"] : []),
    ...(isRelaxed ? ["synchronous_commit=off"] : []),
    ...seconds("statement_timeout", limits.statement),
    ...seconds("lock_timeout", limits.lock),
    ...seconds("idle_in_transaction_session_timeout", limits.idleInTransaction),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/** Opens a pool; the first query connects. */
export function connect(url: string, options: DatabaseOptions = {}): Database {
  const { limits = {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? "vorder",
    connectionTimeoutMillis: (limits.wait ?? 10) * 1000,
    // A peer that is gone without a word is noticed, also by a connection on which nothing is asked.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limits.statement === undefined ? {} : { query_timeout: (limits.statement + answerGraceSeconds) * 1000 }),
    options: sessionOptions(options),
    types: typeParsers,
  });
  const broken = (error: Error): void => options.onBroken?.(error);
  // The pool listens to a connection only while it is idle: one that breaks in somebody's hands would end the process.
  pool.on("connect", (client) => client.on("error", broken));
  pool.on("error", () => undefined);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool, limits.waiting) }) });
  return {
    pool,
    db,
    relaxed: (applicationName) => connect(url, { ...options, applicationName, isRelaxed: true }),
    close: () => db.destroy(),
  };
}

/** The server's major version, such as 15. @throws Error in plain words where it is too old. */
export async function requireServerVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < oldestServerVersion) {
    throw new Error(`DATABASE_URL leads to PostgreSQL ${version}; Vorder needs ${oldestServerVersion} or newer`);
  }
  return version;
}

const integrityViolation = /^23\d{3}$/;

/** The name of the constraint that refused a write, or undefined when the error is another. The transaction is over then. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && integrityViolation.test(error.code ?? "") ? (error.constraint ?? "") : undefined;
