/** What a drill breaks: a database of its own and the product as real processes on it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { program } from "../src/app/testing/programs.factory.ts";
import { startEmbedded } from "../src/ground/platform/server/embedded/embedded-postgres.ts";
import { connect } from "../src/ground/platform/server/postgres/database.ts";
import { findMigrations, migrate } from "../src/ground/platform/server/postgres/migrations.ts";
import { freePort } from "./bench/world.ts";

/** What the sessions of drills are signed with. */
export const drillSecret = "a secret of the drills that is long enough";

/** A running process of the product. */
export interface Running {
  readonly child: ChildProcess;
  /** Its address. */
  readonly base: string;
  isRunning(): boolean;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Freezes it, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** One that may still be starting. */
export interface Beginning extends Running {
  ready(): Promise<void>;
}

export interface DrillWorld {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** Begins a process of the product and does not wait; `env` adds settings. */
  begin(env?: Readonly<Record<string, string>>): Promise<Beginning>;
  /** Starts one and waits until it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<Running>;
  close(): Promise<void>;
}

export const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until something is so. @throws after `seconds`, naming `what`. */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} seconds`);
    await wait(100);
  }
}

/** Begins a process; `ready` resolves when it serves. */
async function beginProduct(settings: Readonly<Record<string, string>>): Promise<Beginning> {
  const port = await freePort();
  const child = spawn(process.execPath, [...program("main")], {
    env: { PATH: process.env.PATH, ...settings, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const gone = once(child, "exit");
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    if (!isRunning()) return;
    child.kill("SIGCONT");
    child.kill(signal);
    await gone;
  };
  const base = `http://127.0.0.1:${port}`;
  return {
    child,
    base,
    isRunning,
    kill: () => end("SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop: () => end("SIGTERM"),
    ready: () =>
      until("the product is ready", 300, async () => {
        if (!isRunning()) throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}`);
        return (await fetch(`${base}/ready`).catch(() => undefined))?.status === 200;
      }),
  };
}

/** Makes the database, on the server of DATABASE_URL or an embedded one. */
export async function openDrillWorld(): Promise<DrillWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-drill-"));
  const given = process.env.DATABASE_URL;
  const cluster = given
    ? { url: given, stop: async () => undefined }
    : await startEmbedded({ dataDir: join(dataDir, "cluster"), log: () => undefined });
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const name = `vorder_drill_${process.pid}`;
  await admin.query(`create database ${name}`);
  const address = new URL(cluster.url);
  address.pathname = `/${name}`;
  const url = address.href;
  const { pool, close } = connect(url, { max: 4 });
  await migrate(pool, await findMigrations());
  const running: Running[] = [];
  const begin = async (env: Readonly<Record<string, string>> = {}): Promise<Beginning> => {
    const begun = await beginProduct({
      VORDER_ENV: "test",
      VORDER_DEMO: "off",
      CAPTCHA: "off",
      LOG_LEVEL: "silent",
      SESSION_SECRET: drillSecret,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      ...env,
    });
    running.push(begun);
    return begun;
  };
  return {
    url,
    pool,
    dataDir,
    begin,
    async start(env) {
      const begun = await begin(env);
      await begun.ready();
      return begun;
    },
    async close() {
      for (const one of running) await one.kill();
      await close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
