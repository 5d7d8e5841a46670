/** Receipts of offices as worked examples, hostile ones too: what each is taken for, and what it makes of its batch. */
import { describe, expect, test } from "vitest";
import { flawOf, numberedLines, type ReadReceipt, readReceipt, stateBy } from "./receipt.ts";

const key = "7b0c7f52-2d7c-4d0e-9a53-0d4a9b6d3f01";
const hash = "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b";
const sent = {
  count: 3,
  totalCents: 123_456,
  sha256: hash,
  fileNumbers: ["26-1", "26-2", "26-3"],
  unanswered: ["26-1", "26-2", "26-3"],
};
const row = (fileNumber: string, state = "accepted") => ({ fileNumber, state });
const all = [row("26-1"), row("26-2"), row("26-3")];
const good = { batch: key, count: 3, total: "1234.56", sha256: hash, files: all };

const read = (told: unknown): ReadReceipt => {
  const found = readReceipt(told);
  if (!found) throw new Error("no receipt");
  return found;
};
const flaw = (told: unknown, of = sent) => {
  const { receipt, unread } = read(told);
  return flawOf(of, receipt, unread);
};

test.each<[what: string, told: unknown, flaw: string | undefined]>([
  ["all of it", good, undefined],
  ["the files in another order", { ...good, files: [...all].reverse() }, undefined],
  ["the first eight signs of the hash, in capitals", { ...good, sha256: " 3A7BD3E2" }, undefined],
  [
    "a field more than agreed on",
    { ...good, office: "Werf", files: all.map((one) => ({ ...one, room: 4 })) },
    undefined,
  ],
  ["one file too few in its count", { ...good, count: 2 }, "count"],
  ["one cent too much", { ...good, total: "1234.57" }, "total"],
  ["the amount in cents", { ...good, total: "123456.00" }, "total"],
  ["the hash of another batch", { ...good, sha256: "3a7bd3e3" }, "hash"],
  ["a file too few", { ...good, files: all.slice(1) }, "files"],
  ["no file", { ...good, files: [] }, "files"],
  ["a file of nobody", { ...good, files: [...all.slice(1), row("26-9")] }, "files"],
  ["a file twice, with two answers", { ...good, files: [...all, row("26-1", "rejected")] }, "files"],
  ["a file twice in the place of another", { ...good, files: [row("26-1"), row("26-1"), row("26-2")] }, "files"],
  ["a file of another batch beside all of ours", { ...good, files: [...all, row("26-4")] }, "files"],
  ["a row that cannot be read", { ...good, files: [row("26-1"), row("26-2"), row("26-3", "misschien")] }, undefined],
  [
    "a row that cannot be read, and one that is not there",
    { ...good, files: [row("26-1"), row("26-3", "?")] },
    "files",
  ],
  ["a row that cannot be read beside all of ours", { ...good, files: [...all, null] }, undefined],
  ["rows of nothing that can be read", { ...good, files: ["26-1", 7, null] }, undefined],
])("a receipt of %s", (_what, told, expected) => {
  expect(flaw(told)).toBe(expected);
});

test.each<[what: string, told: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", [good]],
  ["a name that is none", { ...good, batch: "1" }],
  ["no name", { ...good, batch: undefined }],
  ["a count below nothing", { ...good, count: -1 }],
  ["half a file", { ...good, count: 2.5 }],
  ["a total as a number", { ...good, total: 1234.56 }],
  ["a total with a comma", { ...good, total: "1234,56" }],
  ["a hash of seven signs", { ...good, sha256: "3a7bd3e" }],
  ["a hash that matches all", { ...good, sha256: "" }],
  ["a hash that is none", { ...good, sha256: "zzzzzzzz" }],
  ["files that are no list", { ...good, files: "all" }],
  ["more files than any batch has", { ...good, files: Array.from({ length: 20_001 }, () => row("26-1")) }],
])("%s is no receipt", (_what, told) => {
  expect(readReceipt(told)).toBeUndefined();
});

describe("a receipt that arrives after some files were already answered", () => {
  const left = { ...sent, unanswered: ["26-3"] };
  test.each<[what: string, files: readonly unknown[], flaw: string | undefined]>([
    ["answers what is left", [row("26-3")], undefined],
    ["answers all of them again", all, undefined],
    ["leaves the last one out", [row("26-1"), row("26-2")], "files"],
    ["names a file of nobody", [row("26-3"), row("26-9")], "files"],
  ])("%s", (_what, files, expected) => {
    expect(flaw({ ...good, files }, left)).toBe(expected);
  });
});

test.each<[states: readonly string[], batch: string]>([
  [["accepted", "accepted"], "accepted"],
  [["accepted", "rejected"], "partly"],
  [["rejected", "rejected"], "rejected"],
  [["processed", "rejected"], "partly"],
  [["processed", "accepted"], "accepted"],
  [["rejected"], "rejected"],
])("files %s make a batch %s", (states, batch) => {
  expect(stateBy(states.map((state) => ({ state })))).toBe(batch);
});

test("a partly readable row is rejected whole", () => {
  const rows = [
    { fileNumber: "26-1", state: "accepted", officeNumber: "x".repeat(61) },
    { fileNumber: "26-2", state: "Accepted" },
    { fileNumber: " 26-3 ", state: "rejected", reason: "Onbekend adres" },
    { fileNumber: "", state: "accepted" },
    { state: "accepted" },
  ];
  const { receipt, unread } = read({ ...good, files: rows });
  expect(unread).toBe(4);
  expect(receipt.files).toEqual([
    { fileNumber: "26-3", state: "rejected", officeNumber: "", reason: "Onbekend adres" },
  ]);
});

test.each([
  ["", [], undefined],
  [
    "26-000001; buiten ons gebied\n\n26-000002\n",
    [
      ["26-000001", "buiten ons gebied"],
      ["26-000002", ""],
    ],
    undefined,
  ],
  // A column from a sheet, and a reason with a semicolon of its own.
  [
    "26-000003\tD-1\r\n26-000004;een; twee",
    [
      ["26-000003", "D-1"],
      ["26-000004", "een; twee"],
    ],
    undefined,
  ],
  [
    "26-000005\n; zonder nummer",
    [
      ["26-000005", ""],
      ["", "zonder nummer"],
    ],
    2,
  ],
])("lines of a receipt that are pasted: %j", (text, lines, wrong) => {
  const read = numberedLines(text);
  expect(read.lines.map(({ fileNumber, rest }) => [fileNumber, rest])).toEqual(lines);
  expect(read.wrong).toBe(wrong);
});
