/** Sent messages, exports and prices of pre-collection through HTTP. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { readRecord } from "../records/records.contract.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { exportRecords, listCharges, listPapers, readPaper } from "./papers.contract.ts";

let world: World;
let clerk: Visitor;
let client: number;
const roles = ["ROLE_PROCESSING", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH", "ROLE_PRECASSO_EXPORT"];

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(roles);
  await registerProvider(world);
  const iban = "NL91ABNA0417164300";
  client = (await makeClient(world.db, world.clock, { iban, phone: "+31201234567", email: "k@warmte.example" })).id;
});
afterAll(() => world.close());

it("a letter is stored as sent, for users who may see its record", async () => {
  const body = recordOf(client);
  const id = await makeRecord(clerk, client, { ...body, debtor: { ...body.debtor, email: null } });
  const planned = await clerk.call(planPrecasso, { body: {} });
  await world.drain();
  const { version } = await clerk.call(readPrecassoRun, { params: { id: planned.id } });
  await clerk.call(makePrecasso, { params: { id: planned.id }, body: { version } });
  await world.drain();
  const { items } = await clerk.call(listPapers);
  expect(items).toMatchObject([{ recordId: id, channel: "post", hasDocument: true }]);
  const messageId = items[0]?.id ?? 0;
  const pdf = await clerk.send(readPaper, { params: { id, messageId } });
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  const other = (await makeClient(world.db, world.clock)).id;
  const foreign = await world.login({ acl: roles, kind: "contact", clientIds: [other] });
  expect((await foreign.refused(readPaper, { params: { id, messageId } })).status).toBe(404);
  expect((await foreign.call(listPapers)).items).toEqual([]);
  expect((await clerk.refused(readPaper, { params: { id, messageId: 99_999 } })).status).toBe(404);
  expect((await clerk.call(readRecord, { params: { id } })).messages[0]).toMatchObject({ id: messageId });
});

it("an export contains what the filter finds and the reader may see, and no cell is a formula", async () => {
  const { debtor } = recordOf(client);
  await makeRecord(clerk, client, { clientRef: "=1+1", debtor: { ...debtor, lastName: "@SUM(A1)" } });
  const csv = await clerk.send(exportRecords, { query: { format: "csv", search: "=1+1" } });
  expect(csv.text.trim().split("\n")).toHaveLength(2);
  expect(csv.text).not.toMatch(/(^|[,;"\n])=1\+1/);
  const xlsx = await clerk.send(exportRecords, { query: { format: "xlsx" } });
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");
  const nobody = await world.login({ acl: roles, kind: "contact", clientIds: [] });
  expect((await nobody.send(exportRecords, { query: {} })).text.trim().split("\n")).toHaveLength(1);
});

it("a client is billed per record as agreed, month by month", async () => {
  const mine = (await makeClient(world.db, world.clock)).id;
  await makeRecord(clerk, mine);
  await makeRecord(clerk, mine);
  const charge = async () => (await clerk.call(listCharges)).items.filter(({ clientId }) => clientId === mine);
  expect(await charge()).toMatchObject([{ month: "2026-11", records: 2, feeCents: 0, totalCents: 0 }]);
  await world.db
    .insertInto("client_commission")
    .values({
      client_id: mine,
      valid_from: date("2026-11-01"),
      bands: JSON.stringify([{ from: 0, rate: 0 }]),
      precasso_fee_cents: 250,
      created_at: world.clock.now(),
    })
    .execute();
  expect(await charge()).toMatchObject([{ month: "2026-11", records: 2, feeCents: 250, totalCents: 500 }]);
});

it("an export names the day on which a record was made, as the clock here showed it", async () => {
  world.clock.set(new Date("2026-11-20T23:30:00Z"));
  const late = await world.login(roles);
  await makeRecord(late, client, { clientRef: "NIGHT-1" });
  const query = { format: "csv", search: "NIGHT-1", createdFrom: "2026-11-21", createdTo: "2026-11-21" } as const;
  const [, row] = (await late.send(exportRecords, { query })).text.trim().split("\r\n");
  expect(row).toMatch(/2026-11-21$/);
});
