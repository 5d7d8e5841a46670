/** Plain SQL migrations: `src/<area>/<module>/migrations/NNNN-name.sql`, in order of number, each once and each whole. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";

export interface Migration {
  readonly number: number;
  /** The file's name without its number and ending: `merchant` of `0060-merchant.sql`. */
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

/** The migrations cannot be run; the message explains it. Nothing is partly applied. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MigrationError";
  }
}

// An arbitrary lock number, not used by others in the database.
export const migrationLock = 7_676_001;

const sources = fileURLToPath(new URL("../../../../", import.meta.url));

/** A migration from a file's name and text. @throws {MigrationError} if the name has no number. */
export function migrationOf(fileName: string, sql: string): Migration {
  const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(fileName);
  if (!match) throw new MigrationError(`${fileName} is not named like 0060-merchant.sql`);
  const sha256 = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
  return { number: Number(match[1]), name: match[2] ?? "", sha256, sql };
}

/** Sorted by number. @throws {MigrationError} if two have the same number. */
export function inOrder(migrations: readonly Migration[]): Migration[] {
  const sorted = migrations.toSorted((a, b) => a.number - b.number);
  sorted.forEach((migration, at) => {
    const before = sorted[at - 1];
    if (before?.number === migration.number) {
      throw new MigrationError(`${label(before)} and ${label(migration)} have the same number`);
    }
  });
  return sorted;
}

/** All migrations of the source tree. */
export async function findMigrations(root: string = sources): Promise<Migration[]> {
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith(".sql"));
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), "utf8")));
  return inOrder(paths.map((path, at) => migrationOf(basename(path), texts[at] ?? "")));
}

/** `0060-merchant`. */
export const label = ({ number, name }: Pick<Migration, "number" | "name">): string =>
  `${String(number).padStart(4, "0")}-${name}`;

interface Applied {
  number: number;
  name: string;
  sha256: string;
}

/** The pending migrations. @throws {MigrationError} if the database's record contradicts the files. */
export function pending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const migration = known.get(row.number);
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${label(row)}, which this release does not know: it was made by a newer one`,
      );
    }
    if (migration.sha256 !== row.sha256) {
      throw new MigrationError(
        `Migration ${label(migration)} was changed after it had been applied to this database; put the old text back and write a new migration`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.number));
  return migrations.filter((migration) => !done.has(migration.number));
}

/** The pending migrations of a database, by its own record. @throws {MigrationError} */
export async function pendingIn(pool: pg.Pool, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: made } = await pool.query<{ there: boolean }>("select to_regclass('migration') is not null as there");
  const { rows } = made[0]?.there
    ? await pool.query<Applied>("select number, name, sha256 from migration")
    : { rows: [] };
  return pending(migrations, rows);
}

async function apply(client: pg.ClientBase, migration: Migration, isLast: boolean): Promise<void> {
  await client.query("begin");
  try {
    // Only the last commit waits for the disk, which makes all earlier ones durable. A crash before loses the latest ones, each completely.
    await client.query(`set local synchronous_commit = ${isLast ? "on" : "off"}`);
    await client.query(migration.sql);
    await client.query("insert into migration (number, name, sha256) values ($1, $2, $3)", [
      migration.number,
      migration.name,
      migration.sha256,
    ]);
    await client.query("commit");
  } catch (error) {
    // On a closed connection there is nothing to roll back.
    await client.query("rollback").catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${label(migration)} failed and was undone: ${why}`, error);
  }
}

/**
 * Brings a database up to these migrations and returns those that ran. An advisory lock admits one process at a time; each migration is a
 * transaction together with its row in `migration`, so an interrupted one leaves nothing.
 * @throws {MigrationError}
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<Migration[]> {
  const client = await pool.connect();
  // A broken connection already fails the running query; the additional event must not end the process.
  client.on("error", () => undefined);
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`create table if not exists migration (
      number int primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
    const { rows } = await client.query<Applied>("select number, name, sha256 from migration order by number");
    const todo = pending(inOrder(migrations), rows);
    for (const migration of todo) await apply(client, migration, migration === todo.at(-1));
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    client.release();
    return todo;
  } catch (error) {
    // Closing the connection releases the lock in any state of the session.
    client.release(true);
    throw error;
  }
}
