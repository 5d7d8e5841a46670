/** An e-mail in a client's name that waits for its hour is judged again when it leaves, and keeps the hours of where its debtor lives. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { holdRecord, readRecord, reportPayment } from "../records/records.contract.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;
let client: number;
const at = async (time: string): Promise<void> => {
  world.clock.set(new Date(time));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH"]);
};

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await at("2026-11-20T08:00:00Z");
  const bank = { iban: "NL91ABNA0417164300", accountHolder: "Warmtebedrijf Voorbeeld" };
  const of = { ...bank, phone: "+31201234567", email: "klant@warmte.example" };
  client = (await makeClient(world.db, world.clock, of)).id;
});

/** Amsterdam is five hours ahead of Curaçao. */
const overseas = () =>
  makeRecord(clerk, client, {
    debtor: { ...recordOf(client).debtor, city: "Willemstad", postcode: "0000", country: "CW", mobile: "" },
  });

async function runNow(): Promise<void> {
  const { id } = await clerk.call(planPrecasso, { body: { clients: [client] } });
  await world.drain();
  const { version } = await clerk.call(readPrecassoRun, { params: { id } });
  await clerk.call(makePrecasso, { params: { id }, body: { version } });
  await world.drain();
}

const mailOf = async (record: number) =>
  (
    await world.db
      .selectFrom("outbox")
      .select(["state", "next_attempt_at"])
      .where("key", "like", `precasso:${record}:%`)
      .execute()
  ).map(({ state, next_attempt_at: at }) => `${state} ${at?.toISOString()}`);

const stateOf = async (record: number) => (await mailOf(record)).map((mail) => mail.split(" ")[0]);

test("made at nine in the morning it leaves at noon, when it is seven there", async () => {
  const id = await overseas();
  await runNow();
  expect(await mailOf(id)).toEqual(["pending 2026-11-20T11:00:00.000Z"]);
  await at("2026-11-20T11:00:00Z");
  await world.drain();
  expect(await stateOf(id)).toEqual(["kept"]);
});

test("paid in part meanwhile, or held, it does not leave: it asks for what is not owed, or at the wrong time", async () => {
  const [paid, held] = [await overseas(), await overseas()];
  await runNow();
  const { version } = await clerk.call(readRecord, { params: { id: paid } });
  const payment = { version, date: "2026-11-20", amount: "40.00", reference: "" };
  await clerk.call(reportPayment, { params: { id: paid }, body: payment });
  const before = await clerk.call(readRecord, { params: { id: held } });
  const hold = { version: before.version, until: "2026-12-10", reason: "Betaalt op 1 december" };
  await clerk.call(holdRecord, { params: { id: held }, body: hold });
  await at("2026-11-20T11:00:00Z");
  await world.drain();
  expect([await stateOf(paid), await stateOf(held)]).toEqual([["dead"], ["dead"]]);
  const { lines } = await clerk.call(readRecord, { params: { id: paid } });
  expect(lines.map(({ text }) => text)).toContain("A message that had not left yet was stopped");
});

test("made in the Dutch evening it leaves at once, in the afternoon there", async () => {
  const id = await overseas();
  await at("2026-11-20T19:30:00Z");
  await runNow();
  await world.drain();
  expect(await stateOf(id)).toEqual(["kept"]);
});
