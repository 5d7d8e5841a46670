import { describe, expect, test } from "vitest";
import { isBsnColumn, proposeMapping, titlesOf } from "./columns.ts";
import { detectDates, detectDecimal, detectEncoding, detectSeparator, readAmount, readDate } from "./file-format.ts";
import { sniff } from "./reader.server.ts";

describe("amounts", () => {
  test.each([
    ["1.234,56", ",", 123_456],
    ["1234,5", ",", 123_450],
    ["€ 1.234", ",", 123_400],
    ["1234", ",", 123_400],
    ["EUR 12,00", ",", 1200],
    ["-5,00", ",", -500],
    ["1,234.56", ".", 123_456],
    ["1234.5", ".", 123_450],
    ["0.01", ".", 1],
  ] as const)("%s with %s is %d cents", (text, sign, cents) => {
    expect(readAmount(text, sign)).toBe(cents);
  });

  // A misread thousands sign would be a hundred or a thousand times too much: such amounts are refused.
  test.each([
    ["1234.56", ","],
    ["1.23", ","],
    ["12.34,5", ","],
    ["1,2345", ","],
    ["1e3", "."],
    ["", ","],
    ["999999999999", "."],
  ])("%s with %s is not an amount", (text, sign) => {
    expect(readAmount(text, sign === "." ? "." : ",")).toBeUndefined();
  });
});

describe("dates", () => {
  test.each([
    ["31-03-2026", "dmy", "2026-03-31"],
    ["1/4/26", "dmy", "2026-04-01"],
    ["04/01/2026", "mdy", "2026-04-01"],
    ["2026-04-01", "dmy", "2026-04-01"],
    ["20260401", "dmy", "2026-04-01"],
    ["01-04-2026 00:00", "dmy", "2026-04-01"],
    ["29.02.2024", "dmy", "2024-02-29"],
  ] as const)("%s in order %s is %s", (text, order, date) => {
    expect(readDate(text, order)).toBe(date);
  });
  test.each(["31-02-2026", "29-02-2025", "morgen", "1-13-2026", ""])("%s is not a date", (text) => {
    expect(readDate(text, "dmy")).toBeUndefined();
  });
});

describe("style", () => {
  test("the separator is the one found equally often in each line outside quotes", () => {
    expect(detectSeparator('a;b;c\n"x,y,z,w";2;3\n4;5;6')).toBe(";");
    expect(detectSeparator("a,b\n1,2\n3,4")).toBe(",");
    expect(detectSeparator("a\tb\n1\t2")).toBe("\t");
  });
  test("the decimal sign is the one before the last two digits", () => {
    expect(detectDecimal(["1.234,56", "10,00"])).toBe(",");
    expect(detectDecimal(["1,234.56", "10.00"])).toBe(".");
    expect(detectDecimal(["1.234"])).toBe(",");
  });
  test("day first, unless a number above 12 is in second place", () => {
    expect(detectDates(["01-02-2026", "03-04-2026"])).toBe("dmy");
    expect(detectDates(["01/13/2026", "02/01/2026"])).toBe("mdy");
    expect(detectDates(["13/01/2026", "01/13/2026"])).toBe("dmy");
    expect(detectDates(["2026-01-13"])).toBe("ymd");
  });
  test("UTF-8 cut in the middle of a character is still UTF-8", () => {
    const bytes = new TextEncoder().encode("Yıldız");
    expect(detectEncoding(bytes.subarray(0, 2))).toBe("utf-8");
    expect(detectEncoding(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]))).toBe("windows-1252");
  });
});

test("a file in UTF-16 is read by its mark, whichever byte of a character comes first", async () => {
  const little = Buffer.from("\ufeffnaam;plaats\nMüller;Łódź\n", "utf16le");
  for (const [bytes, encoding] of [
    [little, "utf-16le"],
    [Buffer.from(little).swap16(), "utf-16be"],
  ] as const) {
    const { style, header, sample } = await sniff(bytes);
    expect([style.encoding, header, sample]).toEqual([encoding, ["naam", "plaats"], [["Müller", "Łódź"]]]);
  }
});

describe("columns", () => {
  test("are recognised by the words of the field; a citizen service number never is", () => {
    const header = ["Factuurnr.", "BSN", "Naam", "E-mailadres", "__proto__", "naam"];
    expect(proposeMapping(header)).toEqual({ invoiceNumber: 0, lastName: 2, email: 3 });
    expect(isBsnColumn("Burgerservicenummer")).toBe(true);
  });
  test("that were chosen before take precedence, in any order", () => {
    const mapping = proposeMapping(["Nota", "Bedrag"], { invoiceNumber: "Bedrag", amount: "Nota" });
    expect(mapping).toEqual({ invoiceNumber: 1, amount: 0 });
    expect(titlesOf(["Nota", "Bedrag"], mapping)).toEqual({ invoiceNumber: "Bedrag", amount: "Nota" });
  });
});
