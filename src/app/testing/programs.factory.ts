/** The programs of Vorder as `npm start` and `npm run admin` run them: built from the sources as they are now. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** What Node is given to run a program. */
export const program = (name: "main" | "admin" | "seed"): readonly string[] => [
  "--enable-source-maps",
  join(root, "dist/server", `${name}.js`),
];

const workerFolder = ".vorder/killed-worker";
const workerSource = "src/app/operations/killed-worker.factory.ts";

/** The worker that tests kill: a program of the tests, all of it from one build. */
export const killedWorker = join(root, workerFolder, "killed-worker.js");

const stampOf = async (folder: string): Promise<string> =>
  (await readFile(join(root, folder, ".sources"), "utf8").catch(() => "")).split("\n")[0] ?? "";

/** Builds the programs, and the worker of the tests, unless they are of these sources already. */
export async function buildPrograms(): Promise<void> {
  await run(process.execPath, [join(root, "scripts/prepare.mjs"), "--tools", "--server"]);
  const own = createHash("sha256").update(await readFile(join(root, workerSource)));
  const stamp = own.update(await stampOf("dist/server")).digest("hex");
  if ((await stampOf(workerFolder)) === stamp) return;
  const bundle = join(root, "scripts/bundle-server.ts");
  await run(process.execPath, [bundle, workerFolder, stamp, `killed-worker=${workerSource}`]);
}
