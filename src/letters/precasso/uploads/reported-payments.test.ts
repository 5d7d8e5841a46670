/** Which reported payments are duplicates, and which records the text of a payment names: worked examples. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { paymentReference } from "../../../ground/kernel/identifiers.ts";
import { isSamePayment, namesIn, recordsByReference } from "./reported-payments.ts";

const told = (reference: string, on = "2026-11-18", cents = 4000) => ({ on: date(on), cents, reference });

describe("two payments of one record", () => {
  it.each([
    ["equal in everything are the same", told("TRX-1"), told("trx-1 "), true],
    ["of which one has no reference are the same", told(""), told("TRX-1"), true],
    ["with two references are not the same", told("TRX-1"), told("TRX-2"), false],
    ["on different days are not the same", told("TRX-1"), told("TRX-1", "2026-11-19"), false],
    ["with different amounts are not the same", told("TRX-1"), told("TRX-1", "2026-11-18", 4001), false],
  ])("%s", (_name, one, other, isSame) => {
    expect(isSamePayment(one, other)).toBe(isSame);
    expect(isSamePayment(other, one)).toBe(isSame);
  });
});

describe("the text of a payment", () => {
  // Record 12: payload 9 and eight digits; its length digit is 9, the check digit is reckoned by the bank's rule.
  const reference = paymentReference("900000012");
  const spaced = `${reference.slice(0, 3)} ${reference.slice(3, 7)} ${reference.slice(7)}`;

  it.each([
    ["the reference itself", reference, [12]],
    ["in groups of digits", `Betaling ${spaced} dank`, [12]],
    ["padded to sixteen", `00000${reference}`, [12]],
    ["with a wrong check digit", `${(Number(reference[0]) + 1) % 10}${reference.slice(1)}`, []],
    ["within a longer number", `77${reference}77`, []],
    ["a reference of a file", paymentReference("260000012"), []],
    ["nothing", "huur november", []],
  ])("%s", (_name, text, ids) => expect(recordsByReference(text)).toEqual(ids));

  it("may contain numbers of invoices and records", () => {
    expect(namesIn("Factuur: PF-2026-7, (P0000012) van jan 12 november")).toEqual(["PF-2026-7", "P0000012"]);
  });
});
