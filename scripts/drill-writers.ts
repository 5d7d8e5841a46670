/** People who write while a drill breaks things, and a book of what they were told. */
import { randomUUID } from "node:crypto";
import { makeClient } from "../src/customers/customers.factory.ts";
import { createMerchant } from "../src/merchants/merchants.contract.ts";
import { merchantOf } from "../src/merchants/merchants.factory.ts";
import { systemClock, systemRandom } from "../src/platform/server/clock.ts";
import { connect } from "../src/platform/server/database.ts";
import { csrfToken, hashOf, newCookie, sessionCookie } from "../src/platform/server/session.ts";
import { wait } from "./drill-world.ts";
import type { DrillFigure } from "./reliability.ts";

/** What processes of a drill sign their sessions with. */
export const drillSecret = "a secret of the drills that is long enough";

export interface Writers {
  /** How many acknowledgements there are so far. */
  acknowledged(): number;
  /** Answers that are neither a success nor "try again", by status. */
  readonly strange: Map<number, number>;
  /** Lets them finish what they have begun, once everything answers again. */
  end(): Promise<void>;
}

interface Person {
  readonly headers: Readonly<Record<string, string>>;
  readonly client: number;
}

/** Makes a user who is logged in, and a client to write about. */
export async function makePerson(url: string): Promise<Person> {
  const { db, close } = connect(url, { max: 1 });
  const now = systemClock.now();
  const user = {
    username: `drill-${randomUUID()}`,
    name: "Drill",
    acl: ["*"],
    kind: "staff",
    created_at: now,
  } as const;
  const made = await db
    .insertInto("app_user")
    .values({ ...user, acl: ["*"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const cookie = newCookie(systemRandom);
  await db
    .insertInto("session")
    .values({
      id: hashOf(cookie),
      user_id: made.id,
      created_at: now,
      last_seen_at: now,
      ip: "::1",
      user_agent: "drill",
    })
    .execute();
  const { id: client } = await makeClient(db, systemClock, { company: `Drill ${randomUUID().slice(0, 8)} B.V.` });
  await close();
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "x-requested-with": "XMLHttpRequest",
    "x-xsrf-token": csrfToken(drillSecret, cookie),
    cookie: `${sessionCookie(false)}=${cookie}`,
  };
  return { headers, client };
}

/** Writes one thing to one process. Returns the status; 0 where there was no answer. */
export const write = ({ headers, client }: Person, base: string, name: string): Promise<number> =>
  fetch(base + createMerchant.path, {
    method: createMerchant.method,
    headers: { ...headers, "idempotency-key": name },
    body: JSON.stringify(merchantOf(client, { externalId: name })),
    signal: AbortSignal.timeout(90_000),
  }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.status;
    },
    () => 0,
  );

/** Four people who each write one thing after the other, under a key each, and try again until they are told that it is done. */
export function startWriters(person: Person, base: () => string): Writers {
  const strange = new Map<number, number>();
  let acknowledged = 0;
  let busy = true;
  const one = async (name: string): Promise<void> => {
    for (;;) {
      const status = await write(person, base(), name);
      if (status === 200) {
        acknowledged += 1;
        return;
      }
      if (status !== 0 && status !== 503 && status !== 507) strange.set(status, (strange.get(status) ?? 0) + 1);
      await wait(30);
    }
  };
  const run = randomUUID().slice(0, 8);
  const all = [1, 2, 3, 4].map(async (writer) => {
    for (let turn = 1; busy; turn++) await one(`drill-${run}-${writer}-${turn}`);
  });
  return {
    acknowledged: () => acknowledged,
    strange,
    async end() {
      busy = false;
      await Promise.all(all);
    },
  };
}

/** What stands in the database against what was acknowledged: every write there, none half-done, none twice. */
export async function judge(url: string, writers: Writers, what: string): Promise<DrillFigure[]> {
  const { pool, close } = connect(url, { max: 1 });
  const { rows } = await pool.query<{ there: number; twice: number; half: number }>(
    `with written as (
       select m.external_id, count(*) as times, sum((select count(*) from audit_log a
         where a.subject = 'merchant' and a.subject_id = m.id::text and a.action = 'merchant.create')) as traces
       from merchant m where m.external_id like 'drill-%' group by 1)
     select count(*)::int as there, count(*) filter (where times > 1)::int as twice,
       count(*) filter (where traces <> times)::int as half from written`,
  );
  await close();
  const { there = 0, twice = 0, half = 0 } = rows[0] ?? {};
  const told = writers.acknowledged();
  const strange = [...writers.strange].map(([status, count]) => `${count} × ${status}`);
  return [
    {
      promise: `${what}: every acknowledged write is there, none half-done, none twice`,
      figure: `${told} acknowledged, ${there} there, ${half} half-done, ${twice} twice`,
      target: "all, 0, 0",
      holds: told > 0 && there === told && twice === 0 && half === 0,
    },
    {
      promise: `${what}: answers are a success or "try again later"`,
      figure: strange.length === 0 ? "nothing else" : strange.join(", "),
      target: "nothing else",
      holds: strange.length === 0,
    },
  ];
}
