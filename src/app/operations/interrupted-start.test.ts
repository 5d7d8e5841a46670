/** The first start, ended while it installs: nothing goes on without it, and the next start goes on where it was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const main = fileURLToPath(new URL("../main.server.ts", import.meta.url));
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vorder-interrupted-"));
  // The account that runs the server, where that is another, must come in.
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

const pidFile = () => join(dataDir, "postgres", "server", "cluster", "postmaster.pid");

/** Whether a server runs on the folder. */
async function serverLives(): Promise<boolean> {
  const pid = Number((await readFile(pidFile(), "utf8").catch(() => "")).split("\n")[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function startVorder() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: "0", VORDER_DEMO: "off" };
  const child = spawn(process.execPath, [main], { env: { ...env, VORDER_ENV: "test", VORDER_ENVV: "prod" } });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  return { child, said: () => said, ended: once(child, "exit") };
}

test.each([
  ["its database is made", () => existsSync(join(dataDir, "postgres"))],
  ["its server starts", () => existsSync(pidFile())],
  ["its tables are made", (said: string) => said.includes('"migrated"')],
] as const)("ended as soon as %s, it leaves no process behind, and the next start is whole", async (_at, reached) => {
  const first = startVorder();
  await vi.waitUntil(() => reached(first.said()), { timeout: 120_000, interval: 5 });
  first.child.kill("SIGINT");
  const [code] = await first.ended;
  expect(code, first.said()).toBe(0);
  expect(await serverLives()).toBe(false);
  expect(first.said()).toContain("VORDER_ENVV is no setting of Vorder; was VORDER_ENV meant?");

  const second = startVorder();
  await vi.waitUntil(() => second.said().includes("Vorder is ready"), { timeout: 240_000, interval: 50 });
  second.child.kill("SIGTERM");
  expect((await second.ended)[0]).toBe(0);
  expect(await serverLives()).toBe(false);
});
