import { describe, expect, it } from "vitest";
import {
  currencyOf,
  cut,
  formatDate,
  formatMoney,
  isMistypedDate,
  joinDateTime,
  localeOf,
  numberInput,
  parseMoney,
  parseNumber,
  parseTypedDate,
  parseTypedTime,
  shortFileName,
} from "./format.ts";

describe("amounts", () => {
  it.each([
    [123_456, "nl", undefined, "€ 1.234,56"],
    [-123_456, "nl", undefined, "€ -1.234,56"],
    [0, "nl", undefined, "€ 0,00"],
    [100, "nl", "USD", "€ 1,00"],
    [100, "nl", "GBP", "£ 1,00"],
    [123_456, "en", "EUR", "€1,234.56"],
    [123_456, "fr", "EUR", "1 234,56 €"],
    [null, "nl", undefined, ""],
  ])("%s cents in %s (%s) are %s", (cents, language, currency, text) => {
    // No space of an amount lets it break over two lines.
    expect(formatMoney(cents, language, currency)).toBe(text.replaceAll(" ", "\u00a0"));
  });

  it("knows three currencies and takes the euro for any other", () => {
    expect(["EUR", "DKK", "GBP", "USD", null].map(currencyOf)).toEqual(["EUR", "DKK", "GBP", "EUR", "EUR"]);
  });

  it("makes the locale of the language", () => {
    expect(["nl", "fr", "de", "en"].map(localeOf)).toEqual(["nl-NL", "fr-FR", "de-DE", "en-GB"]);
  });

  it.each([
    ["1.234,56", 123_456],
    ["1234,56", 123_456],
    ["1234.56", 123_456],
    ["1,234.56", 123_456],
    ["1.234", 123_400],
    ["1.234.567", 123_456_700],
    ["12,5", 1250],
    ["€ 12,50", 1250],
    ["12,-", 1200],
    ["-0,01", -1],
    ["0", 0],
    ["1,234,5", undefined],
    ["12,345", 1_234_500],
    ["12,3456", undefined],
    ["abc", undefined],
    ["", undefined],
  ])("reads %j as %s cents", (text, cents) => {
    expect(parseMoney(text)).toBe(cents);
  });

  it.each([
    ["nl", "12", 0, 12],
    ["nl", "10,5", 1, 10.5],
    ["nl", "10.25", 2, 10.25],
    ["nl", "10,25", 1, undefined],
    ["nl", "1e3", 0, undefined],
    // A thousand and more are read back as they are shown.
    ["nl", "100.000", 0, 100_000],
    ["nl", "1.234.567,5", 1, 1_234_567.5],
    ["nl", "100000", 0, 100_000],
    ["nl", "1,234,5", 1, undefined],
    ["nl", "0.375", 3, 0.375],
    ["nl", "1,375", 3, 1.375],
    ["nl", "1,375", 2, undefined],
    ["nl", "-2.000", 0, -2000],
    ["en", "100,000", 0, 100_000],
    ["en", "1.375", 3, 1.375],
    ["en", "1,234.5", 1, 1234.5],
    ["fr", "100\u202f000", 0, 100_000],
    ["de", "100.000", 0, 100_000],
    ["nl", "12.", 2, undefined],
    ["nl", "", 0, undefined],
  ])("in %s reads %j with %d decimals as %s", (language, text, decimals, value) => {
    expect(parseNumber(text, decimals, language)).toBe(value);
  });

  it.each(["nl", "en", "fr", "de"])("in %s reads back what it formats", (language) => {
    for (const [value, decimals] of [
      [100_000, 0],
      [1234.5, 2],
      [0.0625, 4],
      [1.375, 3],
      [-2000, 0],
    ] as const)
      expect(parseNumber(numberInput(value, decimals, language), decimals, language)).toBe(value);
  });
});

describe("dates and times", () => {
  it.each([
    ["2026-11-20", {}, "20-11-2026"],
    ["2026-11-20T08:02:00Z", {}, "20-11-2026"],
    // Winter time: Amsterdam is an hour ahead; just before midnight in London it is the next day here.
    ["2026-11-20T23:30:00Z", {}, "21-11-2026"],
    ["2026-11-20T08:02:09Z", { time: "HH:mm" }, "20-11-2026 09:02"],
    ["2026-07-20T20:02:09Z", { time: "hh:mm:ss" }, "20-07-2026 10:02:09"],
    ["2026-11-20T23:05:00Z", { time: "hh:mm" }, "21-11-2026 12:05"],
    ["2026-11-20", { format: "listing" }, "20 nov 2026"],
    ["", {}, ""],
    [null, {}, ""],
    ["20 november", {}, undefined],
    ["2026-02-30", {}, undefined],
  ] as const)("%s as %j is %s", (value, style, text) => {
    expect(formatDate(value, "nl", style)).toBe(text);
  });

  it.each([
    ["20-11-2026", "2026-11-20"],
    ["1-2-26", "2026-02-01"],
    ["01/02/1980", "1980-02-01"],
    ["20112026", "2026-11-20"],
    ["5.6.75", "1975-06-05"],
    ["2026-11-20", "2026-11-20"],
    ["30-02-2026", undefined],
    ["morgen", undefined],
  ])("reads %s as %s", (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
  });

  it.each([
    ["9:05", "09:05"],
    ["09.05", "09:05"],
    ["0905", "09:05"],
    ["9", "09:00"],
    ["24:00", ""],
    ["9:60", ""],
    ["", ""],
  ])("reads %j as time %j", (text, time) => {
    expect(parseTypedTime(text)).toBe(time);
  });

  it("gives a date-time only when both are set", () => {
    expect(joinDateTime("2026-11-20", "09:00")).toBe("2026-11-20 09:00");
    expect(joinDateTime("2026-11-20", "")).toBeNull();
    expect(joinDateTime(null, "09:00")).toBeNull();
  });
});

describe("long texts", () => {
  it("are cut at 50 characters", () => {
    expect(cut("x".repeat(50))).toBe("x".repeat(50));
    expect(cut("x".repeat(51))).toBe(`${"x".repeat(50)}...`);
  });

  it("of file names are cut past 10, the extension kept", () => {
    expect(shortFileName("short.csv")).toBe("short.csv");
    expect(shortFileName("zonnekracht-2026-04.csv")).toBe("zonnekrach....csv");
  });
});

it.each([
  ["", false],
  ["  ", false],
  ["1-3-2026", false],
  ["31-02-2026", true],
  ["morgen", true],
  ["28-02-2026", true],
  ["01-12-2026", true],
])("of %s a date field with limits says %s", (text, isMistyped) => {
  expect(isMistypedDate(text, { min: "2026-03-01", max: "2026-11-30" })).toBe(isMistyped);
});
