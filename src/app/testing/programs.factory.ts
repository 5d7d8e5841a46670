/** The programs of Vorder as `npm start` and `npm run admin` run them: built from the sources as they are now. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../..");

/** What Node is given to run a program. */
export const program = (name: "main" | "admin" | "seed"): readonly string[] => [
  "--enable-source-maps",
  join(root, "dist/server", `${name}.js`),
];

/** Builds the programs unless they are of these sources already. */
export async function buildPrograms(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, "scripts/prepare.mjs"), "--tools", "--server"]);
}
