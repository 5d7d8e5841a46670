/** Work in lots that are done together. Pure. */

/** So many share a transaction at the most: as many as make a statement cheap, few enough that one failure costs little. */
export const mostTogether = 32;

/** Items in lots that are done together: in each lot a key stands once, and what has the same key keeps its order. */
export function lotsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly (readonly Item[])[] {
  const rounds: Item[][] = [];
  const seen = new Map<unknown, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    const lot = rounds[round] ?? [];
    lot.push(item);
    rounds[round] = lot;
  }
  return rounds.flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / mostTogether) }, (_, at) =>
      round.slice(at * mostTogether, (at + 1) * mostTogether),
    ),
  );
}
