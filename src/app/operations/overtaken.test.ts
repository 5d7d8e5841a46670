/** Two people change what belongs together at the same time: the second is answered as if the first had come a minute earlier. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemRandom } from "../../ground/platform/server/process/clock.ts";
import { createUser } from "../../people/access/access.server.ts";
import { dropClient, updateClientCall } from "../../people/customers/customers.contract.ts";
import { makeClient, plainClient } from "../../people/customers/customers.factory.ts";
import { handOver } from "../../people/employees/employees.contract.ts";
import { createMerchant } from "../../people/merchants/merchants.contract.ts";
import { untilLockWaits } from "../testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT", "ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS"]);
});
afterAll(() => world.close());

/** Runs a call while a statement of somebody else is not committed yet; it is when the call waits for it. */
async function beside<R>(statement: string, values: readonly unknown[], run: () => Promise<R>): Promise<R> {
  const somebody = await world.owner.pool.connect();
  try {
    await somebody.query("begin");
    await somebody.query(statement, [...values]);
    const [result] = await Promise.all([run(), untilLockWaits(world).then(() => somebody.query("commit"))]);
    return result;
  } finally {
    await somebody.query("rollback");
    somebody.release();
  }
}

test("a number that somebody else gives at the same time is told beside its field", async () => {
  const one = await makeClient(world.db, world.clock, {});
  const other = await makeClient(world.db, world.clock, {});
  const body = { ...plainClient({ number: "77777" }), version: 1 };
  const reply = await beside("update client set number = '77777' where id = $1", [one.id], () =>
    staff.send(updateClientCall, { params: { id: other.id }, body }),
  );
  expect(reply.status).toBe(400);
  expect(reply.json()).toMatchObject({ errors: { number: ["This number is already in use."] } });
});

test("what somebody else begins to use is not deleted, and the refusal says where it is used", async () => {
  const client = await makeClient(world.db, world.clock, {});
  const reply = await beside(
    `insert into merchant (client_id, name, webshop_name, url, kvk_number, external_id, created_at)
      values ($1, 'Winkel', '', '', '', '', now())`,
    [client.id],
    () => staff.send(dropClient, { params: { id: client.id } }),
  );
  expect(reply.status).toBe(402);
  expect(reply.json()).toMatchObject({ uses: [{ table: "merchant", count: 1 }] });
});

test("what somebody else deletes is no longer there to be chosen", async () => {
  const client = await makeClient(world.db, world.clock, {});
  const reply = await beside("delete from client where id = $1", [client.id], () =>
    staff.send(createMerchant, { body: { client: client.id, name: "Winkel", externalId: "" } }),
  );
  expect(reply.status).toBe(400);
  expect(reply.json()).toMatchObject({ errors: { client: ["This client does not exist."] } });
});

test("of two who wait for each other one goes on after the other", async () => {
  const made = { clock: world.clock, random: systemRandom };
  const [from, to] = await Promise.all(
    ["gaat", "komt"].map((username) =>
      createUser(world.db, made, { username, name: username, acl: [], kind: "staff", isAccountManager: true }),
    ),
  );
  const first = await makeClient(world.db, world.clock, { accountManagerId: from ?? 0 });
  const second = await makeClient(world.db, world.clock, { accountManagerId: from ?? 0 });
  const { pool } = world.owner;
  // A hand-over that has locked the first client waits at a gate, which counts it.
  await pool.query("create sequence came");
  await pool.query(`create function at_gate() returns trigger language plpgsql security definer as $$ begin
    if new.id = ${first.id} and new.account_manager_id = ${to} then
      perform nextval('came'); perform pg_advisory_xact_lock(4711);
    end if; return new; end $$`);
  await pool.query("create trigger at_gate before update on client for each row execute function at_gate()");
  const [gate, somebody] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await gate.query("select pg_advisory_lock(4711)");
    await somebody.query("begin");
    // So long that the hand-over, which waits last, is what gives up.
    await somebody.query("set local deadlock_timeout = '10min'");
    await somebody.query("update client set city = 'Delft' where id = $1", [second.id]);
    const handing = staff.send(handOver, { params: { id: from ?? 0 }, body: { accountManager: to ?? 0 } });
    await untilLockWaits(world);
    const meanwhile = somebody.query("update client set city = 'Delft' where id = $1", [first.id]);
    await untilLockWaits(world, 2);
    await gate.query("select pg_advisory_unlock(4711)");
    await meanwhile;
    await somebody.query("commit");
    const reply = await handing;
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ handedOver: [{ kind: "accountClients", count: 2 }] });
    expect((await pool.query("select last_value::int as came from came")).rows).toEqual([{ came: 2 }]);
  } finally {
    for (const one of [gate, somebody]) {
      await one.query("rollback");
      one.release(true);
    }
    await pool.query("drop function at_gate cascade");
    await pool.query("drop sequence came");
  }
});
