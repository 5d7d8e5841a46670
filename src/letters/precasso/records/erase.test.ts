/** Personal data of a record are erased after its retention period, not before: in the record, its letters and the outbox. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { closeFile } from "../../../cases/states/states.server.ts";
import { downloadOriginal } from "../../../exchange/intake/intake.contract.ts";
import { Importer } from "../../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { eraseJob } from "../../../law/retention/erase.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { exportRecords, listPapers, readPaper } from "../papers/papers.contract.ts";
import { makeRecord } from "../precasso.factory.ts";
import { convertCall, makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { checkPrecassoUpload, placePrecassoUpload } from "../uploads/uploads.contract.ts";
import { listRecords, readRecord, reportPayment, takePaymentBack, withdrawRecord } from "./records.contract.ts";

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
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } =
      await sql`select from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(world.db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

it("follows the retention period of files, except for open records and those whose file still exists", async () => {
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
  await staff.call(reportPayment, {
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

it("is erased from screens, search, exports, letters, uploads, and the file that it became", async () => {
  world.clock.set(new Date("2029-01-08T10:00:00+01:00"));
  staff = await world.login(["*"]);
  const reachable = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  const client = (await makeClient(world.db, world.clock, reachable)).id;
  const calls = { check: checkPrecassoUpload, place: placePrecassoUpload };
  const importer = new Importer(world, staff, client, calls);
  const rowOf = (name: string, number: number): Record<string, string> => ({
    client_ref: `ERF-${number}`,
    last_name: name,
    street: "Verdwijnpad",
    house_no: "7",
    postcode: "3531 CL",
    city: "Utrecht",
    invoice_number: `ERF-${number}`,
    invoice_date: "01-11-2028",
    due_date: "01-12-2028",
    amount: "100,00",
    claim_description: `Les van ${name}`,
  });
  const batch = await importer.placed([rowOf("Uitgewiste", 1), rowOf("Vertrokkene", 2)], "precasso");
  const [first = 0, second = 0] = (await importer.rowsOf(batch)).map((row) => row.made?.id ?? 0);
  // A run says it by letter: nobody has an e-mail address here.
  const run = await staff.call(planPrecasso, { body: { clients: [client] } });
  await world.drain();
  const { version } = await staff.call(readPrecassoRun, { params: { id: run.id } });
  await staff.call(makePrecasso, { params: { id: run.id }, body: { version } });
  await world.drain();
  const message = (await record(first)).messages.find(({ hasDocument }) => hasDocument);
  if (!message) throw new Error("no letter went");
  const { storage_key: key } = await world.db
    .selectFrom("precasso_message")
    .select("storage_key")
    .where("id", "=", message.id)
    .executeTakeFirstOrThrow();
  const payments = new Importer(world, staff, client, calls);
  await payments.placed(
    [{ client_ref: "ERF-1", paid_on: "08-01-2029", amount: "100,00", payment_reference: "van Uitgewiste" }],
    "precassoPayments",
  );
  const { fileId } = await staff.call(convertCall, { params: { id: second }, body: {} });
  await world.work((ctx) => closeFile(ctx, fileId, { reason: "withdrawn" }));
  expect((await record(first)).state).toBe("paid");
  for (const name of ["uitgewiste", "vertrokkene", "verdwijnpad"]) expect(await whereIs(name)).not.toEqual([]);

  await night("2031-01-10");
  for (const name of ["uitgewiste", "vertrokkene", "verdwijnpad"])
    expect([name, await whereIs(name)]).toEqual([name, []]);
  const shown = JSON.stringify([
    await record(first),
    await record(second),
    await staff.call(listRecords, { query: { filter: { search: "Uitgewiste" } } }),
    await staff.call(listPapers, { query: { filter: { search: "Uitgewiste" } } }),
    (await staff.send(exportRecords, { query: { format: "csv" } })).text,
    await new Importer(world, staff, client, calls).rowsOf(batch),
  ]);
  for (const name of ["Uitgewiste", "Vertrokkene", "Verdwijnpad", "Les van"]) expect(shown).not.toContain(name);
  const letter = { params: { id: first, messageId: message.id } };
  expect((await staff.refused(readPaper, letter)).status).toBe(404);
  await expect(world.vorder.parts.storage.get(key ?? "")).rejects.toThrow();
  expect((await staff.send(downloadOriginal, { params: { id: batch.id } })).status).toBe(404);
  // What the books need stays, and all of it is as it was sealed.
  expect(await record(first)).toMatchObject({ state: "paid", totalCents: 10_000 });
  expect(await world.problems()).toEqual([]);
});
