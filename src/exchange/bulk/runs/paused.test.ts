/** Work on many files while the machine is in trouble: it stands still with a reason and fails no file, and goes on afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageAway } from "../../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { makeBulk, readBulk, undoBulk } from "../bulk.contract.ts";
import { type BulkHouse, startBulk } from "../bulk.factory.ts";

let world: World;
let house: BulkHouse;

beforeAll(async () => {
  world = await startWorld();
  house = await startBulk(world);
}, 60_000);
afterAll(() => world.close());

const files = 3;

test("sending pauses while the storage cannot be written, and its owner can resume it", async () => {
  const { staff, planned } = house;
  const { fileIds } = await portfolio(world, files);
  const { id, version } = await planned({ kind: "send" }, { by: "files", files: [...fileIds] });
  const params = { id };
  await staff.call(makeBulk, { params, body: { version } });
  await storageAway(world, () => world.drain());
  const halted = await staff.call(readBulk, { params });
  expect(halted).toMatchObject({ state: "making", counts: { do: files, done: 0, failed: 0, dropped: 0 } });
  expect(halted.work).toMatchObject({
    state: "paused",
    own: true,
    error: "The storage of documents could not be used: is the disk full or read-only?",
  });
  await staff.call(retryJob, { params: { id: halted.work?.id ?? "" } });
  await world.drain();
  expect(await staff.call(readBulk, { params })).toMatchObject({
    state: "done",
    counts: { done: files, failed: 0, dropped: 0 },
    work: { state: "done" },
  });
  // Nothing that was set in vain is left.
  expect(await world.problems()).toEqual([]);
});

/** Has the database say at each change of a table that its disk is full, as PostgreSQL does: 53100. */
async function fullDisk<R>(table: string, run: () => Promise<R>, at = "insert"): Promise<R> {
  const { pool } = world.owner;
  await pool.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await pool.query(`create trigger full_disk before ${at} on ${table} for each row execute function full_disk()`);
  try {
    return await run();
  } finally {
    await pool.query("drop function full_disk cascade");
  }
}

test("a full disk of the database pauses planning, carrying out and undoing alike", async () => {
  const { staff, place, planned } = house;
  const chosen = await place(files);
  const action = { kind: "flag", hold: "dispute", reason: "Collective complaint" } as const;
  const resume = async (id: number) => {
    const { work, counts } = await staff.call(readBulk, { params: { id } });
    expect(work).toMatchObject({ state: "paused" });
    expect(counts).toMatchObject({ refuse: 0, dropped: 0, failed: 0, kept: 0 });
    await staff.call(retryJob, { params: { id: work?.id ?? "" } });
    await world.drain();
    return staff.call(readBulk, { params: { id } });
  };
  const halted = await fullDisk("bulk_row", () => planned(action, { by: "files", files: chosen }), "update");
  const plan = await resume(halted.id);
  expect(plan).toMatchObject({ state: "planned", counts: { do: files } });
  const params = { id: plan.id };
  await staff.call(makeBulk, { params, body: { version: plan.version } });
  await fullDisk("file_hold", () => world.drain());
  const made = await resume(plan.id);
  expect(made).toMatchObject({ state: "done", counts: { done: files } });
  await staff.call(undoBulk, { params, body: { version: made.version } });
  await fullDisk("file_log", () => world.drain());
  expect(await resume(plan.id)).toMatchObject({ state: "undone", counts: { undone: files } });
});
