import { expect, test } from "vitest";
import { amountText, neutraliseFormula } from "./spreadsheet.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\n=1", "'\n=1"],
  ["  =1+1", "'  =1+1"],
  ["\uff1d1+1", "'\uff1d1+1"],
  ["-", "'-"],
  ["+31 6 12345678", "'+31 6 12345678"],
  // Numbers compute nothing, and a column of them must add up.
  ["-12,50", "-12,50"],
  ["-12.50", "-12.50"],
  ["+3", "+3"],
  ["1234,50", "1234,50"],
  ["\u0001=1+1", "'=1+1"],
  ["bell\u0007\u001b", "bell"],
  ["\u202e=1+1", "'\u202e=1+1"],
  // A program that parts lines at another sign would begin a cell here.
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ["x, +HYPERLINK(A1)", "x, '+HYPERLINK(A1)"],
  ["€ 12,- en 13,-", "€ 12,- en 13,-"],
  ["Jansen, +31 6 12345678", "Jansen, +31 6 12345678"],
  ["a=1", "a=1"],
  ["jan@example.nl", "jan@example.nl"],
  ["", ""],
])("%j is written as %j", (text, written) => {
  expect(neutraliseFormula(text)).toBe(written);
});

test.each([
  [123_450, "nl", "1234,50"],
  [-5, "nl", "-0,05"],
  [100, "en", "1.00"],
] as const)("%i cents in %s are %s", (cents, language, text) => {
  expect(amountText(cents, language)).toBe(text);
});
