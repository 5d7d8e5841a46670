/** The first start, ended while it installs: nothing goes on without it, and the next start goes on where it was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type TestContext, test, vi } from "vitest";
import { program } from "../testing/programs.factory.ts";

/** A folder of a test's own: they go on side by side, since most of each is waiting for processes. */
async function ownFolder({ onTestFinished }: Pick<TestContext, "onTestFinished">): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-interrupted-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  // The account that runs the server, where that is another, must come in.
  await chmod(dataDir, 0o755);
  return dataDir;
}

const pidFile = (dataDir: string) => join(dataDir, "postgres", "server", "cluster", "postmaster.pid");

/** Whether the process lives whose number is the first line of a file. */
async function lives(path: string): Promise<boolean> {
  const pid = Number((await readFile(path, "utf8").catch(() => "")).split("\n")[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a server runs on the folder. */
const serverLives = (dataDir: string): Promise<boolean> => lives(pidFile(dataDir));

function startVorder(dataDir: string) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: "0", VORDER_DEMO: "off" };
  const child = spawn(process.execPath, [...program("main")], {
    env: { ...env, VORDER_ENV: "test", VORDER_ENVV: "prod" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  // Not "exit", which may come before the last of what it said has been read.
  return { child, said: () => output, ended: once(child, "close") };
}

test.concurrent.for([
  ["its database is created", (_said: string, dataDir: string) => existsSync(join(dataDir, "postgres"))],
  ["its server is started", (_said: string, dataDir: string) => existsSync(pidFile(dataDir))],
  ["its tables are created", (said: string) => said.includes('"migrated"')],
] as const)(
  "when it is ended as soon as %s, it leaves no process behind, and the next start works",
  async ([_at, reached], context) => {
    const dataDir = await ownFolder(context);
    const first = startVorder(dataDir);
    await vi.waitUntil(() => reached(first.said(), dataDir), { timeout: 120_000, interval: 5 });
    first.child.kill("SIGINT");
    const [code] = await first.ended;
    expect(code, first.said()).toBe(0);
    expect(await serverLives(dataDir)).toBe(false);
    expect(first.said()).toContain("VORDER_ENVV is no setting of Vorder; was VORDER_ENV meant?");

    const second = startVorder(dataDir);
    await vi.waitUntil(() => second.said().includes("Vorder is ready"), { timeout: 240_000, interval: 50 });
    second.child.kill("SIGTERM");
    expect((await second.ended)[0]).toBe(0);
    expect(await serverLives(dataDir)).toBe(false);
  },
);

/** A folder like ours before anything is installed, whose one package takes long to install and does not end when it is asked to. */
async function freshClone(dataDir: string) {
  const clone = join(dataDir, "clone");
  const [pid, script] = [
    join(clone, "installing"),
    fileURLToPath(new URL("../../../scripts/prepare.mjs", import.meta.url)),
  ];
  await mkdir(join(clone, "scripts"), { recursive: true });
  await copyFile(script, join(clone, "scripts/prepare.mjs"));
  const linger = `for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
    require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));
    setTimeout(() => {}, 600_000);`;
  await writeFile(join(clone, "linger.cjs"), linger);
  const scripts = {
    prestart: "node scripts/prepare.mjs",
    start: "node --version",
    install: "node linger.cjs",
  };
  const described = { name: "clone", version: "1.0.0" };
  await writeFile(join(clone, "package.json"), JSON.stringify({ ...described, scripts }));
  await writeFile(
    join(clone, "package-lock.json"),
    JSON.stringify({ ...described, lockfileVersion: 3, requires: true, packages: { "": described } }),
  );
  return { clone, pid };
}

test.concurrent.for([
  ["Ctrl-C, which reaches all processes of the terminal,", "SIGINT", -1],
  ["ending npm", "SIGTERM", 1],
] as const)("%s stops the installation of packages", async ([_who, signal, group], context) => {
  const { clone, pid } = await freshClone(await ownFolder(context));
  const { PATH, HOME } = process.env;
  const npm = spawn("npm", ["start"], { cwd: clone, env: { PATH, HOME }, stdio: "ignore", detached: true });
  const ended = once(npm, "exit");
  await vi.waitUntil(() => existsSync(pid), { timeout: 120_000, interval: 20 });
  process.kill(group * (npm.pid ?? Number.NaN), signal);
  await ended;
  await vi.waitUntil(async () => !(await lives(pid)), { timeout: 30_000, interval: 50 });
});
