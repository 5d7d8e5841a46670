/** Stands in for "vitest" in the test files of a mutation run: it collects their tests, so that each can be run again and again. */
import { expect } from "vitest";

export interface CollectedTest {
  readonly name: string;
  readonly run: () => unknown;
}

// This file too is imported anew where files are; what it has collected is not.
declare global {
  var __collected: { tests: CollectedTest[] } | undefined;
}
globalThis.__collected ??= { tests: [] };
const collected = globalThis.__collected;

/** The tests that have been collected since the last time. */
export function takeCollected(): readonly CollectedTest[] {
  const { tests } = collected;
  collected.tests = [];
  return tests;
}

type Body = (...parameters: never[]) => unknown;

const row = (body: Body, values: unknown): unknown =>
  Reflect.apply(body, undefined, Array.isArray(values) ? values : [values]);

const each =
  (take: (name: string, run: () => unknown) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void =>
    rows.forEach((values, index) => {
      take(`${name} #${index}`, () => row(body, values));
    });

const addTest = (name: string, run: () => unknown): void => {
  collected.tests.push({ name, run });
};
const addGroup = (_name: string, run: () => unknown): void => {
  run();
};

export const it = Object.assign(addTest, { each: each(addTest) });
export const test = Object.assign(addTest.bind(undefined), { each: each(addTest) });
export const describe = Object.assign(addGroup, { each: each(addGroup) });
export { expect };
