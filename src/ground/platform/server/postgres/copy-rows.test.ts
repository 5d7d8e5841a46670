import { expect, test } from "vitest";
import { type CopyValue, copyLine } from "./copy-rows.ts";

test("a row is written as COPY reads it: tabs, line ends and backslashes within a cell are escaped", () => {
  // PostgreSQL, COPY, "Text Format".
  const lines: readonly (readonly [CopyValue, string])[] = [
    ["plain", "plain"],
    ["a\tb\nc\rd\\e", "a\\tb\\nc\\rd\\\\e"],
    [12, "12"],
    [true, "true"],
    [null, "\\N"],
    ["\\N", "\\\\N"],
  ];
  expect(copyLine(lines.map(([value]) => value))).toBe(`${lines.map(([, text]) => text).join("\t")}\n`);
});

test("a list is written as an array whose items are quoted, those with quotes and backslashes escaped twice over", () => {
  expect(copyLine([[]])).toBe("{}\n");
  expect(copyLine([[""]])).toBe('{""}\n');
  expect(copyLine([["a", "b,c", "{d}", "NULL"]])).toBe('{"a","b,c","{d}","NULL"}\n');
  // The array wants \" and \\ (Arrays, "Array Input and Output Syntax"), and COPY each of their backslashes twice.
  expect(copyLine([["a", 'b"c']])).toBe('{"a","b\\\\"c"}\n');
  expect(copyLine([["a\\b"]])).toBe('{"a\\\\\\\\b"}\n');
  expect(copyLine([["a\tb", "c"]])).toBe('{"a\\tb","c"}\n');
});
