import { describe, expect, it } from "vitest";
import { onlyDifferent } from "./history.ts";

describe("the history of a change to a list", () => {
  it.each([
    // before, after, told of each
    [["a", "b"], ["a", "b", "c"], [], ["c"]],
    [["a", "b"], ["b"], ["a"], []],
    [[1, 2], [2, 3], [1], [3]],
    // Only the order: both stay whole.
    [
      ["a", "b"],
      ["b", "a"],
      ["a", "b"],
      ["b", "a"],
    ],
    [null, ["a"], null, ["a"]],
    ["a", "b", "a", "b"],
    [[{ x: 1 }], [{ x: 1 }, { x: 2 }], [{ x: 1 }], [{ x: 1 }, { x: 2 }]],
  ])("from %j to %j: %j, %j", (before, after, was, is) => {
    expect(onlyDifferent({ before, after })).toEqual({ before: was, after: is });
  });
});
