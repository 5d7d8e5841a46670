/** Numbers of what tests make. Files of tests share a worker, so numbering begins anew when the last world of a file is closed. */
const restarts: (() => void)[] = [];

/** Counts 1, 2, 3 … in each file of tests. */
export function counter(): () => number {
  let last = 0;
  restarts.push(() => {
    last = 0;
  });
  return () => ++last;
}

/** A map that is empty at the beginning of each file of tests. */
export function mapOfFile<K, V>(): Map<K, V> {
  const map = new Map<K, V>();
  restarts.push(() => map.clear());
  return map;
}

/** Begins anew. */
export function restartNumbers(): void {
  for (const restart of restarts) restart();
}
