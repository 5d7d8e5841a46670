/** One person with several files is not written to more often than the limit of a week allows, whoever writes at the same moment (Bki 4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import { listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import { doStep, makeRunCall, planRun, readRun } from "../processing.contract.ts";
import { person, portfolio } from "../processing.factory.ts";
import { excludeRows, listRunRows } from "../runs/runs.contract.ts";

let world: World;
let clerk: Visitor;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
};
const step = (id: number, position: number) => ({ params: { id }, body: { position } });

/** Files whose letter is made and whose e-mail is due, all to one address. */
async function mailsDue(count: number, most: number) {
  await at("2026-11-20");
  const { clientId, fileIds } = await portfolio(world, count);
  for (const id of fileIds) await clerk.call(doStep, step(id, 1));
  const to = `samen${++serial}@voorbeeld.example`;
  await world.owner.pool.query(
    "update debtor set email = $1 where id in (select debtor_id from case_file where id = any($2))",
    [to, fileIds],
  );
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: most }));
  await at("2026-11-23");
  return { clientId, fileIds, to };
}

async function plan(client: number) {
  const { id } = await clerk.call(planRun, { body: { clients: [client] } });
  await world.drain();
  return clerk.call(readRun, { params: { id } });
}

const start = ({ id, version }: { readonly id: number; readonly version: number }) =>
  clerk.call(makeRunCall, { params: { id }, body: { version } });

async function made(id: number) {
  const run = await clerk.call(readRun, { params: { id } });
  const { items } = await clerk.call(listRunRows, { params: { id } });
  return { state: run.state, done: run.done, dropped: items.flatMap(({ error }) => error ?? []) };
}

/** Does the step of each file while the messages of all are held up, and gives the replies in ascending order. */
async function atOnce(fileIds: readonly number[]): Promise<number[]> {
  const holder = await world.owner.pool.connect();
  await holder.query("begin");
  await holder.query("lock table message in share mode");
  const asked = fileIds.map((id) => clerk.send(doStep, step(id, 2)));
  await untilLockWaits(world, fileIds.length);
  await holder.query("commit");
  holder.release();
  return (await Promise.all(asked)).map(({ status }) => status).toSorted();
}

const tooMany = "This person has been written to meanwhile; another message would be one too many.";

test("the messages of a run count each other and what was written since its plan", async () => {
  const { clientId, fileIds, to } = await mailsDue(2, 2);
  const run = await plan(clientId);
  expect(run.toDo).toBe(2);
  await world.work((ctx) => {
    const judged = { purpose: "dunning" as const, claimMark: null };
    const order = { fileId: fileIds[0] ?? 0, templateCode: "EM_FIRST", effectKey: "one-person:hand", to, judged };
    return composeEmail(ctx, { ...order, model: letterModel(sampleLetterInput()), sendAt: world.clock.now() });
  });
  await start(run);
  await world.drain();
  expect(await made(run.id)).toEqual({ state: "done", done: 1, dropped: [tooMany] });
});

const verdicts = async (id: number) => {
  const { items } = await clerk.call(listRunRows, { params: { id } });
  return Object.fromEntries(items.map(({ fileId, state, verdict }) => [fileId, state === "planned" ? verdict : state]));
};

test("a message that was one too many in a plan has the place of one that is taken out of it", async () => {
  const { clientId, fileIds } = await mailsDue(3, 2);
  const [one = 0, two = 0, three = 0] = fileIds;
  const run = await plan(clientId);
  expect(await verdicts(run.id)).toEqual({ [one]: "do", [two]: "do", [three]: "refuse" });
  const exclude = (files: number[], excluded: boolean) =>
    clerk.call(excludeRows, { params: { id: run.id }, body: { files, excluded } });
  expect(await exclude([one], true)).toMatchObject({ toDo: 2 });
  expect(await verdicts(run.id)).toEqual({ [one]: "excluded", [two]: "do", [three]: "do" });
  // Put back, it is the one too many: the others have their places.
  expect(await exclude([one], false)).toMatchObject({ toDo: 2 });
  expect(await verdicts(run.id)).toEqual({ [one]: "refuse", [two]: "do", [three]: "do" });
  await start(await exclude([two], true));
  await world.drain();
  expect(await made(run.id)).toEqual({ state: "done", done: 2, dropped: [] });
  expect(await verdicts(run.id)).toEqual({ [one]: "done", [two]: "excluded", [three]: "done" });
});

test("two runs that were planned side by side count each other's messages", async () => {
  const { clientId: one, to } = await mailsDue(1, 1);
  const { clientId: two, fileIds } = await mailsDue(1, 1);
  await world.owner.pool.query(
    "update debtor set email = $1 where id in (select debtor_id from case_file where id = any($2))",
    [to, fileIds],
  );
  const runs = [await plan(one), await plan(two)];
  for (const run of runs) expect(run.toDo).toBe(1);
  for (const run of runs) await start(run);
  await world.drain();
  const ended = await Promise.all(runs.map(({ id }) => made(id)));
  expect(ended.map(({ done }) => done).toSorted()).toEqual([0, 1]);
  expect(ended.flatMap(({ dropped }) => dropped)).toEqual([tooMany]);
});

test("a step that is done while a run writes to the same person waits for it, and is refused", async () => {
  const { clientId, to } = await mailsDue(1, 1);
  const { fileIds } = await mailsDue(1, 1);
  await world.owner.pool.query(
    "update debtor set email = $1 where id in (select debtor_id from case_file where id = any($2))",
    [to, fileIds],
  );
  const run = await plan(clientId);
  const holder = await world.owner.pool.connect();
  await holder.query("begin");
  await holder.query("lock table message in share mode");
  await start(run);
  const running = world.drain();
  await untilLockWaits(world, 1);
  const asked = clerk.refused(doStep, step(fileIds[0] ?? 0, 2));
  await untilLockWaits(world, 2);
  await holder.query("commit");
  holder.release();
  await running;
  expect(await made(run.id)).toMatchObject({ state: "done", done: 1 });
  expect(await asked).toMatchObject({ status: 402, body: { refusals: [{ rule: "frequencyWeek" }] } });
});

test("of two steps of one person that two people do at once, one is refused", async () => {
  const { fileIds } = await mailsDue(2, 1);
  expect(await atOnce(fileIds)).toEqual([200, 402]);
});

test("two steps about one debtor without an address, whose administrator is written to, count each other", async () => {
  const { fileIds } = await mailsDue(2, 1);
  const [one = 0, two = 0] = fileIds;
  await world.owner.pool.query(
    "update case_file set debtor_id = (select debtor_id from case_file where id = $1) where id = $2",
    [one, two],
  );
  const administrator = { ...person(), lastName: "Bewaarder", prefix: null, language: "nl" as const };
  for (const id of fileIds) {
    const body = { role: "administrator" as const, from: "2026-11-01", person: administrator };
    await clerk.call(addParty, { params: { id }, body });
    const { version } = (await clerk.call(listStates, { params: { id } })).file;
    await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version } });
  }
  await world.owner.pool.query(
    "update debtor set email = null, mobile = null where id = (select debtor_id from case_file where id = $1)",
    [one],
  );
  expect(await atOnce(fileIds)).toEqual([200, 402]);
  const { rows } = await world.owner.pool.query(
    "select to_address from message where channel = 'email' and file_id = any($1)",
    [fileIds],
  );
  expect(rows).toEqual([{ to_address: administrator.email }]);
});
