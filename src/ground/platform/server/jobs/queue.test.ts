/** The queue as a process works it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { fieldError } from "../../../kernel/errors.ts";
import { getJob, retryJob } from "../../platform.contract.ts";
import { systemIds } from "../process/clock.ts";
import { reasonOf } from "./reasons.ts";
import { reasonNoted } from "./works.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("jobs of one kind queued in a burst run one after another without delay", async () => {
  const burst = 4;
  await world.vorder.queue.work(world.vorder.parts);
  for (let at = 0; at < burst; at++)
    await world.vorder.queue.enqueue(world.db, "platform.sweep", {}, { key: `burst:${at}` });
  // Were each left to the next look of its worker, they would take two minutes.
  await expect
    .poll(async () => {
      const { rows } = await sql<{ done: number }>`select count(*)::int as done from pgboss.job
        where name = 'platform.sweep' and state = 'completed' and singleton_key like 'burst:%'`.execute(world.db);
      return rows[0]?.done;
    })
    .toBe(burst);
});

test("a queue that another release left with other settings, or that is new, has its own after a start", async () => {
  const setting = async () => {
    const { rows } = await sql<{ name: string; retries: number; expires: number; told: boolean }>`
      select name, retry_limit as retries, expire_seconds as expires, notify as told from pgboss.queue order by name`.execute(
      world.db,
    );
    return rows;
  };
  const made = await setting();
  expect(made.length).toBeGreaterThan(40);
  await sql`update pgboss.queue set retry_limit = 77, expire_seconds = 7, notify = false where name = 'platform.sweep'`.execute(
    world.db,
  );
  await sql`delete from pgboss.queue where name = 'app.verify'`.execute(world.db);
  expect(await setting()).not.toEqual(made);
  await world.vorder.queue.prepare();
  expect(await setting()).toEqual(made);
});

test("permanently failed work states the reason, and only its owner can retry it", async () => {
  const owner = await world.login(["ROLE_FILE_SEARCH", "ROLE_EXPORT"]);
  const other = await world.login(["*"]);
  const id = systemIds.uuid();
  const lost = { id, job: "platform.sweep", title: "Sweep", user_id: owner.userId, payload: "{}" };
  const died = JSON.stringify({ payload: {}, progressId: id });
  await world.db
    .insertInto("job_progress")
    .values({ ...lost, state: "running", created_at: world.clock.now() })
    .execute();
  // Its worker was killed in its last try: nobody has it in hand any more.
  world.clock.set(new Date(world.clock.now().getTime() + 120_000));
  await sql`insert into pgboss.job (name, state, data) values ('platform.sweep', 'failed', ${died}::jsonb)`.execute(
    world.db,
  );
  await world.vorder.queue.resume(world.vorder.parts);
  const one = { params: { id } };
  expect(await owner.call(getJob, one)).toMatchObject({ state: "failed", error: "Vorder stopped during this work." });
  expect((await other.refused(retryJob, one)).status).toBe(404);
  expect(await owner.call(retryJob, one)).toMatchObject({ state: "waiting", error: null });
  expect((await owner.refused(retryJob, one)).status).toBe(402);
  await expect.poll(async () => (await owner.call(getJob, one)).state).toBe("done");
});

test.each<[error: Error, reason: string]>([
  [Object.assign(new Error("ENOENT: no such file, open '/data/x'"), { code: "ENOENT" }), "platform.reason.storage"],
  [Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" }), "platform.reason.storage"],
  [new Error("Connection terminated unexpectedly"), "platform.reason.database"],
  [new TypeError("x is not a function"), "platform.reason.internal"],
  [fieldError("common", "exports.tooMany", { max: 3 }), "exports.tooMany"],
])("technical error texts are logged only: %s", (error, reason) => {
  expect(reasonNoted(JSON.stringify(reasonOf(error))).key).toBe(reason);
});

test("failures recorded before reasons existed are shown in plain words", () => {
  expect(reasonNoted("ENOENT: no such file or directory").key).toBe("platform.reason.internal");
});
