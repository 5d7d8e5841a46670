/** Starts Vorder: settings, database, migrations, then the roles of this process. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clockFrom, systemClock } from "../platform/server/clock.ts";
import { connect, requireServerVersion } from "../platform/server/database.ts";
import { startEmbedded } from "../platform/server/embedded-postgres.ts";
import { type Environment, readEnvironment } from "../platform/server/environment.ts";
import { createLog, type Logger } from "../platform/server/log.ts";
import { findMigrations, migrate } from "../platform/server/migrations.ts";
import { assemble, type Vorder } from "./assemble.server.ts";
import { firstRun } from "./first-run.server.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

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

async function bringUpToDate(url: string, log: Logger): Promise<void> {
  const database = connect(url, { max: 2, applicationName: "vorder-migrate" });
  try {
    await requireServerVersion(database.pool);
    for (const { name } of await migrate(database.pool, await findMigrations()))
      log.info({ migration: name }, "migrated");
  } finally {
    await database.close();
  }
}

async function listen(vorder: Vorder, environment: Environment): Promise<void> {
  try {
    await vorder.app.listen({ host: environment.host, port: environment.port });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new Error(`Port ${environment.port} is taken by another program. Choose another one: PORT=3001 npm start`, {
        cause: error,
      });
    throw error;
  }
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

async function main(): Promise<void> {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  const log = createLog(environment);
  const clock = environment.clock ? clockFrom(environment.clock) : systemClock;
  const database = await openDatabase(environment, log);
  try {
    await bringUpToDate(database.url, log);
    const vorder = await assemble({
      environment,
      databaseUrl: database.url,
      sessionSecret: await sessionSecretOf(environment),
      clock,
      log,
    });
    const ending = new AbortController();
    endAtSignal(async () => {
      ending.abort();
      await vorder.close();
      await database.stop();
    }, log);
    await vorder.queue.prepare();
    const { notice, fill } = await firstRun(vorder, ending.signal, say);
    if (environment.role !== "worker") await listen(vorder, environment);
    const filled = fill();
    if (environment.role !== "web") await vorder.queue.work(vorder.parts, filled);
    const address = vorder.app.server.address();
    const port = typeof address === "object" && address ? address.port : environment.port;
    if (environment.role !== "worker")
      say(
        `\nVorder is ready: http://${environment.host === "127.0.0.1" ? "localhost" : environment.host}:${port}\n${notice}`,
      );
    else say("Vorder works.");
  } catch (error) {
    await database.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
