/** `npm run seed -- --files N --seed S`: fills an empty installation with a demo portfolio; the same seed gives the same one. */
import { parseArgs } from "node:util";
import { startEmbedded } from "../../ground/platform/server/embedded/embedded-postgres.ts";
import { connect } from "../../ground/platform/server/postgres/database.ts";
import { prepareDatabase } from "../../ground/platform/server/postgres/prepare-database.ts";
import { readEnvironment } from "../../ground/platform/server/process/environment.ts";
import { isEmptyInstallation, seedDemo } from "../demo/demo.server.ts";
import { withApplication } from "./assembled.server.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const usage = "npm run seed -- --files N --seed S   (whole numbers; by default 2000 and 1)";

function readCounts(argv: readonly string[]): { files: number; seed: number } {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...argv], options: { files: text, seed: text } });
  const [files, seed] = [Number(values.files ?? 2000), Number(values.seed ?? 1)];
  if (!Number.isSafeInteger(files) || files < 1 || !Number.isSafeInteger(seed)) throw new Error(usage);
  return { files, seed };
}

async function requireEmpty(url: string): Promise<void> {
  await prepareDatabase({ url });
  const database = connect(url, { max: 2, applicationName: "vorder-seed" });
  try {
    if (!(await isEmptyInstallation(database.db))) {
      throw new Error(
        "This installation is not empty. Choose another DATA_DIR or DATABASE_URL for the demo portfolio.",
      );
    }
  } finally {
    await database.close();
  }
}

/** As the owner of the database, because a large portfolio is loaded without indexes. */
async function fill(url: string, counts: { files: number; seed: number }): Promise<void> {
  const environment = readEnvironment({ ...process.env, DATABASE_URL: url, VORDER_ROLE: "web" });
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  let tenths = 0;
  const onProgress = (done: number, total: number): void => {
    const reached = Math.floor((done * 10) / total);
    if (reached > tenths) print(`${reached * 10} %`);
    tenths = reached;
  };
  await withApplication({ environment, url }, async ({ parts, database, modules, queue }, clock) => {
    await queue.prepare();
    await seedDemo({ ...counts, clock, parts, database, modules, signal: stopping.signal, onProgress });
  });
}

async function main(): Promise<void> {
  const counts = readCounts(process.argv.slice(2));
  const environment = readEnvironment(process.env);
  if (environment.env === "prod") throw new Error("A demo portfolio is not made when VORDER_ENV is prod.");
  const embedded = environment.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: environment.dataDir, log: () => undefined, share: true });
  try {
    const url = environment.databaseOwnerUrl ?? environment.databaseUrl ?? embedded?.url ?? "";
    await requireEmpty(url);
    await fill(url, counts);
    print(`${counts.files} files were made from seed ${counts.seed}.`);
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
