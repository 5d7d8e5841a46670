/** A map at the top of a file that keeps results: what a mutant left in it must not be found by the next. */
class ForgetfulMap {
  #inner = new Map<unknown, unknown>();
  get = (key: unknown): unknown => this.#inner.get(key);
  has = (key: unknown): boolean => this.#inner.has(key);
  set = (key: unknown, value: unknown): this => {
    this.#inner.set(key, value);
    return this;
  };
  forget(): void {
    this.#inner = new Map();
  }
}

/** The switch that chooses a mutant, and what is counted at it. One per process, whatever is imported anew. */
interface Switch {
  active: number;
  /** Mutants that were reached, while they are recorded. */
  reached: Set<number> | undefined;
  passed: number;
  limit: number;
  readonly chosen: (id: number) => boolean;
  readonly cache: () => ForgetfulMap;
  readonly list: () => unknown[];
  /** Empties what files have kept. */
  readonly forget: () => void;
}

/** Thrown where a mutant goes round many times more often than the source does. */
class Endless extends Error {}

const caches: ForgetfulMap[] = [];
const lists: unknown[][] = [];

const state: Switch = {
  active: -1,
  reached: undefined,
  passed: 0,
  limit: Number.POSITIVE_INFINITY,
  chosen: (id) => {
    if (state.reached) state.reached.add(id);
    if (++state.passed > state.limit) throw new Endless("a mutant goes round for ever");
    return id === state.active;
  },
  cache: () => {
    const made = new ForgetfulMap();
    caches.push(made);
    return made;
  },
  list: () => {
    const made: unknown[] = [];
    lists.push(made);
    return made;
  },
  forget: () => {
    for (const cache of caches) cache.forget();
    for (const list of lists) list.length = 0;
  },
};

export const mutantSwitch: Switch = state;
Object.assign(globalThis, { __mutate: state });
