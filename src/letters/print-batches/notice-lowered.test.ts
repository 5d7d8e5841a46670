/** A 14-day letter that waits to be printed when a part of its claim is paid: it announces more than is due by then, and would be void (BW 6:96(6)). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { addDays, date, type PlainDate } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { getClaim } from "../../money/claims/bookings/bookings.contract.ts";
import { bookPaymentCall } from "../../money/claims/claims.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { doStep } from "../processing/processing.contract.ts";
import { claimOf, registerProvider } from "../processing/processing.factory.ts";
import { readFileWorkflow } from "../workflows/workflows.contract.ts";
import { judgeBatch, listWaiting, makeBatchCall, readBatch, recallLetterCall } from "./print-batches.contract.ts";

let world: World;
let printer: Visitor;
let fileIds: readonly number[];
let invoices = 0;

const fileAt = (at: number): number => fileIds[at] ?? 0;
const batchNow = (id: number) => printer.call(readBatch, { params: { id } });
const waitingOf = async (fileId: number) =>
  (await printer.call(listWaiting)).items.filter((letter) => letter.fileId === fileId);
const paid = (id: number, amount: string, on: PlainDate) =>
  printer.call(bookPaymentCall, {
    params: { id },
    body: { date: on, amount, kind: "agency" as const, reference: "deel" },
  });

beforeAll(async () => {
  world = await startWorld();
  printer = await world.login(["*"]);
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  await registerProvider(world);
  const { id: client } = await makeClient(world.db, world.clock);
  const placed = async (cents: number) => {
    const dates = { date: date("2026-03-01"), dueDate: date("2026-03-31"), description: null };
    return (await placeOne(world, client, claimOf({ invoices: [{ ...dates, number: `F${++invoices}`, cents }] }))).id;
  };
  fileIds = [await placed(100_000), await placed(100_000), await placed(100_000), await placed(20_000)];
  for (const id of fileIds) await printer.call(doStep, { params: { id }, body: { position: 1 } });
});
afterAll(() => world.close());

test("it is left out of its batch, with the reason, and recalled it is made again with the costs of the rest", async () => {
  const { id } = await printer.call(makeBatchCall, { body: {} });
  await world.drain();
  const ready = await batchNow(id);
  expect(ready).toMatchObject({ state: "ready", letters: 4 });
  const made = date(world.clock.today());
  world.clock.set(new Date(`${addDays(made, 3)}T10:00:00+01:00`));
  printer = await world.login(["*"]);
  // One before the letter is posted, and one by a statement that tells of the day on which it was made; of the third nothing came in.
  await paid(fileAt(0), "100.00", addDays(made, 2));
  await paid(fileAt(1), "100.00", made);
  // The least costs of 40.00 are due over what is left of the fourth as well.
  await paid(fileAt(3), "100.00", made);
  await world.drain();
  await printer.call(judgeBatch, { params: { id }, body: { version: ready.version } });
  await world.drain();
  expect(await batchNow(id)).toMatchObject({ state: "ready", letters: 2, withdrawn: 2 });
  for (const fileId of [fileAt(0), fileAt(1)]) {
    const [letter] = await waitingOf(fileId);
    expect(letter?.why).toBe(
      "The 14-day letter of 20-11-2026 named higher costs than were allowed then and does not count; a new one is needed.",
    );
    await printer.call(recallLetterCall, { params: { id: letter?.id ?? 0 }, body: { reason: "Er is betaald" } });
    expect(await printer.call(readFileWorkflow, { params: { id: fileId } })).toMatchObject({ next: { position: 1 } });
    await printer.call(doStep, { params: { id: fileId }, body: { position: 1 } });
    expect(await waitingOf(fileId)).toMatchObject([{ why: null }]);
    const { notices } = await printer.call(getClaim, { params: { id: fileId }, query: {} });
    expect(notices).toMatchObject([{ flaw: null }]);
  }
});
