/** A making that stands still: what is entered about a file that was fixed already counts before the batch goes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileDamaged } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import { placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { addMasterClient, createDestination, listTypes, setLevels } from "../destinations/destinations.contract.ts";
import { listBatchFiles, makeBatch, readBatch, startHandover } from "./batches.contract.ts";

let world: World;
let lawyer: Visitor;
let files: readonly number[];
let id: number;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const { fileIds, clientId } = await portfolio(world, 3);
  files = fileIds;
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Vliet" } })).id;
  const types = ["amicable" as const];
  const office = { name: "Vliet", bailiff, types, channel: "download" as const, format: "json" as const };
  const made = await lawyer.call(createDestination, { body: office });
  await lawyer.call(addMasterClient, { body: { destination: made.id, client: clientId, externalId: "K-1" } });
  const needs = (await lawyer.call(listTypes)).items.flatMap((type) => type.needs.map((need) => need.id));
  const levels = Object.fromEntries(needs.map((need) => [need, "warn" as const]));
  await lawyer.call(setLevels, { params: { id: made.id }, body: { levels, version: made.version } });
  const body = { type: "amicable" as const, destination: made.id, chosen: { by: "files" as const, files: [...files] } };
  id = (await lawyer.call(startHandover, { body })).id;
  await world.drain();
});
afterAll(() => world.close());

const batchNow = () => lawyer.call(readBatch, { params: { id } });
const states = async () => {
  const { items } = await lawyer.call(listBatchFiles, { params: { id }, query: {} });
  return files.map((fileId) => items.find((row) => row.fileId === fileId)?.state);
};

test("a file that is disputed after it was fixed stays here, and the others go", async () => {
  expect(await states()).toEqual(["validated", "validated", "validated"]);
  await lawyer.call(makeBatch, { params: { id }, body: { version: (await batchNow()).version } });
  const [first = 0, second = 0] = files;
  const isSecond = `new.file_id = ${second} and new.storage_key is not null`;
  await whileDamaged(world, "handover_batch_file", isSecond, () => expect(world.drain()).rejects.toThrow());
  const stopped = await batchNow();
  expect(stopped).toMatchObject({ moving: "making", count: null });

  world.clock.set(new Date("2026-11-20T09:20:00Z"));
  const { version } = await lawyer.call(showFile, { params: { id: first } });
  await lawyer.call(placeHoldOnFile, { params: { id: first }, body: { kind: "dispute", version } });
  await lawyer.call(retryJob, { params: { id: stopped.work?.id ?? "" } });
  await world.drain();
  expect(await batchNow()).toMatchObject({ state: "queued", moving: null, count: 2 });
  expect(await states()).toEqual(["refused", "queued", "queued"]);
  expect(await world.problems()).toEqual([]);
});
