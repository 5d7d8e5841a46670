/** The steps of a file carried out by a person: every kind is refused where it must be and done once, through the law gate. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { recordAddressCheck } from "../../../cases/parties/parties.server.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep, readStep } from "../processing.contract.ts";
import { claimOf, registerProvider } from "../processing.factory.ts";

let world: World;
let clerk: Visitor;
let id: number;

const at = async (day: string, time = "10:00"): Promise<void> => {
  world.clock.set(new Date(`${day}T${time}:00+01:00`));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
};

const outcomes = ["done", "reached", "not_reached", "approved"] as const;
type Outcome = (typeof outcomes)[number];
const body = (position: number, outcome?: Outcome) => ({ position, ...(outcome && { outcome }) });
const take = (position: number, outcome?: Outcome) =>
  clerk.call(doStep, { params: { id }, body: body(position, outcome) });
const refusedRules = async (position: number, outcome?: Outcome) => {
  const { status, body: said } = await clerk.refused(doStep, { params: { id }, body: body(position, outcome) });
  const refusals = Array.isArray(said.refusals) ? said.refusals : [];
  return [status, ...refusals.map((each: { rule: string }) => each.rule)];
};

/** What steps leave behind: messages by channel, charges, and steps on the record. */
async function traces() {
  const { rows } = await sql<{ kind: string; n: number }>`
    select 'message ' || channel as kind, count(*) as n from message where file_id = ${id} group by 1
    union all select 'step ' || outcome, count(*) from step_done where file_id = ${id} group by 1
    union all select 'event ' || kind, count(*) from claim_event where file_id = ${id} group by 1 order by 1`.execute(
    world.db,
  );
  return rows;
}

const version = async () => (await clerk.call(listStates, { params: { id } })).file.version;

/** Under a dispute the step is refused, whatever it is, and nothing is left of the attempt; afterwards it is as it was. */
async function refusedUnderDispute(position: number, outcome?: Outcome): Promise<void> {
  const before = await traces();
  const placed = await clerk.call(placeHoldOnFile, {
    params: { id },
    body: { kind: "dispute", reason: "Niet geleverd", version: await version() },
  });
  expect([position, ...(await refusedRules(position, outcome))]).toEqual([position, 402, "holdDispute"]);
  expect(await traces()).toEqual(before);
  const params = { id, holdId: placed.hold.id };
  await clerk.call(liftHoldFromFile, { params, body: { reason: "Toch geleverd", version: await version() } });
}

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  const client = (await makeClient(world.db, world.clock)).id;
  const invoice = { number: "H-1", date: date("2026-03-01"), dueDate: date("2026-03-31"), description: null };
  id = (await placeOne(world, client, { ...claimOf(), invoices: [{ ...invoice, cents: 40_000 }] })).id;
});
afterAll(() => world.close());

/** W1: each step with its day, its channel, and the outcome that a person gives to what is done by hand. */
const steps = [
  { position: 1, day: "2026-11-20", channel: "post" },
  { position: 2, day: "2026-11-23", channel: "email" },
  { position: 3, day: "2026-11-27", channel: "sms" },
  { position: 4, day: "2026-12-09", channel: "post" },
  { position: 5, day: "2026-12-16", channel: "call", outcome: "not_reached", others: ["reached"] },
  { position: 6, day: "2026-12-18", channel: "email" },
  { position: 7, day: "2026-12-23", channel: "post" },
  { position: 8, day: "2026-12-31", channel: "task", outcome: "done", others: ["not_reached"] },
  { position: 9, day: "2027-01-05", channel: "post" },
  { position: 10, day: "2027-01-20", channel: "task", outcome: "approved" },
] as const;

test.each(steps)(
  "step $position ($channel) is refused under a dispute if it demands payment, otherwise it is made once, and not twice",
  async (step) => {
    const { position, day, channel } = step;
    const outcome = "outcome" in step ? step.outcome : undefined;
    const possible: readonly Outcome[] = [...(outcome ? [outcome] : []), ...("others" in step ? step.others : [])];
    await at(day);
    const now = await clerk.call(readStep, { params: { id } });
    expect(now).toMatchObject({
      position,
      channel,
      verdict: outcome ? "wait" : "do",
      byHand: outcome !== undefined,
    });
    expect(now.outcomes.toSorted()).toEqual(possible.toSorted());
    // To look an address up presses nobody.
    if (position !== 8) await refusedUnderDispute(position, outcome);
    // What a person did comes with its outcome; what the house sends has none.
    if (outcome) expect(await refusedRules(position)).toEqual([402]);
    // Nobody approves a call, and nobody is reached by a look at an address; a letter has no outcome at all.
    for (const other of outcomes.filter((one) => !possible.includes(one)))
      expect([other, ...(await refusedRules(position, other))]).toEqual([other, 402]);
    const before = await traces();
    const next = await take(position, outcome);
    expect(next.position).not.toBe(position);
    const made = (await traces()).filter(({ kind, n }) => before.find((each) => each.kind === kind)?.n !== n);
    expect(made.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([`step ${outcome ?? "done"}`, ...(outcome ? [] : [`message ${channel}`])]),
    );
    expect((await clerk.refused(doStep, { params: { id }, body: body(position, outcome) })).status).toBe(409);
  },
);

test("their effects: one letter with costs, one announced summons, and the last contact by telephone", async () => {
  expect((await eventsOf(world.db, id)).filter(({ kind }) => kind === "bik")).toMatchObject([{ amount: 6000 }]);
  expect(await traces()).toEqual(
    expect.arrayContaining([
      { kind: "message post", n: 4 },
      { kind: "message email", n: 2 },
      { kind: "message sms", n: 1 },
      { kind: "step done", n: 8 },
      { kind: "step not_reached", n: 1 },
      { kind: "step approved", n: 1 },
    ]),
  );
  const file = await world.db
    .selectFrom("case_file")
    .select(["status", "phase", "last_contact_channel"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(file).toMatchObject({ status: "no_more_steps", phase: "judicial" });
});

test("before its date, outside contact hours and without a checked address a step is refused by the matching rule", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  const invoice = { number: "H-2", date: date("2026-03-01"), dueDate: date("2026-03-31"), description: null };
  await at("2026-11-20");
  id = (await placeOne(world, client, { ...claimOf(), invoices: [{ ...invoice, cents: 40_000 }] })).id;
  await take(1);
  await at("2026-11-23", "20:05");
  expect(await refusedRules(2)).toEqual([402, "contactHours"]);
  await at("2026-11-24");
  await take(2);
  await at("2026-11-28", "19:00");
  await take(3);
  await at("2026-12-08");
  expect(await refusedRules(4)).toEqual([402, "noticeRunning"]);
  await at("2026-12-09");
  await take(4);
  await at("2026-12-16", "20:05");
  expect(await refusedRules(5, "reached")).toEqual([402, "contactHours"]);
  await at("2026-12-17");
  await take(5, "reached");
  // A Sunday.
  await at("2026-12-20");
  expect(await refusedRules(6)).toEqual([402, "contactHours"]);
  await at("2026-12-23");
  await take(6);
  await at("2026-12-29");
  await take(7);
  await at("2027-01-06");
  await take(8, "done");
  await at("2027-02-10");
  expect(await refusedRules(9)).toEqual([402, "summonsAddress"]);
  await world.work((ctx) => recordAddressCheck(ctx.db, id, date("2027-02-10")));
  await take(9);
});
