/** A pre-collection worker that is killed at any point and started again sends nothing twice and skips nobody. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { makeJob } from "./make.server.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "./runs.contract.ts";

const records = 12;
let world: World;
let clerk: Visitor;
let runId: number;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH"]);
  await registerProvider(world);
  const iban = "NL91ABNA0417164300";
  const client = await makeClient(world.db, world.clock, {
    iban,
    phone: "+31201234567",
    email: "klant@warmte.example",
  });
  for (let made = 0; made < records; made++) {
    const body = recordOf(client.id);
    // Half of them have no e-mail address: their first message is a letter.
    const debtor = made % 2 === 0 ? body.debtor : { ...body.debtor, email: null };
    await makeRecord(clerk, client.id, { ...body, debtor });
  }
  const asked = await clerk.call(planPrecasso, { body: {} });
  await world.drain();
  const run = await clerk.call(readPrecassoRun, { params: { id: asked.id } });
  expect(run).toMatchObject({ state: "planned", toDo: records });
  await clerk.call(makePrecasso, { params: { id: run.id }, body: { version: run.version } });
  runId = run.id;
}, 60_000);
afterAll(() => world.close());

const state = () => clerk.call(readPrecassoRun, { params: { id: runId } });

test("one message and one step for each record, however often the workers are killed", async () => {
  const start = () => startWorker(world, makeJob, { runId });
  await killAtRow(world, "precasso_message", 4, start);
  for (let round = 0; round < 30 && (await state()).state === "making"; round++) {
    const workers = await Promise.all(Array.from({ length: round % 3 === 0 ? 2 : 1 }, start));
    const until = (await state()).done + 1 + Math.floor(Math.random() * 4);
    while (workers.some(isRunning) && (await state()).done < until) await after(3);
    await after(Math.random() * 30);
    for (const worker of workers) await kill(worker);
  }
  expect(await state()).toMatchObject({ state: "done", toDo: records, done: records, dropped: 0, failed: 0 });
  const { rows } = await sql<{
    messages: number;
    times: number;
  }>`select count(*)::int as messages, max(times)::int as times
    from (select count(*) as times from precasso_message group by record_id) each`.execute(world.db);
  expect(rows).toEqual([{ messages: records, times: 1 }]);
  const mails = await world.db.selectFrom("outbox").select("key").where("key", "like", "precasso:%").execute();
  expect(mails).toHaveLength(records / 2);
}, 300_000);
