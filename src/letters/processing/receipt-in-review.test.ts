/** Money that names a file and waits for a person: nobody is asked for it before somebody has looked at it, by run or by hand. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createAccount, ignoreEntry, listEntries, uploadStatement } from "../../money/payments/payments.contract.ts";
import { camtFile } from "../../money/payments/payments.factory.ts";
import { doStep, makeRunCall, planRun, readRun } from "./processing.contract.ts";
import { portfolio } from "./processing.factory.ts";

let world: World;
let staff: Visitor;
let clientId: number;
let fileIds: readonly number[];
const iban = "NL20INGB0001234567";

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  ({ clientId, fileIds } = await portfolio(world, 3));
  await staff.call(createAccount, { body: { iban, name: "Derdengelden", kind: "client_money" } });
});
afterAll(() => world.close());

const fileAt = (at: number): number => fileIds[at] ?? 0;
const referenceOf = async (id: number): Promise<string> =>
  (await world.db.selectFrom("case_file").select("payment_reference").where("id", "=", id).executeTakeFirstOrThrow())
    .payment_reference;
const lettersTo = async (id: number): Promise<number> =>
  (await world.db.selectFrom("message").select("id").where("file_id", "=", id).execute()).length;

async function run(): Promise<void> {
  const { id } = await staff.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await staff.call(readRun, { params: { id } });
  await staff.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
}

test("who paid too much under the file's reference gets no letter until that is assigned or set aside", async () => {
  const told = "Money for this file came in on 19-11-2026 that somebody still has to assign.";
  const planned = await staff.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await staff.call(readRun, { params: { id: planned.id } });
  const lines = [
    { cents: 90_000, reference: await referenceOf(fileAt(0)), text: "te veel" },
    // A name alone is no money of a file.
    { cents: 4_321, name: "A.M. van der Proef", text: "onbekend" },
  ];
  const content = camtFile({ iban, number: 1, date: "2026-11-19", openingCents: 0, lines });
  await staff.call(uploadStatement, { files: { file: { name: "afschrift.xml", content } } });
  await world.drain();
  // It came in between the plan of a run and its making.
  await staff.call(makeRunCall, { params: { id: planned.id }, body: { version } });
  await world.drain();
  expect(await Promise.all(fileIds.map(lettersTo))).toEqual([0, 1, 1]);
  const refused = await staff.refused(doStep, { params: { id: fileAt(0) }, body: { position: 1 } });
  expect(JSON.stringify(refused.body)).toContain(told);

  const { items } = await staff.call(listEntries, { query: { filter: { search: "te veel" } } });
  const [entry] = items;
  expect(entry).toMatchObject({ state: "review" });
  const body = { version: entry?.version ?? 0, reason: "Van een andere zaak" };
  await staff.call(ignoreEntry, { params: { id: entry?.id ?? 0 }, body });
  await run();
  expect(await lettersTo(fileAt(0))).toBe(1);
});
