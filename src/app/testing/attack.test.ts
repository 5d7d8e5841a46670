/** Every call of every module, attacked: who may, from where, with which fields and ids, and with whatever comes to mind. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { csvOf, validRow } from "../../exchange/intake/intake.factory.ts";
import { type Access, missingRoles, type Role, roles } from "../../ground/kernel/access.ts";
import { type Call, pathParameters } from "../../ground/kernel/contract.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { datedOddly, hostileIds, inputFor, sufficient, takesDates } from "./attack.factory.ts";
import { type RawReply, startWorld, type Visitor, type World } from "./world.factory.ts";

let world: World;
let calls: readonly Call[];
const visitors = new Map<string, Visitor>();

beforeAll(async () => {
  world = await startWorld();
  calls = world.vorder.modules.flatMap((module) => module.handlers.map((handler) => handler.call));
  await portfolio(world, 3);
  await world.drain();
});
afterAll(() => world.close());

/** A user with just these roles; the same one each time. */
async function holding(...acl: readonly string[]): Promise<Visitor> {
  const key = acl.join();
  const known = visitors.get(key) ?? (await world.login(acl));
  visitors.set(key, known);
  return known;
}

const nowhereUuid = "00000000-0000-4000-8000-000000000000";
const nowhere = String(Number.MAX_SAFE_INTEGER);
const name = ({ method, path }: Call): string => `${method} ${path}`;
const idsFor = (call: Call, id: string): Record<string, string> =>
  Object.fromEntries(pathParameters(call.path).map((parameter) => [parameter, id]));
/** The fixed list that a parameter of a path is of; undefined for ids. Of such a list all are there. */
const listOf = (call: Call, parameter: string): readonly string[] | undefined => {
  const kind = call.params instanceof z.ZodObject ? call.params.shape[parameter] : undefined;
  return kind instanceof z.ZodEnum ? kind.options.map(String) : undefined;
};
/** Ids of the kinds that the call's path takes, of a record that is not there: numbers or UUIDs, and of a fixed list one that is on it. */
const nowhereOf = (call: Call): Record<string, string> => {
  const idsOf = (id: string): Record<string, string> =>
    Object.fromEntries(pathParameters(call.path).map((parameter) => [parameter, listOf(call, parameter)?.[0] ?? id]));
  return [nowhere, nowhereUuid].map(idsOf).find((ids) => call.params.safeParse(ids).success) ?? idsOf(nowhere);
};
const pathOf = (call: Call, id?: string): string =>
  call.path.replace(/\{(\w+)\}/g, (_whole, parameter: string) =>
    encodeURIComponent(id ?? nowhereOf(call)[parameter] ?? nowhere),
  );

/** Sends a call that is well formed as far as access goes; its record does not exist. */
const knock = (visitor: Visitor, call: Call, body: Record<string, unknown> = {}): Promise<RawReply> =>
  visitor.send(call, { params: nowhereOf(call), ...(call.method === "GET" ? {} : { body }) });

const errorBody = z.looseObject({
  code: z.string().optional(),
  loggedIn: z.boolean().optional(),
  missingRoles: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
const errorOf = (reply: RawReply) => errorBody.parse(reply.json());

/** Every role that somebody can be given; one comes of impersonation alone. */
const given = roles.filter((role) => role !== "ROLE_PREVIOUS_ADMIN");

/** The sets of roles that come nearest to sufficing and do not: none, and every role there is but what it takes. */
const insufficient = (who: Access): (readonly Role[])[] =>
  who.kind === "any"
    ? [[], given.filter((role) => !who.roles.includes(role))]
    : who.kind === "all"
      ? [[], ...who.roles.map((left) => given.filter((role) => role !== left))]
      : [];

async function faultsOf(
  which: (call: Call) => boolean,
  look: (call: Call) => Promise<string | undefined>,
): Promise<string[]> {
  const chosen = calls.filter(which);
  expect(chosen.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const call of chosen) {
    const fault = await look(call);
    if (fault !== undefined) faults.push(`${name(call)}: ${fault}`);
  }
  return faults;
}

const json = { accept: "application/json", "content-type": "application/json" };
const ours = { ...json, "x-requested-with": "XMLHttpRequest" };

describe("authorization", () => {
  it("refuses a guest every call that is not public, and allows those that are", async () => {
    const faults = await faultsOf(
      () => true,
      async (call) => {
        const reply = await knock(world.guest(), call);
        const denied = reply.status === 401 && errorOf(reply).code === "loggedOut";
        const wanted = call.who.kind !== "open";
        return denied === wanted ? undefined : `a guest gets ${reply.status}`;
      },
    );
    expect(faults).toEqual([]);
  });

  it("refuses a user who lacks a role, and names the missing roles", async () => {
    const faults = await faultsOf(
      ({ who }) => "roles" in who,
      async (call) => {
        for (const acl of insufficient(call.who)) {
          const reply = await knock(await holding(...acl), call);
          const missing = errorOf(reply).missingRoles?.join();
          if (reply.status !== 403 || missing !== missingRoles(call.who, acl).join())
            return `[${acl}] gets ${reply.status}, missing ${missing}`;
        }
        return undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("allows a user with exactly the required roles", async () => {
    const faults = await faultsOf(
      ({ who }) => who.kind !== "open",
      async (call) => {
        const sets = call.who.kind === "user" ? [[]] : sufficient(call.who);
        for (const acl of sets) {
          const reply = await knock(await holding(...acl), call);
          if ([401, 403].includes(reply.status) || reply.status >= 500) return `[${acl}] gets ${reply.status}`;
        }
        return undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("refuses a forged session", async () => {
    const cookie = `vorder_session=${"A".repeat(43)}`;
    const faults = await faultsOf(
      ({ who, method }) => who.kind !== "open" && method === "GET",
      async (call) => {
        const reply = await world.guest().raw("GET", pathOf(call), { headers: { ...ours, cookie } });
        return reply.status === 401 ? undefined : `answered ${reply.status}`;
      },
    );
    expect(faults).toEqual([]);
  });
});

describe("origin of requests", () => {
  const writing = (call: Call): boolean => call.writes && call.method !== "GET" && call.csrf && !call.callback;

  it("refuses every writing call without the token of this session, or with another's", async () => {
    const other = await world.login(["*"]);
    const faults = await faultsOf(writing, async (call) => {
      const visitor = await holding("*");
      for (const token of [undefined, "", "x", other.cookie("XSRF-TOKEN")]) {
        const body = JSON.stringify(token === undefined ? {} : { _token: token });
        const reply = await visitor.raw(call.method, pathOf(call), { headers: ours, body });
        if (reply.status !== 400 || errorOf(reply).code !== "csrf") return `token ${token} gets ${reply.status}`;
      }
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  it("refuses calls that change state without a token unless they come from our own pages", async () => {
    const faults = await faultsOf(
      (call) => call.writes && !writing(call) && !call.callback,
      async (call) => {
        const visitor = await world.login(["*"]);
        const init = call.method === "GET" ? {} : { body: "{}" };
        for (const headers of [json, { ...ours, "sec-fetch-site": "cross-site" }]) {
          const reply = await visitor.raw(call.method, pathOf(call), { headers, ...init });
          if (reply.status !== 403) return `answered ${reply.status}`;
        }
        return undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("does not read JSON sent as plain text by a form", async () => {
    const visitor = await holding("*");
    const faults = await faultsOf(
      ({ method }) => method !== "GET",
      async (call) => {
        const headers = { ...ours, "content-type": "text/plain", "x-xsrf-token": visitor.cookie("XSRF-TOKEN") ?? "" };
        const reply = await visitor.raw(call.method, pathOf(call), { headers, body: "{}" });
        return reply.status === 415 || reply.status === 400 ? undefined : `answered ${reply.status}`;
      },
    );
    expect(faults).toEqual([]);
  });
});

describe("fields and ids", () => {
  it("refuses a field that is not declared", async () => {
    const faults = await faultsOf(
      // Another party may send more than we read of it.
      ({ method, callback }) => method !== "GET" && !callback,
      async (call) => {
        const reply = await knock(await holding("*"), call, { unexpected: 1 });
        if (reply.status !== 400) return `answered ${reply.status}`;
        return errorOf(reply).errors?.unexpected === undefined
          ? `is not named: ${reply.text.slice(0, 200)}`
          : undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("refuses a query parameter that is not declared, in both list dialects, and names it", async () => {
    const visitor = await holding("*");
    const faults = await faultsOf(
      // Pages for people ignore what others append to their addresses.
      ({ carries }) => carries !== "page",
      async (call) => {
        const token = visitor.cookie("XSRF-TOKEN") ?? "";
        const init = call.method === "GET" ? {} : { body: "{}" };
        for (const query of ["unexpected=1", "_offset=0&unexpected=1", "offset=0&limit=10&unexpected=1"]) {
          const headers = { ...ours, "x-xsrf-token": token };
          const reply = await visitor.raw(call.method, `${pathOf(call)}?${query}`, { headers, ...init });
          if (reply.status !== 400 || errorOf(reply).errors?.unexpected === undefined)
            return `?${query} gets ${reply.status} ${reply.text.slice(0, 200)}`;
        }
        return undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("answers 404 to a path that names no possible record", async () => {
    const faults = await faultsOf(
      ({ path }) => path.includes("{"),
      async (call) => {
        const visitor = await holding("*");
        const token = visitor.cookie("XSRF-TOKEN") ?? "";
        const headers = { ...ours, "x-xsrf-token": token };
        // What the shape of a path refuses is answered alike for every call, so each call is sent one of those by turns, and what it takes.
        const byTurns = hostileIds[calls.indexOf(call) % hostileIds.length];
        const taken = hostileIds.filter((id) => id === byTurns || call.params.safeParse(idsFor(call, id)).success);
        for (const id of taken) {
          const init = call.method === "GET" ? { headers } : { headers, body: "{}" };
          const reply = await visitor.raw(call.method, pathOf(call, id), init);
          // The router itself refuses a byte that no address holds.
          const wanted = id === "\u0000" ? [400, 404] : [404];
          if (!wanted.includes(reply.status)) return `${JSON.stringify(id.slice(0, 40))} gets ${reply.status}`;
        }
        const reply = await knock(visitor, call);
        // A body or query that is not complete is told before the record is looked for.
        // Another party learns of no record whether it exists.
        const answers = call.callback ? [200] : [404, 400];
        return answers.includes(reply.status) ? undefined : `a record that does not exist gets ${reply.status}`;
      },
    );
    expect(faults).toEqual([]);
  });
});

describe("random input", () => {
  const unlisted = fc.string({ unit: "binary", maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()));

  /** The calls that some made-up input got through to: were it none, the rest would prove nothing. */
  const reached = new Set<Call>();

  /** Sends made-up input; the status, or what the server had to say where it failed. */
  async function throwAt(call: Call, visitor: Visitor, input: ReturnType<typeof made>): Promise<number> {
    const { id, query, body, file } = input;
    const upload =
      call.carries === "files" ? { files: { file: { name: "clients.csv", content: file, mime: "text/csv" } } } : {};
    const sent = call.method === "GET" ? { query } : { query, body, ...upload };
    const reply = await visitor.send(call, { params: idsFor(call, id), ...sent });
    if (reply.status < 400) reached.add(call);
    if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`);
    return reply.status;
  }

  const made = (input: { id: string; query: Record<string, unknown>; body: Record<string, unknown>; file: string }) =>
    input;

  it("never causes an internal error", { timeout: 600_000 }, async () => {
    const faults = await faultsOf(
      () => true,
      async (call) => {
        // A user of its own, and another where the call has ended the session.
        let visitor: Visitor | undefined;
        const inputs = fc.record({
          id: fc.constantFrom("1", "1", "2", "3", nowhere, String(2 ** 31)),
          query: inputFor(call.query),
          body: inputFor(call.body),
          file: fc.oneof(fc.constant(csvOf([validRow()])), fc.string({ unit: "binary", maxLength: 200 })),
        });
        const times = new Map<string, number>();
        const property = fc.asyncProperty(inputs, async (input) => {
          // What has little to choose from comes up again and again: it is sent twice, since the second time may find what the first has made.
          const { id, query, body, file } = input;
          const key = JSON.stringify({
            ...(pathParameters(call.path).length > 0 ? { id } : {}),
            query,
            ...(call.method === "GET" ? {} : { body }),
            ...(call.carries === "files" ? { file } : {}),
          });
          times.set(key, (times.get(key) ?? 0) + 1);
          if ((times.get(key) ?? 0) > 2) return;
          visitor ??= await world.login(["*"]);
          const status = await throwAt(call, visitor, made(input));
          if (status === 401) {
            visitor = await world.login(["*"]);
            await throwAt(call, visitor, made(input));
          }
        });
        const result = await fc.check(property, { seed: 20_261_120, numRuns: 20, endOnFailure: true });
        return result.failed ? `${JSON.stringify(result.counterexample)} ${result.errorInstance}` : undefined;
      },
    );
    expect(faults).toEqual([]);
    expect(reached.size).toBeGreaterThan(calls.length / 2);
  });

  it("never causes an internal error by dates of the year 0, which a pattern takes and no calendar has, or at the ends of the calendar", async () => {
    const visitor = await holding("*");
    const faults = await faultsOf(
      (call) => takesDates(call.query) || takesDates(call.body),
      async (call) => {
        const inputs = fc.record({ query: datedOddly(call.query), body: datedOddly(call.body) });
        const property = fc.asyncProperty(inputs, async ({ query, body }) => {
          const sent = call.method === "GET" ? { query } : { query, body };
          const reply = await visitor.send(call, { params: idsFor(call, "1"), ...sent });
          if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`);
        });
        const result = await fc.check(property, { seed: 20_261_120, numRuns: 12, endOnFailure: true });
        return result.failed ? `${JSON.stringify(result.counterexample)} ${result.errorInstance}` : undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  it("never causes an internal error by an undeclared query", async () => {
    const faults = await faultsOf(
      ({ method, writes }) => method === "GET" && !writes,
      async (call) => {
        const visitor = await holding("*");
        const property = fc.asyncProperty(fc.array(fc.tuple(unlisted, unlisted), { maxLength: 4 }), async (pairs) => {
          const query = pairs.map(([key, value]) => `${key}=${value}`).join("&");
          const reply = await visitor.raw("GET", `${pathOf(call, "1")}?${query}`, { headers: ours });
          if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`);
        });
        const result = await fc.check(property, { seed: 20_261_120, numRuns: 5, endOnFailure: true });
        return result.failed ? `${JSON.stringify(result.counterexample)} ${result.errorInstance}` : undefined;
      },
    );
    expect(faults).toEqual([]);
  });
});
