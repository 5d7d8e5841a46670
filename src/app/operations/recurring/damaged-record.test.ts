/** Nightly work on many files: one whose data are damaged keeps none of the others from theirs, and the house is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockFile } from "../../../cases/files/files.server.ts";
import { debtorById } from "../../../cases/persons/persons.server.ts";
import { closeFile, placeHold } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { whileDamaged } from "../../testing/blocked-statement.factory.ts";
import { startWorld, type World } from "../../testing/world.factory.ts";
import { listRecurring, runRecurring } from "./recurring.contract.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Runs all that is due by the clock, whatever fails. */
async function night(): Promise<void> {
  const { queue, parts } = world.vorder;
  await queue.queueDueWork(parts);
  for (let isDone = false; !isDone; )
    isDone = await world.drain().then(
      () => true,
      () => false,
    );
}

const held = async (file: number): Promise<boolean> =>
  (await world.db.selectFrom("file_hold").select("lifted_at").where("file_id", "=", file).executeTakeFirstOrThrow())
    .lifted_at === null;

const nameOf = (file: number): Promise<string> =>
  world.work(async (ctx) => (await debtorById(ctx.db, (await lockFile(ctx, file)).debtorId)).displayName);

test("what can be done is done, the work says with how many records it failed, and does them when it runs again", async () => {
  const { fileIds } = await portfolio(world, 4);
  const [stuck = 0, paused = 0, damaged = 0, over = 0] = fileIds;
  await world.work(async (ctx) => {
    for (const file of [stuck, paused])
      await placeHold(ctx, file, { kind: "complaint", reason: "wordt bekeken", until: date("2026-12-01") });
    for (const file of [damaged, over]) await closeFile(ctx, file, { reason: "uncollectable" });
    await changeSettings(ctx, { eraseClosedFiles: true });
  });
  await night();
  world.clock.set(new Date("2028-11-21T09:00:00Z"));
  await whileDamaged(world, "file_hold", `old.file_id = ${stuck}`, () =>
    whileDamaged(world, "case_file", `old.id = ${damaged} and new.erased_on is not null`, night),
  );
  expect([await held(stuck), await held(paused)]).toEqual([true, false]);
  expect([await nameOf(damaged), await nameOf(over)]).toEqual([
    expect.not.stringContaining("Gewist"),
    expect.stringContaining("Gewist"),
  ]);

  const staff = await world.login(["*"]);
  const told = async () =>
    new Map((await staff.call(listRecurring, {})).items.map(({ job, state, error }) => [job, { state, error }]));
  const failed = { state: "failed", error: expect.stringContaining("went wrong with 1 record; the others were done") };
  const jobs = ["workflows.resume", "retention.erase"];
  for (const job of jobs) {
    expect((await told()).get(job)).toEqual(failed);
    await staff.call(runRecurring, { params: { job } });
  }
  await night();
  for (const job of jobs) expect((await told()).get(job)).toEqual({ state: "done", error: null });
  expect(await held(stuck)).toBe(false);
  expect(await nameOf(damaged)).toContain("Gewist");
});
