/**
 * Starts Vorder as a person would, in a process of its own on a database of its own, and a real browser in front of it. The database is a
 * copy of one that is migrated and otherwise empty; the browser is the one of this worker, with contexts of the app's own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { program } from "../src/app/testing/programs.factory.ts";
import { copyTemplate, databaseUrl } from "../src/app/testing/test-server.factory.ts";
import { roles } from "../src/ground/kernel/access.ts";
import { hashOf, newCookie, sessionCookie } from "../src/ground/platform/server/http/session.ts";
import { connect } from "../src/ground/platform/server/postgres/database.ts";
import { clockFrom, systemRandom } from "../src/ground/platform/server/process/clock.ts";
import { createUser, passwordHashing } from "../src/people/access/access.server.ts";
import type { Grant } from "../src/people/access/access.ts";

const root = join(import.meta.dirname, "..");

export interface RunningApp {
  readonly base: string;
  /** Makes somebody of the staff, who holds these roles: names with commas between them, or "*" for all. */
  createUser(name: string, password: string, roles: string, fullName: string): Promise<number>;
  /** Gives a context the session of somebody, where how one logs in is not the story. */
  enter(context: BrowserContext, userId: number): Promise<void>;
  /** The database that it serves, for what stands in its way on purpose; "" where it starts its own. */
  readonly databaseUrl: string;
  /** What the process has written on its console. */
  output(): string;
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

/** The least that a hash can take: who logs in here is not waited for. */
const passwordMemoryMib = "1";
passwordHashing.setMemory(Number(passwordMemoryMib));

/** A port that is free now, for an address that must be known before the start: passkeys and providers are bound to it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

let serial = 0;

async function ownDatabase(): Promise<OwnDatabase> {
  const server = inject("testServer");
  const name = `vorder_e2e_${process.pid}_${Date.now().toString(36)}_${++serial}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await copyTemplate(admin, inject("testTemplate"), name);
  return {
    url: databaseUrl(server, name),
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

const isGrant = (name: string): name is Grant => name === "*" || roles.some((role) => role === name);

/** Makes a user in a database, as the command `create-user` does. */
async function addUser(
  url: string,
  at: string,
  user: Readonly<Record<"name" | "password" | "roles" | "fullName", string>>,
) {
  const database = connect(url, { max: 1, applicationName: "vorder-e2e" });
  const made = { clock: clockFrom(new Date(at)), random: systemRandom };
  const acl = user.roles.split(",").filter(isGrant);
  try {
    return await createUser(database.db, made, {
      username: user.name,
      name: user.fullName,
      password: user.password,
      acl,
      kind: "staff",
    });
  } finally {
    await database.close();
  }
}

/** Opens a session in a database, as a login does, and gives its cookie. */
async function addSession(url: string, at: string, userId: number): Promise<string> {
  const database = connect(url, { max: 1, applicationName: "vorder-e2e" });
  const cookie = newCookie(systemRandom);
  const now = clockFrom(new Date(at)).now();
  const agent = { ip: "127.0.0.1", user_agent: "e2e" };
  try {
    await database.db
      .insertInto("session")
      .values({ id: hashOf(cookie), user_id: userId, created_at: now, last_seen_at: now, ...agent })
      .execute();
    return cookie;
  } finally {
    await database.close();
  }
}

/** Collects what a process writes to its console. */
function outputOf(child: ChildProcess): () => string {
  let output = "";
  const listen = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  return () => output;
}

/** Waits for the line that names the address; what the process wrote until then explains why it did not come. */
function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const address = /Vorder is ready: (\S+)/.exec(output())?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => reject(new Error(`Vorder ended with ${code}:\n${output()}`)));
  });
}

interface Served {
  readonly base: string;
  output(): string;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

async function serve(env: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawn(process.execPath, [...program("main")], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = outputOf(child);
  const ended = once(child, "exit");
  return {
    base: await addressOf(child, output),
    output,
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
  // Room for what a page makes while it loads: a tenth of the processor for a load went into collecting it in between.
  "--js-flags=--min-semi-space-size=32",
];

/** Milliseconds that anything awaited may take. Wide, because it only ends what hangs. */
export const patience = 120_000;

let launched: Promise<Browser> | undefined;
const opened = new Set<BrowserContext>();

/** The pages that are open in this worker now. */
export const openPages = (): readonly Page[] => [...opened].flatMap((context) => context.pages());

/** The browser of this worker: started once, and again after a crash. It ends with the worker. */
async function ownBrowser(): Promise<Browser> {
  const there = await launched;
  if (there?.isConnected()) return there;
  const executablePath = process.env.VORDER_CHROMIUM;
  launched = chromium.launch({
    headless: true,
    args: browserArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  return launched;
}

/**
 * Starts an app.
 * @param env settings beside those of every test, which undefined takes away: without VORDER_CLOCK the process goes by the real time, while
 *   one that is set to now lags by what the start took.
 * @param from `migrated` serves a copy of the migrated database; `nothing` has nothing but a folder, and starts the embedded PostgreSQL there.
 */
export async function startApp(
  env: Readonly<Record<string, string | undefined>> = {},
  from: "migrated" | "nothing" = "migrated",
): Promise<RunningApp> {
  const database = from === "migrated" ? await ownDatabase() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-e2e-"));
  // Where root starts it, the account that runs PostgreSQL must be able to go there.
  await chmod(dataDir, 0o755);
  const settings = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    VORDER_ENV: "test",
    VORDER_DEMO: "off",
    VORDER_CLOCK: clock,
    PASSWORD_MEMORY_MIB: passwordMemoryMib,
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    OUTGOING_ALLOW: "127.0.0.1,localhost",
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  };
  const made = (): string => settings.VORDER_CLOCK ?? new Date().toISOString();
  // First the browser: where there is none, no app is left without anybody to end it.
  const browser = await ownBrowser();
  let served = await serve(settings);
  const { base } = served;
  const contexts: BrowserContext[] = [];
  return {
    base,
    databaseUrl: database?.url ?? "",
    output: () => served.output(),
    async createUser(name, password, acl, fullName) {
      if (!database) throw new Error("an app from nothing gets its people by its screens");
      return addUser(database.url, made(), { name, password, roles: acl, fullName });
    },
    async enter(context, userId) {
      if (!database) throw new Error("an app from nothing is entered by its screens");
      const value = await addSession(database.url, made(), userId);
      await context.addCookies([{ name: sessionCookie(false), value, url: base }]);
    },
    async open(options = {}) {
      const context = await browser.newContext({
        baseURL: base,
        locale: "nl-NL",
        timezoneId: "Europe/Amsterdam",
        viewport: { width: 1440, height: 900 },
        // As somebody who has asked for less movement: what moves is drawn sixty times a second, by the processor.
        reducedMotion: "reduce",
        ...options,
      });
      if (slowest > 0) await answerLate(context);
      contexts.push(context);
      opened.add(context);
      context.once("close", () => opened.delete(context));
      context.setDefaultTimeout(patience);
      return { context, page: await context.newPage() };
    },
    kill: () => served.end("SIGKILL"),
    async restart() {
      served = await serve({ ...settings, PORT: new URL(base).port });
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await served.end("SIGTERM");
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** VORDER_E2E_DELAY: every call is answered by up to so many milliseconds late, each by chance, so that tests show what rests on who comes first. */
const slowest = Number(process.env.VORDER_E2E_DELAY ?? 0);

const answerLate = (context: BrowserContext): Promise<unknown> =>
  context.route("**/api/**", async (route) => {
    await sleep(Math.random() * slowest);
    // A page that has gone meanwhile asks for nothing any more.
    await route.continue().catch(() => undefined);
  });

/** Logs in through the form, bot check and all. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Gebruikersnaam").fill(username);
  await page.locator("input[type=password]").fill(password);
  await page.getByRole("button", { name: "Inloggen", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
