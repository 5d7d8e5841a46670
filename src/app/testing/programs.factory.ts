/** The programs of Vorder as `npm start` and `npm run admin` run them: built from the sources as they are now. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { assemble } from "../assemble.server.ts";

const root = join(import.meta.dirname, "../../..");

const built = (name: string): string => join(root, "dist/server", `${name}.js`);

/** What Node is given to run a program. */
export const program = (name: "main" | "admin" | "seed"): readonly string[] => ["--enable-source-maps", built(name)];

/** The application of the built programs, which a process loads in half the time. */
export async function builtAssemble(): Promise<typeof assemble> {
  const module: typeof import("../assemble.server.ts") = await import(pathToFileURL(built("assemble")).href);
  return module.assemble;
}

/** Builds the programs unless they are of these sources already. */
export async function buildPrograms(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, "scripts/prepare.mjs"), "--tools", "--server"]);
}
