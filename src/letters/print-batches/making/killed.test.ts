/** A batch whose workers are killed at any point continues, prints nothing twice and omits nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeRunCall, planRun, readRun } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { downloadPart, listPieces, readBatch } from "../print-batches.contract.ts";
import { createBatch, makeBatchJob } from "./make.server.ts";
import { pageCount } from "./print-worker.server.ts";

const files = 12;
let world: World;
let printer: Visitor;
let batchId: number;

beforeAll(async () => {
  world = await startWorld();
  printer = await world.login(["ROLE_PROCESSING", "ROLE_MERGING"]);
  const { clientId } = await portfolio(world, files);
  const { id } = await printer.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await printer.call(readRun, { params: { id } });
  await printer.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
  const scope = { client: clientId, run: null, dateFrom: null, dateTo: null, templateCode: null, max: files };
  batchId = (await world.work((ctx) => createBatch(ctx, scope, 2))).id;
}, 60_000);
afterAll(() => world.close());

const batch = () => printer.call(readBatch, { params: { id: batchId } });
const partsMade = async (): Promise<number> => (await batch()).parts.filter(({ made }) => made).length;

test("each letter is printed once, whatever happens between the parts", async () => {
  const start = () => startWorker(world, makeBatchJob, { batchId });
  await killAtRow(world, "print_part", 2, start);
  for (let round = 0; round < 40 && (await batch()).state === "making"; round++) {
    // At first, and every third time, two workers run at once, as after one that was frozen is let go.
    const workers = await Promise.all(Array.from({ length: round % 3 === 0 ? 2 : 1 }, start));
    const until = (await partsMade()) + 1 + Math.floor(Math.random() * 3);
    while (workers.some(isRunning) && (await partsMade()) < until) await after(5);
    await after(Math.random() * 60);
    for (const worker of workers) await kill(worker);
  }
  const made = await batch();
  expect(made).toMatchObject({ state: "ready", letters: files, withdrawn: 0 });
  expect(made.events.filter(({ kind }) => kind === "ready")).toHaveLength(1);
  const { items } = await printer.call(listPieces, { params: { id: batchId }, query: { limit: 100 } });
  expect(new Set(items.map(({ documentId }) => documentId)).size).toBe(files);
  for (const { part, pages } of made.parts) {
    const pdf = await printer.send(downloadPart, { params: { id: batchId, part } });
    const own = items.filter((piece) => piece.part === part).map((piece) => 2 * Math.ceil((piece.pages ?? 0) / 2));
    expect(own).toHaveLength(2);
    // A sheet before and one behind, two pages each.
    expect(pageCount(pdf.bytes)).toBe(own.reduce((sum, each) => sum + each, 4));
    expect(pages).toBe(pageCount(pdf.bytes));
  }
}, 300_000);
