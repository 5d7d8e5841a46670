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

const ownFolder = ".vorder/test-programs";
/** The programs of the tests: a worker that they kill, and what makes the queues of the database that all others are copies of. */
const ownSources = {
  "killed-worker": "src/app/operations/killed-worker.factory.ts",
  queues: "src/app/testing/queues.factory.ts",
} as const;

/** A program of the tests, all of it from one build. */
export const testProgram = (name: keyof typeof ownSources): string => join(root, ownFolder, `${name}.js`);

const stampOf = async (folder: string): Promise<string> =>
  (await readFile(join(root, folder, ".sources"), "utf8").catch(() => "")).split("\n")[0] ?? "";

/** Builds the programs, and those of the tests, unless they are of these sources already. */
export async function buildPrograms(): Promise<void> {
  await run(process.execPath, [join(root, "scripts/prepare.mjs"), "--tools", "--server"]);
  const own = createHash("sha256");
  for (const source of Object.values(ownSources)) own.update(await readFile(join(root, source)));
  const stamp = own.update(await stampOf("dist/server")).digest("hex");
  if ((await stampOf(ownFolder)) === stamp) return;
  const bundle = join(root, "scripts/bundle-server.ts");
  const named = Object.entries(ownSources).map(([name, source]) => `${name}=${source}`);
  await run(process.execPath, [bundle, ownFolder, stamp, ...named]);
}
