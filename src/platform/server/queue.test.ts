/** The queue as a process works it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../app/world.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("jobs of one kind that come in a burst follow one another at once", async () => {
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
