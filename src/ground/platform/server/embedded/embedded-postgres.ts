/**
 * The PostgreSQL that comes with Vorder, for installations without one: started on the loopback address, on a free port, with a random password,
 * its cluster below the data folder. A server left running by a killed process is adopted; a folder used by another living process is refused. An
 * advisory lock inside the database, which ends with its holder, marks the folder as used.
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { codeOf } from "../process/error-code.ts";
import { asAccount, type Binaries, findBinaries } from "./postgres-binaries.ts";
import {
  embeddedName,
  type Home,
  initialise,
  makeTemporaryFolder,
  openHome,
  requireSameVersion,
} from "./postgres-cluster.ts";
import { type Running, runningServer, yieldStaleLock } from "./postgres-lock.ts";

export interface Embedded {
  /** Address with password of the database `vorder`. */
  readonly url: string;
  /** Stops the server; leaves it running if it is only shared, or was running before a command started. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of the cluster and its password. */
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** For commands beside a running Vorder: use its server if there is one. */
  readonly share?: boolean;
  /** False disables durability: for tests only. */
  readonly durable?: boolean;
  /** The programs of another PostgreSQL; by default those that come with Vorder. */
  readonly binaries?: Binaries;
}

const run = promisify(execFile);
const ownerLock = 7_676_002;
const startDeadlineMillis = 120_000;

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? done(address.port) : failed(new Error("no free port")),
      );
    });
  });

function settings(port: number, durable: boolean): string[] {
  const mebibyte = 1024 * 1024;
  const shared = Math.min(1024, Math.max(128, Math.floor(totalmem() / mebibyte / 8)));
  const safety = durable ? "on" : "off";
  return [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `fsync=${safety}`,
    `synchronous_commit=${safety}`,
    `full_page_writes=${safety}`,
    `shared_buffers=${shared}MB`,
    `effective_cache_size=${shared * 4}MB`,
    "work_mem=16MB",
    "maintenance_work_mem=128MB",
    "max_wal_size=2GB",
    "random_page_cost=1.1",
    // JIT compilation costs more than it gains on short queries.
    "jit=off",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_min_messages=warning",
    // A statement may contain personal data; the log must not.
    "log_min_error_statement=panic",
    // A run of tests has a dozen applications at a time, each with pools of its own, and copies a database for each of its files.
    ...(durable ? [] : ["max_connections=500", "wal_level=minimal", "max_wal_senders=0"]),
  ].flatMap((setting) => ["-c", setting]);
}

const logLimitBytes = 10 * 1024 * 1024;

async function spawnServer(home: Home, binaries: Binaries, durable: boolean, port: number): Promise<ChildProcess> {
  const size = await stat(home.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimitBytes) await rename(home.logFile, `${home.logFile}.1`);
  const logFile = await open(home.logFile, "a", 0o600);
  try {
    const child = spawn(binaries.postgres, ["-D", home.cluster, ...settings(port, durable)], {
      cwd: dirname(home.cluster),
      // A process group of its own: Ctrl-C reaches us first, and we stop it after the last request.
      detached: true,
      stdio: ["ignore", logFile.fd, logFile.fd],
      ...asAccount(home.account),
    });
    child.unref();
    return child;
  } finally {
    await logFile.close();
  }
}

const addressOf = (home: Home, port: number, database: string): string =>
  `postgres://${embeddedName}:${encodeURIComponent(home.password)}@127.0.0.1:${port}/${database}`;

/** A connection to the maintenance database, or undefined while the server accepts none. */
async function tryConnect(home: Home, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: addressOf(home, port, "postgres"),
    application_name: `vorder ${process.pid}`,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const code = codeOf(error);
    // Refused, dropped, starting up, shutting down: not ready, or no longer.
    if (code === "ECONNREFUSED" || code === "ECONNRESET" || code?.startsWith("57P0")) return undefined;
    throw error;
  }
}

async function logTail(home: Home): Promise<string> {
  const text = await readFile(home.logFile, "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join("\n");
}

interface Connected {
  readonly running: Running;
  readonly client: pg.Client;
  readonly adopted: boolean;
}

/** Finds or starts the cluster's server, and waits until it answers. */
async function reachServer(home: Home, binaries: Binaries, options: EmbeddedOptions): Promise<Connected> {
  const deadline = Date.now() + startDeadlineMillis;
  let child: ChildProcess | undefined;
  let starts = 0;
  while (Date.now() < deadline) {
    const running = await runningServer(home.cluster);
    if (running?.ready) {
      const client = await tryConnect(home, running.port);
      if (client) return { running, client, adopted: running.pid !== child?.pid };
    } else if (!running && (!child || child.exitCode !== null || child.signalCode !== null)) {
      // The free port may have been taken meanwhile, or another process was first: so it may retry.
      if (starts++ === 3) break;
      await yieldStaleLock(home.cluster);
      child = await spawnServer(home, binaries, options.durable ?? true, await freePort());
      child.on("error", (error) => options.log(`PostgreSQL could not be started: ${error.message}`));
    }
    await wait(25);
  }
  throw new Error(
    `The embedded PostgreSQL in ${home.dataDir} does not start. The end of its log (${home.logFile}):\n${await logTail(home)}`,
  );
}

/** Locks the folder for this process; false if another living process has it. The end of a killed one may take a moment. */
async function takeOwnership(client: pg.Client, attempts: number): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [ownerLock]);
    if (rows[0]?.taken) return true;
    await wait(50);
  }
  return false;
}

async function otherOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.objid = $1 and l.granted",
    [ownerLock],
  );
  return rows[0]?.name.replace(/^vorder /, "process ") ?? "another process";
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [embeddedName]);
  if (rowCount === 0) await client.query(`create database ${embeddedName}`);
}

async function stopServer(home: Home, binaries: Binaries): Promise<void> {
  if (!(await runningServer(home.cluster))) return;
  await run(binaries.pgCtl, ["stop", "-D", home.cluster, "-m", "fast", "-w", "-t", "60"], {
    cwd: dirname(home.cluster),
    ...asAccount(home.account),
  });
}

interface Place {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly options: EmbeddedOptions;
}

const watchMillis = 250;

interface Mended {
  /** The connection that holds the lock of the folder. */
  readonly client?: pg.Client;
  /** The server being started. */
  readonly child: ChildProcess | undefined;
}

/** Checks the server of a folder once: starts it if it is dead, and locks the folder again when it answers. */
async function repair({ home, binaries, options }: Place, port: number, starting?: ChildProcess): Promise<Mended> {
  const running = await runningServer(home.cluster);
  if (!running) {
    if (starting && starting.exitCode === null && starting.signalCode === null) return { child: starting };
    options.log("PostgreSQL is not running any more; it is started again");
    await yieldStaleLock(home.cluster);
    const child = await spawnServer(home, binaries, options.durable ?? true, port);
    child.on("error", (error) => options.log(`PostgreSQL could not be started: ${error.message}`));
    return { child };
  }
  const client = running.ready ? await tryConnect(home, running.port) : undefined;
  if (!client) return { child: starting };
  // A command started meanwhile may hold the lock for a moment.
  if (await takeOwnership(client, 1)) return { client, child: starting };
  await client.end();
  return { child: starting };
}

/**
 * Watches the server of a folder that `first` has locked: if that connection breaks, starts the server again on the same port if it is dead, and
 * locks the folder again.
 */
function watchOver(place: Place, port: number, first: pg.Client): { end(): Promise<void> } {
  const { log } = place.options;
  let client: pg.Client | undefined = first;
  let ended = false;
  let repairing: Promise<void> = Promise.resolve();
  const lost = (of: pg.Client) => () => {
    if (ended || client !== of) return;
    client = undefined;
    repairing = again();
  };
  const again = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    while (!ended && !client) {
      const found = await repair(place, port, child).catch((error: unknown): Mended => {
        log(`PostgreSQL cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
        return { child };
      });
      child = found.child;
      if (!found.client) {
        await wait(watchMillis);
        continue;
      }
      client = found.client;
      client.on("end", lost(client));
      log(`PostgreSQL is reached again on port ${port}`);
    }
  };
  first.on("end", lost(first));
  return {
    async end() {
      ended = true;
      await repairing;
      await client?.end();
    },
  };
}

/**
 * Starts, adopts or shares the embedded PostgreSQL of a data folder and returns when it accepts connections. The owner of the folder watches the
 * server from then on.
 * @throws Error with a plain message: another process uses the folder, or why the server does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const home = await openHome(options.dataDir);
  const binaries = options.binaries ?? (await findBinaries(home.account));
  await initialise(home, binaries);
  await requireSameVersion(home, binaries);
  const { running, client, adopted } = await reachServer(home, binaries, options);
  let mine = false;
  try {
    mine = await takeOwnership(client, options.share ? 1 : 10);
    if (!mine && !options.share) {
      throw new Error(
        `Vorder is already running on the folder ${options.dataDir} (${await otherOwner(client)}). Stop it first, or give this one a DATA_DIR of its own.`,
      );
    }
    await createDatabase(client);
    const url = addressOf(home, running.port, embeddedName);
    if (!mine) {
      await client.end();
      return { url, stop: () => Promise.resolve() };
    }
    options.log(
      adopted
        ? `PostgreSQL was still running on port ${running.port}; adopted`
        : `PostgreSQL started on port ${running.port}`,
    );
    const watch = watchOver({ home, binaries, options }, running.port, client);
    // The server's owner may only have lost its connection for a moment: a command stops no server that it did not start.
    const leave = options.share === true && adopted;
    return {
      url,
      stop: async () => {
        await watch.end();
        if (!leave) await stopServer(home, binaries);
      },
    };
  } catch (error) {
    await client.end();
    if (mine && !(options.share && adopted)) await stopServer(home, binaries);
    throw error;
  }
}

/** A server for tests: fast, not durable, removed when stopped. */
export async function startTemporary(log: EmbeddedOptions["log"], binaries?: Binaries): Promise<Embedded> {
  const dataDir = await makeTemporaryFolder();
  const started = await startEmbedded({ dataDir, log, durable: false, ...(binaries ? { binaries } : {}) });
  return {
    url: started.url,
    stop: async () => {
      await started.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
