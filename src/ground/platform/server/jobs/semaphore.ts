/**
 * Work that takes the database a hundred times as much as a list does is done by few at a time: what many ask for at once takes no longer
 * so, and leaves the connections to everybody else.
 */

/** Runs what it is handed when its turn comes. Who has begun something already goes ahead of those who have not. */
export type Semaphore = <R>(run: () => Promise<R>, hasBegun?: boolean) => Promise<R>;

/** Lets so many run at a time; the others wait, in the order in which they came. */
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
      // The turn is handed on, so that nobody who comes between takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
