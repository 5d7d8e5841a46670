/** The world that is measured: a database of its own, filled in bulk, and processes beside it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { assemble, type Vorder } from "../../src/app/assemble.server.ts";
import { beginDemo } from "../../src/app/demo/demo.server.ts";
import { startEmbedded } from "../../src/ground/platform/server/embedded/embedded-postgres.ts";
import { hashOf, newCookie, sessionCookie } from "../../src/ground/platform/server/http/session.ts";
import { prepareDatabase } from "../../src/ground/platform/server/postgres/prepare-database.ts";
import { systemClock, systemRandom } from "../../src/ground/platform/server/process/clock.ts";
import { readEnvironment } from "../../src/ground/platform/server/process/environment.ts";
import { createLog } from "../../src/ground/platform/server/process/log.ts";
import { fillAgenda } from "./agenda.ts";

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export interface BenchWorld {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly vorder: Vorder;
  /** Cookie header of a session of `admin`, which holds "*". */
  readonly cookie: string;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

async function server(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => undefined };
  return startEmbedded({ dataDir, log: () => undefined });
}

async function session(pool: pg.Pool): Promise<string> {
  const cookie = newCookie(systemRandom);
  const now = new Date();
  await pool.query(
    `insert into session (id, user_id, created_at, last_seen_at, ip, user_agent)
     select $1, id, $2, $2, '127.0.0.1', 'bench' from app_user where username = 'admin'`,
    [hashOf(cookie), now],
  );
  return `${sessionCookie(false)}=${cookie}`;
}

async function portfolio(vorder: Vorder, files: number, seed: number): Promise<void> {
  const { parts, database, modules } = vorder;
  const started = performance.now();
  let shown = 0;
  const onProgress = (done: number, total: number): void => {
    if (done / total - shown < 0.1) return;
    shown = done / total;
    print(`  ${done} of ${total} files`);
  };
  const demo = await beginDemo({ files, seed, clock: systemClock, parts, database, modules, bulk: true, onProgress });
  await demo.fill();
  print(`  portfolio of ${files} files in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

export interface WorldSpec {
  readonly files: number;
  readonly seed: number;
  /** A database of the same server that `npm run seed` has filled; it is copied and stays as it is. Nobody may be connected to it. */
  readonly from?: string | undefined;
}

/** Makes the database and its portfolio. */
export async function openWorld({ files, seed, from }: WorldSpec): Promise<BenchWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-bench-"));
  const cluster = await server(dataDir);
  const name = `vorder_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const template = from === undefined ? "" : ` template ${pg.escapeIdentifier(from)} strategy file_copy`;
  await admin.query(`create database ${name}${template}`);
  const address = new URL(cluster.url);
  address.pathname = `/${name}`;
  const url = address.href;
  await prepareDatabase({ url });
  const settings = {
    VORDER_ENV: "test",
    VORDER_DEMO: "off",
    CAPTCHA: "off",
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SESSION_SECRET: "a secret of the bench that is long enough",
  };
  // What is measured here runs in the time that it takes; the limit is that of requests, and a COPY lasts as long as what fills it.
  const environment = readEnvironment({ ...settings, DATABASE_STATEMENT_SECONDS: "86400" });
  const log = createLog({ logLevel: "error" });
  const vorder = await assemble({
    environment,
    databaseUrl: url,
    sessionSecret: settings.SESSION_SECRET,
    clock: systemClock,
    log,
  });
  await vorder.queue.prepare();
  if (from === undefined) await portfolio(vorder, files, seed);
  const { database } = vorder;
  print(`  ${await fillAgenda(database.pool)} items put into the agenda`);
  await database.pool.query("vacuum analyze");
  return {
    url,
    pool: database.pool,
    vorder,
    cookie: await session(database.pool),
    environment: settings,
    async close() {
      await vorder.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export interface Process {
  readonly child: ChildProcess;
  readonly base: string;
  /** Seconds from the start to the first answer. */
  readonly seconds: number;
  stop(): Promise<void>;
}

/** Starts a script (what Node is given) as a process of its own and waits until `path` answers 200. */
export async function startProcess(
  script: readonly string[],
  env: Readonly<Record<string, string>>,
  path: string,
): Promise<Process> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, script, {
    env: { ...process.env, ...env, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  for (;;) {
    const reply = await fetch(base + path).catch(() => undefined);
    if (reply?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`${script.at(-1)} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    child,
    base,
    seconds: (performance.now() - started) / 1000,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
