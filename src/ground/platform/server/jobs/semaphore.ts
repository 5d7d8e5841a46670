/**
 * Limits the concurrency of work that is far more expensive for the database than a list: many concurrent requests then take no longer, and leave
 * connections for other requests.
 */

/** Runs its argument in turn. Whoever has started something goes before those who have not. */
export type Semaphore = <R>(run: () => Promise<R>, hasBegun?: boolean) => Promise<R>;

/** Lets this many run at a time; the others wait, first come, first served. */
export function semaphore(most: number): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (hasBegun: boolean): Promise<void> =>
    new Promise((go) => {
      if (hasBegun) waiting.unshift(go);
      else waiting.push(go);
    });
  return async (run, hasBegun = false) => {
    if (running >= most) await turn(hasBegun);
    else running += 1;
    try {
      return await run();
    } finally {
      // The slot is handed over directly, so that no newcomer can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
