import { expect, test } from "vitest";
import { containing, escapedForLike } from "./like-pattern.ts";

test.each([
  ["Jansen", "%Jansen%"],
  ["  de Vries ", "%de Vries%"],
  ["50%", "%50\\%%"],
  ["a_b", "%a\\_b%"],
  ["\\", "%\\\\%"],
  ["", "%%"],
  [undefined, "%%"],
])("what contains %j has the pattern %j", (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});

test("an escaped text keeps its spaces, which may be what is looked for", () => {
  expect(escapedForLike(" 10_000 ")).toBe(" 10\\_000 ");
});
