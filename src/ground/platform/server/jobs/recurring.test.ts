/** Work that comes round by the clock: once for each hour, also where the application was down at it. */
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { defineModule, job } from "../http/module.ts";
import { systemIds } from "../process/clock.ts";
import { JobQueue } from "./queue.ts";
import { lastHour, nextHour, wallClock } from "./recurring.ts";

describe("hours in Amsterdam time", () => {
  test.each([
    [
      "before its time the last run is that of the day before",
      "20 3 * * *",
      "2026-11-20T02:00:00Z",
      "2026-11-19T03:20",
    ],
    ["at its minute it is due", "20 3 * * *", "2026-11-20T02:20:00Z", "2026-11-20T03:20"],
    ["in summer it follows summer time", "20 3 * * *", "2026-07-20T01:20:00Z", "2026-07-20T03:20"],
    [
      "an hour skipped in spring counts as past at the next minute shown",
      "50 2 * * *",
      "2026-03-29T01:00:00Z",
      "2026-03-29T02:50",
    ],
    ["an hour repeated in autumn is due the first time", "50 2 * * *", "2026-10-25T00:50:00Z", "2026-10-25T02:50"],
    [
      "an hour repeated in autumn is the same the second time",
      "50 2 * * *",
      "2026-10-25T01:50:00Z",
      "2026-10-25T02:50",
    ],
    ["a weekly job", "10 3 * * 0", "2026-11-20T09:00:00Z", "2026-11-15T03:10"],
  ])("%s", (_what, cron, now, hour) => {
    expect(lastHour(cron, new Date(now))).toBe(hour);
  });

  test("the repeated autumn hour is not taken twice, nor for the next day's", () => {
    const seen = new Set<string>();
    let last = "";
    for (let at = Date.parse("2026-10-24T12:00:00Z"); at < Date.parse("2026-10-26T12:00:00Z"); at += 60_000) {
      const hour = lastHour("50 2 * * *", new Date(at));
      // What lies before an hour that was taken is not taken again.
      if (hour > last) seen.add(hour);
      if (hour > last) last = hour;
    }
    expect([...seen]).toEqual(["2026-10-24T02:50", "2026-10-25T02:50", "2026-10-26T02:50"]);
  });

  test("the next one", () => {
    expect(nextHour("20 3 * * *", new Date("2026-11-20T09:00:00Z"))).toBe("2026-11-21T03:20");
    expect(wallClock(new Date("2026-11-20T09:00:00Z"))).toBe("2026-11-20T10:00");
  });
});

describe("a worker", () => {
  let world: World;
  const ran: string[] = [];
  const open: JobQueue[] = [];
  let fault: Error | undefined;
  let untilTold = false;

  const nightly = (name: string, cron: string) =>
    job({
      name,
      cron,
      payload: z.object({}),
      retries: 0,
      run: async ({ clock, signal }) => {
        ran.push(`${name} ${clock.today()}`);
        if (untilTold) await once(signal, "abort");
        if (fault) throw fault;
      },
    });
  const nights = defineModule({
    name: "nights",
    jobs: [
      nightly("nights.late", "15 9 * * *"),
      nightly("nights.first", "5 0 * * *"),
      nightly("nights.next", "50 2 * * *"),
    ],
  });

  async function start(): Promise<JobQueue> {
    const { database, parts } = world.vorder;
    const { log } = parts;
    const queue = new JobQueue({
      database,
      url: world.servingUrl,
      modules: [nights],
      ids: systemIds,
      log,
      works: true,
    });
    await queue.prepare();
    open.push(queue);
    return queue;
  }
  const works = (queue: JobQueue) => queue.work({ ...world.vorder.parts, queue });
  const rows = () =>
    world.db.selectFrom("recurring_work").selectAll().where("job", "like", "nights.%").orderBy("job").execute();
  const settled = () =>
    expect
      .poll(async () => (await rows()).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(["done", "done", "done"]);

  beforeAll(async () => {
    world = await startWorld({ now: new Date("2026-11-18T09:00:00Z") });
  });
  afterEach(async () => {
    ran.length = 0;
    fault = undefined;
    untilTold = false;
    for (const queue of open.splice(0)) await queue.stop();
  });
  afterAll(() => world.close());

  test("a new installation has missed nothing", async () => {
    const queue = await start();
    await queue.queueDueWork(world.vorder.parts);
    await queue.drain({ ...world.vorder.parts, queue });
    expect(ran).toEqual([]);
    expect((await rows()).map(({ state, due_at }) => [state, due_at])).toEqual([
      ["known", "2026-11-18T00:05"],
      ["known", "2026-11-18T09:15"],
      ["known", "2026-11-18T02:50"],
    ]);
  });

  test("three missed nights are caught up once, in the order of the night, by whichever process starts", async () => {
    world.clock.set(new Date("2026-11-21T09:00:00Z"));
    const both = [await start(), await start()];
    await Promise.all(both.map(works));
    await settled();
    expect(ran).toEqual(["nights.first 2026-11-21", "nights.next 2026-11-21", "nights.late 2026-11-21"]);
    expect((await rows()).every(({ missed, finished_at }) => missed && finished_at !== null)).toBe(true);
    for (const queue of both) await queue.queueDueWork(world.vorder.parts);
    expect(ran).toHaveLength(3);
  });

  test("an hour that comes while a worker runs is no catch-up", async () => {
    world.clock.set(new Date("2026-11-21T23:05:30Z"));
    await works(await start());
    await expect.poll(() => ran).toEqual(["nights.first 2026-11-22"]);
    await settled();
    expect((await rows())[0]).toMatchObject({ job: "nights.first", due_at: "2026-11-22T00:05", missed: false });
  });

  test("failed work states the reason, holds up no other, and runs again the next night", async () => {
    world.clock.set(new Date("2026-11-23T09:00:00Z"));
    fault = new Error("relation case_file is broken");
    await works(await start());
    await expect.poll(() => ran.length).toBe(3);
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    expect((await rows()).map(({ error }) => error).join()).not.toContain("relation");
    fault = undefined;
    world.clock.set(new Date("2026-11-24T09:00:00Z"));
    await works(await start());
    await settled();
  });

  test("work that stops in the middle with its worker is not done, and goes on with the next one", async () => {
    world.clock.set(new Date("2026-11-25T09:00:00Z"));
    untilTold = true;
    const first = await start();
    await works(first);
    await expect.poll(() => ran).toEqual(["nights.first 2026-11-25"]);
    await first.rest();
    await expect.poll(async () => (await rows())[0]?.state).toBe("waiting");
    untilTold = false;
    await works(await start());
    await settled();
    expect(ran.filter((name) => name.startsWith("nights.first"))).toHaveLength(2);
  });
});
