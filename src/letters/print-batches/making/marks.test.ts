/** The mark on each sheet, worked out by hand. */
import { expect, test } from "vitest";
import { formatNumber } from "../../templates/templates.contract.ts";
import { coverRows, luhn, pieceName, readMark, sheetMark, sheetsOf } from "./marks.ts";

test("the check digit of Luhn", () => {
  // 7992739871: the known example of the algorithm ends in 3.
  expect(luhn("7992739871")).toBe(3);
  expect(luhn("0")).toBe(0);
});

test("a mark encodes batch, set, sheet number and the last sheet of a set, and is read back", () => {
  const first = { batch: 12, set: 345, sheet: 1, sheets: 2 };
  expect(sheetMark(first).slice(0, -1)).toBe("0000001200034501020");
  expect(sheetMark({ ...first, sheet: 2 }).slice(0, -1)).toBe("0000001200034502021");
  expect(readMark(sheetMark(first))).toEqual(first);
  expect(pieceName(12, 345)).toBe("12-345");
});

test("a misread digit, or two swapped ones, are detected", () => {
  const mark = sheetMark({ batch: 12, set: 345, sheet: 1, sheets: 1 });
  for (let at = 0; at < mark.length; at++) {
    const wrong = mark.slice(0, at) + ((Number(mark[at]) + 1) % 10) + mark.slice(at + 1);
    expect(readMark(wrong)).toBeUndefined();
  }
  expect(readMark("12-345")).toBeUndefined();
});

test.each([
  [1, true, 1],
  [2, true, 1],
  [3, true, 2],
  [3, false, 3],
])("%i pages, double-sided %s, are %i sheets", (pages, duplex, sheets) => {
  expect(sheetsOf(pages, duplex)).toBe(sheets);
});

test("counts on the sheet before a part have separators; the names of batch and letters have none", () => {
  const cover = { batch: 1234, part: 1200, parts: 2000, letters: 1500, sets: [1_798_501, 1_800_000] } as const;
  expect(
    coverRows(
      cover,
      (key) => key,
      (of) => formatNumber(of, "nl"),
    ),
  ).toEqual([
    ["batch", "1234"],
    ["part", "1.200 / 2.000"],
    ["letters", "1.500"],
    ["sets", "1234-1798501 – 1234-1800000"],
  ]);
});
