/** What the writer of sheets makes is read back by a library of others; rows pass through it and never lie in it. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { SheetCell } from "./rows.ts";
import { csvPieces, sheetBlob, workbookStream } from "./spreadsheets.ts";

const read = async (head: readonly string[], rows: readonly (readonly SheetCell[])[]) =>
  readSheet(await buffer(workbookStream(head, rows)), { trim: false });

describe("a workbook", () => {
  it("keeps texts as texts, amounts as numbers and dates as dates", async () => {
    const [head, first, second] = await read(
      ["Naam", "Bedrag", "Datum", "Niets"],
      [
        ["Jansen & <Zonen>", { cents: -123_456 }, { date: "2026-11-20" }, null],
        ["", { cents: 5 }, { date: "1999-12-31" }, "x"],
      ],
    );
    expect(head).toEqual(["Naam", "Bedrag", "Datum", "Niets"]);
    expect(first).toEqual(["Jansen & <Zonen>", -1234.56, new Date("2026-11-20T00:00:00Z"), null]);
    expect(second?.slice(1)).toEqual([0.05, new Date("1999-12-31T00:00:00Z"), "x"]);
  });

  it.each([
    ["=1+1"],
    ["+31 6 12345678"],
    ["\ttab"],
    ["two\nlines\r\nand a third"],
    ["bell \u0007 and null-like \u0001"],
    ["_x0041_ is no A"],
    ["\u202Eright to left"],
    ["]]>&amp;"],
    ["€ ünïcode 🧾"],
    [`${"long ".repeat(2000)}.`],
  ])("writes %j and reads it back unchanged", async (text) => {
    expect(await read(["a"], [[text]])).toEqual([["a"], [text]]);
  });

  it("truncates what no cell can hold and replaces broken surrogate pairs", async () => {
    const [, [cut] = [], [half] = []] = await read(["a"], [["x".repeat(40_000)], ["a\ud800b"]]);
    expect(cut).toBe(`${"x".repeat(32_766)}…`);
    expect(half).toBe("a\ufffdb");
  });

  it("fails with whatever its rows fail with", async () => {
    async function* broken(): AsyncGenerator<string[]> {
      yield ["a"];
      throw new Error("the database is gone");
    }
    await expect(buffer(workbookStream(["a"], broken()))).rejects.toThrow("the database is gone");
    await expect(sheetBlob("csv", "a", ["a"], broken(), "nl")).rejects.toThrow("the database is gone");
  });
});

describe("a hundred thousand rows", () => {
  const all = 100_000;
  const row = (at: number): SheetCell[] => [`DOS-${at}`, "De Vries & Zonen", { cents: at }, { date: "2026-11-20" }];
  const head = ["Dossier", "Naam", "Open", "Datum"];

  const writers = {
    xlsx: (rows: Iterable<SheetCell[]>) => workbookStream(head, rows),
    csv: (rows: Iterable<SheetCell[]>) => csvPieces(head, rows, { language: "nl" }),
  };
  const cases = Object.entries(writers).map(([name, write]) => ({ name, write }));

  it.each(cases)("as $name are produced no faster than the file is read", async ({ write }) => {
    let taken = 0;
    function* rows() {
      for (; taken < all; taken++) yield row(taken);
    }
    const pieces = write(rows())[Symbol.asyncIterator]();
    const first = await pieces.next();
    expect(first.done).toBe(false);
    // Whatever buffers lie between fill up; then nothing is taken any more until somebody reads on.
    let before = -1;
    while (taken > before) {
      before = taken;
      for (let turn = 0; turn < 200; turn++) await new Promise((go) => setImmediate(go));
    }
    expect(taken).toBeLessThan(all / 4);
    while (!(await pieces.next()).done);
    expect(taken).toBe(all);
  });

  it.each(cases)("as $name yield the thread every few hundred rows, and all arrive", async ({ write }) => {
    let sinceTurn = 0;
    let most = 0;
    let isOver = false;
    // What comes in meanwhile is served in turns of the event loop, of which this is one.
    const turn = (): void => {
      sinceTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    function* rows() {
      for (let at = 0; at < all; at++) {
        most = Math.max(most, ++sinceTurn);
        yield row(at);
      }
    }
    const bytes = await buffer(Readable.from(write(rows())));
    isOver = true;
    expect(most).toBeLessThanOrEqual(1000);
    if (bytes.subarray(0, 2).toString() !== "PK") {
      return expect(bytes.toString().split("\r\n")).toHaveLength(all + 2);
    }
    const sheet = await readSheet(bytes);
    expect(sheet).toHaveLength(all + 1);
    expect(sheet.at(-1)).toEqual([`DOS-${all - 1}`, "De Vries & Zonen", (all - 1) / 100, new Date("2026-11-20")]);
  });
});
