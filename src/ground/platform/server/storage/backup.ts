/**
 * Backup: a folder with a consistent snapshot of all tables and attachments, restorable on any PostgreSQL without the server's programs. The folder
 * gets its name when it is complete. `manifest.json` lists its content with the hash of every file.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { VorderError } from "../../../kernel/errors.ts";
import { machineFaultOf } from "../postgres/machine-faults.ts";
import { label, type Migration, MigrationError, migrate } from "../postgres/migrations.ts";
import { installQueue } from "../postgres/prepare-database.ts";
import { release } from "../process/release.ts";
import { copyingLock } from "./deletions.ts";
import { DamagedObject, type Storage } from "./storage.ts";

const fileEntry = z.object({ sha256: z.string(), size: z.number().int() });

/** Why an object is missing from a backup; with "unlisted" the storage could not be listed, so the object is unknown. */
export const missingWhys = ["gone", "damaged", "away", "unreadable", "unlisted"] as const;

const manifestShape = z.object({
  format: z.literal(1),
  release: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations of the database. */
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      file: fileEntry,
    }),
  ),
  /** The next values of identity columns. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.number().int() })),
  attachments: z.array(z.string()),
  /** The referenced objects that could not be copied, with the reason and its kind; empty in a complete backup. */
  missing: z
    .array(z.object({ key: z.string(), reason: z.string(), why: z.enum(missingWhys).default("unreadable") }))
    .default([]),
  /** The totals of all attachments. */
  attachmentBytes: z.number().int().default(0),
});

export type Manifest = z.infer<typeof manifestShape>;
type Table = Manifest["tables"][number];

/** The backup cannot be used; the message explains it. Nothing was changed. */
export class BackupError extends Error {}

// Queued jobs are part of the data. The queue's own code creates its tables.
const queueTables = ["queue", "schedule", "subscription", "job"];
const selectTables = `
  select n.nspname as schema, c.relname as name,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = any ($1)))
  group by 1, 2 order by 1, 2`;

const nameOf = ({ schema, name }: { schema: string; name: string }): string => `"${schema}"."${name}"`;
const fileOf = (folder: string, { schema, name }: { schema: string; name: string }): string =>
  join(folder, "tables", `${schema}.${name}.copy.gz`);
const attachmentOf = (folder: string, key: string): string => join(folder, "attachments", ...key.split("/"));

/** Passes bytes on and calculates their hash and number. */
function hashing(): { stream: Transform; done: () => z.infer<typeof fileEntry> } {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.byteLength;
      next(null, chunk);
    },
  });
  return { stream, done: () => ({ sha256: hash.digest("hex"), size }) };
}

async function writeTable(client: pg.PoolClient, folder: string, table: Omit<Table, "rows" | "file">): Promise<Table> {
  // A partitioned table must be read by a query; for others both are equal.
  const copy = client.query(copyTo(`copy (select ${table.columns.join(", ")} from ${nameOf(table)}) to stdout`));
  const hashed = hashing();
  await pipeline(
    copy,
    createGzip({ level: 6 }),
    hashed.stream,
    createWriteStream(fileOf(folder, table), { flush: true }),
  );
  return { ...table, rows: copy.rowCount, file: hashed.done() };
}

type Missing = Manifest["missing"][number];

function words(error: unknown): string {
  if (error instanceof VorderError)
    return error.code === "notFound" ? "it is not in the storage" : "the storage is away";
  return error instanceof Error ? error.message : String(error);
}

function whyOf(error: unknown): Missing["why"] {
  if (error instanceof DamagedObject) return "damaged";
  if (error instanceof VorderError && error.code === "notFound") return "gone";
  return machineFaultOf(error) === undefined ? "unreadable" : "away";
}

/** The objects referenced by the tables of the snapshot: in columns with these names. */
async function spokenOf(client: pg.PoolClient): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select quote_ident(table_name) as "table", quote_ident(column_name) as "column" from information_schema.columns
     where table_schema = 'public' and column_name in ('storage_key', 'archive_key')`,
  );
  if (columns.length === 0) return [];
  const each = columns.map(({ table, column }) => `select ${column} as key from ${table} where ${column} is not null`);
  const { rows } = await client.query<{ key: string }>(each.join(" union "));
  return rows.map(({ key }) => key);
}

/** The number of objects between progress reports. */
const progressEvery = 50;

/** After this many consecutive unreachable objects the storage counts as unavailable, and the others are not tried. */
const patience = 5;

/** Copies the objects of the storage, skipping unreadable ones. */
async function writeAttachments(
  storage: Storage,
  folder: string,
  spoken: readonly string[],
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Pick<Manifest, "attachments" | "missing" | "attachmentBytes">> {
  const keys = new Set(spoken);
  const missing: Missing[] = [];
  try {
    for await (const key of storage.keys()) keys.add(key);
  } catch (error) {
    missing.push({ key: "*", why: "unlisted", reason: `the storage does not tell what it holds: ${words(error)}` });
  }
  const attachments: string[] = [];
  let attachmentBytes = 0;
  let away = 0;
  for (const [at, key] of [...keys].sort().entries()) {
    if (at % progressEvery === 0) await onProgress(at, keys.size);
    const read =
      away >= patience ? new VorderError("unavailable") : await storage.get(key).catch((error: unknown) => error);
    if (read instanceof Uint8Array) {
      away = 0;
      const path = attachmentOf(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, read, { flush: true });
      attachments.push(key);
      attachmentBytes += read.byteLength;
      continue;
    }
    if (machineFaultOf(read)) away += 1;
    missing.push({ key, why: whyOf(read), reason: words(read) });
  }
  return { attachments, missing, attachmentBytes };
}

/**
 * Writes a backup into a new folder. The application may continue to work; objects that it deletes stay in the storage until they are copied. A
 * damaged or missing object does not stop it: it is listed in `missing`.
 */
export async function backUp(spec: {
  pool: pg.Pool;
  storage: Storage;
  folder: string;
  now: Date;
  /** Called now and then with the number of copied objects and their total. */
  onProgress?: (done: number, total: number) => Promise<void>;
}): Promise<Manifest> {
  const { pool, storage, folder, now } = spec;
  if (await stat(folder).catch(() => undefined))
    throw new BackupError(`${folder} exists; a backup is never written over`);
  const fresh = `${folder}.part`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(fresh, "tables"), { recursive: true, mode: 0o700 });
  const client = await pool.connect();
  try {
    // Before the snapshot, so that all objects referenced in it still exist.
    await client.query("select pg_advisory_lock($1)", [copyingLock]);
    // One snapshot for all tables.
    await client.query("begin isolation level repeatable read, read only");
    const { rows: names } = await client.query<Omit<Table, "rows" | "file">>(selectTables, [queueTables]);
    const { rows: migrations } = await client.query("select number, name, sha256 from migration order by number");
    const { rows: sequences } = await client.query(
      `select schemaname as schema, sequencename as name, last_value as "lastValue" from pg_sequences
       where schemaname = 'public' and last_value is not null order by 2`,
    );
    const tables: Table[] = [];
    for (const table of names) tables.push(await writeTable(client, fresh, table));
    const spoken = await spokenOf(client);
    await client.query("commit");
    const copied = await writeAttachments(storage, fresh, spoken, spec.onProgress ?? (async () => undefined));
    // If the connection was lost, deletions continued meanwhile: then this fails.
    await client.query("select pg_advisory_unlock($1)", [copyingLock]);
    const manifest = manifestShape.parse({
      format: 1,
      release: release.version,
      madeAt: now.toISOString(),
      migrations,
      tables,
      sequences,
      ...copied,
    });
    await writeFile(join(fresh, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await rename(fresh, folder);
    client.release();
    return manifest;
  } catch (error) {
    client.release(true);
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function hashOfFile(path: string): Promise<z.infer<typeof fileEntry>> {
  const hashed = hashing();
  hashed.stream.resume();
  await pipeline(createReadStream(path), hashed.stream);
  return hashed.done();
}

/** Reads a backup completely. @throws {BackupError} naming what is missing or damaged. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new BackupError(`${folder} is no whole backup: it has no manifest.json`);
  });
  const parsed = manifestShape.safeParse(parsedJson(text));
  if (!parsed.success)
    throw new BackupError(`${folder} was made by another release or is damaged: ${parsed.error.message}`);
  const manifest = parsed.data;
  for (const table of manifest.tables) {
    const found = await hashOfFile(fileOf(folder, table)).catch(() => undefined);
    if (found?.sha256 !== table.file.sha256) throw new BackupError(`the backup is damaged: table ${table.name}`);
  }
  for (const key of manifest.attachments) {
    const found = await hashOfFile(attachmentOf(folder, key)).catch(() => undefined);
    if (!found || !key.includes(found.sha256)) throw new BackupError(`the backup is damaged: attachment ${key}`);
  }
  return manifest;
}

/** Undefined for what is none: a manifest whose end is missing. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The migrations of the backup's database. @throws {MigrationError} if this release lacks one of them. */
function migrationsOf(manifest: Manifest, known: readonly Migration[]): Migration[] {
  return manifest.migrations.map(({ number, name, sha256 }) => {
    const migration = known.find((one) => one.number === number && one.sha256 === sha256);
    if (!migration)
      throw new MigrationError(`The backup has migration ${label({ number, name })}, which this release does not know`);
    return migration;
  });
}

async function requireEmpty(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
  );
  if (rowCount) throw new BackupError("the database is not empty; restore into an empty one");
}

async function readTable(client: pg.PoolClient, folder: string, table: Table): Promise<void> {
  const copy = client.query(copyFrom(`copy ${nameOf(table)} (${table.columns.join(", ")}) from stdin`));
  await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), copy);
  if (copy.rowCount !== table.rows)
    throw new BackupError(`${table.name} has ${copy.rowCount} rows instead of ${table.rows}`);
}

const foreignKeys = `
  select format('alter table %s alter constraint %I', conrelid::regclass, conname) as alter
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and not condeferrable`;

/** Everything in one transaction: references are checked at its end, triggers are disabled meanwhile. */
async function load(client: pg.PoolClient, folder: string, manifest: Manifest): Promise<void> {
  const own = manifest.tables.filter(({ schema }) => schema === "public");
  const { rows: references } = await client.query<{ alter: string }>(foreignKeys);
  for (const { alter } of references) await client.query(`${alter} deferrable initially deferred`);
  for (const table of own) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  await client.query(`truncate ${manifest.tables.map(nameOf).join(", ")} cascade`);
  for (const table of manifest.tables) await readTable(client, folder, table);
  for (const sequence of manifest.sequences) {
    await client.query("select setval(format('%I.%I', $1::text, $2::text)::regclass, $3)", [
      sequence.schema,
      sequence.name,
      sequence.lastValue,
    ]);
  }
  await client.query("set constraints all immediate");
  for (const table of own) await client.query(`alter table ${nameOf(table)} enable trigger user`);
  for (const { alter } of references) await client.query(`${alter} not deferrable`);
}

/**
 * Restores a backup into a storage and an empty database, then migrates the database to this release. Attachments come first: what stops them (a full
 * disk, a kill) leaves the database empty, and a second try writes them again.
 * @throws {BackupError} before any change, if the backup is damaged or the database is not empty.
 */
export async function restore(spec: {
  pool: pg.Pool;
  url: string;
  storage: Storage;
  folder: string;
  migrations: readonly Migration[];
}): Promise<Manifest> {
  const { pool, url, storage, folder, migrations } = spec;
  const manifest = await checkBackup(folder);
  const ofBackup = migrationsOf(manifest, migrations);
  await requireEmpty(pool);
  for (const key of manifest.attachments) await storage.restore(key, await readFile(attachmentOf(folder, key)));
  await migrate(pool, ofBackup);
  await installQueue(url);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await load(client, folder, manifest);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  await migrate(pool, migrations);
  return manifest;
}
