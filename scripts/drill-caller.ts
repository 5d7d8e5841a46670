/** Somebody who is logged in to the product that a drill breaks. */
import { randomUUID } from "node:crypto";
import { csrfToken, hashOf, newCookie, sessionCookie } from "../src/ground/platform/server/http/session.ts";
import { connect } from "../src/ground/platform/server/postgres/database.ts";
import { systemClock, systemRandom } from "../src/ground/platform/server/process/clock.ts";
import { makeClient } from "../src/people/customers/customers.factory.ts";
import { drillSecret } from "./drill-world.ts";

export interface Answered {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
  /** What the answer says when to try again, in seconds. */
  readonly retryAfter: string | null;
}

export interface Caller {
  /** A client to write about. */
  readonly client: number;
  /** Where the product is. */
  base(): string;
  /** What makes a request this person's. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Answered>;
  /** Sends JSON under a key that makes it happen once. */
  post(path: string, body: unknown, key: string): Promise<Answered>;
  /** Changes what is there; sent as JSON. */
  put(path: string, body: unknown): Promise<Answered>;
  /** Sends a file in the field `file`, with other fields beside it. */
  upload(
    path: string,
    file: { name: string; bytes: Uint8Array; mime?: string },
    fields?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
  /** The same person at another process. */
  at(base: () => string): Caller;
}

interface Login {
  readonly cookie: string;
  readonly token: string;
  readonly client: number;
}

const answerMillis = 300_000;

function callerAt(login: Login, base: () => string): Caller {
  const headers = {
    accept: "application/json",
    "accept-language": "en",
    "x-requested-with": "XMLHttpRequest",
    "x-xsrf-token": login.token,
    cookie: `${sessionCookie(false)}=${login.cookie}`,
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const begun = performance.now();
    const timed = { signal: AbortSignal.timeout(answerMillis), ...init };
    try {
      const response = await fetch(base() + path, { ...timed, headers: { ...headers, ...init.headers } });
      const text = await response.text();
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, text, milliseconds: performance.now() - begun, retryAfter };
    } catch {
      return { status: 0, text: "", milliseconds: performance.now() - begun, retryAfter: null };
    }
  };
  return {
    client: login.client,
    base,
    headers,
    get: (path) => ask(path),
    post: (path, body, key) =>
      ask(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", "idempotency-key": key },
        signal: AbortSignal.timeout(90_000),
      }),
    put: (path, body) =>
      ask(path, { method: "PUT", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    upload(path, file, fields = {}) {
      const form = new FormData();
      for (const [key, value] of Object.entries({ ...fields, _token: login.token })) form.append(key, value);
      form.append("file", new Blob([new Uint8Array(file.bytes)], { type: file.mime ?? "" }), file.name);
      return ask(path, { method: "POST", body: form });
    },
    at: (other) => callerAt(login, other),
  };
}

/** Makes a user who may do everything, logs it in, and makes a client to write about. */
export async function makeCaller(url: string, base: () => string): Promise<Caller> {
  const { db, close } = connect(url, { max: 1 });
  const now = systemClock.now();
  const { id } = await db
    .insertInto("app_user")
    .values({ username: `drill-${randomUUID()}`, name: "Drill", acl: ["*"], kind: "staff", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const cookie = newCookie(systemRandom);
  await db
    .insertInto("session")
    .values({ id: hashOf(cookie), user_id: id, created_at: now, last_seen_at: now, ip: "::1", user_agent: "drill" })
    .execute();
  const { id: client } = await makeClient(db, systemClock, { company: `Drill ${randomUUID().slice(0, 8)} B.V.` });
  await close();
  return callerAt({ cookie, token: csrfToken(drillSecret, cookie), client }, base);
}

/** The value below which so many of a hundred lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
