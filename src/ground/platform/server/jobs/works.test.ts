/** Long work of every kind: it takes turns, stands still while the storage cannot be written, outlives its worker, and can be tried again. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World } from "../../../../app/testing/world.factory.ts";
import { VorderError } from "../../../kernel/errors.ts";
import { getJob, retryJob } from "../../platform.contract.ts";
import { defineModule, guest, type JobCtx, job } from "../http/module.ts";
import { systemIds } from "../process/clock.ts";
import { JobQueue } from "./queue.ts";
import { workCtx } from "./work-context.ts";

let world: World;
const open: JobQueue[] = [];
/** What each slice of the jobs below did, in order. */
const done: string[] = [];
let fault: Error | undefined;
/** Held open, so that a test decides how far a slice comes. */
let gate: Promise<void> = Promise.resolve();

const payload = z.object({ name: z.string(), slices: z.number() });
const slicesOf = new Map<string, number>();

/** A work of so many parts: after each it asks whether others wait. */
async function parts(ctx: JobCtx, { name, slices }: z.output<typeof payload>): Promise<"more" | undefined> {
  for (;;) {
    await gate;
    if (fault) throw fault;
    const made = (slicesOf.get(name) ?? 0) + 1;
    slicesOf.set(name, made);
    done.push(`${name} ${made}`);
    await ctx.progress(made, slices);
    if (made >= slices) return;
    if (await ctx.isTurnOver()) return "more";
  }
}

const sliced = job({
  name: "test.sliced",
  payload,
  retries: 0,
  run: (ctx, given) => parts(ctx, given).then((more) => more),
});
const testRoom = defineModule({ name: "test", jobs: [sliced] });

/** A worker of its own, as another process would be; `pauseSeconds`: how long it waits for a storage. */
async function worker(pauseSeconds?: number): Promise<JobQueue> {
  const { database, parts: own } = world.vorder;
  const queue = new JobQueue({
    database,
    url: world.servingUrl,
    modules: [testRoom],
    ids: systemIds,
    log: own.log,
    works: true,
    ...(pauseSeconds !== undefined && { pauseSeconds }),
  });
  await queue.prepare();
  open.push(queue);
  return queue;
}

const partsOf = (queue: JobQueue) => ({ ...world.vorder.parts, queue });

async function begin(queue: JobQueue, who: Visitor, name: string, slices: number, key?: string): Promise<string> {
  return world.db.transaction().execute((tx) => {
    const user = { ...guest, id: who.userId, kind: "staff" as const };
    return workCtx(partsOf(queue), tx, user).track(sliced, { name, slices }, name, key);
  });
}

const stateOf = (who: Visitor, id: string) => who.call(getJob, { params: { id } });
const becomes = (who: Visitor, id: string, state: string) =>
  expect.poll(async () => (await stateOf(who, id)).state, { timeout: 90_000 }).toBe(state);

beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  fault = undefined;
  gate = Promise.resolve();
  done.length = 0;
  slicesOf.clear();
  for (const queue of open.splice(0)) await queue.stop();
});
afterAll(() => world.close());

describe("fair scheduling", () => {
  test("a small job of another person ends long before a large one that began earlier", async () => {
    const [ann, bob] = [await world.login(), await world.login()];
    const queue = await worker();
    let letGo = (): void => undefined;
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
    const large = await begin(queue, ann, "large", 60);
    await queue.work(partsOf(queue));
    await becomes(ann, large, "running");
    const small = await begin(queue, bob, "small", 3);
    letGo();
    await becomes(ann, large, "done");
    expect(await stateOf(bob, small)).toMatchObject({ state: "done", done: 3 });
    // One slice each in turn, and never a slice twice.
    expect(done.indexOf("small 3")).toBeLessThan(8);
    expect(new Set(done).size).toBe(63);
  });

  test("many jobs of one person get no more turns than a single one of another", async () => {
    const [ann, bob] = [await world.login(), await world.login()];
    const queue = await worker();
    for (let at = 0; at < 8; at++) await begin(queue, ann, `ann${at}`, 10);
    const last = await begin(queue, bob, "bob", 10);
    await queue.work(partsOf(queue));
    await becomes(bob, last, "done");
    const before = done.slice(0, done.indexOf("bob 10"));
    expect(before.filter((slice) => slice.startsWith("ann")).length).toBeLessThan(24);
    await expect.poll(() => done.length, { timeout: 90_000 }).toBe(90);
  });
});

describe("obstacles", () => {
  test("a full storage pauses a job with a reason and uses none of its tries; its owner can resume it at once", async () => {
    const [ann, bob] = [await world.login(), await world.login(["*"])];
    const queue = await worker();
    fault = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
    const id = await begin(queue, ann, "full", 2);
    await queue.work(partsOf(queue));
    await becomes(ann, id, "paused");
    expect((await stateOf(ann, id)).error).toBe(
      "The storage of documents could not be used: is the disk full or read-only?",
    );
    for (let time = 0; time < 3; time++) {
      // More often than it may be tried.
      await ann.call(retryJob, { params: { id } });
      await becomes(ann, id, "paused");
    }
    expect((await bob.refused(retryJob, { params: { id } })).status).toBe(404);
    fault = undefined;
    await ann.call(retryJob, { params: { id } });
    await becomes(ann, id, "done");
    expect(done).toEqual(["full 1", "full 2"]);
  });

  test("it also resumes by itself once the storage can be written", async () => {
    const ann = await world.login();
    // It pauses again and again until the storage can be written, so that a short pause is seen as well as a long one.
    const queue = await worker(1);
    fault = new VorderError("storageFull");
    const id = await begin(queue, ann, "bucket", 1);
    await queue.work(partsOf(queue));
    await becomes(ann, id, "paused");
    fault = undefined;
    await becomes(ann, id, "done");
  });

  test("a permanently failed job states the reason and its reference in the log, and can be retried", async () => {
    const ann = await world.login();
    const queue = await worker();
    fault = new Error("select secret from table_of_mine -- at /srv/vorder/src/x.ts:12");
    const id = await begin(queue, ann, "broken", 1);
    await queue.work(partsOf(queue));
    await becomes(ann, id, "failed");
    expect((await stateOf(ann, id)).error).toMatch(/^Something went wrong on our side\. .* Reference: [0-9a-f]{8}\.$/);
    fault = undefined;
    expect(await ann.call(retryJob, { params: { id } })).toMatchObject({ state: "waiting", error: null });
    await becomes(ann, id, "done");
  });

  test("a worker that shuts down cleanly hands its job on without using a try", async () => {
    const ann = await world.login();
    const first = await worker();
    let letGo = (): void => undefined;
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
    const id = await begin(first, ann, "handed on", 5);
    await first.work(partsOf(first));
    await becomes(ann, id, "running");
    const ending = first.stop();
    letGo();
    await ending;
    expect(done.length).toBeLessThan(5);
    expect((await stateOf(ann, id)).state).toBe("running");
    const second = await worker();
    await second.work(partsOf(second));
    await becomes(ann, id, "done");
    expect(done).toEqual([1, 2, 3, 4, 5].map((made) => `handed on ${made}`));
  });

  test("a job lost by the queue is queued again, once", async () => {
    const ann = await world.login();
    const queue = await worker();
    const id = await begin(queue, ann, "lost", 1);
    await sql`delete from pgboss.job where data ->> 'progressId' = ${id}`.execute(world.db);
    world.clock.set(new Date(world.clock.now().getTime() + 120_000));
    await Promise.all([queue.resume(world.vorder.parts), queue.resume(world.vorder.parts)]);
    await queue.drain(partsOf(queue));
    expect((await stateOf(ann, id)).state).toBe("done");
    expect(done).toEqual(["lost 1"]);
  });
});

test("a second job on the same subject joins the running one", async () => {
  const ann = await world.login();
  const queue = await worker();
  const id = await begin(queue, ann, "same", 1, "thing:1");
  expect(await begin(queue, ann, "same", 1, "thing:1")).toBe(id);
  expect(await begin(queue, ann, "other", 1, "thing:2")).not.toBe(id);
  await queue.drain(partsOf(queue));
  expect(done.sort()).toEqual(["other 1", "same 1"]);
  expect(await begin(queue, ann, "same", 1, "thing:1")).not.toBe(id);
});
