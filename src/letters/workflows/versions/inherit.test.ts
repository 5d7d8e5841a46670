/** Which changes of a parent reach a client's variant: worked examples, each with three steps A, B and C. */
import { describe, expect, test } from "vitest";
import type { Step } from "../schedule/definition.ts";
import { stepOf } from "../workflows.factory.ts";
import { differences, inherit, ownKeysFrom } from "./inherit.ts";

const step = (key: number, more: Partial<Step> = {}): Step =>
  stepOf(key, { offsetDays: key * 7, condition: { hasEmail: true }, ...more });
const [A, B, C] = [step(1), step(2), step(3)];
const X = step(ownKeysFrom, { template: "EM_TERM", offsetDays: 10 });
const D = step(4, { offsetDays: 15 });
const summaryOf = (steps: readonly Step[]) =>
  steps.map(({ key, offsetDays, template }) => `${key} ${offsetDays} ${template.replace("EM_", "")}`);

describe("a change of the parent", () => {
  test.each<[string, readonly Step[], readonly Step[], readonly string[]]>([
    [
      "applies to a variant without changes of its own",
      [A, B, C],
      [A, step(2, { offsetDays: 9 }), C],
      ["1 7 FIRST", "2 9 FIRST", "3 21 FIRST"],
    ],
    [
      "keeps the field that differs",
      [A, step(2, { offsetDays: 10 }), C],
      [A, step(2, { offsetDays: 9 }), C],
      ["1 7 FIRST", "2 10 FIRST", "3 21 FIRST"],
    ],
    [
      "applies to the other fields of a step that differs",
      [A, step(2, { offsetDays: 10 }), C],
      [A, step(2, { offsetDays: 9, template: "EM_TERM" }), C],
      ["1 7 FIRST", "2 10 TERM", "3 21 FIRST"],
    ],
    [
      "adds its new step in its place",
      [A, B, C],
      [A, B, D, C],
      ["1 7 FIRST", "2 14 FIRST", "4 15 FIRST", "3 21 FIRST"],
    ],
    [
      "keeps a step of the variant after the step before it",
      [A, X, B, C],
      [A, B, D, C],
      ["1 7 FIRST", "1000001 10 TERM", "2 14 FIRST", "4 15 FIRST", "3 21 FIRST"],
    ],
    [
      "does not restore a step that the variant removed",
      [A, C],
      [A, step(2, { offsetDays: 9 }), C],
      ["1 7 FIRST", "3 21 FIRST"],
    ],
    ["removes a step that the variant had not changed", [A, B, C], [A, C], ["1 7 FIRST", "3 21 FIRST"]],
    [
      "does not remove a step that the variant had changed",
      [A, step(2, { offsetDays: 10 }), C],
      [A, C],
      ["1 7 FIRST", "2 10 FIRST", "3 21 FIRST"],
    ],
    [
      "keeps the order that the variant chose",
      [B, A, C],
      [A, B, D, C],
      ["2 14 FIRST", "4 15 FIRST", "1 7 FIRST", "3 21 FIRST"],
    ],
    ["orders the steps if the variant did not", [A, B, C], [C, A, B], ["3 21 FIRST", "1 7 FIRST", "2 14 FIRST"]],
  ])("%s", (_name, own, parent, expected) => {
    const steps = inherit([A, B, C], own, parent);
    expect(summaryOf(steps)).toEqual(expected);
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_one, at) => at + 1));
  });

  test("reaches the parts of a condition that the variant left alone", () => {
    const own = step(2, { condition: { hasEmail: true, minOpenCents: 5_000 } });
    const parent = step(2, { condition: { maxOpenCents: 90_000 } });
    const [, merged] = inherit([A, B, C], [A, own, C], [A, parent, C]);
    expect(merged?.condition).toEqual({ minOpenCents: 5_000, maxOpenCents: 90_000 });
  });

  test("without an effective change changes nothing, whatever differs", () => {
    const own = [C, X, step(1, { offsetDays: 3 })];
    expect(summaryOf(inherit([A, B, C], own, [A, B, C]))).toEqual(summaryOf(own));
  });
});

test("differences are listed step by step, and nothing else", () => {
  const own = [A, X, step(3, { offsetDays: 30, template: "EM_TERM" })];
  expect(differences(own, [A, B, C]).map((one) => [one.kind, "fields" in one ? one.fields.join() : ""])).toEqual([
    ["added", ""],
    ["changed", "template,offsetDays"],
    ["removed", ""],
  ]);
  expect(differences([A, B, C], [A, B, C])).toEqual([]);
  expect(differences([B, A, C], [A, B, C]).map(({ kind }) => kind)).toEqual(["moved", "moved"]);
});
