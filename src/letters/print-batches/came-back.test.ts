/** Letters of which a print house tells late that they came back: each is known by its piece, so that it counts for nothing (BW 6:96(6), BW 3:37(3)). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { sendFileMessage } from "../../cases/file-page/composer/composer.contract.ts";
import { listStates } from "../../cases/states/states.contract.ts";
import { closeFile, reopenFile } from "../../cases/states/states.server.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { eventsOf, fileBalance } from "../../money/claims/claims.server.ts";
import { standingEvents } from "../../money/claims/claims.ts";
import { demandsSent } from "../correspondence/correspondence.server.ts";
import { doStep } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { readFileWorkflow, skipWorkflowStep } from "../workflows/workflows.contract.ts";
import { listPieces, makeBatchCall, markPosted, markReturned, readBatch } from "./print-batches.contract.ts";

let world: World;
let printer: Visitor;
let charged = 0;
let closed = 0;
let reminded = 0;
let batch = 0;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  printer = await world.login(["*"]);
}
const step = (id: number, position: number) => printer.call(doStep, { params: { id }, body: { position } });
const notices = async (fileId: number) =>
  standingEvents(await eventsOf(world.db, fileId)).filter(({ kind }) => kind === "notice14").length;
/** The collection costs that a file owes, in cents. */
const costs = (fileId: number) =>
  world.work(async ({ db, clock }) => (await fileBalance(db, fileId, clock.today())).costsCharged);
const demands = (fileId: number) =>
  world.work(async ({ db }) => (await demandsSent(db, [fileId])).get(fileId)?.map((demand) => demand.on) ?? []);

async function cameBack(fileId: number, returnedOn: string): Promise<void> {
  const { items } = await printer.call(listPieces, { params: { id: batch } });
  const set = items.find((piece) => piece.fileId === fileId)?.set ?? 0;
  await printer.call(markReturned, { params: { id: batch, set }, body: { returnedOn, reason: "moved" } });
  await world.drain();
}

/** A batch of all that waits, told to be posted. */
async function posted(postedOn: string): Promise<void> {
  batch = (await printer.call(makeBatchCall, { body: {} })).id;
  await world.drain();
  const { version } = await printer.call(readBatch, { params: { id: batch } });
  await printer.call(markPosted, { params: { id: batch }, body: { postedOn, version } });
  await world.drain();
}

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  [charged = 0, closed = 0, reminded = 0] = (await portfolio(world, 3)).fileIds;
  for (const id of [charged, closed, reminded]) await step(id, 1);
  await posted("2026-11-20");
});
afterAll(() => world.close());

test("a 14-day letter that came back after its costs were charged takes them with it, and is no demand", async () => {
  await on("2026-12-09");
  for (const position of [2, 3]) {
    const { version } = await printer.call(readFileWorkflow, { params: { id: charged } });
    await printer.call(skipWorkflowStep, { params: { id: charged }, body: { position, reason: "Proef", version } });
  }
  await step(charged, 4);
  expect([await notices(charged), await costs(charged)]).toEqual([1, 4000]);
  expect(await demands(charged)).toEqual(["2026-11-20"]);
  // More than six weeks after it was posted.
  await on("2027-01-04");
  await cameBack(charged, "2027-01-04");
  expect([await notices(charged), await costs(charged)]).toEqual([0, 0]);
  expect(await demands(charged)).toEqual([]);
});

test("so does one of a file that is closed, and opened again later", async () => {
  await on("2027-01-04");
  expect(await notices(closed)).toBe(1);
  await world.work((ctx) => closeFile(ctx, closed, { reason: "withdrawn" }));
  await cameBack(closed, "2027-01-04");
  await world.work((ctx) => reopenFile(ctx, closed));
  expect([await notices(closed), await costs(closed)]).toEqual([0, 0]);
  expect(await demands(closed)).toEqual([]);
});

test("another letter that came back stops its file, and leaves the 14-day letter that did not", async () => {
  await on("2027-01-05");
  const key = "1c0e6c1e-93f5-4a55-8d5e-000000000001";
  const body = { channel: "post", template: "POST_LAST", key } as const;
  await printer.call(sendFileMessage, { params: { id: reminded }, body });
  await posted("2027-01-05");
  await on("2027-01-08");
  await cameBack(reminded, "2027-01-08");
  const { items } = await printer.call(listStates, { params: { id: reminded } });
  expect(items.map(({ kind }) => kind)).toEqual(["returned_mail"]);
  expect(await notices(reminded)).toBe(1);
});
