/** What PostgreSQL's own lock file says about a cluster: nobody runs it, somebody does, or the file was left behind. */

import { readFile, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../process/error-code.ts";

/** The lines of postmaster.pid, as PostgreSQL writes them. */
export interface Running {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Whether a living process is the server of this cluster, as far as the system tells; where it does not tell, we believe the file. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  if (name === undefined) return true;
  if (name.trim() !== "postgres") return false;
  // A server works inside its own cluster.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === (await realpath(cluster));
}

/** The server that runs this cluster, or undefined. A lock whose process id now belongs to another program counts as left behind. */
export async function runningServer(cluster: string): Promise<Running | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  // A negative number stands for a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0 || !isAlive(pid) || !(await isServerOf(pid, cluster))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * Makes a lock that was left behind yield. PostgreSQL does so itself where the process is gone; where its number belongs to
 * another program now, it would wait for that one. A lock with the number of a server's own parent it takes for its own, and it
 * still looks at the shared memory that the file names, so that nothing is lost in safety.
 */
export async function yieldStaleLock(cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined || (await runningServer(cluster))) return;
  const [, ...rest] = text.split("\n");
  await writeFile(path, [String(process.pid), ...rest].join("\n"));
}
