/** The connection to PostgreSQL. Values are converted to the types of the code: whole numbers, plain dates, exact decimals. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./database.types.ts";
import { preparingPool } from "./prepared-statements.ts";

export type { DB } from "./database.types.ts";

/** The oldest server version that the migrations support. */
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

// PostgreSQL formats these arrays without quotes: {1,2,NULL}.
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

/** int8 → number (an unsafe one is an error, never rounded), date → "YYYY-MM-DD", numeric → string; other types as in pg. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" ? parsers.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format),
};

/** Time limits in seconds; a missing one means no limit. */
export interface DatabaseLimits {
  readonly statement?: number;
  /** Waiting for a locked row or table. */
  readonly lock?: number;
  /** An open transaction without activity. */
  readonly idleInTransaction?: number;
  /** Waiting for a connection, if all are in use or the server does not answer. */
  readonly wait?: number;
  /** The maximum number of waiting requests; further ones are refused at once. */
  readonly waiting?: number;
}

export interface DatabaseOptions {
  /** The maximum number of connections of this process. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Called for each broken connection, idle or in use; the pool replaces it itself. */
  readonly onBroken?: (error: Error) => void;
  readonly limits?: DatabaseLimits;
  /** Connections on which the server refuses writes: those of a GET. */
  readonly readOnly?: boolean;
  /** Commits that do not wait for the disk: a crash may lose the last ones, but no part of one. For data that are then created again. */
  readonly isRelaxed?: boolean;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<DB>;
  /** A pool with the same settings, whose commits do not wait for the disk. */
  relaxed(applicationName: string): Database;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/** The server cancels a statement at its limit; if it does not answer, we close the connection this much later. */
const answerGraceSeconds = 5;

/** The session settings in the startup packet. */
function sessionOptions({ limits = {}, readOnly = false, isRelaxed = false }: DatabaseOptions): string {
  const seconds = (name: string, value: number | undefined) => (value === undefined ? [] : [`${name}=${value}s`]);
  const settings = [
    // Sessions use UTC; the kernel calculates legal dates in Europe/Amsterdam, never the server.
    "timezone=UTC",
    "datestyle=ISO",
    // Our statements take milliseconds; JIT compilation would take longer.
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
    // Keep-alive detects a lost peer, also on an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(limits.statement === undefined ? {} : { query_timeout: (limits.statement + answerGraceSeconds) * 1000 }),
    options: sessionOptions(options),
    types: typeParsers,
  });
  const broken = (error: Error): void => options.onBroken?.(error);
  // The pool listens to a connection only while it is idle: an error while it is in use would end the process.
  pool.on("connect", (client) => client.on("error", broken));
  pool.on("error", () => undefined);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool, limits.waiting) }) });
  return {
    pool,
    db,
    relaxed: (applicationName) => connect(url, { ...options, applicationName, isRelaxed: true }),
    close: async () => {
      await db.destroy();
      // Kysely ends only a pool that it has used; one left open keeps its process alive until its connections have been idle for ten seconds.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The server's major version, such as 15. @throws Error with a plain message if it is too old. */
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

/** The name of the violated constraint, or undefined for other errors. The transaction has failed then. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && integrityViolation.test(error.code ?? "") ? (error.constraint ?? "") : undefined;

// Unique keys, references and exclusions that another transaction has just broken; serialization failures and deadlocks.
const lost = /^(23503|23505|23P01|40001|40P01)$/;

/** Whether a transaction failed through another that changed the same at the same time. Run again, it sees what the other did and can say so. */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && lost.test(error.code ?? "");
