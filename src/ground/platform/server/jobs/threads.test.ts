/** Threads for what is heavy: who is served goes on meanwhile, limits end a task and nothing else, and turns are fair. */
import { describe, expect, test } from "vitest";
import { VorderError } from "../../../kernel/errors.ts";
import type { counts, endsItself, fails, grows, idles, moves, refuses, spins, waits } from "./thread-tasks.factory.ts";
import { heavyTask, ThreadPool } from "./threads.ts";

const module = new URL("./thread-tasks.factory.ts", import.meta.url);
const seconds = 60;
const tasks = {
  counts: heavyTask<typeof counts>({ module, name: "counts", seconds }),
  endsItself: heavyTask<typeof endsItself>({ module, name: "endsItself", seconds }),
  fails: heavyTask<typeof fails>({ module, name: "fails", seconds }),
  grows: heavyTask<typeof grows>({ module, name: "grows", seconds }),
  idles: heavyTask<typeof idles>({ module, name: "idles", seconds, patience: 1 }),
  moves: heavyTask<typeof moves>({ module, name: "moves", seconds }),
  refuses: heavyTask<typeof refuses>({ module, name: "refuses", seconds }),
  spins: heavyTask<typeof spins>({ module, name: "spins", seconds: 1 }),
  waits: heavyTask<typeof waits>({ module, name: "waits", seconds }),
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a task", () => {
  const pool = new ThreadPool(2);
  const owner = "user:1";

  test("returns its result, and passes on its chunks in order, however many", async () => {
    expect(await pool.run(tasks.moves, { bytes: new Uint8Array(100_000).fill(7) }, { owner })).toMatchObject({
      sum: 700_000,
    });
    const pieces: number[] = [];
    const all = pool.stream(tasks.counts, { to: 50 }, { owner });
    for (let next = await all.next(); !next.done; next = await all.next()) pieces.push(next.value.at);
    expect(pieces).toEqual(Array.from({ length: 50 }, (_, at) => at));
  });

  test("runs without blocking the main thread, which keeps answering meanwhile", async () => {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const done = pool.run(tasks.waits, { flag }, { owner });
    // The task holds its thread, without a pause, until this one has counted to fifty.
    for (let round = 1; round <= 50; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.store(flag, 0, round);
    }
    expect(await done).toBe(50);
  });

  test("refuses with an error of the catalogue, and its thread continues", async () => {
    const refusal = await errorOf(pool.run(tasks.refuses, { field: "file" }, { owner }));
    expect(refusal).toBeInstanceOf(VorderError);
    expect(refusal).toMatchObject({ code: "validation", detail: { fields: { file: [{ key: "intake.empty" }] } } });
    expect(await pool.run(tasks.moves, { bytes: new Uint8Array(2) }, { owner })).toMatchObject({ sum: 0 });
  });

  test.each([
    ["takes too much processor time", () => pool.run(tasks.spins, {}, { owner })],
    ["takes too much memory", () => pool.run(tasks.grows, {}, { owner })],
  ])("that %s ends with a reason beside the file, and the next one runs", async (_why, run) => {
    expect(await errorOf(run())).toMatchObject({
      code: "validation",
      detail: { fields: { file: [{ key: "platform.invalid.tooHeavy" }] } },
    });
    expect(await pool.run(tasks.moves, { bytes: new Uint8Array(2) }, { owner })).toMatchObject({ sum: 0 });
  });

  test("that gets no processor time ends as unavailable, not as a fault of the file", async () => {
    expect(await errorOf(pool.run(tasks.idles, {}, { owner }))).toMatchObject({ code: "unavailable" });
    expect(await pool.run(tasks.moves, { bytes: new Uint8Array(2) }, { owner })).toMatchObject({ sum: 0 });
  });

  test.each([
    ["fails", () => pool.run(tasks.fails, {}, { owner }), /not ours/],
    ["ends its thread", () => pool.run(tasks.endsItself, {}, { owner }), /ended/],
  ])("that %s fails that task only", async (_why, run, message) => {
    const error = await errorOf(run());
    expect(error).not.toBeInstanceOf(VorderError);
    expect(String(error)).toMatch(message);
    expect(await pool.run(tasks.moves, { bytes: new Uint8Array(2) }, { owner })).toMatchObject({ sum: 0 });
  });

  test("that is interrupted ends as unavailable, also while it still waits in the queue", async () => {
    const stop = new AbortController();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const turn = { owner, signal: stop.signal };
    const both = [pool.run(tasks.waits, { flag }, turn), pool.run(tasks.waits, { flag }, turn)].map(errorOf);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    for (const error of await Promise.all(both)) expect(error).toMatchObject({ code: "unavailable" });
  });
});

describe("the queue of tasks", () => {
  /** Starts tasks that each hold their thread until they are let go, and notes the order in which they begin. */
  function crowd(size: number) {
    const pool = new ThreadPool(size);
    const begun: string[] = [];
    const flags = new Map<string, Int32Array<SharedArrayBuffer>>();
    const ask = (name: string, owner: string, isJob = false): Promise<unknown> => {
      const flag = new Int32Array(new SharedArrayBuffer(4));
      flags.set(name, flag);
      const all = pool.stream(tasks.counts, { to: 1, flag }, { owner, isJob });
      return (async () => {
        for (let next = await all.next(); !next.done; next = await all.next()) begun.push(name);
      })();
    };
    const letGo = (name: string): void => {
      const flag = flags.get(name);
      if (!flag) return;
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    };
    const until = async (count: number): Promise<void> => {
      while (begun.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { ask, begun, letGo, until };
  }

  test("runs tasks of one owner in sequence, and another owner's single task does not wait for all of them", async () => {
    const { ask, begun, letGo, until } = crowd(2);
    const all = [
      ask("a1", "user:1"),
      ask("a2", "user:1"),
      ask("a3", "user:1"),
      ask("b1", "user:2"),
      ask("c1", "user:3"),
    ];
    await until(2);
    expect(begun.toSorted()).toEqual(["a1", "b1"]);
    letGo("a1");
    await until(3);
    // The other two of the first owner were asked for earlier; the third owner has had no turn yet.
    expect(begun.at(-1)).toBe("c1");
    for (const name of ["b1", "c1", "a2", "a3"]) letGo(name);
    await Promise.all(all);
    expect(begun).toHaveLength(5);
  });

  test("keeps a thread free for users at a screen while jobs run", async () => {
    const { ask, begun, letGo, until } = crowd(2);
    const all = [ask("j1", "job:1", true), ask("j2", "job:2", true), ask("a1", "user:1")];
    await until(2);
    expect(begun.toSorted()).toEqual(["a1", "j1"]);
    for (const name of ["j1", "j2", "a1"]) letGo(name);
    await Promise.all(all);
  });

  test("is bounded: too many tasks of one owner are refused until later", async () => {
    const { ask, letGo } = crowd(1);
    const names = Array.from({ length: 42 }, (_, at) => `a${at}`);
    const all = names.map((name) => errorOf(ask(name, "user:1")));
    expect(await all[41]).toMatchObject({ code: "tooMany" });
    for (const name of names) letGo(name);
    expect((await Promise.all(all)).filter((error) => error !== undefined)).toHaveLength(1);
  });
});
