/** The rights to collection costs at their edges: which invoices and letters a claim rests on, and how much of it stands. */
import { describe, expect, it } from "vitest";
import { date, dayNumber } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { cost, creditNote, entered, eur, invoice, notice, payment, terms, writeOff } from "../claims.factory.ts";
import { balanceOf } from "../engine/balance.ts";
import { type BikGround, enteredEvent, isKind, type NewEvent } from "../engine/events.ts";
import { receivedInTerm, termOf } from "./rights.ts";

const free = terms({ kind: "none" });
const one = invoice("1000.00", "2026-08-01", { number: "F1" });
const two = invoice("1000.00", "2026-08-01", { number: "F2" });
/** Of Tuesday 1 September 2026: costs from the 18th. */
const letter = (bik = "150.00", more: Parameters<typeof notice>[2] = {}) =>
  notice("2026-09-01", bik, { invoices: ["F1"], ...more });

const claim = (
  on: string,
  bik: string,
  ground: BikGround,
  more: { invoices?: string[]; vat?: string } = {},
): NewEvent => {
  const vat = eur(more.vat ?? "0.00");
  const { invoices } = more;
  return {
    kind: "bik",
    on: date(on),
    amount: eur(bik) + vat,
    data: { bik: eur(bik), vat, ground, ...(invoices && { invoices }) },
  };
};

/** Each claim of costs as it stands: costs and the VAT in them, in cents. */
const charged = (events: readonly NewEvent[], day = "2026-11-22"): readonly (readonly number[])[] =>
  balanceOf(entered(events), seededTariffs, date(day)).ledger.costs.map(({ amount, vat }) => [amount - vat, vat]);

describe("costs by default, between businesses", () => {
  it.each<[string, NewEvent[], number]>([
    // 15 % of 1,000.00, and of 2,000.00 where both are claimed
    [
      "over the named invoice",
      [free, one, two, claim("2026-10-01", "300.00", "default", { invoices: ["F1"] })],
      15_000,
    ],
    [
      "over both invoices that fell in default on one day",
      [free, one, two, claim("2026-10-01", "300.00", "default")],
      30_000,
    ],
    [
      "not over an invoice due on the day of the claim",
      [free, one, invoice("1000.00", "2026-10-01"), claim("2026-10-01", "300.00", "default")],
      15_000,
    ],
    [
      "over an invoice due the day before the claim",
      [free, one, invoice("1000.00", "2026-09-30"), claim("2026-10-01", "300.00", "default")],
      30_000,
    ],
    // Each right counts what the client charged before once: 300.00 less 50.00.
    [
      "less what the client charged before, once, over two invoices that fell in default on different days",
      [
        terms({ kind: "none" }, { alreadyCharged: 5_000 }),
        one,
        invoice("1000.00", "2026-09-01"),
        claim("2026-10-01", "300.00", "default"),
      ],
      25_000,
    ],
  ])("%s", (_name, events, cents) => expect(charged(events)).toEqual([[cents, 0]]));

  it("include VAT of 21 % over two rights together", () => {
    const vat = terms({ kind: "none" }, { vat: true });
    const events = [
      vat,
      one,
      invoice("1000.00", "2026-09-01"),
      claim("2026-10-01", "300.00", "default", { vat: "63.00" }),
    ];
    expect(charged(events)).toEqual([[30_000, 6_300]]);
  });
});

describe("costs on the ground of a letter", () => {
  it.each<[string, NewEvent[], (readonly number[])[]]>([
    ["whose term has ended", [free, one, letter(), claim("2026-09-18", "150.00", "notice")], [[15_000, 0]]],
    [
      "none before the term has ended, even if it ends later",
      [free, one, letter(), claim("2026-09-17", "150.00", "notice")],
      [],
    ],
    [
      "no more than the letter announced",
      [free, one, letter("140.00"), claim("2026-10-01", "150.00", "notice")],
      [[14_000, 0]],
    ],
    ["no more than was claimed", [free, one, letter(), claim("2026-10-01", "120.00", "notice")], [[12_000, 0]]],
    [
      "none on a letter that announced one cent too much",
      [free, one, letter("150.01"), claim("2026-10-01", "150.00", "notice")],
      [],
    ],
    [
      "on the second letter, where the first announced too much",
      [
        free,
        one,
        letter("150.01"),
        notice("2026-10-06", "150.00", { invoices: ["F1"] }),
        claim("2026-11-01", "150.00", "notice"),
      ],
      [[15_000, 0]],
    ],
    // It told 300.00, which is what the scale gives over both; it named one, over which it gives 150.00.
    [
      "none on a letter that announced costs over an invoice that it did not name",
      [free, one, two, letter("300.00"), claim("2026-10-01", "300.00", "notice")],
      [],
    ],
    // 500.00 was asked and came in on the tenth day: no costs, though the other 500.00 is open.
    [
      "none where the amount asked came in within the term",
      [
        free,
        one,
        letter("150.00", { asked: eur("500.00") }),
        payment("2026-09-10", "500.00"),
        claim("2026-10-01", "75.00", "notice"),
      ],
      [],
    ],
    // A cent less: 15 % of 500.01 is 75.00.
    [
      "where one cent of the amount asked is missing",
      [
        free,
        one,
        letter("150.00", { asked: eur("500.00") }),
        payment("2026-09-10", "499.99"),
        claim("2026-10-01", "75.00", "notice"),
      ],
      [[7_500, 0]],
    ],
  ])("%s", (_name, events, expected) => expect(charged(events)).toEqual(expected));

  describe("with VAT that the creditor cannot offset", () => {
    const vat = terms({ kind: "none" }, { vat: true });

    it.each<[string, NewEvent, (readonly number[])[]]>([
      // 150.00 and 21 % of it, 31.50
      ["as announced", letter("150.00", { vat: eur("31.50") }), [[15_000, 3_150]]],
      ["with less VAT announced", letter("140.00", { vat: eur("20.00") }), [[14_000, 2_000]]],
      ["with VAT announced one cent too high", letter("150.00", { vat: eur("31.51") }), []],
      // The client told 121.00 in all: 100.00 and 21.00 of VAT, by the parts of the letter (181.50).
      [
        "with one sum announced by the client",
        letter("150.00", { vat: eur("31.50"), by: "client", announced: eur("121.00"), address: "same", documentId: 7 }),
        [[10_000, 2_100]],
      ],
    ])("%s", (_name, told, expected) =>
      expect(charged([vat, one, told, claim("2026-10-01", "150.00", "notice", { vat: "31.50" })])).toEqual(expected),
    );
  });
});

describe("the rule for instalments", () => {
  const rule = terms({ kind: "none" }, { instalmentRule: true });
  const part = (due: string) =>
    invoice("1000.00", due, { instalment: { from: date("2026-01-01"), until: date("2026-12-31") } });

  it("does not apply to other invoices: 300.00 over two of 1,000.00", () => {
    expect(charged([rule, one, two, claim("2026-10-01", "300.00", "default")])).toEqual([[30_000, 0]]);
  });

  it("gives the costs of the dearest of two that are claimed at once, and full costs over the third in the window", () => {
    // 150.00 over both. Over the window's 3,000.00 the scale gives 375.00 + 10 % of 500.00 = 425.00; less 150.00 leaves 275.00.
    const both = [rule, part("2026-08-01"), part("2026-08-01"), claim("2026-09-01", "300.00", "default")];
    expect(charged(both)).toEqual([[15_000, 0]]);
    expect(charged([...both, part("2026-09-02"), claim("2026-10-01", "150.00", "default")])).toEqual([
      [15_000, 0],
      [15_000, 0],
    ]);
  });
});

describe("the term of a letter", () => {
  const [sent] = entered([letter()]).filter((event) => isKind(event, "notice14"));
  if (!sent) throw new Error("no letter");

  it("runs from its date up to and including the last day for payment, 17 September", () => {
    expect(termOf(sent)).toEqual([dayNumber(date("2026-09-01")), dayNumber(date("2026-09-18"))]);
  });

  it.each<[string, NewEvent, string, number]>([
    ["a payment on the day of the letter", payment("2026-09-01", "10.00"), "2026-11-22", 0],
    ["a payment on the day after", payment("2026-09-02", "10.00"), "2026-11-22", 1_000],
    ["a payment on the last day", payment("2026-09-17", "10.00"), "2026-11-22", 1_000],
    ["a payment on the day after the last", payment("2026-09-18", "10.00"), "2026-11-22", 0],
    ["a payment of today", payment("2026-09-10", "10.00"), "2026-09-10", 1_000],
    ["a payment in the future", payment("2026-09-10", "10.00"), "2026-09-09", 0],
    ["a write-off", writeOff("2026-09-10", "10.00"), "2026-11-22", 1_000],
    ["a goodwill credit note", creditNote("2026-09-10", "10.00", "goodwill"), "2026-11-22", 1_000],
    ["a retroactive credit note", creditNote("2026-09-10", "10.00", "retroactive"), "2026-11-22", 0],
    ["a cost", cost("2026-09-10", "10.00"), "2026-11-22", 0],
  ])("counts %s", (_name, event, asOf, cents) => {
    const received = [enteredEvent({ ...event, id: 9, amount: event.amount ?? 0 })];
    expect(receivedInTerm(received, sent, date(asOf))).toBe(cents);
  });
});
