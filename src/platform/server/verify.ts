/** What must hold in an installation whatever happened to it: the command `verify` asks it all and names what does not. */
import type pg from "pg";
import { chainProblems, headProblem, unsealedProblems } from "./audit.ts";
import { readHead } from "./audit-head.ts";
import { auditKeys } from "./audit-keys.ts";
import type { Environment } from "./environment.ts";
import { findMigrations, label, pendingIn } from "./migrations.ts";
import type { Db } from "./room.ts";
import type { Storage } from "./storage.ts";

export interface Finding {
  /** What was asked. */
  readonly asked: string;
  /** How many things were looked at. */
  readonly looked: number;
  /** What does not hold, in plain words; empty when all does. */
  readonly problems: readonly string[];
}

async function migrationsApplied(pool: pg.Pool): Promise<Finding> {
  const all = await findMigrations();
  const missing = (await pendingIn(pool, all)).map((migration) => `migration ${label(migration)} has not run`);
  return { asked: "migrations", looked: all.length, problems: missing };
}

async function auditTrail(db: Db, environment: Environment): Promise<Finding> {
  const problems: string[] = [];
  let looked = 0;
  const count = (lines: number): void => {
    looked += lines;
  };
  const keys = await auditKeys(environment);
  for await (const problem of chainProblems(db, keys, count)) problems.push(problem);
  for await (const problem of unsealedProblems(db)) problems.push(problem);
  const head = await readHead(environment);
  const cut = head && (await headProblem(db, head));
  if (cut !== undefined) problems.push(cut);
  return { asked: "audit trail", looked, problems };
}

/** Every attachment that a table speaks of is there and whole. Tables name attachments in a column `storage_key`. */
async function attachments(pool: pg.Pool, storage: Storage): Promise<Finding> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'storage_key'",
  );
  const problems: string[] = [];
  let looked = 0;
  for (const { name } of tables) {
    const { rows } = await pool.query<{ key: string }>(
      `select distinct storage_key as key from "${name}" where storage_key is not null`,
    );
    for (const { key } of rows) {
      looked += 1;
      await storage
        .get(key)
        .catch((error: unknown) =>
          problems.push(`attachment ${key} of ${name}: ${error instanceof Error ? error.message : String(error)}`),
        );
    }
  }
  return { asked: "attachments", looked, problems };
}

/** Indexes and references that the server itself takes for broken. */
async function constraints(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid
     union all select conname from pg_constraint where not convalidated`,
  );
  return {
    asked: "indexes and constraints",
    looked: rows.length,
    problems: rows.map(({ name }) => `${name} is not valid`),
  };
}

/** Asks everything, in this order; a database that is behind its release is asked nothing more. */
export async function verifyInstallation(spec: {
  pool: pg.Pool;
  db: Db;
  storage: Storage;
  environment: Environment;
}): Promise<Finding[]> {
  const migrations = await migrationsApplied(spec.pool);
  if (migrations.problems.length > 0) return [migrations];
  return [
    migrations,
    await constraints(spec.pool),
    await auditTrail(spec.db, spec.environment),
    await attachments(spec.pool, spec.storage),
  ];
}
