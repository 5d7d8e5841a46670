/** The effect of states on the workflow of a file: they stop it, and the standstill is added to its dates. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile, updateState } from "../../../cases/states/states.contract.ts";
import { closeFile, reopenFile } from "../../../cases/states/states.server.ts";
import { makeBulk, planBulk, readBulk, undoBulk } from "../../../exchange/bulk/bulk.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { createWorkflow } from "../versions/heads.contract.ts";
import { stepBody } from "../versions/step-body.factory.ts";
import { addStep, readWorkflow } from "../versions/versions.contract.ts";
import {
  changeFileWorkflow,
  changeStep,
  listWorkflowVersions,
  publishDraft,
  readFileWorkflow,
  startDraft,
} from "../workflows.contract.ts";

let world: World;
let staff: Visitor;
let client: number;

/** Turns the clock; nobody stays logged in that long, so the clerk logs in anew. */
const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  staff = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
  ]);
};

beforeAll(async () => {
  world = await startWorld();
  await at("2026-11-20");
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const place = (id: number) =>
  world.db
    .selectFrom("file_workflow")
    .innerJoin("case_file", "case_file.id", "file_workflow.file_id")
    .select(["position", "stopped_on", "shift_days", "status"])
    .where("file_id", "=", id)
    .executeTakeFirstOrThrow();

const version = async (id: number): Promise<number> => (await staff.call(listStates, { params: { id } })).file.version;

const lift = async (id: number, holdId: number): Promise<unknown> =>
  staff.call(liftHoldFromFile, { params: { id, holdId }, body: { reason: "voorbij", version: await version(id) } });

test("when the last state ends the file continues at the same step, postponed by the days of the standstill", async () => {
  await at("2026-11-20");
  const { id } = await placeOne(world, client);
  const before = await place(id);
  const hold = async (kind: "dispute" | "shv") =>
    (await staff.call(placeHoldOnFile, { params: { id }, body: { kind, version: await version(id) } })).hold.id;
  const dispute = await hold("dispute");
  expect(await place(id)).toMatchObject({ status: "paused", stopped_on: "2026-11-20" });
  const shv = await hold("shv");
  expect(await place(id)).toMatchObject({ status: "suspend", stopped_on: "2026-11-20" });
  await at("2026-11-25");
  await lift(id, shv);
  expect(await place(id)).toMatchObject({ status: "paused", stopped_on: "2026-11-20", shift_days: 0 });
  await at("2026-11-30");
  await lift(id, dispute);
  // From 20 to 30 November: ten days, whichever states lay on it.
  expect(await place(id)).toEqual({ ...before, shift_days: 10 });
});

test("a state that no longer stops the file lets it continue, and stays on it", async () => {
  await at("2026-12-01");
  const { id } = await placeOne(world, client);
  const before = await place(id);
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "vulnerable", version: 1 } });
  expect(await place(id)).toMatchObject({ status: "paused", stopped_on: "2026-12-01" });
  await at("2026-12-08");
  await staff.call(updateState, { params: { id, holdId: hold.id }, body: { effect: "none", version: 1 } });
  expect(await place(id)).toEqual({ ...before, shift_days: 7 });
  expect((await staff.call(listStates, { params: { id } })).items).toMatchObject([{ active: true, effect: "none" }]);
  await lift(id, hold.id);
  expect(await place(id)).toEqual({ ...before, shift_days: 7 });
});

const dueOn = async (id: number) =>
  (await world.db.selectFrom("case_file").select("next_action_on").where("id", "=", id).executeTakeFirstOrThrow())
    .next_action_on;

test("a step that follows the step before gets the days back that were left to it when the file was stopped", async () => {
  await at("2027-01-04");
  const { id } = await placeOne(world, client);
  // The fourth step of the judicial phase was done on Monday 4 January; the fifth comes fourteen days after it.
  await world.db
    .updateTable("file_workflow")
    .set({ workflow_code: "W5J", definition_version: 1, position: 4, previous_done_on: date("2027-01-04") })
    .where("file_id", "=", id)
    .execute();
  await at("2027-01-07");
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-02-01");
  await lift(id, hold.id);
  // 18 January and the 25 days of the dispute; without them it would be due on the day on which the dispute ended.
  expect(await dueOn(id)).toBe("2027-02-12");
});

test("days of standstill before the 14-day letter do not postpone the costs that its term gives", async () => {
  await at("2027-02-15");
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-03-01");
  await lift(id, hold.id);
  await staff.call(doStep, { params: { id }, body: { position: 1 } });
  // Posted on Monday 1 March, received on the 3rd, payable until the 17th: the fourth step charges from the 18th, not fourteen days later.
  const { steps } = await staff.call(readFileWorkflow, { params: { id } });
  expect(steps.filter(({ position }) => position <= 4).map(({ expectedOn }) => expectedOn)).toEqual([
    null,
    "2027-03-04",
    "2027-03-08",
    "2027-03-18",
  ]);
});

/** A workflow of one's own: the 14-day letter follows on whatever came before it, an e-mail counts from the start, costs from the letter's term. */
async function ownWorkflow(code: string): Promise<void> {
  const head = { code, name: "Eigen", category: "standard", audience: "consumer", copyOf: null } as const;
  const { id: workflow } = await staff.call(createWorkflow, { body: head });
  const read = () => staff.call(readWorkflow, { params: { workflow }, query: {} });
  const letter = { channel: "post", needs: null, termDays: null } as const;
  const drawn = [
    { ...letter, anchor: "prev", offsetDays: 0, template: "POST_WIK14", effect: "notice14" },
    { channel: "email", needs: "email", anchor: "start", offsetDays: 7, template: "EM_FIRST", effect: "none" },
    { ...letter, anchor: "bikDueFrom", offsetDays: 0, template: "POST_BIK", effect: "bik", termDays: 7 },
  ] as const;
  for (const [after, changed] of drawn.entries()) {
    await staff.call(addStep, { params: { workflow }, body: { after, version: (await read()).version } });
    const { steps, version } = await read();
    const step = steps[after];
    if (!step) throw new Error("no step");
    const body = { ...stepBody(step, version), ...changed };
    await staff.call(changeStep, { params: { workflow, id: step.id }, body });
  }
  await staff.call(publishDraft, { params: { workflow }, body: { note: "Eerste", version: (await read()).version } });
}

/** A file on it that stands still under a dispute from one day to another. */
async function stoodStill(code: string, from: string, until: string): Promise<number> {
  await at(from);
  await ownWorkflow(code);
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  await staff.call(changeFileWorkflow, { params: { id }, body: { workflow: code, reason: "Proef" } });
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at(until);
  await lift(id, hold.id);
  return id;
}

const expected = async (id: number) =>
  (await staff.call(readFileWorkflow, { params: { id } })).steps.map(({ expectedOn }) => expectedOn);

test("days of standstill count once where the letter hangs on the step before and another on the start", async () => {
  const id = await stoodStill("EIGEN1", "2027-05-17", "2027-05-31");
  await staff.call(doStep, { params: { id }, body: { position: 1 } });
  // The e-mail: 17 May, seven days and the fourteen of the dispute. The letter of Monday 31 May is received on 2 June, payable until the 16th.
  expect(await expected(id)).toEqual([null, "2027-06-07", "2027-06-17"]);
  // Five days of another dispute after the letter: both wait for those.
  await at("2027-06-01");
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-06-06");
  await lift(id, hold.id);
  expect(await expected(id)).toEqual([null, "2027-06-12", "2027-06-22"]);
});

test("a file whose step after such a letter is skipped with many, and put back, has its days of before", async () => {
  const id = await stoodStill("EIGEN2", "2027-07-05", "2027-07-19");
  await staff.call(doStep, { params: { id }, body: { position: 1 } });
  const before = await expected(id);
  const bulker = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
  ]);
  const action = { kind: "step" as const, reason: "Proef" };
  const planned = await bulker.call(planBulk, { body: { chosen: { by: "files", files: [id] }, action } });
  const params = { id: planned.id };
  const seen = async () => {
    await world.drain();
    return bulker.call(readBulk, { params });
  };
  await bulker.call(makeBulk, { params, body: { version: (await seen()).version } });
  await bulker.call(undoBulk, { params, body: { version: (await seen()).version } });
  expect(await seen()).toMatchObject({ state: "undone", counts: { undone: 1 } });
  expect(await expected(id)).toEqual(before);
});

test("a file that is put in another workflow while it stands still has its dates there postponed by the rest of it", async () => {
  await at("2027-03-01");
  const { id } = await placeOne(world, client);
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-03-08");
  const seen = await staff.call(readFileWorkflow, { params: { id } });
  const change = { workflow: "W2", reason: "Toch zakelijk", version: seen.version };
  await staff.call(changeFileWorkflow, { params: { id }, body: change });
  expect(await place(id)).toMatchObject({ status: "paused", stopped_on: "2027-03-08", shift_days: 0 });
  await at("2027-03-18");
  await lift(id, hold.id);
  expect(await place(id)).toMatchObject({ stopped_on: null, shift_days: 10 });
  expect(await dueOn(id)).toBe("2027-03-18");
});

test("a file that is opened again while a state still stops it goes on standing still", async () => {
  await at("2027-03-01");
  const { id } = await placeOne(world, client);
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-03-08");
  await world.work((ctx) => closeFile(ctx, id, { reason: "withdrawn" }));
  await at("2027-03-10");
  await world.work((ctx) => reopenFile(ctx, id));
  expect(await place(id)).toMatchObject({ status: "paused", stopped_on: "2027-03-01", shift_days: 0 });
  await at("2027-03-18");
  await lift(id, hold.id);
  expect(await place(id)).toMatchObject({ stopped_on: null, shift_days: 17 });
});

test("a file whose state ended while it was closed goes on when it is opened again", async () => {
  await at("2027-03-01");
  const held = async (kind: "dispute" | "shv" | "vulnerable") => {
    const { id } = await placeOne(world, client);
    const body = { kind, version: await version(id) };
    const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
    return { id, hold: hold.id };
  };
  const disputed = await held("dispute");
  const counselled = await held("shv");
  const both = await held("shv");
  const stays = await staff.call(placeHoldOnFile, {
    params: { id: both.id },
    body: { kind: "dispute", version: await version(both.id) },
  });
  const marked = await held("vulnerable");
  await at("2027-03-08");
  const all = [disputed, counselled, both, marked];
  for (const { id } of all) await world.work((ctx) => closeFile(ctx, id, { reason: "withdrawn" }));
  await at("2027-03-09");
  for (const { id, hold } of [disputed, counselled, both]) await lift(id, hold);
  const mark = { params: { id: marked.id, holdId: marked.hold }, body: { effect: "none" as const, version: 1 } };
  await staff.call(updateState, mark);
  await at("2027-03-10");
  for (const { id } of all) await world.work((ctx) => reopenFile(ctx, id));
  const phaseOf = async (id: number) => (await staff.call(listStates, { params: { id } })).file.phase;
  for (const { id } of [disputed, counselled, marked]) {
    expect(await place(id)).toMatchObject({ status: "not_started", stopped_on: null, shift_days: 9 });
    expect(await phaseOf(id)).toBe("amicable");
  }
  expect(await place(both.id)).toMatchObject({ status: "paused", stopped_on: "2027-03-01" });
  expect(await phaseOf(both.id)).toBe("amicable");
  await lift(both.id, stays.hold.id);
  expect(await place(both.id)).toMatchObject({ status: "not_started", stopped_on: null, shift_days: 9 });
});

/** Has the coming step keep a day, as moving to another version of its workflow does. */
const keep = (id: number, values: { kept_position: number; kept_on: string }) =>
  world.db
    .updateTable("file_workflow")
    .set({ kept_position: values.kept_position, kept_on: date(values.kept_on) })
    .where("file_id", "=", id)
    .execute();

test("a day that a step keeps from an earlier version moves by the days of the standstill, as every other does", async () => {
  await at("2027-04-05");
  const { id } = await placeOne(world, client);
  await keep(id, { kept_position: 1, kept_on: "2027-04-08" });
  const body = { kind: "dispute" as const, version: await version(id) };
  const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body });
  await at("2027-04-19");
  await lift(id, hold.id);
  // Three days were left to it when the file was stopped.
  expect(await dueOn(id)).toBe("2027-04-22");
});

test("nor do they where each step hangs on the one before it", async () => {
  await at("2027-05-03");
  const workflow = (await staff.call(listWorkflowVersions, {})).items.find(({ code }) => code === "W1")?.id ?? 0;
  let draft = await staff.call(startDraft, { params: { workflow } });
  for (const [step, offsetDays] of [0, 3, 4].entries()) {
    const [id, shape] = [draft.steps[step]?.id ?? 0, draft.steps[step]];
    if (!shape) throw new Error("no step");
    const body = { ...stepBody(shape, draft.version), anchor: "prev" as const, offsetDays };
    draft = await staff.call(changeStep, { params: { workflow, id }, body });
  }
  await staff.call(publishDraft, { params: { workflow }, body: { note: "Proef", version: draft.version } });
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  const { hold } = await staff.call(placeHoldOnFile, {
    params: { id },
    body: { kind: "dispute" as const, version: await version(id) },
  });
  await at("2027-05-17");
  await lift(id, hold.id);
  await at("2027-05-18");
  await staff.call(doStep, { params: { id }, body: { position: 1 } });
  // Posted on Tuesday 18 May after Whit Monday, received on the 20th, payable until Thursday 3 June.
  const { steps } = await staff.call(readFileWorkflow, { params: { id } });
  expect(steps.filter(({ position }) => position <= 4).map(({ expectedOn }) => expectedOn)).toEqual([
    null,
    "2027-05-21",
    "2027-05-25",
    "2027-06-04",
  ]);
});
