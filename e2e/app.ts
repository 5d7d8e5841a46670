/** Starts Vorder as a person would, in a process of its own on a database of its own, and a real browser in front of it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

export interface RunningApp {
  readonly base: string;
  readonly browser: Browser;
  /** Makes a user from the shell, as whoever runs an installation does. */
  createUser(name: string, password: string, roles: string, fullName: string): Promise<void>;
  /** What the process has said on its console. */
  said(): string;
  /** A page of a new browser context: nobody is logged in there. */
  open(options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Ends the server at once, as a crash does; the browser stays. */
  kill(): Promise<void>;
  /** Starts the server again after that, at the same address with the same database and folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The clock of the browser tests starts here and runs: a Friday morning within contact hours. */
const clock = "2026-11-20T08:00:00Z";

async function ownDatabase(): Promise<{ url: string | undefined; drop(): Promise<void> }> {
  const server = process.env.DATABASE_URL;
  if (!server) return { url: undefined, drop: async () => {} };
  const name = `vorder_e2e_${process.pid}_${Date.now().toString(36)}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Hears what a process says. */
function hear(child: ChildProcess): () => string {
  let said = "";
  const listen = (chunk: Buffer): void => {
    said += chunk.toString("utf8");
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  return () => said;
}

/** Waits for the line that names the address; what the process said until then explains why it did not come. */
function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const address = /Vorder is ready: (\S+)/.exec(said())?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => reject(new Error(`Vorder ended with ${code}:\n${said()}`)));
  });
}

interface Served {
  readonly base: string;
  said(): string;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

async function serve(env: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawn(process.execPath, ["src/app/main.server.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = hear(child);
  const ended = once(child, "exit");
  return {
    base: await addressOf(child, said),
    said,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const database = await ownDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-e2e-"));
  // Where root starts it, the account that runs PostgreSQL must be able to go there.
  await chmod(dataDir, 0o755);
  // Vitest has a BASE_URL of its own.
  const { BASE_URL: _ofVitest, ...inherited } = process.env;
  const settings = {
    ...inherited,
    VORDER_ENV: "test",
    VORDER_DEMO: "off",
    VORDER_CLOCK: clock,
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    OUTGOING_ALLOW: "127.0.0.1,localhost",
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...env,
  };
  let served = await serve(settings);
  const { base } = served;
  const executablePath = process.env.VORDER_CHROMIUM;
  const browser = await chromium.launch({
    headless: true,
    args: browserArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  return {
    base,
    browser,
    said: () => served.said(),
    async createUser(name, password, roles, fullName) {
      const parameters = ["create-user", name, "--roles", roles, "--full-name", fullName];
      await run(process.execPath, ["src/app/admin.server.ts", ...parameters], {
        cwd: root,
        env: { ...settings, VORDER_PASSWORD: password },
      });
    },
    async open(options = {}) {
      const context = await browser.newContext({
        baseURL: base,
        locale: "nl-NL",
        timezoneId: "Europe/Amsterdam",
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(40_000);
      return { context, page: await context.newPage() };
    },
    kill: () => served.end("SIGKILL"),
    async restart() {
      served = await serve({ ...settings, PORT: new URL(base).port });
    },
    async close() {
      await browser.close();
      await served.end("SIGTERM");
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Logs in through the form, bot check and all. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Gebruikersnaam").fill(username);
  await page.locator("input[type=password]").fill(password);
  await page.getByRole("button", { name: "Inloggen", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
