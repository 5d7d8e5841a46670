/** Workers that are killed between files, two of them at once, and an answer that is lost: each file once, each batch once. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { addMasterClient, createDestination, setLevels } from "../destinations/destinations.contract.ts";
import { startOffice, type TestOffice } from "../transport/office.factory.ts";
import { makeBatch, readBatch, startHandover } from "./batches.contract.ts";
import { batchJob } from "./work.server.ts";

const count = 12;
const signingKey = "een sleutel van de proef";
let world: World;
let lawyer: Visitor;
let office: TestOffice;
let id: number;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL", "ROLE_FILE_SEARCH"]);
  office = await startOffice(signingKey);
  const { fileIds, clientId } = await portfolio(world, count);
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Stroom" } })).id;
  const body = { name: "Stroom", bailiff, types: ["insolvency_check" as const], channel: "https" as const };
  const made = await lawyer.call(createDestination, { body: { ...body, format: "json", url: office.url, signingKey } });
  await lawyer.call(addMasterClient, { body: { destination: made.id, client: clientId, externalId: "K-1" } });
  const levels = { birthDate: "off" as const };
  await lawyer.call(setLevels, { params: { id: made.id }, body: { levels, version: made.version } });
  const chosen = { by: "files" as const, files: [...fileIds] };
  const batch = await lawyer.call(startHandover, { body: { type: "insolvency_check", destination: made.id, chosen } });
  await world.drain();
  id = batch.id;
}, 240_000);
afterAll(async () => {
  await world.close();
  await office.close();
});

const batchNow = () => lawyer.call(readBatch, { params: { id } });

async function fixed(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from handover_batch_file
    where batch_id = ${id} and storage_key is not null`.execute(world.db);
  return rows[0]?.n ?? 0;
}

test("every file is recorded once and the office gets one batch, however often workers are killed", async () => {
  await lawyer.call(makeBatch, { params: { id }, body: { version: (await batchNow()).version } });
  const start = () => startWorker(world, batchJob, { batchId: id });
  await killAtRow(world, "handover_batch_file", 2, start);
  // While the batch is being made, and not while it is handed over: that goes on by itself, and is told below.
  for (let round = 0; round < 30 && (await fixed()) < count / 2; round++) {
    const workers = await Promise.all(Array.from({ length: (round % 2) + 1 }, start));
    const until = (await fixed()) + 2;
    while (workers.some(isRunning) && (await fixed()) < until) await after(5);
    for (const worker of workers) await kill(worker);
  }
  // The office takes the batch and its answer is lost: it is asked for by its name, and posted no second time.
  office.mood = "silent";
  await world.drain();
  expect(await fixed()).toBe(count);
  expect(await batchNow()).toMatchObject({ moving: null, count });
  const { rows } = await sql<{ keys: number; queued: number }>`select
      (select count(distinct storage_key) from handover_batch_file where batch_id = ${id}) as keys,
      (select count(*) from handover_event where batch_id = ${id} and kind = 'queued') as queued`.execute(world.db);
  expect(rows).toEqual([{ keys: count, queued: 1 }]);

  const { key } = await batchNow();
  expect(office.posts.get(key)).toBe(1);
  await world.drain();
  expect(await batchNow()).toMatchObject({ state: "accepted", problem: null });
  expect(office.posts.get(key)).toBe(1);
  expect(office.batches.get(key)?.fileNumbers).toHaveLength(count);
}, 300_000);
