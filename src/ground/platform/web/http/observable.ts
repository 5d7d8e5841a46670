/** A value that components can watch, for the few things that live outside React: the token, the loader, the language. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value | ((now: Value) => Value)) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      // A function is always an update here: no store holds functions.
      const changed = typeof next === "function" ? (next as (now: Value) => Value)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
