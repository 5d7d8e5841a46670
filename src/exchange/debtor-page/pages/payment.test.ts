/** Paying on the debtor's page: by Mollie as it is published, and by the bank of the demo; booked once, whatever comes when. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { eventsOf, fileBalance } from "../../../money/claims/claims.server.ts";
import { silentJob } from "../../../money/online-payments/jobs.server.ts";
import { type MollieDouble, startMollie } from "../../../money/online-payments/mollie-double.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { onceIn, opened, posted, wordsOf } from "../debtor-page.factory.ts";
import { beginPayment, byMollie, onlinePayment, payer, payFormOf, postPaymentCallback } from "./payment.factory.ts";

let world: World;
let clerk: Visitor;
let mollie: MollieDouble;
let client: number;

beforeAll(async () => {
  mollie = await startMollie();
  world = await startWorld();
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_SETTINGS"]);
  client = (await makeClient(world.db, world.clock)).id;
});
beforeEach(async () => {
  mollie.manner = undefined;
  await world.work((ctx) => changeSettings(ctx, byMollie(mollie)));
});
afterAll(async () => {
  await world.close();
  await mollie.close();
});

const inside = () => payer(world, clerk, client);

/** Begins a payment and has the provider asked for it. */
const begun = async (fields?: Readonly<Record<string, string>>) => beginPayment(await inside(), fields);

const rowOf = (key: string) => onlinePayment(world, key);
const kindsOf = async (fileId: number) =>
  (await eventsOf(world.db, fileId))
    .map(({ kind }) => kind)
    .filter((kind) => kind === "payment" || kind === "reversal");

const callBack = (key: string, id = mollie.payments.at(-1)?.id ?? "") => postPaymentCallback(world, key, id);
const refreshOf = (text: string): string => /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(text)?.[1] ?? "";

describe("a payment by Mollie", () => {
  test("is opened by its API, paid there, and booked by the fetched status, not by the payer's return", async () => {
    const { file, guest, at, key } = await begun();
    expect(refreshOf((await opened(guest, at)).text)).toBe(at);
    await world.drain();
    const [order] = mollie.payments.slice(-1);
    // 100.00 at 4 % from 1 April to 20 November 2026: 102.55.
    expect(order?.order).toMatchObject({ amount: { value: "102.55" }, locale: "nl_NL", metadata: { key } });
    expect(order?.order.webhookUrl).toContain(`/api/v4/online-payment/${key}`);
    expect(order?.order.description).not.toContain("Jansen");
    expect(refreshOf((await opened(guest, at)).text)).toBe(`${mollie.url}/checkout/${order?.id}`);
    // Coming back proves nothing.
    expect(wordsOf((await opened(guest, `${at}?back=1`)).text)).toContain("Wij wachten op uw bank");
    await world.drain();
    expect(await kindsOf(file.id)).toEqual([]);
    // Nor does a call while the provider itself says that it is open.
    expect((await callBack(key)).status).toBe(200);
    await world.drain();
    expect(await kindsOf(file.id)).toEqual([]);
    mollie.become({ status: "paid", paidAt: "2026-11-20T09:30:00+00:00" });
    await callBack(key);
    await world.drain();
    expect(await kindsOf(file.id)).toEqual(["payment"]);
    expect((await fileBalance(world.db, file.id, world.clock.today())).open).toBe(0);
    expect(wordsOf((await opened(guest, `${at}?back=1`)).text)).toContain("Wij hebben uw betaling van");
    expect(mollie.refused).toEqual([]);
  });

  test("that is reported twice, simultaneously and late is booked once, and never reverts", async () => {
    const { file, key } = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    await Promise.all([callBack(key), callBack(key), callBack(key)]);
    await world.drain();
    await callBack(key);
    await world.drain();
    for (const status of ["open", "failed", "canceled", "expired"] as const) {
      mollie.become({ status });
      await callBack(key);
      await world.drain();
    }
    expect(await kindsOf(file.id)).toEqual(["payment"]);
    expect((await rowOf(key)).state).toBe("paid");
  });

  test("is reported by the provider before the answer to its order", async () => {
    mollie.manner = "hangs up after";
    const { file, key } = await begun();
    await world.drain();
    const made = mollie.payments.filter(({ order }) => order.metadata.key === key);
    // Asked again under the same key, it is one payment there.
    expect(made).toHaveLength(1);
    expect((await rowOf(key)).provider_id).toBeNull();
    mollie.manner = undefined;
    mollie.become({ status: "paid" });
    await callBack(key);
    await world.drain();
    expect(await kindsOf(file.id)).toEqual(["payment"]);
  });

  test("whose order was not answered is booked by the provider's call, although another question about it waits", async () => {
    mollie.manner = "hangs up after";
    const { file, key } = await begun();
    await world.drain();
    mollie.manner = undefined;
    mollie.become({ status: "paid" });
    expect(await rowOf(key)).toMatchObject({ provider_id: null });
    // Somebody who knows the address of the return tells of a payment that is none.
    await callBack(key, "tr_madeUp0001");
    await callBack(key);
    await world.drain();
    expect(await kindsOf(file.id)).toEqual(["payment"]);
  });

  test("that the provider does not answer for stays uncertain, says so, and can be paid in another way", async () => {
    mollie.manner = "hangs up before";
    const { file, guest, at, key } = await begun();
    for (let tries = 0; tries < 6; tries++) {
      await world.drain();
      world.clock.set(new Date(world.clock.now().getTime() + 60_000));
    }
    expect(await rowOf(key)).toMatchObject({ state: "uncertain", claim_event_id: null });
    const words = wordsOf((await opened(guest, at)).text);
    expect(words).toContain("De betaaldienst antwoordt niet");
    expect(words).toContain("Opnieuw betalen");
    expect(await kindsOf(file.id)).toEqual([]);
  });

  test("that is charged back is taken from the claim, once, and the file opens again", async () => {
    const { file, key } = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    await callBack(key);
    await world.drain();
    const statusOf = async () =>
      (await world.db.selectFrom("case_file").select("status").where("id", "=", file.id).executeTakeFirstOrThrow())
        .status;
    expect(await statusOf()).toBe("closed");
    mollie.become({ chargedBack: "102.55" });
    for (let times = 0; times < 2; times++) {
      await callBack(key);
      await world.drain();
    }
    expect(await kindsOf(file.id)).toEqual(["payment", "reversal"]);
    expect((await rowOf(key)).state).toBe("reversed");
    expect(await statusOf()).not.toBe("closed");
  });

  test("that is charged back without a call is known of within a week: what was paid is asked about now and then", async () => {
    const { file, key } = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    await callBack(key);
    await world.drain();
    const { id, settled_at: paidAt } = await rowOf(key);
    mollie.become({ chargedBack: "102.55" });
    const [quarter, week] = [15 * 60_000, 7 * 86_400_000];
    const before = world.clock.now();
    /** Its turn in the week that begins then. */
    const turnAfter = (from: number): number => {
      const turn = Math.ceil(from / quarter);
      const turns = week / quarter;
      return (turn + ((((id - turn) % turns) + turns) % turns)) * quarter;
    };
    const run = async (at: number): Promise<void> => {
      world.clock.set(new Date(at));
      await world.work((ctx) => ctx.enqueue(silentJob, {}));
      await world.drain();
    };
    const turn = turnAfter((paidAt?.getTime() ?? 0) + 2 * quarter);
    await run(turn - quarter);
    expect(await kindsOf(file.id)).toEqual(["payment"]);
    await run(turn);
    expect(await kindsOf(file.id)).toEqual(["payment", "reversal"]);
    expect((await rowOf(key)).state).toBe("reversed");
    await run(turn + week);
    expect(await kindsOf(file.id)).toEqual(["payment", "reversal"]);
    world.clock.set(before);
  });

  test("of another amount is left to a person and books nothing", async () => {
    const { file, key } = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    mollie.manner = "other amount";
    await callBack(key);
    await world.drain();
    expect(await kindsOf(file.id)).toEqual([]);
    const rows = await world.db.selectFrom("agenda_item").select("note").where("file_id", "=", file.id).execute();
    expect(rows.some(({ note }) => note?.includes("past") ?? false)).toBe(true);
  });

  test("of another payer is not booked by a webhook call that names it", async () => {
    const theirs = await begun();
    await world.drain();
    mollie.become({ status: "paid" });
    const paidId = mollie.payments.at(-1)?.id ?? "";
    mollie.manner = "hangs up before";
    const mine = await begun();
    await world.drain();
    mollie.manner = undefined;
    await callBack(mine.key, paidId);
    await callBack(mine.key, "../../v2/methods");
    await callBack(mine.key, "");
    await world.drain();
    expect(await kindsOf(mine.file.id)).toEqual([]);
    expect((await callBack("00000000-0000-4000-8000-000000000000", paidId)).status).toBe(200);
    expect(await kindsOf(theirs.file.id)).toEqual([]);
  });

  test("with a wrong key is never accepted: nothing was paid, and a retry is offered", async () => {
    await world.work((ctx) => changeSettings(ctx, { mollieKey: "test_wrong" }));
    const { guest, at, key } = await begun();
    await world.drain();
    expect(mollie.refused).toContain("401 Unauthorized Request");
    expect((await rowOf(key)).state).toBe("refused");
    expect(wordsOf((await opened(guest, at)).text)).toContain("Er is niets betaald");
  });

  test("a form that is sent twice begins one payment; one for too much begins none", async () => {
    const { file, guest, page, fields } = await begun();
    await posted(guest, payFormOf(file.id), page.text, { once: onceIn(page.text), ...fields });
    const count = () => world.db.selectFrom("online_payment").select("id").where("file_id", "=", file.id).execute();
    expect(await count()).toHaveLength(1);
    const again = await opened(guest, payFormOf(file.id));
    const wrong = await posted(guest, payFormOf(file.id), again.text, {
      once: onceIn(again.text),
      kind: "other",
      amount: "500",
    });
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong.text)).toContain("Vul een bedrag in");
    expect(await count()).toHaveLength(1);
  });

  test("an amount that was typed beside another choice is asked about: nobody is led to pay everything who typed 50", async () => {
    const { file, guest } = await inside();
    const page = await opened(guest, payFormOf(file.id));
    const fields = { once: onceIn(page.text), kind: "open", amount: "50,00" };
    const asked = await posted(guest, payFormOf(file.id), page.text, fields);
    expect(asked.status).toBe(400);
    expect(wordsOf(asked.text)).toContain("Kies dan hierboven “Een ander bedrag”");
    expect(asked.text).toContain('value="50,00"');
    expect((await posted(guest, payFormOf(file.id), page.text, { ...fields, kind: "other" })).status).toBe(303);
  });

  test("the page of a payment cannot be opened without access", async () => {
    const { at } = await begun();
    expect((await opened(world.guest(), at)).status).toBe(404);
    const stranger = await inside();
    expect((await opened(stranger.guest, at)).status).toBe(404);
  });
});

describe("the bank of the demo", () => {
  test("pays without money, as a provider does", async () => {
    await world.work((ctx) => changeSettings(ctx, { onlineProvider: "simulated" }));
    const { file, guest, at, key } = await begun({ kind: "other", amount: "50,00" });
    await world.drain();
    const checkout = new URL(refreshOf((await opened(guest, at)).text)).pathname;
    const bank = await opened(guest, checkout);
    expect(wordsOf(bank.text)).toContain("Dit is geen echte bank");
    const sent = await posted(guest, checkout, bank.text, { decision: "paid" });
    await world.drain();
    expect(wordsOf((await opened(guest, sent.headers.get("location") ?? "")).text)).toContain("Bedankt");
    expect((await rowOf(key)).state).toBe("paid");
    expect(await kindsOf(file.id)).toEqual(["payment"]);
  });

  test("is not offered where online payments are switched off", async () => {
    await world.work((ctx) => changeSettings(ctx, { onlineProvider: "off" }));
    const { file, guest } = await inside();
    expect(wordsOf((await opened(guest, `/debtor-page/claim/${file.id}`)).text)).not.toContain("Nu betalen");
    expect((await opened(guest, payFormOf(file.id))).status).toBe(400);
  });
});
