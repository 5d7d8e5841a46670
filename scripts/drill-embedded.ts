/** The product with its own embedded server, in a folder of its own, for drills that break that server. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { program } from "../src/app/testing/programs.factory.ts";

const run = promisify(execFile);

/** Settings that make a process of the drill use the embedded server of a folder. */
export const embeddedIn = (dataDir: string) => ({ DATABASE_URL: "", DATA_DIR: dataDir }) as const;

/** What an administrator's command prints. */
export async function runAdmin(dataDir: string, ...command: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...program("admin"), ...command], {
    env: { PATH: process.env.PATH, VORDER_ENV: "test", VORDER_DEMO: "off", DATA_DIR: dataDir },
  });
  return stdout.trim();
}

/** The process id of the embedded server. */
export async function serverOf(dataDir: string): Promise<number> {
  const base = join(dataDir, "postgres");
  const elsewhere = await readFile(join(base, "elsewhere"), "utf8").catch(() => join(base, "server"));
  const [pid = ""] = (await readFile(join(elsewhere.trim(), "cluster", "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}
