/** Somebody who is logged in to the product that a drill has started. */
import { systemRandom } from "../src/platform/server/clock.ts";
import { csrfToken, hashOf, newCookie, sessionCookie } from "../src/platform/server/session.ts";
import { type DrillWorld, drillSecret, type Running } from "./drill-world.ts";

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

export interface Caller {
  get(path: string): Promise<Answered>;
  /** Sends a file in the field `file`, with other fields beside it. */
  upload(
    path: string,
    file: { name: string; bytes: Uint8Array },
    fields?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
}

/** Makes a user who may do everything, and logs it in. */
export async function callerOf(world: DrillWorld, product: Running, name: string): Promise<Caller> {
  const cookie = newCookie(systemRandom);
  await world.pool.query(
    `with made as (insert into app_user (username, name, acl, kind, created_at) values ($1, $1, '{*}', 'staff', now()) returning id)
     insert into session (id, user_id, created_at, last_seen_at, ip, user_agent) select $2, id, now(), now(), '127.0.0.1', 'drill' from made`,
    [name, hashOf(cookie)],
  );
  const token = csrfToken(drillSecret, cookie);
  const headers = {
    accept: "application/json",
    "accept-language": "en",
    "x-requested-with": "XMLHttpRequest",
    "x-xsrf-token": token,
    cookie: `${sessionCookie(false)}=${cookie}`,
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const begun = performance.now();
    const response = await fetch(product.base + path, { ...init, headers });
    const text = await response.text();
    return { status: response.status, text, milliseconds: performance.now() - begun };
  };
  return {
    get: (path) => ask(path),
    upload(path, file, fields = {}) {
      const form = new FormData();
      for (const [key, value] of Object.entries({ ...fields, _token: token })) form.append(key, value);
      form.append("file", new Blob([new Uint8Array(file.bytes)]), file.name);
      return ask(path, { method: "POST", body: form });
    },
  };
}

/** The value below which so many of a hundred lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
