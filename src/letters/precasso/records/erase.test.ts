/** What a record knows of its debtor goes when its term is over, and not before: in the record, its letters and the outbox. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { eraseJob } from "../../../law/retention/erase.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord } from "../precasso.factory.ts";
import { convertCall, makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { listRecords, readRecord, takePaymentBack, tellPaymentCall, withdrawRecord } from "./records.contract.ts";

let world: World;
let staff: Visitor;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  staff = await world.login(["*"]);
});
afterAll(() => world.close());

const night = async (on: string): Promise<void> => {
  world.clock.set(new Date(`${on}T03:20:00+01:00`));
  await world.work((ctx) => ctx.enqueue(eraseJob, {}));
  await world.drain();
  staff = await world.login(["*"]);
};
const record = (id: number) => staff.call(readRecord, { params: { id } });

/** Where in the whole database a text still stands. */
async function whereIs(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_log')`.execute(world.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } =
      await sql`select from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(world.db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

it("goes with the term of files, but for records that are open and those whose file is still there", async () => {
  const reachable = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  const client = (await makeClient(world.db, world.clock, reachable)).id;
  const debtor = (name: string) => ({
    gender: "female" as const,
    lastName: name,
    street: "Kanaalstraat",
    houseNumber: "112",
    postcode: "3531 CL",
    city: "Utrecht",
    email: `${name.toLowerCase()}@example.nl`,
  });
  const make = (name: string) => makeRecord(staff, client, { debtor: debtor(name) });
  const [paid, gone, open, filed] = [
    await make("Betaalster"),
    await make("Teruggenomen"),
    await make("Openstaand"),
    await make("Omgezette"),
  ];
  const run = await staff.call(planPrecasso, { body: {} });
  await world.drain();
  const { version } = await staff.call(readPrecassoRun, { params: { id: run.id } });
  await staff.call(makePrecasso, { params: { id: run.id }, body: { version } });
  await world.drain();
  expect((await record(paid)).messages).toHaveLength(1);
  await staff.call(tellPaymentCall, {
    params: { id: paid },
    body: { date: "2026-11-20", amount: "100.00", reference: "van Betaalster" },
  });
  await staff.call(withdrawRecord, {
    params: { id: gone },
    body: { reason: "Teruggenomen is verhuisd", version: (await record(gone)).version },
  });
  await staff.call(convertCall, { params: { id: filed }, body: {} });
  expect(await whereIs("betaalster")).toEqual(
    expect.arrayContaining(["precasso_record", "precasso_message", "outbox"]),
  );

  // Over on 20 November 2026, kept for two years to the day; nothing goes as long as that is off.
  await night("2028-11-21");
  expect((await record(paid)).debtorName).toContain("Betaalster");
  await world.work((ctx) => changeSettings(ctx, { eraseClosedFiles: true, retentionMonths: 24 }));
  await night("2028-11-19");
  expect((await record(paid)).debtorName).toContain("Betaalster");
  await night("2028-11-21");
  for (const name of ["betaalster", "teruggenomen"]) expect(await whereIs(name)).toEqual([]);
  for (const id of [open, filed]) expect((await record(id)).debtor.email).not.toBeNull();
  const after = await record(paid);
  expect(after).toMatchObject({ state: "paid", totalCents: 10_000, debtor: { email: null, street: "" } });
  expect(after.payments).toHaveLength(1);
  expect((await staff.call(listRecords, { query: { filter: { search: "Kanaalstraat" } } })).items).toEqual([]);
  // It stays paid: nobody is left to be reminded.
  const back = { params: { id: paid, paymentId: after.payments[0]?.id ?? 0 }, body: { version: after.version } };
  expect((await staff.refused(takePaymentBack, back)).status).toBe(400);
  expect(await world.problems()).toEqual([]);
});
