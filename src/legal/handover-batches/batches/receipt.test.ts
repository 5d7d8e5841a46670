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
  ["all files", good, undefined],
  ["the files in another order", { ...good, files: [...all].reverse() }, undefined],
  ["the first eight signs of the hash, in capitals", { ...good, sha256: " 3A7BD3E2" }, undefined],
  ["unknown extra fields", { ...good, office: "Werf", files: all.map((one) => ({ ...one, room: 4 })) }, undefined],
  ["a count that is one too low", { ...good, count: 2 }, "count"],
  ["a total that is one cent too high", { ...good, total: "1234.57" }, "total"],
  ["a total in cents", { ...good, total: "123456.00" }, "total"],
  ["the hash of another batch", { ...good, sha256: "3a7bd3e3" }, "hash"],
  ["all files but one", { ...good, files: all.slice(1) }, "files"],
  ["no file", { ...good, files: [] }, "files"],
  ["an unknown file instead of one of ours", { ...good, files: [...all.slice(1), row("26-9")] }, "files"],
  ["one file twice, with two answers", { ...good, files: [...all, row("26-1", "rejected")] }, "files"],
  ["one file twice instead of another", { ...good, files: [row("26-1"), row("26-1"), row("26-2")] }, "files"],
  ["all files and one of another batch", { ...good, files: [...all, row("26-4")] }, "files"],
  ["one row that cannot be read", { ...good, files: [row("26-1"), row("26-2"), row("26-3", "misschien")] }, undefined],
  [
    "one row that cannot be read, and one that is missing",
    { ...good, files: [row("26-1"), row("26-3", "?")] },
    "files",
  ],
  ["all files and a row that cannot be read", { ...good, files: [...all, null] }, undefined],
  ["only rows that cannot be read", { ...good, files: ["26-1", 7, null] }, undefined],
])("a receipt of %s", (_what, told, expected) => {
  expect(flaw(told)).toBe(expected);
});

test.each<[what: string, told: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", [good]],
  ["an invalid batch number", { ...good, batch: "1" }],
  ["no name", { ...good, batch: undefined }],
  ["a negative count", { ...good, count: -1 }],
  ["a fractional count", { ...good, count: 2.5 }],
  ["a total as number", { ...good, total: 1234.56 }],
  ["a total with a comma", { ...good, total: "1234,56" }],
  ["a hash of seven characters", { ...good, sha256: "3a7bd3e" }],
  ["an empty hash", { ...good, sha256: "" }],
  ["an invalid hash", { ...good, sha256: "zzzzzzzz" }],
  ["files that are not a list", { ...good, files: "all" }],
  ["more files than any batch can have", { ...good, files: Array.from({ length: 20_001 }, () => row("26-1")) }],
])("%s is not a receipt", (_what, told) => {
  expect(readReceipt(told)).toBeUndefined();
});

describe("a receipt that arrives after some files were already answered", () => {
  const left = { ...sent, unanswered: ["26-3"] };
  test.each<[what: string, files: readonly unknown[], flaw: string | undefined]>([
    ["is accepted if it answers what is left", [row("26-3")], undefined],
    ["is accepted if it answers all files again", all, undefined],
    ["is refused if it leaves out the last one", [row("26-1"), row("26-2")], "files"],
    ["is refused if it has an unknown file", [row("26-3"), row("26-9")], "files"],
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
])("a batch of files that are %s is %s", (states, batch) => {
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
])("pasted receipt lines are read: %j", (text, lines, wrong) => {
  const read = numberedLines(text);
  expect(read.lines.map(({ fileNumber, rest }) => [fileNumber, rest])).toEqual(lines);
  expect(read.wrong).toBe(wrong);
});
