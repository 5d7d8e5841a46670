/** PostgreSQL's own lock file of a cluster: missing, held by a server, or left behind. */

import { readFile, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../process/error-code.ts";

/** The lines of postmaster.pid. */
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

/** Whether a living process is the server of this cluster, if the system can tell; otherwise the file is trusted. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  if (name === undefined) return true;
  if (name.trim() !== "postgres") return false;
  // A server's working directory is its cluster.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === (await realpath(cluster));
}

/** The server that runs this cluster, or undefined. A lock whose process id now belongs to another program counts as left behind. */
export async function runningServer(cluster: string): Promise<Running | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  // A negative number means a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0 || !isAlive(pid) || !(await isServerOf(pid, cluster))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * Invalidates a lock that was left behind. PostgreSQL does so itself if the process does not exist; if its number belongs to another program now,
 * it would refuse to start. It treats a lock with the number of its own parent process as its own, and still checks the shared memory named in the
 * file, so this is safe.
 */
export async function yieldStaleLock(cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined || (await runningServer(cluster))) return;
  const [, ...rest] = text.split("\n");
  await writeFile(path, [String(process.pid), ...rest].join("\n"));
}
