/** `npm run seed -- --files N --seed S`: fills an empty installation with a demo portfolio of any size. */
import { parseArgs } from "node:util";
import { isEmptyInstallation, seedDemo } from "../demo/demo.server.ts";
import { clockFrom, systemClock } from "../platform/server/clock.ts";
import { connect, requireServerVersion } from "../platform/server/database.ts";
import { startEmbedded } from "../platform/server/embedded-postgres.ts";
import { type Environment, readEnvironment } from "../platform/server/environment.ts";
import { createLog } from "../platform/server/log.ts";
import { findMigrations, migrate } from "../platform/server/migrations.ts";
import { assemble } from "./assemble.server.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function wanted(): { files: number; seed: number } {
  const { values } = parseArgs({
    options: { files: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } },
  });
  const [files, seed] = [Number(values.files), Number(values.seed)];
  if (!Number.isInteger(files) || files < 1 || files > 1_000_000)
    throw new Error("--files wants a whole number from 1 to 1,000,000");
  if (!Number.isInteger(seed)) throw new Error("--seed wants a whole number");
  return { files, seed };
}

async function fill(url: string, environment: Environment): Promise<void> {
  const { files, seed } = wanted();
  const log = createLog(environment);
  const migrating = connect(url, { max: 2, applicationName: "vorder-migrate" });
  try {
    await requireServerVersion(migrating.pool);
    await migrate(migrating.pool, await findMigrations());
    if (!(await isEmptyInstallation(migrating.db)))
      throw new Error("There are users already: a portfolio is only made in an empty installation.");
  } finally {
    await migrating.close();
  }
  const clock = environment.clock ? clockFrom(environment.clock) : systemClock;
  const vorder = await assemble({ environment, databaseUrl: url, sessionSecret: "seed".repeat(16), clock, log });
  const started = performance.now();
  try {
    await seedDemo({ files, seed, clock, parts: vorder.parts, database: vorder.database, rooms: vorder.rooms });
  } finally {
    await vorder.close();
  }
  say(`${files} files in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function main(): Promise<void> {
  const environment = readEnvironment(process.env, []);
  if (environment.databaseUrl) return fill(environment.databaseUrl, environment);
  const cluster = await startEmbedded({ dataDir: environment.dataDir, log: () => {} });
  try {
    await fill(cluster.url, environment);
  } finally {
    await cluster.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
