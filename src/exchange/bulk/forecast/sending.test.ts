/** A plan of sending promises what its making does: the messages of a plan to one person count each other, as those of a run do (Bki 4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { doStep } from "../../../letters/processing/processing.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { makeBulk, planBulk, readBulk } from "../bulk.contract.ts";
import { type BulkHouse, startBulk } from "../bulk.factory.ts";
import { tryFiles } from "./plan.server.ts";

let house: BulkHouse;
beforeAll(async () => {
  house = await startBulk(await startWorld());
  await house.world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
}, 60_000);
afterAll(() => house.world.close());

let serial = 0;

/** Files whose e-mail is due, all to one address. */
async function mailsDue(count: number): Promise<readonly number[]> {
  const { world, staff } = house;
  const { fileIds } = await portfolio(world, count);
  for (const id of fileIds) await staff.call(doStep, { params: { id }, body: { position: 1 } });
  await world.owner.pool.query(
    "update debtor set email = $1 where id in (select debtor_id from case_file where id = any($2))",
    [`samen${++serial}@voorbeeld.example`, fileIds],
  );
  return fileIds;
}

const verdictsOf = async (id: number) => (await house.rowsOf(id)).map(({ verdict }) => verdict);

test("a third message to one person is refused in the plan, and the others are made", async () => {
  const { world, staff, planned, rowsOf } = house;
  const files = await mailsDue(3);
  const plan = await planned({ kind: "send" }, { by: "files", files: [...files] });
  expect(plan.counts).toMatchObject({ do: 2, refuse: 1 });
  expect((await rowsOf(plan.id))[2]?.reasons).toHaveLength(1);
  const params = { id: plan.id };
  await staff.call(makeBulk, { params, body: { version: plan.version } });
  await world.drain();
  expect((await staff.call(readBulk, { params })).counts).toMatchObject({ done: 2, dropped: 0 });
});

test("what an earlier part of the plan sends counts in a later one", async () => {
  const { world, staff } = house;
  const files = await mailsDue(3);
  const body = { chosen: { by: "files" as const, files: [...files] }, action: { kind: "send" as const } };
  const { id } = await staff.call(planBulk, { body });
  // What was tried in vain is looked at in a part of its own, after the others.
  await world.owner.pool.query("update bulk_row set attempts = 1 where bulk_id = $1 and file_id = $2", [id, files[0]]);
  await world.drain();
  expect(await verdictsOf(id)).toEqual(["refuse", "do", "do"]);
});

test("a trial of the same files, and of one of them behind the others, says the same", async () => {
  const { world, planned } = house;
  const files = await mailsDue(3);
  const [first = 0, second = 0, third = 0] = files;
  const { id } = await planned({ kind: "send" }, { by: "files", files: [first, second] });
  const tried = await world.work((ctx) => tryFiles(ctx, id, [third], { kind: "send" }));
  expect(tried.map(({ verdict }) => verdict)).toEqual(["refuse"]);
  const together = await world.work((ctx) => tryFiles(ctx, 0, files, { kind: "send" }));
  expect(together.map(({ verdict }) => verdict)).toEqual(["do", "do", "refuse"]);
});
