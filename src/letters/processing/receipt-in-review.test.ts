/**
 * Money that names a file and waits for a person: nobody is asked for it before somebody has looked at it, by run, by hand, by an act on many
 * files, by a message that waited meanwhile, or by a bailiff.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { sendFileMessage, waitingMessages } from "../../cases/file-page/composer/composer.contract.ts";
import { makeBulk, planBulk, readBulk } from "../../exchange/bulk/bulk.contract.ts";
import { createBailiff } from "../../legal/bailiffs/bailiffs.contract.ts";
import {
  listBatchFiles,
  makeBatch,
  readBatch,
  startHandover,
} from "../../legal/handover-batches/batches/batches.contract.ts";
import {
  addMasterClient,
  createDestination,
  listTypes,
  setLevels,
} from "../../legal/handover-batches/destinations/destinations.contract.ts";
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

let statements = 1;
/** More than the file owes comes in under its reference. */
async function overpay(id: number, text: string): Promise<void> {
  const lines = [{ cents: 90_000, reference: await referenceOf(id), text }];
  const day = world.clock.today();
  const content = camtFile({ iban, number: ++statements, date: day, openingCents: 0, lines });
  await staff.call(uploadStatement, { files: { file: { name: `${text}.xml`, content } } });
  await world.drain();
}

test("nor by an act on many files, planned before or after it came in", async () => {
  const { fileIds: files } = await portfolio(world, 2);
  const [first = 0, second = 0] = files;
  const chosen = { by: "files" as const, files: [...files] };
  const planned = await staff.call(planBulk, { body: { chosen, action: { kind: "send" } } });
  await world.drain();
  await overpay(first, "na het plan");
  const { version, counts } = await staff.call(readBulk, { params: { id: planned.id } });
  expect(counts).toMatchObject({ do: 2 });
  await staff.call(makeBulk, { params: { id: planned.id }, body: { version } });
  await world.drain();
  expect([await lettersTo(first), await lettersTo(second)]).toEqual([0, 1]);
  const again = { by: "files" as const, files: [first] };
  const after = await staff.call(planBulk, { body: { chosen: again, action: { kind: "send" } } });
  await world.drain();
  expect((await staff.call(readBulk, { params: { id: after.id } })).counts).toMatchObject({ do: 0, refuse: 1 });
});

test.each([
  ["letter", { channel: "post", template: "POST_LAST" }],
  ["e-mail", { channel: "email", template: "EM_FIRST" }],
  ["SMS", { channel: "sms", template: "SMS_LINK" }],
] as const)("nor by a scheduled %s that it finds waiting", async (what, message) => {
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  staff = await world.login(["*"]);
  const { fileIds: made } = await portfolio(world, 2);
  for (const [at, id] of made.entries()) {
    const key = `1c0e6c1e-93f5-4a55-8d5e-${String(statements * 10 + at).padStart(12, "0")}`;
    await staff.call(sendFileMessage, { params: { id }, body: { ...message, key, at: "2026-11-23 10:00" } });
  }
  const [paid = 0, other = 0] = made;
  await overpay(paid, what);
  world.clock.set(new Date("2026-11-23T09:01:00Z"));
  staff = await world.login(["*"]);
  await world.drain();
  const [refused] = (await staff.call(waitingMessages, { params: { id: paid } })).items;
  const told = "Money for this file came in on 20-11-2026 that somebody still has to assign. (house rule)";
  expect(refused).toMatchObject({ state: "failed", error: told });
  const { items } = await staff.call(waitingMessages, { params: { id: other } });
  expect(items.filter(({ state }) => state === "failed")).toEqual([]);
});

test("nor by a bailiff: neither is it chosen for a batch, nor does it go with one that was chosen before", async () => {
  const { fileIds: files, clientId: client } = await portfolio(world, 3);
  const [early = 0, late = 0, other = 0] = files;
  const { id: bailiff } = await staff.call(createBailiff, { body: { name: "Kantoor Gracht" } });
  const office = {
    name: "Gracht",
    bailiff,
    types: ["amicable" as const],
    channel: "download" as const,
    format: "csv" as const,
  };
  const destination = await staff.call(createDestination, { body: office });
  await staff.call(addMasterClient, { body: { destination: destination.id, client, externalId: "K-1" } });
  const needs = (await staff.call(listTypes)).items.flatMap((type) => type.needs.map((need) => need.id));
  const levels = Object.fromEntries(needs.map((need) => [need, "warn" as const]));
  await staff.call(setLevels, { params: { id: destination.id }, body: { levels, version: destination.version } });
  await overpay(early, "voor de partij");
  const chosen = { by: "files" as const, files: [...files] };
  const { id } = await staff.call(startHandover, { body: { type: "amicable", destination: destination.id, chosen } });
  await world.drain();
  const states = async () => {
    const { items } = await staff.call(listBatchFiles, { params: { id }, query: {} });
    return files.map((file) => items.find(({ fileId }) => fileId === file)?.state);
  };
  expect(await states()).toEqual(["refused", "validated", "validated"]);
  await overpay(late, "na de keuze");
  const { version } = await staff.call(readBatch, { params: { id } });
  await staff.call(makeBatch, { params: { id }, body: { version } });
  await world.drain();
  expect((await states()).slice(0, 2)).toEqual(["refused", "refused"]);
  expect(await staff.call(readBatch, { params: { id } })).toMatchObject({ count: 1 });
  expect(other).toBeGreaterThan(0);
});
