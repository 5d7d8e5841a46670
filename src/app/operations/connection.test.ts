/** What a lost, silent or full database does to a process that serves: it answers, says so, and goes on by itself afterwards. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createMerchant, listMerchants } from "../../people/merchants/merchants.contract.ts";
import { merchantOf } from "../../people/merchants/merchants.factory.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";
import { type Detour, startProxy } from "./proxy.factory.ts";
import { after } from "./workers.factory.ts";

let proxy: Detour;
let world: World;
let settings: Visitor;
let client: number;
/** A way to the database that nobody cuts. */
let aside: pg.Client;

beforeAll(async () => {
  proxy = await startProxy();
  world = await startWorld({
    through: (url) => proxy.through(url),
    env: {
      DATABASE_STATEMENT_SECONDS: "2",
      DATABASE_LOCK_SECONDS: "1",
      DATABASE_WAIT_SECONDS: "2",
      DATABASE_WAITING: "5",
    },
  });
  aside = new pg.Client(world.databaseUrl);
  await aside.connect();
  settings = await world.login(["ROLE_SETTINGS"]);
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
});
afterAll(async () => {
  proxy.open();
  await aside.end();
  await world.close();
  await proxy.close();
});

const list = () => settings.send(listMerchants, { query: { limit: -1 } });

/** Asks until it is answered as it should be: nothing is started anew meanwhile. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    if ((await list()).status === 200) return;
    await after(50);
  }
}

const countOf = async (externalId: string): Promise<number> =>
  (await aside.query("select count(*)::int as count from merchant where external_id = $1", [externalId])).rows[0].count;

test("with backends killed repeatedly during writes no reply is an internal error, and what was acknowledged is stored once", async () => {
  const reported: { readonly externalId: string; readonly status: number }[] = [];
  let busy = true;
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let turn = 0; busy; turn++) {
      const externalId = `cut-${writer}-${turn}`;
      const { status } = await settings.send(createMerchant, { body: merchantOf(client, { externalId }) });
      reported.push({ externalId, status });
    }
  });
  for (let round = 0; round < 15; round++) {
    await after(60);
    await aside.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  }
  busy = false;
  await Promise.all(writers);
  await untilAnswered();
  for (const { externalId, status } of reported) {
    expect([200, 503]).toContain(status);
    const count = await countOf(externalId);
    // Whoever was told 503 does not know; what they asked for has happened wholly or not at all.
    if (status === 200) expect(count, externalId).toBe(1);
    else expect(count, externalId).toBeLessThan(2);
  }
});

test("an unreachable database is reported in the user's language with a retry time, and no restart is needed when it is back", async () => {
  proxy.shut();
  const refused = await settings.send(createMerchant, {
    body: merchantOf(client, { externalId: "away" }),
    headers: { "accept-language": "nl", "idempotency-key": "the-same-key-away" },
  });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("3");
  expect(refused.json()).toEqual({
    code: "unavailable",
    message: "Dit is nu even niet bereikbaar. Wat u hebt ingevuld, staat er nog. Probeer het zo opnieuw.",
  });
  expect((await world.guest().raw("GET", "/ready")).status).toBe(503);
  const health = await world.guest().raw("GET", "/health");
  expect([health.status, health.json()]).toMatchObject([200, { status: "database unavailable" }]);
  proxy.open();
  await untilAnswered();
  expect((await world.guest().raw("GET", "/ready")).status).toBe(200);
  const again = {
    body: merchantOf(client, { externalId: "away" }),
    headers: { "idempotency-key": "the-same-key-away" },
  };
  await settings.call(createMerchant, again);
  await settings.call(createMerchant, again);
  expect(await countOf("away")).toBe(1);
});

test("jobs that wait are run once the connection is back", async () => {
  proxy.cut();
  await untilAnswered();
  await world.drain();
});

test("a database that accepts connections but does not answer ends in a timeout", async () => {
  proxy.hang();
  // 2 seconds for the statement, 5 more for an answer.
  expect((await list()).status).toBe(503);
  proxy.open();
  await untilAnswered();
});

test("waiting for a lock ends with an error at the time limit", async () => {
  await aside.query("begin; lock table merchant in access exclusive mode");
  const refused = await settings.send(createMerchant, { body: merchantOf(client, { externalId: "locked" }) });
  await aside.query("commit");
  expect(refused.status).toBe(503);
  expect((await list()).status).toBe(200);
});

test("a full pool queues a bounded number of requests, and refuses the others at once", async () => {
  await aside.query("begin; lock table merchant in access exclusive mode");
  // 4 have a connection, 5 wait for one.
  const all = await Promise.all(Array.from({ length: 40 }, list));
  await aside.query("commit");
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
  await untilAnswered();
});
