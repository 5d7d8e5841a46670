/** A letter that spoiled in printing waits for another batch, and is printed by that one alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeRunCall, planRun, readRun } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import {
  downloadBatch,
  downloadList,
  downloadPart,
  importAnswers,
  judgeBatch,
  makeBatchCall,
  markPosted,
  readBatch,
} from "./print-batches.contract.ts";

let world: World;
let printer: Visitor;
let id: number;

beforeAll(async () => {
  world = await startWorld();
  printer = await world.login(["*"]);
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  const { clientId } = await portfolio(world, 3);
  const run = await printer.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await printer.call(readRun, { params: { id: run.id } });
  await printer.call(makeRunCall, { params: { id: run.id }, body: { version } });
  await world.drain();
  ({ id } = await printer.call(makeBatchCall, { body: {} }));
  await world.drain();
}, 60_000);
afterAll(() => world.close());

const batchNow = () => printer.call(readBatch, { params: { id } });
const setsOf = async (batch: number): Promise<string[]> =>
  (await printer.send(downloadList, { params: { id: batch } })).text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(";")[0] ?? "");

test("while it lies in its first batch still, that one is not fetched again; made anew it goes without the letter, which the next one prints", async () => {
  const pages = (await batchNow()).pages;
  const content = `piece;event;date;reason\r\n${id}-2;spoiled;2026-11-20;\r\n`;
  await printer.call(importAnswers, {
    params: { id },
    files: { file: { name: "antwoord.csv", content, mime: "text/csv" } },
  });
  const next = await printer.call(makeBatchCall, { body: {} });
  await world.drain();
  expect(await setsOf(next.id)).toEqual([`${next.id}-1`]);
  const refused = "1 letter may not go any more. Have the batch judged again; it is then made without them.";
  for (const fetched of [
    printer.refused(downloadPart, { params: { id, part: 1 } }),
    printer.refused(downloadList, { params: { id } }),
    printer.refused(downloadBatch, { params: { id } }),
  ])
    expect((await fetched).body.errors).toEqual({ common: [refused] });
  await printer.call(judgeBatch, { params: { id }, body: { version: (await batchNow()).version } });
  await world.drain();
  expect(await setsOf(id)).toEqual([`${id}-1`, `${id}-3`]);
  const again = await batchNow();
  expect([again.state, again.letters]).toEqual(["ready", 2]);
  expect(again.pages).toBeLessThan(pages);
  expect((await printer.send(downloadPart, { params: { id, part: 1 } })).status).toBe(200);
});

test("what was made without it is judged as ready, and its other letters are told to be posted", async () => {
  const { version } = await printer.call(judgeBatch, { params: { id }, body: { version: (await batchNow()).version } });
  expect((await batchNow()).state).toBe("ready");
  const posted = await printer.call(markPosted, { params: { id }, body: { postedOn: world.clock.today(), version } });
  expect(posted).toMatchObject({ state: "posted", letters: 2 });
});
