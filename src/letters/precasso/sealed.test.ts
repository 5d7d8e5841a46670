/** Claims, payments, messages and actions of pre-collection cannot be changed outside the application without detection. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { registerProvider } from "../processing/processing.factory.ts";
import { makeRecord } from "./precasso.factory.ts";
import { holdRecord, readRecord, reportPayment } from "./records/records.contract.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "./runs/runs.contract.ts";

let world: World;
let staff: Visitor;
let record: number;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  staff = await world.login(["*"]);
  const reachable = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  const client = (await makeClient(world.db, world.clock, reachable)).id;
  record = await makeRecord(staff, client);
  const run = await staff.call(planPrecasso, { body: {} });
  await world.drain();
  const { version } = await staff.call(readPrecassoRun, { params: { id: run.id } });
  await staff.call(makePrecasso, { params: { id: run.id }, body: { version } });
  await world.drain();
  const payment = { date: "2026-11-20", amount: "25.00", reference: "deel" };
  await staff.call(reportPayment, { params: { id: record }, body: payment });
  const { version: now } = await staff.call(readRecord, { params: { id: record } });
  await staff.call(holdRecord, {
    params: { id: record },
    body: { reason: "Belt vrijdag terug", until: "2026-12-01", version: now },
  });
});
afterAll(() => world.close());

class TakenBack extends Error {}

/** What is found after somebody wrote past all triggers and references; the database is as before afterwards. */
async function foundAfter(statement: string): Promise<string[]> {
  let problems: string[] = [];
  const tried = world.owner.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    const { numAffectedRows } = await sql.raw(statement).execute(db);
    if (numAffectedRows === 0n) throw new Error(`the damage was not done: ${statement}`);
    problems = await world.problems(db);
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  return problems;
}

describe("records of pre-collection", () => {
  test("verify when only the application wrote them", async () => {
    expect((await staff.call(readRecord, { params: { id: record } })).messages).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    [
      "the client's reference",
      "update precasso_record set client_ref = 'OTHER'",
      /^pre-collection records as they were sealed: pre-collection record \d+ is not as it was sealed/,
    ],
    [
      "the amount of an invoice",
      "update precasso_invoice set cents = cents + 1",
      /^pre-collection invoices as they were sealed: pre-collection invoice \d+ is not as it was sealed/,
    ],
    [
      "the day of a payment",
      "update precasso_payment set paid_on = paid_on - 1",
      /^pre-collection payments as they were sealed: pre-collection payment \d+ is not as it was sealed/,
    ],
    [
      "the source of a payment",
      "update precasso_payment set told_by = 'client'",
      /^pre-collection payments as they were sealed: pre-collection payment \d+ is not as it was sealed/,
    ],
    [
      "an inserted payment",
      "insert into precasso_payment (record_id, paid_on, cents, told_by, noted_at) select record_id, paid_on, 1, told_by, noted_at from precasso_payment",
      /^pre-collection payments as they were sealed: pre-collection payment \d+ has no seal: it was slipped in/,
    ],
    [
      "a deleted payment",
      "delete from precasso_payment",
      /^pre-collection payments as they were sealed: pre-collection payment \d+ is gone/,
    ],
    [
      "the text of a message",
      "update precasso_message set body_text = 'U bent niets schuldig.'",
      /^pre-collection messages as they were sealed: pre-collection message \d+ is not as it was sealed/,
    ],
    [
      "the reason of a pause",
      "update precasso_line set note = 'Zomaar' where note is not null",
      /^pre-collection lines as they were sealed: pre-collection line \d+ is not as it was sealed/,
    ],
    [
      "a deleted line",
      "delete from precasso_line where note is not null",
      /^pre-collection lines as they were sealed: pre-collection line \d+ is gone/,
    ],
    [
      "a 14-day letter that was never sent",
      `update precasso_record set notice14 = jsonb_build_object('messageId', (select max(id) from precasso_message), 'sentOn', '2026-10-01')`,
      /^14-day letters of pre-collection: record P\d+: its 14-day letter is not the one that was sent on that day/,
    ],
  ])("report damage to %s", async (_what, statement, expected) => {
    expect(await foundAfter(statement)).toContainEqual(expect.stringMatching(expected));
  });
});
