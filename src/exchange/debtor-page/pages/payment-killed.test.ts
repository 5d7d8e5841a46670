/** Workers are killed, lines go dead and the provider calls twice in the midst of an order: one payment there, one receipt here. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { isRunning, kill, after as pause, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { openJob, queryPaymentJob, silentJob } from "../../../money/online-payments/jobs.server.ts";
import { type MollieDouble, startMollie } from "../../../money/online-payments/mollie-double.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { opened, wordsOf } from "../debtor-page.factory.ts";
import { beginPayment, byMollie, onlinePayment, payer, postPaymentCallback } from "./payment.factory.ts";

let world: World;
let clerk: Visitor;
let mollie: MollieDouble;
let client: number;

beforeAll(async () => {
  mollie = await startMollie();
  // So long an answer is waited for here; the workers that are killed wait longer.
  world = await startWorld({ env: { GATEWAY_SECONDS: "2" } });
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock)).id;
  await world.work((ctx) => changeSettings(ctx, byMollie(mollie)));
});
beforeEach(() => {
  mollie.manner = undefined;
});
afterAll(async () => {
  await world.close();
  await mollie.close();
});

/** A payment that somebody began on the page, of which the provider was not asked yet. */
async function begun() {
  const { file, guest, at, key } = await beginPayment(await payer(world, clerk, client));
  const { id } = await rowOf(key);
  return { file, guest, at, key, id };
}

const rowOf = (key: string) => onlinePayment(world, key);
const paymentsThere = (key: string) => mollie.payments.filter(({ order }) => order.metadata.key === key);
const receipts = async (fileId: number) =>
  (await eventsOf(world.db, fileId)).filter(({ kind }) => kind === "payment" || kind === "reversal").length;
const callBack = (key: string) => postPaymentCallback(world, key, paymentsThere(key)[0]?.id ?? "");
/** A quarter of an hour later: what nobody told of is asked about. */
async function later(): Promise<void> {
  world.clock.set(new Date(world.clock.now().getTime() + 15 * 60_000));
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  await world.work((ctx) => ctx.enqueue(silentJob, {}));
  await world.drain();
}

describe("an order", () => {
  test("whose worker is killed after the provider accepted it is requested again under its key, and is one payment", async () => {
    mollie.manner = "never answers";
    const { file, key, id } = await begun();
    const worker = await startWorker(world, openJob, { id });
    while (paymentsThere(key).length === 0 && isRunning(worker)) await pause(5);
    expect(await kill(worker)).toBe(true);
    // It was given away, and nobody here knows its name there.
    expect(await rowOf(key)).toMatchObject({ state: "waiting", provider_id: null, claim_event_id: null });
    expect((await rowOf(key)).handed_at).not.toBeNull();
    mollie.manner = undefined;
    await later();
    expect(await rowOf(key)).toMatchObject({ state: "open", provider_id: paymentsThere(key)[0]?.id });
    expect(paymentsThere(key)).toHaveLength(1);
    mollie.become({ status: "paid" });
    await Promise.all([callBack(key), callBack(key)]);
    await world.drain();
    expect(await receipts(file.id)).toBe(1);
    expect((await rowOf(key)).state).toBe("paid");
    expect(mollie.refused).toEqual([]);
  }, 120_000);

  test("that was paid is booked once, however often the workers that check it are killed", async () => {
    const { file, key, id } = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    const start = () => startWorker(world, queryPaymentJob, { id });
    // Before each of the rows that belong together, and then wherever they happen to be.
    for (const table of ["online_payment", "claim_event"]) await killAtRow(world, table, 1, start);
    for (let round = 0; round < 3; round++) {
      const workers = await Promise.all([start(), start()]);
      await pause(Math.random() * 60);
      for (const worker of workers) await kill(worker);
    }
    await callBack(key);
    await later();
    expect(await receipts(file.id)).toBe(1);
    expect((await rowOf(key)).state).toBe("paid");
    expect(await world.problems()).toEqual([]);
  }, 300_000);

  test("that is never answered is uncertain, tells the payer so, and is settled by the provider's later report", async () => {
    mollie.manner = "never answers";
    const { file, guest, at, key } = await begun();
    for (let tries = 0; tries < 5; tries++) {
      await world.drain();
      world.clock.set(new Date(world.clock.now().getTime() + 60_000));
    }
    expect(await rowOf(key)).toMatchObject({ state: "uncertain", claim_event_id: null });
    expect(await receipts(file.id)).toBe(0);
    expect(wordsOf((await opened(guest, at)).text)).toContain("De betaaldienst antwoordt niet");
    expect(paymentsThere(key)).toHaveLength(1);
    mollie.manner = undefined;
    mollie.become({ status: "paid" });
    await callBack(key);
    await callBack(key);
    await world.drain();
    expect(await receipts(file.id)).toBe(1);
    expect((await rowOf(key)).state).toBe("paid");
  }, 180_000);
});
