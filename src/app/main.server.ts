/** Starts Vorder: settings, database, migrations, then the roles of this process. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbedded } from "../ground/platform/server/embedded/embedded-postgres.ts";
import { machineFaultOf } from "../ground/platform/server/postgres/machine-faults.ts";
import { prepareDatabase } from "../ground/platform/server/postgres/prepare-database.ts";
import { clockFrom, systemClock } from "../ground/platform/server/process/clock.ts";
import { type Environment, misspeltSettings, readEnvironment } from "../ground/platform/server/process/environment.ts";
import { createLog, type Logger } from "../ground/platform/server/process/log.ts";
import type { Vorder } from "./assemble.server.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The secret of sessions: the setting, or a random one kept in a file of the data folder. */
async function sessionSecretOf(environment: Environment): Promise<string> {
  if (environment.sessionSecret) return environment.sessionSecret;
  const file = join(environment.dataDir, "session-secret");
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept.length >= 32) return kept;
  await mkdir(environment.dataDir, { recursive: true });
  const made = randomBytes(48).toString("base64url");
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

async function openDatabase(environment: Environment, log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  if (environment.databaseUrl) return { url: environment.databaseUrl, stop: async () => {} };
  return startEmbedded({ dataDir: environment.dataDir, log: (message) => log.info(message) });
}

/** Brings the database up to this release; returns the address to serve from, and says so where that is not a lesser role's. */
async function bringUpToDate(url: string, environment: Environment, log: Logger): Promise<string> {
  const prepared = await prepareDatabase({ url, ownerUrl: environment.databaseOwnerUrl });
  for (const { name } of prepared.ran) log.info({ migration: name }, "migrated");
  if (prepared.unprotected !== undefined) {
    log.warn({ why: prepared.unprotected }, "the application runs as the owner of its database");
    print(
      `The application runs as the owner of its database, so that who gets hold of it could change the audit trail (${prepared.unprotected}). docs/operations.md, "Two roles", tells the way out.`,
    );
  }
  return prepared.url;
}

/** What listening said, in plain words where the port is the reason. */
function portError(error: unknown, { port }: Environment): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  if (error.code === "EADDRINUSE")
    return new Error(`Port ${port} is taken by another program. Choose another one: PORT=3001 npm start`, {
      cause: error,
    });
  if (error.code === "EACCES")
    return new Error(`This account may not serve on port ${port}. Choose one above 1023: PORT=3000 npm start`, {
      cause: error,
    });
  return error;
}

/** Asks for the port before anything is made, so that a start that cannot end well does not begin. */
async function requirePort(environment: Environment): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host: environment.host, port: environment.port });
    await once(probe, "listening");
  } catch (error) {
    throw portError(error, environment);
  } finally {
    probe.close();
  }
}

async function listen(vorder: Vorder, environment: Environment): Promise<void> {
  try {
    await vorder.app.listen({ host: environment.host, port: environment.port });
  } catch (error) {
    throw portError(error, environment);
  }
}

const orphanMillis = 500;

/**
 * npm puts a shell between itself and us, and a signal to npm ends only that shell. Started by npm and left without a parent, we end
 * as if the signal had come to us.
 */
function endWhenOrphaned(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, orphanMillis);
  watch.unref();
}

/** The last net: a broken connection that nobody listened to is written down; any other error that nobody caught ends the process. */
function outliveBrokenConnections(log: Logger): void {
  process.on("uncaughtException", (error) => {
    if (machineFaultOf(error) === undefined) {
      log.fatal({ err: error }, "an error that nobody caught");
      process.exit(1);
    }
    log.error({ err: error }, "a connection broke that nobody listened to");
  });
}

/** Ends in order at SIGTERM and SIGINT: first requests and jobs, then the database. A second signal ends at once. */
function endAtSignal(close: () => Promise<void>, log: Logger): void {
  let ending = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      log.info({ signal }, "stopping");
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
    });
  }
}

/** Serves, fills an empty demo beside that, and works, as the role of the process says. */
async function begin(vorder: Vorder, environment: Environment, signal: AbortSignal): Promise<void> {
  const { firstRun } = await import("./operations/first-run.server.ts");
  const { resealAll } = await import("./operations/secrets.server.ts");
  await vorder.queue.prepare();
  await resealAll(vorder.database.db, environment);
  const { notice, fill } = await firstRun(vorder, signal, print);
  if (environment.role !== "worker") await listen(vorder, environment);
  const filled = fill();
  if (environment.role !== "web") await vorder.queue.work(vorder.parts, filled);
  const address = vorder.app.server.address();
  const port = typeof address === "object" && address ? address.port : environment.port;
  const host = environment.host === "127.0.0.1" ? "localhost" : environment.host;
  print(environment.role === "worker" ? "Vorder works." : `\nVorder is ready: http://${host}:${port}\n${notice}`);
}

/** So long a database server that we start has the processor before we load what serves. */
const headStartMillis = 50;

interface Started {
  stop(): Promise<void>;
}

/** Starts everything, one after the other. Where `signal` ends it on the way, nothing that it started is left. @throws where it cannot start, or is ended. */
async function start(environment: Environment, log: Logger, signal: AbortSignal): Promise<Started> {
  const clock = environment.clock ? clockFrom(environment.clock) : systemClock;
  const opening = openDatabase(environment, log);
  // Its own programs are at work by then, and run on while a thousand modules are loaded here, which waits for nothing else.
  const loaded = Promise.race([opening, wait(headStartMillis)]).then(() => import("./assemble.server.ts"));
  loaded.catch(() => undefined);
  const database = await opening;
  try {
    const { assemble } = await loaded;
    signal.throwIfAborted();
    const databaseUrl = await bringUpToDate(database.url, environment, log);
    signal.throwIfAborted();
    const vorder = await assemble({
      environment,
      databaseUrl,
      sessionSecret: await sessionSecretOf(environment),
      clock,
      log,
    });
    await begin(vorder, environment, signal).catch((error: unknown) => {
      // What is just being opened is opened first, so that nothing is left to close itself.
      if (!signal.aborted) throw error;
    });
    return {
      async stop() {
        await vorder.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function main(): Promise<void> {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  const log = createLog(environment);
  for (const [name, meant] of misspeltSettings(process.env))
    print(`${name} is no setting of Vorder; was ${meant} meant?`);
  outliveBrokenConnections(log);
  if (environment.role !== "worker") await requirePort(environment);
  const ending = new AbortController();
  // Not before signals are handled: one that comes earlier kills the process, and leaves running what it has started.
  const starting = Promise.resolve().then(() => start(environment, log, ending.signal));
  endAtSignal(async () => {
    ending.abort();
    const started = await starting.catch(() => undefined);
    await started?.stop();
  }, log);
  endWhenOrphaned();
  await starting.catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
