/** A 14-day letter from its sending to the costs that rest on it: late steps, payments in its term, returned letters. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { explainBalance } from "../../../money/claims/bookings/bookings.contract.ts";
import { bookPaymentCall, getClaim, voidNoticeCall } from "../../../money/claims/claims.contract.ts";
import { eventsOf, fileBalance } from "../../../money/claims/claims.server.ts";
import { portfolio } from "../processing.factory.ts";
import { doStep, readStep } from "../runs/runs.contract.ts";

let world: World;
let clerk: Visitor;

const acl = ["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const at = async (text: string): Promise<void> => {
  world.clock.set(new Date(`${text}T10:00:00+01:00`));
  clerk = await world.login(acl);
};

/** A file of 100.00 from 1 April at 4 %, its 14-day letter sent on Friday 20 November 2026: costs of 40.00 from 9 December. */
async function fileWithNotice(): Promise<number> {
  await at("2026-11-20");
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  return id;
}

/** The file before the step that charges the costs. */
async function beforeCosts(): Promise<number> {
  const id = await fileWithNotice();
  await at("2026-11-23");
  await clerk.call(doStep, { params: { id }, body: { position: 2 } });
  await at("2026-11-27");
  await clerk.call(doStep, { params: { id }, body: { position: 3 } });
  return id;
}

const pay = (id: number, day: string, amount: string) =>
  clerk.call(bookPaymentCall, {
    params: { id },
    body: { date: day, amount, kind: "direct", reference: `D-${day}-${amount}` },
  });

const noticeOf = async (fileId: number) => (await eventsOf(world.db, fileId)).find(({ kind }) => kind === "notice14");

const costsOn = async (fileId: number, day: string) => (await fileBalance(world.db, fileId, date(day))).costs;

test("a step carried out weeks late charges the costs due when the right arose, and payments since then go to them first", async () => {
  const id = await beforeCosts();
  await at("2027-01-11");
  // 102.81 is owed on 15 December without costs; 60.00 leaves 100.00 − (60.00 − 40.00 − 2.83) once the costs are charged.
  await pay(id, "2026-12-15", "60.00");
  await clerk.call(doStep, { params: { id }, body: { position: 4 } });
  const balance = await fileBalance(world.db, id, date("2027-01-11"));
  expect(balance.ledger.costs).toMatchObject([{ on: "2026-12-09", amount: 4000, open: 0 }]);
  expect(balance.ledger.payments[0]?.allocations[0]).toMatchObject({ part: "costs", amount: 4000 });
  const why = await clerk.call(explainBalance, { params: { id }, query: { part: "costs" } });
  expect(JSON.stringify(why)).toContain("Due since 09-12-2026");
  // A direct payment of after the term, told later, changes neither.
  await pay(id, "2026-12-20", "10.00");
  expect((await fileBalance(world.db, id, date("2027-01-11"))).ledger.costs).toMatchObject([{ amount: 4000, open: 0 }]);
});

test("a debtor who pays within the term what the letter asked owes nothing more, and the letter said so", async () => {
  const id = await fileWithNotice();
  expect(await noticeOf(id)).toMatchObject({ data: { asked: 10_255, interestInTerm: "forgiven" } });
  const letter = await world.db
    .selectFrom("message")
    .select("body_text")
    .where("file_id", "=", id)
    .where("template_code", "=", "POST_WIK14")
    .executeTakeFirstOrThrow();
  expect(letter.body_text).toContain("Over die dagen betaalt u dan ook geen rente.");
  await at("2026-12-08");
  await pay(id, "2026-12-08", "102.55");
  expect(await fileBalance(world.db, id, date("2026-12-31"))).toMatchObject({ open: 0, overpaid: 0 });
});

test("when the provider claims that interest, the letter says so and it leads to no costs", async () => {
  await world.work((ctx) => changeSettings(ctx, { forgiveTermInterest: false }));
  const id = await beforeCosts();
  await world.work((ctx) => changeSettings(ctx, { forgiveTermInterest: true, closeToleranceCents: 0 }));
  const letter = await world.db
    .selectFrom("message")
    .select("body_text")
    .where("file_id", "=", id)
    .where("template_code", "=", "POST_WIK14")
    .executeTakeFirstOrThrow();
  expect(letter.body_text).toContain("De rente over die dagen moet u later nog wel betalen.");
  await at("2026-12-09");
  await pay(id, "2026-12-08", "102.55");
  // 100.00 × 4 % × 18/365 = 0.20 (0.1973).
  expect(await fileBalance(world.db, id, date("2026-12-31"))).toMatchObject({ principal: 0, interest: 20, costs: 0 });
  const error = await clerk.refused(doStep, { params: { id }, body: { position: 4 } });
  expect(error.body.refusals).toMatchObject([{ rule: "noticePaid", article: "BW 6:96(6)" }]);
  await world.work((ctx) => changeSettings(ctx, { closeToleranceCents: 100 }));
});

test("a returned letter never counted, whatever hold is lifted afterwards: a new one is sent", async () => {
  const id = await beforeCosts();
  await at("2026-12-01");
  const version = async () => (await clerk.call(listStates, { params: { id } })).file.version;
  await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "returned_mail", version: await version() } });
  const [state] = (await clerk.call(listStates, { params: { id } })).items;
  await clerk.call(liftHoldFromFile, {
    params: { id, holdId: state?.id ?? 0 },
    body: { version: await version() },
  });
  await at("2026-12-10");
  expect(await clerk.call(readStep, { params: { id } })).toMatchObject({ position: 1, verdict: "do" });
  expect(await costsOn(id, "2026-12-31")).toBe(0);
  const events = await eventsOf(world.db, id);
  expect(events.filter(({ kind }) => kind === "reversal")).toMatchObject([{ data: { voids: "returned" } }]);
});

test("a letter with a wrong amount or address is voided by hand, once, with the costs charged on it", async () => {
  const id = await beforeCosts();
  await at("2026-12-09");
  await clerk.call(doStep, { params: { id }, body: { position: 4 } });
  expect(await costsOn(id, "2026-12-31")).toBe(4000);
  const notice = (await noticeOf(id))?.id ?? 0;
  const body = { why: "wrongAddress" as const, reason: "Verhuisd op 1 november" };
  for (const _ of [1, 2]) await clerk.call(voidNoticeCall, { params: { id, notice }, body });
  expect(await costsOn(id, "2026-12-31")).toBe(0);
  expect((await eventsOf(world.db, id)).filter(({ kind }) => kind === "reversal")).toHaveLength(1);
  expect(await clerk.call(getClaim, { params: { id }, query: {} })).toMatchObject({
    notices: [],
    voidNotices: [{ id: notice, sentOn: "2026-11-20", why: "wrongAddress", reason: "Verhuisd op 1 november" }],
  });
  const other = (await eventsOf(world.db, id)).find(({ kind }) => kind === "invoice")?.id ?? 0;
  expect((await clerk.refused(voidNoticeCall, { params: { id, notice: other }, body })).status).toBe(404);
});
