/** A world of its own for a test: a real database, a real server on a real port, a clock that stands still until it is turned. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { request } from "undici";
import { inject } from "vitest";
import { z } from "zod";
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from "../../ground/kernel/contract.ts";
import { verifyInstallation } from "../../ground/platform/server/audit/verify.ts";
import { type Actor, type SystemCtx, type SystemDb, systemActor } from "../../ground/platform/server/http/module.ts";
import { csrfToken, hashOf, newCookie, sessionCookie } from "../../ground/platform/server/http/session.ts";
import { workCtx } from "../../ground/platform/server/jobs/work-context.ts";
import { connect, type Database } from "../../ground/platform/server/postgres/database.ts";
import { servingAddress } from "../../ground/platform/server/postgres/prepare-database.ts";
import { type HandClock, handClock, systemIds, systemRandom } from "../../ground/platform/server/process/clock.ts";
import { readEnvironment } from "../../ground/platform/server/process/environment.ts";
import { inTransaction } from "../../ground/platform/server/storage/deletions.ts";
import { assemble, type Vorder } from "../assemble.server.ts";
import { restartNumbers } from "./serial.factory.ts";
import { copyTemplate, databaseUrl } from "./test-server.factory.ts";

/** Friday 20 November 2026, 10:00 in Amsterdam: the reference date of the domain facts, within contact hours. */
export const referenceInstant = new Date("2026-11-20T09:00:00Z");
const sessionSecret = "a secret of the tests that is long enough";

export interface NewTestUser {
  readonly acl?: readonly string[];
  readonly kind?: "staff" | "customer" | "contact";
  readonly clientIds?: readonly number[];
  readonly teamIds?: readonly number[];
  readonly name?: string;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  json(): unknown;
}

/** The reply to a call that did not succeed. */
export class CallError extends Error {
  readonly status: number;
  readonly body: {
    readonly code?: string | undefined;
    readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
    readonly [key: string]: unknown;
  };
  constructor(call: Call, status: number, body: unknown) {
    super(`${call.method} ${call.path} answered ${status}: ${JSON.stringify(body).slice(0, 2000)}`);
    this.status = status;
    this.body = z
      .looseObject({ code: z.string().optional(), errors: z.record(z.string(), z.array(z.string())).optional() })
      .parse(body);
  }
}

type CallInput<C extends Call> = {
  params?: ParamsOf<C>;
  query?: QueryOf<C>;
  body?: BodyOf<C>;
  /** Files by field name: sent as multipart. */
  files?: Readonly<Record<string, { name: string; content: string | Uint8Array; mime?: string }>>;
  headers?: Readonly<Record<string, string>>;
};

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  /** Each as it was set. */
  readonly cookies: readonly string[];
  readonly headers: () => Headers;
}
type SentHeaders = Readonly<Record<string, string>>;

/** As fetch sends it, for a third of its processor time: the tests make tens of thousands of requests. */
async function sendPlain(
  url: string,
  method: string,
  headers: SentHeaders,
  body?: string | Uint8Array,
): Promise<Answer> {
  const typed = typeof body === "string" ? { "content-type": "text/plain;charset=UTF-8" } : {};
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const sent = { accept: "*/*", "user-agent": "node", ...typed, ...lower };
  const response = await request(url, { method, headers: sent, ...(body === undefined ? {} : { body }) });
  const given = response.headers;
  return {
    status: response.statusCode,
    bytes: Buffer.from(await response.body.bytes()),
    cookies: [given["set-cookie"] ?? []].flat(),
    headers: () =>
      new Headers(
        Object.entries(given).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      ),
  };
}

async function sendForm(url: string, method: string, headers: SentHeaders, body: FormData): Promise<Answer> {
  const response = await fetch(url, { method, redirect: "manual", headers, body });
  const { status, headers: given } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status, bytes, cookies: given.getSetCookie(), headers: () => given };
}

/** Somebody at a browser: keeps cookies, sends the token, speaks the dialect. */
export class Visitor {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();
  readonly userId: number;

  constructor(base: string, userId: number, cookie?: string, secure = false) {
    this.#base = base;
    this.userId = userId;
    if (cookie) {
      this.#cookies.set(sessionCookie(secure), cookie);
      this.#cookies.set("XSRF-TOKEN", csrfToken(sessionSecret, cookie));
    }
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Any request at all, with this visitor's cookies and nothing else added. */
  async raw(
    method: string,
    path: string,
    init: { headers?: Readonly<Record<string, string>>; body?: string | FormData | Uint8Array<ArrayBuffer> } = {},
  ): Promise<RawReply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie ? { cookie } : {}), ...init.headers };
    const reply = await (init.body instanceof FormData
      ? sendForm(this.#base + path, method, headers, init.body)
      : sendPlain(this.#base + path, method, headers, init.body));
    for (const line of reply.cookies) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const { status, bytes } = reply;
    const text = bytes.toString("utf8");
    let made: Headers | undefined;
    return {
      status,
      bytes,
      text,
      // Few look at them, and they are a tenth of a small request.
      get headers() {
        made ??= reply.headers();
        return made;
      },
      json: () => JSON.parse(text),
    };
  }

  /** Sends a call as our own pages do and returns the raw reply, whatever its status. */
  async send<C extends Call>(call: C, input: CallInput<C> = {}): Promise<RawReply> {
    let path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(String(z.record(z.string(), z.unknown()).parse(input.params ?? {})[name])),
    );
    const pairs = new URLSearchParams();
    for (const [key, value] of flatten(input.query ?? {})) pairs.append(listKey(key, call), value);
    const query = pairs.toString();
    if (query) path += `?${query}`;
    const token = this.#cookies.get("XSRF-TOKEN");
    const headers: Record<string, string> = {
      accept: "application/json",
      "accept-language": "en",
      "x-requested-with": "XMLHttpRequest",
      ...input.headers,
    };
    if (call.method === "GET") return this.raw("GET", path, { headers });
    const body = {
      ...z.record(z.string(), z.unknown()).parse(input.body ?? {}),
      ...(call.csrf && token ? { _token: token } : {}),
    };
    if (!input.files)
      return this.raw(call.method, path, {
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const form = new FormData();
    for (const [key, value] of flatten(body)) form.append(key, value);
    for (const [field, file] of Object.entries(input.files)) {
      const content = typeof file.content === "string" ? file.content : new Uint8Array(file.content);
      form.append(field, new Blob([content], { type: file.mime ?? "application/octet-stream" }), file.name);
    }
    return this.raw(call.method, path, { headers, body: form });
  }

  /** Sends a call and returns its reply, checked against the contract; throws `CallError` on any other status. */
  async call<C extends Call>(call: C, input: CallInput<C> = {}): Promise<ReplyOf<C>> {
    const reply = await this.send(call, input);
    if (reply.status >= 300) throw new CallError(call, reply.status, reply.json());
    // The schema that parses the reply is the one that its type was inferred from.
    const parsed: ReplyOf<C> = call.reply.parse(reply.json()) as ReplyOf<C>;
    return parsed;
  }

  /** Sends a call that must fail, and returns the error. */
  async refused<C extends Call>(call: C, input: CallInput<C> = {}): Promise<CallError> {
    const reply = await this.send(call, input);
    if (reply.status < 400)
      throw new Error(`${call.method} ${call.path} was expected to fail but answered ${reply.status}`);
    return new CallError(call, reply.status, reply.json());
  }
}

const listNames: Readonly<Record<string, string>> = { offset: "_offset", limit: "_limit" };

/** A table query's own names in the underscore dialect of the specification. */
function listKey(key: string, call: Call): string {
  if (!(call.query instanceof z.ZodObject && "filter" in call.query.shape)) return key;
  return listNames[key] ?? key.replace(/^filter(?=\[)/, "_filter");
}

function* flatten(value: unknown, prefix = ""): Generator<[string, string]> {
  if (value === null || value === undefined) return;
  if (typeof value !== "object") {
    yield [prefix, typeof value === "boolean" ? (value ? "1" : "0") : String(value)];
    return;
  }
  const entries = Object.entries(value);
  // The sort order of a table query travels as `_order[field]=direction`.
  const order =
    prefix === "order" ? z.object({ field: z.string(), direction: z.string() }).safeParse(value) : undefined;
  if (order?.success) {
    yield [`_order[${order.data.field}]`, order.data.direction];
    return;
  }
  for (const [key, inner] of entries) yield* flatten(inner, prefix === "" ? key : `${prefix}[${key}]`);
}

/** What the types refuse, to be sent all the same: to see that the server refuses it too. */
export const wrong = (input: unknown): never => input as never;

export interface World {
  readonly vorder: Vorder;
  readonly base: string;
  readonly clock: HandClock;
  readonly db: SystemDb;
  /** The owner's address. */
  readonly databaseUrl: string;
  /** The address from which this world is served: that of the lesser role. */
  readonly servingUrl: string;
  /** Connections of the owner, who may do what the application may not: change the schema, tamper. */
  readonly owner: Database;
  /** Somebody who is not logged in. */
  guest(): Visitor;
  /** Makes a user with these rights and logs it in. */
  login(user?: NewTestUser | readonly string[]): Promise<Visitor>;
  /** Runs a piece of work in one transaction, as a job would. */
  work<R>(run: (ctx: SystemCtx) => Promise<R>, user?: Actor): Promise<R>;
  /** Runs all queued jobs and due effects until nothing is left; with a name only its jobs, and nothing that follows from them. */
  drain(only?: string): Promise<number>;
  /** What `verify` finds wrong: "check: problem". */
  problems(db?: SystemDb): Promise<string[]>;
  close(): Promise<void>;
}

let serial = 0;
let open = 0;

export interface WorldOptions {
  readonly now?: Date;
  /** Added settings by environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Leads the application to its database by another way, such as a proxy that can be cut. */
  readonly through?: (url: string) => string;
}

/** Starts a world. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const server = inject("testServer");
  open++;
  const name = `vorder_test_${process.pid}_${Date.now().toString(36)}_${++serial}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await copyTemplate(admin, inject("testTemplate"), name);
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-world-"));
  const url = databaseUrl(server, name);
  const direct = servingAddress(url);
  const servingUrl = options.through?.(direct) ?? direct;
  const owner = connect(url, { max: 6, applicationName: "vorder-owner" });
  const environment = readEnvironment({
    VORDER_ENV: "test",
    VORDER_DEMO: "off",
    CAPTCHA: "off",
    // The mail servers and gateways of the tests are on this machine.
    OUTGOING_ALLOW: "127.0.0.1,localhost",
    // Hashes of an installation take a tenth of a second each; one test makes such.
    PASSWORD_MEMORY_MIB: "1",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir,
    DATABASE_URL: servingUrl,
    DATABASE_OWNER_URL: url,
    SESSION_SECRET: sessionSecret,
    ...options.env,
  });
  const clock = handClock(options.now ?? referenceInstant);
  const log = pino({ level: process.env.VORDER_TEST_LOG ?? "silent" });
  const vorder = await assemble({ environment, databaseUrl: servingUrl, sessionSecret, clock, log, connections: 4 });
  await vorder.queue.prepare();
  const base = await vorder.app.listen({ host: "127.0.0.1", port: 0 });
  const { db } = vorder.database;

  async function login(given: NewTestUser | readonly string[] = {}): Promise<Visitor> {
    const user: NewTestUser = isAcl(given) ? { acl: given } : given;
    const id = await insertUser(db, clock, user);
    const cookie = newCookie(systemRandom);
    const at = clock.now();
    await db
      .insertInto("session")
      .values({
        id: hashOf(cookie),
        user_id: id,
        created_at: at,
        last_seen_at: at,
        ip: "127.0.0.1",
        user_agent: "test",
      })
      .execute();
    return new Visitor(base, id, cookie, environment.baseUrl.startsWith("https:"));
  }

  return {
    vorder,
    base,
    clock,
    db,
    databaseUrl: url,
    servingUrl,
    owner,
    guest: () => new Visitor(base, 0),
    login,
    work: (run, user = systemActor) =>
      inTransaction(db, vorder.parts.storage, (tx) => run(workCtx(vorder.parts, tx, user))),
    drain: (only) => vorder.queue.drain(vorder.parts, only),
    async problems(by = db) {
      const { storage } = vorder.parts;
      const checks = vorder.modules.flatMap((module) => module.checks);
      const found: string[] = [];
      for await (const { asked, problems } of verifyInstallation({ db: by, storage, environment, checks }))
        found.push(...problems.map((problem) => `${asked}: ${problem}`));
      return found;
    },
    async close() {
      if (--open === 0) restartNumbers();
      await vorder.close();
      await owner.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const isAcl = (given: NewTestUser | readonly string[]): given is readonly string[] => Array.isArray(given);

async function insertUser(db: SystemDb, clock: HandClock, user: NewTestUser): Promise<number> {
  const username = `user-${systemIds.uuid()}`;
  const { id } = await db
    .insertInto("app_user")
    .values({
      username,
      name: user.name ?? "Test User",
      acl: [...(user.acl ?? [])],
      kind: user.kind ?? "staff",
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const clientId of user.clientIds ?? [])
    await db.insertInto("user_client").values({ user_id: id, client_id: clientId }).execute();
  for (const teamId of user.teamIds ?? [])
    await db.insertInto("user_team").values({ user_id: id, team_id: teamId }).execute();
  return id;
}
