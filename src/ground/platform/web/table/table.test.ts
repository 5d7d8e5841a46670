import { describe, expect, it } from "vitest";
import { compareValues, csvText, nextSort, pagerItems, sortOf, sortText, valueAt } from "./table.ts";

describe("the table's rules", () => {
  it.each([
    [1, 1, "1"],
    [3, 6, "1 2 3 4 5 6"],
    [1, 7, "1 2 3 4 5 … 7"],
    [4, 7, "1 … 3 4 5 … 7"],
    [7, 7, "1 … 3 4 5 6 7"],
    [1, 20, "1 2 3 4 5 … 20"],
    [3, 20, "1 2 3 4 5 … 20"],
    [4, 20, "1 … 3 4 5 … 20"],
    [5, 20, "1 … 4 5 6 … 20"],
    [16, 20, "1 … 15 16 17 … 20"],
    [20, 20, "1 … 16 17 18 19 20"],
  ])("page %d of %d shows %s", (page, pages, shown) => {
    expect(pagerItems(page, pages).join(" ").replaceAll("gap", "…")).toBe(shown);
  });

  it("sorts in three states, and a new column resets the others", () => {
    const ascending = nextSort(undefined, "name");
    const descending = nextSort(ascending, "name");
    expect(ascending).toEqual({ field: "name", direction: "asc" });
    expect(descending).toEqual({ field: "name", direction: "desc" });
    expect(nextSort(descending, "name")).toBeUndefined();
    expect(nextSort(descending, "city")).toEqual({ field: "city", direction: "asc" });
  });

  it("keeps a sort in the address", () => {
    for (const sort of [
      { field: "name", direction: "asc" },
      { field: "openCents", direction: "desc" },
    ] as const) {
      expect(sortOf(sortText(sort) ?? "")).toEqual(sort);
    }
    expect(sortOf("-")).toBeUndefined();
  });

  it("reads values by dotted keys, never inherited ones", () => {
    const row = { client: { company: "Zonnekracht" }, id: 3 };
    expect(valueAt(row, "client.company")).toBe("Zonnekracht");
    expect(valueAt(row, "client.none.deeper")).toBeUndefined();
    expect(valueAt(row, "constructor")).toBeUndefined();
  });

  it("writes CSV that a spreadsheet reads without running formulas", () => {
    const rows = [
      ["naam", "bedrag"],
      ['"De Ketting"; B.V.', "-12,50"],
      ["=1+1", "@x"],
    ];
    expect(csvText(rows)).toBe('\uFEFFnaam;bedrag\r\n"""De Ketting""; B.V.";-12,50\r\n\'=1+1;\'@x\r\n');
  });

  it("puts empty values last and compares texts as the language does", () => {
    const collator = new Intl.Collator("nl", { numeric: true, sensitivity: "base" });
    expect(["b", null, "Á", "10", "9"].sort((a, b) => compareValues(a, b, collator))).toEqual([
      "9",
      "10",
      "Á",
      "b",
      null,
    ]);
    expect([3, 11, 2].sort((a, b) => compareValues(a, b, collator))).toEqual([2, 3, 11]);
  });
});
