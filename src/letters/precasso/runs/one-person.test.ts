/** One person with several claims is not written to more often than the limit of a week allows, by runs and beside files (Bki 4). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio, registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { excludePrecasso, listPrecassoRows, makePrecasso, planPrecasso, readPrecassoRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH", "ROLE_FILE_SEARCH"]);
  await registerProvider(world);
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 1 }));
});
afterAll(() => world.close());

const newClient = async (): Promise<number> =>
  (
    await makeClient(world.db, world.clock, {
      iban: "NL91ABNA0417164300",
      accountHolder: "Warmtebedrijf Voorbeeld",
      phone: "+31201234567",
      email: "klant@warmte.example",
    })
  ).id;

const claimOfOne = (email: string, client: number) => {
  const body = recordOf(client);
  return makeRecord(clerk, client, { ...body, debtor: { ...body.debtor, email } });
};
const rowsOf = async (id: number) => (await clerk.call(listPrecassoRows, { params: { id } })).items;

async function plan(client: number) {
  const { id } = await clerk.call(planPrecasso, { body: { clients: [client] } });
  await world.drain();
  return clerk.call(readPrecassoRun, { params: { id } });
}

const start = ({ id, version }: { readonly id: number; readonly version: number }) =>
  clerk.call(makePrecasso, { params: { id }, body: { version } });

it("is written to as often as the limit allows: the plan counts its own messages", async () => {
  const client = await newClient();
  for (let made = 0; made < 2; made++) await claimOfOne("twee@voorbeeld.example", client);
  const rows = await rowsOf((await plan(client)).id);
  expect(rows.map(({ verdict }) => verdict).toSorted()).toEqual(["do", "refuse"]);
  expect(rows.find(({ verdict }) => verdict === "refuse")?.reasons).toMatchObject([{ rule: "frequencyWeek" }]);
});

it("has the message that was one too many in a plan where another is taken out of it", async () => {
  const client = await newClient();
  for (let made = 0; made < 2; made++) await claimOfOne("eruit@voorbeeld.example", client);
  const { id } = await plan(client);
  const verdicts = async () =>
    (await rowsOf(id)).map(({ recordId, state, verdict }) => [recordId, state === "planned" ? verdict : state]);
  const [[one = 0] = [], [two = 0] = []] = (await rowsOf(id)).map(({ recordId }) => [recordId]);
  expect(await verdicts()).toEqual([
    [one, "do"],
    [two, "refuse"],
  ]);
  const exclude = (excluded: boolean) =>
    clerk.call(excludePrecasso, { params: { id }, body: { records: [one], excluded } });
  await exclude(true);
  expect(await verdicts()).toEqual([
    [one, "excluded"],
    [two, "do"],
  ]);
  // Put back, it is the one too many: the other has its place.
  await start(await exclude(false));
  await world.drain();
  expect(await verdicts()).toEqual([
    [one, "refuse"],
    [two, "done"],
  ]);
  expect(await clerk.call(readPrecassoRun, { params: { id } })).toMatchObject({ toDo: 1, done: 1, dropped: 0 });
});

it("is written to once by a run that planned two messages, where another run has sent one meanwhile", async () => {
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
  const [two, one] = [await newClient(), await newClient()];
  for (const client of [two, two, one]) await claimOfOne("drie@voorbeeld.example", client);
  const [planned, other] = [await plan(two), await plan(one)];
  expect([planned.toDo, other.toDo]).toEqual([2, 1]);
  for (const each of [other, planned]) {
    await start(each);
    await world.drain();
  }
  const ended = await clerk.call(readPrecassoRun, { params: { id: planned.id } });
  expect([ended.done, ended.dropped]).toEqual([1, 1]);
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 1 }));
});

it("is written to by one of two runs that were planned side by side", async () => {
  const clients = [await newClient(), await newClient()];
  for (const each of clients) await claimOfOne("twee-klanten@voorbeeld.example", each);
  const [one, two] = [await plan(clients[0] ?? 0), await plan(clients[1] ?? 0)];
  expect([one.toDo, two.toDo]).toEqual([1, 1]);
  const ended = [];
  for (const each of [one, two]) {
    await start(each);
    await world.drain();
    ended.push(await clerk.call(readPrecassoRun, { params: { id: each.id } }));
  }
  expect(ended.map(({ done, dropped }) => [done, dropped])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  const [row] = await rowsOf(two.id);
  expect(row?.error).toBe("This person has been written to meanwhile; another message would be one too many.");
});

it("is not written to about a file while a run writes to it", async () => {
  const client = await newClient();
  const [fileId = 0] = (await portfolio(world, 1)).fileIds;
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
  const email = "dossier-en-vordering@voorbeeld.example";
  await world.owner.pool.query(
    "update debtor set email = $1 where id = (select debtor_id from case_file where id = $2)",
    [email, fileId],
  );
  await claimOfOne(email, client);
  const run = await plan(client);
  const holder = await world.owner.pool.connect();
  await holder.query("begin");
  await holder.query("lock table precasso_message in share mode");
  await start(run);
  const running = world.drain();
  await untilLockWaits(world, 1);
  const asked = clerk.refused(doStep, { params: { id: fileId }, body: { position: 2 } });
  await untilLockWaits(world, 2);
  await holder.query("commit");
  holder.release();
  await running;
  expect(await clerk.call(readPrecassoRun, { params: { id: run.id } })).toMatchObject({ done: 1 });
  expect(await asked).toMatchObject({ status: 402, body: { refusals: [{ rule: "frequencyWeek" }] } });
});
