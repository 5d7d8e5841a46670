/** Tests of concurrent changes: the test holds a lock that both need, and goes on when both wait for it. */
import { setTimeout as after } from "node:timers/promises";
import type { World } from "./world.factory.ts";

/** Waits until this many connections to the test's own database wait for a lock. */
export async function untilLockWaits({ owner }: World, count = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await owner.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  while ((await waiting()) < count) await after(20);
}
