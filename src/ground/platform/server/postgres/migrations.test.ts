import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Embedded, startTemporary } from "../embedded/embedded-postgres.ts";
import { connect, type Database } from "./database.ts";
import { findMigrations, type Migration, migrate, migrationOf } from "./migrations.ts";

let server: Embedded;
let admin: Database;
let database: Database;
let count = 0;

beforeAll(async () => {
  server = await startTemporary(() => undefined);
  admin = connect(server.url, { max: 1 });
});

afterAll(async () => {
  await database.close();
  await admin.close();
  await server.stop();
});

beforeEach(async () => {
  const name = `migrations_${++count}`;
  await admin.pool.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = name;
  await database?.close();
  database = connect(url.href);
});

const tableNames = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  return rows.map((row) => row.name);
};

const first = migrationOf("0001-first.sql", "create table first (id int primary key);");
const second = migrationOf("0002-second.sql", "create table second (id int primary key references first);");
const third = migrationOf("0003-third.sql", "create table third (id int primary key); insert into third values (1);");
const names = (migrations: readonly Migration[]) => migrations.map((migration) => migration.name);

describe("migrations", () => {
  it("run in order of number, once", async () => {
    expect(names(await migrate(database.pool, [third, first, second]))).toEqual(["first", "second", "third"]);
    expect(await migrate(database.pool, [first, second, third])).toEqual([]);
    const { rows } = await database.pool.query("select number, name, sha256 from migration order by number");
    expect(rows).toEqual([first, second, third].map(({ number, name, sha256 }) => ({ number, name, sha256 })));
  });

  it("run from every earlier state, also where a module's number lies between", async () => {
    await migrate(database.pool, [first, third]);
    expect(names(await migrate(database.pool, [first, second, third]))).toEqual(["second"]);
  });

  it("leave nothing of one that fails, and keep those before it", async () => {
    const broken = migrationOf("0002-broken.sql", "create table half (id int); insert into nowhere values (1);");
    await expect(migrate(database.pool, [first, broken, third])).rejects.toThrow(
      'Migration 0002-broken failed and was undone: relation "nowhere" does not exist',
    );
    expect(await tableNames()).toEqual(["first", "migration"]);
    expect(names(await migrate(database.pool, [first, second, third]))).toEqual(["second", "third"]);
  });

  it("leave nothing when the server ends the session midway", async () => {
    const killed = migrationOf(
      "0002-killed.sql",
      "create table half (id int); select pg_terminate_backend(pg_backend_pid());",
    );
    await expect(migrate(database.pool, [first, killed])).rejects.toThrow();
    expect(await tableNames()).toEqual(["first", "migration"]);
    expect(names(await migrate(database.pool, [first, second]))).toEqual(["second"]);
  });

  it("run once when many processes start at the same time", async () => {
    const slow = migrationOf("0004-slow.sql", "select pg_sleep(0.2); create table slow (id int primary key);");
    const ran = await Promise.all(
      Array.from({ length: 5 }, () => migrate(database.pool, [first, second, third, slow])),
    );
    expect(ran.flat()).toHaveLength(4);
  });

  it("refuse one that was changed after it had run", async () => {
    await migrate(database.pool, [first]);
    const changed = migrationOf("0001-first.sql", "create table first (id bigint primary key);");
    await expect(migrate(database.pool, [changed])).rejects.toThrow(
      "Migration 0001-first was changed after it had been applied",
    );
  });

  it("take line ends of either kind for the same text", async () => {
    await migrate(database.pool, [migrationOf("0001-lines.sql", "create table a (id int primary key);\n")]);
    expect(
      await migrate(database.pool, [migrationOf("0001-lines.sql", "create table a (id int primary key);\r\n")]),
    ).toEqual([]);
  });

  it("refuse a database that a newer release made", async () => {
    await migrate(database.pool, [first, second]);
    await expect(migrate(database.pool, [first])).rejects.toThrow("0002-second, which this release does not know");
  });

  it("refuse two with the same number and a name without one", async () => {
    await expect(migrate(database.pool, [first, migrationOf("0001-other.sql", "select 1")])).rejects.toThrow(
      "0001-first and 0001-other have the same number",
    );
    expect(() => migrationOf("merchant.sql", "")).toThrow("merchant.sql is not named like");
  });

  it("are found below a folder by their file names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "migrations "));
    await writeFile(join(folder, "0002-b.sql"), second.sql);
    await writeFile(join(folder, "0001-a.sql"), first.sql);
    expect(names(await findMigrations(folder))).toEqual(["a", "b"]);
    await rm(folder, { recursive: true });
  });

  it("of the product run on an empty database", async () => {
    const all = await findMigrations();
    expect(all.length).toBeGreaterThan(0);
    expect(await migrate(database.pool, all)).toHaveLength(all.length);
  });
});

describe("values from the database", () => {
  it("arrive as whole numbers, plain dates and exact decimals", async () => {
    const { rows } = await database.pool.query(
      `select 9007199254740991::int8 as big, '2026-03-29'::date as day, 12.50::numeric as exact,
         array[1, null, 2]::int8[] as list, array['2026-01-01', null]::date[] as days, array[]::int8[] as none`,
    );
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      day: "2026-03-29",
      exact: "12.50",
      list: [1, null, 2],
      days: ["2026-01-01", null],
      none: [],
    });
  });

  it("never arrive rounded", async () => {
    await expect(database.pool.query("select 9007199254740993::int8")).rejects.toThrow("not a safe whole number");
  });
});
