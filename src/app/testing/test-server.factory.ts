/**
 * The test server of a run: PostgreSQL of DATABASE_URL, else a temporary one of our own. Every world, and every app of the
 * browser tests, then gets a database of its own, copied from one that all migrations have made, so that tests never clean up after themselves.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startTemporary } from "../../ground/platform/server/embedded/embedded-postgres.ts";
import { findMigrations } from "../../ground/platform/server/postgres/migrations.ts";
import { prepareDatabase } from "../../ground/platform/server/postgres/prepare-database.ts";
import { buildPrograms, testProgram } from "./programs.factory.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server's database `postgres`. */
    testServer: string;
    /** Name of the database that every world is a copy of. */
    testTemplate: string;
  }
}

export const databaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * Makes a database of a run, a copy of the template. Its files are copied: written as changes, page by page, which PostgreSQL does unless told
 * otherwise, the copy takes several times as long.
 */
export async function copyTemplate(admin: pg.Client, template: string, name: string): Promise<void> {
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
}

const run = promisify(execFile);

/** Makes the queues in a database: a hundred statements, which every start of a copy would make again. */
async function makeQueues(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-queues-"));
  const settings = {
    VORDER_ENV: "test",
    VORDER_DEMO: "off",
    CAPTCHA: "off",
    SESSION_SECRET: "s".repeat(40),
    DATA_DIR: dataDir,
  };
  try {
    await run(process.execPath, [testProgram("queues")], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...settings,
        DATABASE_URL: url,
      },
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes the template unless one of the very same migrations is there already; returns its name. The programs must be built. */
export async function prepareTemplate(server: string): Promise<string> {
  const migrations = await findMigrations();
  const hash = createHash("sha256");
  for (const { name, sha256 } of migrations) hash.update(`${name}:${sha256}\n`);
  // What the lesser role may do stands in the template too.
  hash.update(await readFile(new URL("../../ground/platform/server/postgres/prepare-database.ts", import.meta.url)));
  const name = `vorder_template_${hash.digest("hex").slice(0, 16)}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    // Several runs on one server wait here for the first.
    await admin.query("select pg_advisory_lock(7201002)");
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [name]);
    if (rowCount) return name;
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
    const url = databaseUrl(server, name);
    const { url: serving, unprotected } = await prepareDatabase({ url });
    if (unprotected !== undefined) throw new Error(`the tests run as a lesser role, which cannot be: ${unprotected}`);
    await makeQueues(serving);
    await admin.query(`alter database ${name} is_template true allow_connections false`);
    // A connection that is still closing would keep others from copying it.
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    return name;
  } finally {
    await admin.end();
  }
}

/** Starts a temporary embedded server unless one is given, and tells the tests of it; builds the programs. Returns what stops it. */
export async function provideServer(project: TestProject, given: string | undefined): Promise<() => Promise<void>> {
  const building = buildPrograms();
  const temporary = given ? undefined : await startTemporary(() => {});
  const server = databaseUrl(given ?? temporary?.url ?? "", "postgres");
  await building;
  project.provide("testServer", server);
  project.provide("testTemplate", await prepareTemplate(server));
  return async () => {
    await temporary?.stop();
  };
}

export default (project: TestProject): Promise<() => Promise<void>> => provideServer(project, process.env.DATABASE_URL);
