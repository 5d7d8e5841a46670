/** What ends: a file that an office gives back, by a receipt or by word of each file, and each of two orders over one file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { claimOf, registerProvider } from "../../../letters/processing/processing.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { addMasterClient, createDestination, listTypes, setLevels } from "../destinations/destinations.contract.ts";
import { type HandoverType, handoverTypes } from "../handover-batches.ts";
import { enterReports } from "../monitoring/monitoring.contract.ts";
import { downloadBatch, enterReceipt, listBatchFiles, readBatch, sendFiles } from "./batches.contract.ts";

let world: World;
let lawyer: Visitor;
let destination: number;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login({ acl: ["*"] });
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Sluis" } })).id;
  const made = await lawyer.call(createDestination, {
    body: { name: "Sluis", bailiff, types: [...handoverTypes], channel: "download", format: "json" },
  });
  destination = made.id;
  await lawyer.call(addMasterClient, { body: { destination, client, externalId: "S-1" } });
  const { items } = await lawyer.call(listTypes);
  const levels = Object.fromEntries(items.flatMap(({ needs }) => needs.map(({ id }) => [id, "off" as const])));
  await lawyer.call(setLevels, { params: { id: destination }, body: { levels, version: made.version } });
});
afterAll(() => world.close());

const stateOf = async (id: number) => {
  const params = { id };
  const { items } = await lawyer.call(listBatchFiles, { params, query: { limit: 100 } });
  return [(await lawyer.call(readBatch, { params })).state, ...items.map(({ state }) => state)];
};

async function sent(type: HandoverType, files: number[]) {
  const { id } = await lawyer.call(sendFiles, { body: { type, destination, files } });
  await world.drain();
  await lawyer.send(downloadBatch, { params: { id } });
  const { items } = await lawyer.call(listBatchFiles, { params: { id }, query: { limit: 100 } });
  return { id, numbers: items.map(({ fileNumber }) => fileNumber) };
}

async function receipt(id: number, numbers: readonly string[]): Promise<void> {
  const { count, totalCents, sha256 } = await lawyer.call(readBatch, { params: { id } });
  const files = numbers.map((fileNumber) => ({ fileNumber, state: "accepted" as const, officeNumber: "S-9" }));
  const total = ((totalCents ?? 0) / 100).toFixed(2);
  await lawyer.call(enterReceipt, { params: { id }, body: { count: count ?? 0, total, sha256: sha256 ?? "", files } });
}

const given = async (count: number) => {
  const files: number[] = [];
  for (let at = 0; at < count; at++) files.push((await placeOne(world, client, claimOf())).id);
  const batch = await sent("amicable", files);
  await receipt(batch.id, batch.numbers);
  return { ...batch, files };
};

test("a batch of which every file came back is processed, and not before", async () => {
  const { id, files } = await given(2);
  const [first = 0, second = 0] = files;
  const one = await sent("transfer_back", [first]);
  await receipt(one.id, one.numbers);
  expect(await stateOf(one.id)).toEqual(["processed", "processed"]);
  expect(await stateOf(id)).toEqual(["accepted", "processed", "accepted"]);
  const other = await sent("transfer_back", [second]);
  await receipt(other.id, other.numbers);
  expect(await stateOf(id)).toEqual(["processed", "processed", "processed"]);
});

test("an office that says of each file that it gives it back ends the same", async () => {
  const { id, files, numbers } = await given(1);
  const back = await sent("transfer_back", files);
  const [fileNumber = ""] = numbers;
  await lawyer.call(enterReports, {
    params: { id: destination },
    body: { text: JSON.stringify({ reports: [{ key: "back-1", fileNumber, kind: "accepted", on: "2026-11-20" }] }) },
  });
  expect(await stateOf(back.id)).toEqual(["processed", "processed"]);
  expect(await stateOf(id)).toEqual(["processed", "processed"]);
});

test("a check of insolvency that ends leaves the case with the office, and what it tells next ends that", async () => {
  const { id, files, numbers } = await given(1);
  const check = await sent("insolvency_check", files);
  await receipt(check.id, check.numbers);
  const [fileNumber = ""] = numbers;
  const closed = (key: string) => {
    const report = { key: `${fileNumber}-${key}`, fileNumber, kind: "closed", on: "2026-11-20", reason: key };
    const body = { text: JSON.stringify({ reports: [report] }) };
    return lawyer.call(enterReports, { params: { id: destination }, body });
  };
  await closed("geen faillissement");
  expect([await stateOf(check.id), await stateOf(id)]).toEqual([
    ["processed", "processed"],
    ["accepted", "accepted"],
  ]);
  await closed("betaald");
  expect(await stateOf(id)).toEqual(["processed", "processed"]);
});

test("a batch of which the last file is turned down after the other was ended is processed", async () => {
  const files = [(await placeOne(world, client, claimOf())).id, (await placeOne(world, client, claimOf())).id];
  const { id, numbers } = await sent("amicable", files);
  const [one = "", other = ""] = numbers;
  const told = async (fileNumber: string, kind: string) =>
    lawyer.call(enterReports, {
      params: { id: destination },
      body: {
        text: JSON.stringify({ reports: [{ key: `${fileNumber}-${kind}`, fileNumber, kind, on: "2026-11-20" }] }),
      },
    });
  await told(one, "accepted");
  await told(one, "closed");
  expect(await stateOf(id)).toEqual(["sent", "processed", "sent"]);
  await told(other, "rejected");
  expect(await stateOf(id)).toEqual(["processed", "processed", "rejected"]);
});
