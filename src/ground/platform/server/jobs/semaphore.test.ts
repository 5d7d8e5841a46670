import { expect, test } from "vitest";
import { semaphore } from "./semaphore.ts";

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("no more run at a time than allowed, and all run in order of arrival", async () => {
  const inTurn = semaphore(2);
  let running = 0;
  const seen: number[] = [];
  const done: number[] = [];
  const act = async (at: number): Promise<number> => {
    running += 1;
    seen.push(running);
    await soon();
    running -= 1;
    done.push(at);
    return at;
  };
  const all = [1, 2, 3, 4, 5, 6, 7];
  expect(await Promise.all(all.map((at) => inTurn(() => act(at))))).toEqual(all);
  expect(Math.max(...seen)).toBe(2);
  expect(done).toEqual(all);
});

test("holders that continue go before newcomers", async () => {
  const inTurn = semaphore(1);
  const done: string[] = [];
  const act = (name: string) => async (): Promise<void> => {
    await soon();
    done.push(name);
  };
  await Promise.all([inTurn(act("first")), inTurn(act("second")), inTurn(act("third")), inTurn(act("going on"), true)]);
  expect(done).toEqual(["first", "going on", "second", "third"]);
});

test("an error is passed to its own caller, and the next one runs", async () => {
  const inTurn = semaphore(1);
  const outcomes = await Promise.allSettled([
    inTurn(() => Promise.reject(new Error("broken"))),
    inTurn(async () => "whole"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
