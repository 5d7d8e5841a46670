/** A making that stands still, or is stopped: what is entered or decided about a file that was fixed already counts before the batch goes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileDamaged } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import { placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { addMasterClient, createDestination, listTypes, setLevels } from "../destinations/destinations.contract.ts";
import { startOffice, type TestOffice } from "../transport/office.factory.ts";
import { leaveOut, listBatchFiles, makeBatch, readBatch, startHandover } from "./batches.contract.ts";

const acl = ["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"];
const signingKey = "een sleutel van de proef";
let world: World;
let office: TestOffice;
let lawyer: Visitor;
let bailiff: number;

beforeAll(async () => {
  world = await startWorld();
  office = await startOffice(signingKey);
  lawyer = await world.login(acl);
  bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Vliet" } })).id;
});
afterAll(async () => {
  await world.close();
  await office.close();
});

const batchOf = (id: number) => lawyer.call(readBatch, { params: { id } });
const rowsOf = async (id: number) => (await lawyer.call(listBatchFiles, { params: { id }, query: {} })).items;
const statesOf = async (id: number, files: readonly number[]) => {
  const rows = await rowsOf(id);
  return files.map((fileId) => rows.find((row) => row.fileId === fileId)?.state);
};

/** A batch of three files whose making ended at the second: the first and the third are fixed. */
async function stopped(name: string) {
  const { fileIds: files, clientId } = await portfolio(world, 3);
  const to = { name, bailiff, types: ["amicable" as const], channel: "https" as const, format: "json" as const };
  const made = await lawyer.call(createDestination, { body: { ...to, url: office.url, signingKey } });
  await lawyer.call(addMasterClient, { body: { destination: made.id, client: clientId, externalId: "K-1" } });
  const needs = (await lawyer.call(listTypes)).items.flatMap((type) => type.needs.map((need) => need.id));
  const levels = Object.fromEntries(needs.map((need) => [need, "warn" as const]));
  await lawyer.call(setLevels, { params: { id: made.id }, body: { levels, version: made.version } });
  const chosen = { by: "files" as const, files: [...files] };
  const { id } = await lawyer.call(startHandover, { body: { type: "amicable", destination: made.id, chosen } });
  await world.drain();
  expect(await statesOf(id, files)).toEqual(["validated", "validated", "validated"]);
  await lawyer.call(makeBatch, { params: { id }, body: { version: (await batchOf(id)).version } });
  const isSecond = `new.file_id = ${files[1]} and new.storage_key is not null`;
  await whileDamaged(world, "handover_batch_file", isSecond, () => expect(world.drain()).rejects.toThrow());
  const batch = await batchOf(id);
  expect(batch).toMatchObject({ moving: "making", count: null });
  return { files, batch, id };
}

test("a file that is disputed after it was fixed stays here, and the others go", async () => {
  const { files, batch, id } = await stopped("Vliet");
  const [first = 0] = files;
  world.clock.set(new Date("2026-11-20T09:20:00Z"));
  const { version } = await lawyer.call(showFile, { params: { id: first } });
  await lawyer.call(placeHoldOnFile, { params: { id: first }, body: { kind: "dispute", version } });
  await lawyer.call(retryJob, { params: { id: batch.work?.id ?? "" } });
  await world.drain();
  expect(await batchOf(id)).toMatchObject({ moving: null, count: 2 });
  const [, , ...rest] = await statesOf(id, files);
  expect(await statesOf(id, files)).toEqual(["refused", ...rest, ...rest]);
  expect(office.batches.get(batch.key)?.fileNumbers).toHaveLength(2);
  expect(await world.problems()).toEqual([]);
});

test("a batch whose making was stopped because the rights of its maker were gone is made by a colleague", async () => {
  const { batch, id } = await stopped("Veer");
  await world.db
    .updateTable("app_user")
    .set({ acl: ["ROLE_NEWS"] })
    .where("id", "=", lawyer.userId)
    .execute();
  await lawyer.call(retryJob, { params: { id: batch.work?.id ?? "" } });
  await world.drain();
  lawyer = await world.login({ acl, name: "C. Ollega" });
  const left = await batchOf(id);
  expect(left).toMatchObject({ state: "validated", moving: null, problem: expect.any(String) });
  await lawyer.call(makeBatch, { params: { id }, body: { version: left.version } });
  await world.drain();
  expect(await batchOf(id)).toMatchObject({ moving: null, count: 3, problem: null, madeBy: "C. Ollega" });
  expect(office.batches.get(batch.key)?.fileNumbers).toHaveLength(3);
});

test("a file that is left out after it was fixed by a making that was stopped does not go along", async () => {
  const { files, batch, id } = await stopped("Vaart");
  const [first = 0] = files;
  const setAcl = (held: string[]) =>
    world.db.updateTable("app_user").set({ acl: held }).where("id", "=", lawyer.userId).execute();
  await setAcl(["ROLE_NEWS"]);
  await lawyer.call(retryJob, { params: { id: batch.work?.id ?? "" } });
  await world.drain();
  await setAcl(acl);
  expect(await batchOf(id)).toMatchObject({ state: "validated", moving: null });
  const left = await lawyer.call(leaveOut, { params: { id }, body: { files: [first], out: true } });
  await lawyer.call(makeBatch, { params: { id }, body: { version: left.version } });
  await world.drain();
  expect(await batchOf(id)).toMatchObject({ moving: null, count: 2 });
  const rows = await rowsOf(id);
  const going = rows.filter(({ fileId }) => fileId !== first).map(({ fileNumber }) => fileNumber);
  expect(office.batches.get(batch.key)?.fileNumbers).toEqual(going);
  expect(await world.problems()).toEqual([]);
});
