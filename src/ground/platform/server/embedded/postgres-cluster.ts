/** The folder of the embedded PostgreSQL: the place of its cluster, its owner, its password, and its creation. */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "../process/error-code.ts";
import {
  type Account,
  asAccount,
  type Binaries,
  canWrite,
  isRoot,
  reachableFolder,
  unprivilegedAccount,
} from "./postgres-binaries.ts";
import { runningServer } from "./postgres-lock.ts";

const run = promisify(execFile);

/** The role and the database that Vorder uses in its own cluster. */
export const embeddedName = "vorder";

/** The place of a cluster, its account and its password. */
export interface Home {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly account: Account | undefined;
  readonly password: string;
}

/** Writes a file atomically, unless it exists; returns its content. */
async function keepOnce(path: string, make: () => string): Promise<string> {
  const existing = await readFile(path, "utf8").catch(() => undefined);
  if (existing !== undefined) return existing;
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(fresh, make(), { mode: 0o600, flush: true });
  try {
    await link(fresh, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  return readFile(path, "utf8");
}

async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (account) await chown(folder, account.uid, account.gid);
}

/** The cluster's parent: below the data folder, or, if its account cannot go there, at the place recorded in the data folder. */
async function clusterFolder(base: string, account: Account | undefined): Promise<string> {
  const pointer = join(base, "elsewhere");
  const named = await readFile(pointer, "utf8").catch(() => undefined);
  if (named !== undefined) return named.trim();
  const near = join(base, "server");
  await ownFolder(near, account);
  if (await canWrite(near, account)) return near;
  await rm(near, { recursive: true, force: true });
  const parent = await reachableFolder();
  const place = await keepOnce(pointer, () => `${join(parent, `cluster-${randomBytes(8).toString("hex")}`)}\n`);
  await ownFolder(place.trim(), account);
  return place.trim();
}

/** Finds or creates the place of the cluster of a data folder. @throws Error with a plain message. */
export async function openHome(dataDir: string): Promise<Home> {
  const base = join(dataDir, "postgres");
  await mkdir(base, { recursive: true });
  const account = await unprivilegedAccount();
  const folder = await clusterFolder(base, account).catch((cause: unknown) => {
    throw new Error(
      `The data folder ${dataDir} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  const cluster = join(folder, "cluster");
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && process.getuid && !isRoot() && owner.uid !== process.getuid()) {
    throw new Error(
      `The database in ${dataDir} belongs to another account (user id ${owner.uid}). Start Vorder as root or as that account, or set DATA_DIR.`,
    );
  }
  const password = await keepOnce(join(base, "password"), () => randomBytes(24).toString("base64url")).catch(
    (cause: unknown) => {
      throw new Error(
        `The password of the database in ${dataDir} cannot be read by this account. Start Vorder as the account that made it, or set DATA_DIR.`,
        { cause },
      );
    },
  );
  // An existing cluster is run by its owner.
  return {
    dataDir,
    cluster,
    logFile: join(folder, "postgres.log"),
    account: account && owner ? { uid: owner.uid, gid: owner.gid } : account,
    password: password.trim(),
  };
}

/** Creates the cluster beside its place and moves it there when complete, so that an incomplete one never counts. */
export async function initialise(home: Home, binaries: Binaries): Promise<void> {
  if (await stat(join(home.cluster, "PG_VERSION")).catch(() => undefined)) return;
  const fresh = await mkdtemp(`${home.cluster}.new-`);
  const passwordFile = `${fresh}.password`;
  try {
    await writeFile(passwordFile, `${home.password}\n`, { mode: 0o600 });
    if (home.account) {
      await chown(fresh, home.account.uid, home.account.gid);
      await chown(passwordFile, home.account.uid, home.account.gid);
    }
    const make = (locale: string) =>
      run(
        binaries.initdb,
        [
          `--pgdata=${fresh}`,
          `--username=${embeddedName}`,
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          `--locale=${locale}`,
          // Names are sorted as Dutch readers expect, the same on every machine.
          "--locale-provider=icu",
          "--icu-locale=nl-NL",
          "--data-checksums",
        ],
        { cwd: dirname(fresh), ...asAccount(home.account) },
      );
    // A system without C.UTF-8 still has C.
    await make("C.UTF-8").catch(() => make("C"));
    await rename(fresh, home.cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was first; its cluster is used.
    if (!(await stat(join(home.cluster, "PG_VERSION")).catch(() => undefined))) throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** @throws Error if another PostgreSQL version created the cluster. */
export async function requireSameVersion(home: Home, binaries: Binaries): Promise<void> {
  const made = (await readFile(join(home.cluster, "PG_VERSION"), "utf8")).trim();
  const have = /(\d+)\./.exec(
    (await run(binaries.postgres, ["--version"], { cwd: "/", ...asAccount(home.account) })).stdout,
  )?.[1];
  if (made !== have) {
    throw new Error(
      `The database in ${home.dataDir} was made by PostgreSQL ${made}; this release has ${have}. Back it up with the release that made it and restore it here.`,
    );
  }
}

const temporaryPrefix = "vorder-test-";
const inMemory = "/dev/shm";
const bytesNeeded = 4 * 1024 ** 3;

/**
 * Where the server of a run of tests lies: in memory, where there is room for it: such a run makes and removes three hundred databases of two thousand files each, and
 * a file system without a journal looks long for the place of a new file after many were removed.
 */
async function temporaryPlace(): Promise<string> {
  if (process.platform !== "linux") return tmpdir();
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free < bytesNeeded ? tmpdir() : inMemory;
}

/** Stops and removes what killed test runs left behind. */
async function sweepIn(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const pid = new RegExp(`^${temporaryPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await stat(`/proc/${pid}`).catch(() => undefined))) continue;
    const folder = join(within, name);
    const left = await runningServer(join(folder, "postgres", "server", "cluster"));
    if (left) process.kill(left.pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Makes a folder for the temporary server of this process, into which another account may go. */
export async function makeTemporaryFolder(): Promise<string> {
  const chosen = await temporaryPlace();
  if (process.platform === "linux") for (const each of new Set([tmpdir(), chosen])) await sweepIn(each);
  const folder = await mkdtemp(join(chosen, `${temporaryPrefix}${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}
