/** Why a 14-day letter does not count, and that of a client counts by what it told and where it went. */

import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { bik, creditNote, entered, eur, invoice, notice, payment, reversal, terms } from "../claims.factory.ts";
import { type NewEvent, standingEvents } from "../engine/events.ts";
import { judgeNotice, lastNotice } from "./notice.ts";

const claim = [terms({ kind: "none" }), invoice("1000.00", "2026-08-01", { number: "F1" })];
/** Of Tuesday 1 September 2026: costs from the 18th. */
const letter = (more: Parameters<typeof notice>[2] = {}) =>
  notice("2026-09-01", "150.00", { invoices: ["F1"], ...more });
const clientNotice = { by: "client" as const, announced: eur("150.00"), address: "same" as const };
const client = { ...clientNotice, documentId: 7 };
const gone = (voids: "returned" | "wrongAddress" | "wrongAmount"): NewEvent => ({
  kind: "reversal",
  on: date("2026-09-10"),
  reverses: 3,
  data: { reason: "-", voids },
});

test.each<[string, NewEvent[], string | null]>([
  ["the provider's", [letter()], null],
  [
    "the provider's, with a retroactive credit note later",
    [letter(), creditNote("2026-10-01", "100.00", "retroactive")],
    "amountTooHigh",
  ],
  [
    "the provider's, with its costs charged and a retroactive credit note later",
    [letter(), bik("2026-09-18", "150.00"), creditNote("2026-10-01", "100.00", "retroactive")],
    "amountTooHigh",
  ],
  [
    "the provider's, with an earlier payment that is entered later",
    [letter(), payment("2026-08-20", "100.00")],
    "amountTooHigh",
  ],
  ["the provider's, returned", [letter(), gone("returned")], "returned"],
  ["the provider's, sent to a wrong address", [letter(), gone("wrongAddress")], "wrongAddress"],
  [
    "the provider's, returned, and a new one",
    [letter(), gone("returned"), notice("2026-10-06", "150.00", { invoices: ["F1"] })],
    null,
  ],
  ["the client's, with only its date known", [letter({ by: "client" })], "unproved"],
  ["the client's, with only its amount known", [letter({ by: "client", announced: eur("150.00") })], "unproved"],
  ["the client's, with amount and address but no copy", [letter(clientNotice)], "noCopy"],
  ["the client's, with a copy and no amount", [letter({ by: "client", documentId: 7 })], "unproved"],
  ["the client's, with its address and no amount", [letter({ by: "client", address: "same" })], "unproved"],
  ["the client's, with amount, address and a document", [letter(client)], null],
  ["the client's, with an attachment of the timeline as copy", [letter({ ...clientNotice, attachmentId: 7 })], null],
  ["the client's, one cent too high", [letter({ ...client, announced: eur("150.01") })], "amountTooHigh"],
  ["the client's, sent to another address", [letter({ ...client, address: "other" })], "wrongAddress"],
])("%s", (_name, more, reason) => {
  expect(judgeNotice(entered([...claim, ...more]), seededTariffs, date("2026-11-22"))?.voidReason).toBe(reason);
});

const judged = (events: readonly NewEvent[], on = "2026-11-22") =>
  judgeNotice(entered(events), seededTariffs, date(on));

test("a valid letter, one on which costs were charged, and a file without a letter", () => {
  const fresh = { used: false, voidReason: null, paidInTime: false, newInstalments: false };
  expect(judged([...claim, letter()])).toMatchObject({ event: { id: 3 }, ...fresh });
  expect(judged([...claim, letter(), bik("2026-09-18", "150.00")])).toMatchObject({ ...fresh, used: true });
  // Costs of the day of the letter rest on it, those of before do not.
  expect(judged([...claim, letter(), bik("2026-09-01", "150.00")])).toMatchObject({ used: true });
  expect(judged([...claim, letter(), bik("2026-08-31", "150.00")])).toMatchObject({ used: false });
  expect(judged(claim)).toBeNull();
});

describe("the last letter", () => {
  test.each<[string, NewEvent[], number]>([
    ["is the one with the later date", [letter(), notice("2026-09-10", "150.00")], 4],
    ["is the one with the later date, even if it was entered first", [notice("2026-09-10", "150.00"), letter()], 3],
    ["of two with the same date is the one entered last", [letter(), letter()], 4],
  ])("%s", (_name, letters, id) => {
    const events = standingEvents(entered([...claim, ...letters]));
    expect(lastNotice(events)?.id).toBe(id);
    expect(lastNotice([...events].reverse())?.id).toBe(id);
  });

  test("is judged on its own, regardless of defects of an earlier one", () => {
    const dear = notice("2026-09-01", "150.01", { invoices: ["F1"] });
    expect(judged([...claim, dear, notice("2026-10-06", "150.00", { invoices: ["F1"] })])?.voidReason).toBeNull();
    expect(judged([...claim, letter(), notice("2026-10-06", "150.01", { invoices: ["F1"] })])?.voidReason).toBe(
      "amountTooHigh",
    );
  });
});

describe("a reversed letter", () => {
  test("that was void is returned with its reason, and gives nothing else", () => {
    expect(judged([...claim, letter(), gone("returned")])).toEqual({
      event: expect.objectContaining({ id: 3 }),
      used: false,
      voidReason: "returned",
      paidInTime: false,
      newInstalments: false,
    });
  });

  test("that was a mistake counts as never sent", () => {
    expect(judged([...claim, letter(), reversal("2026-09-10", 3)])).toBeNull();
    // The one before it, which came back, is what is known.
    const events = [...claim, letter(), gone("returned"), notice("2026-10-06", "150.00"), reversal("2026-10-07", 5)];
    expect(judged(events)).toMatchObject({ event: { id: 3 }, voidReason: "returned" });
  });
});

describe("instalments that no letter named, after costs were charged", () => {
  const period = { from: date("2026-10-01"), until: date("2026-10-31") };
  const part = (amount: string, due: string, number: string) => invoice(amount, due, { number, instalment: period });
  const used = (amount: string, costs: string, rule = false): NewEvent[] => [
    terms({ kind: "none" }, { instalmentRule: rule }),
    part(amount, "2026-08-01", "F1"),
    notice("2026-09-01", costs, { invoices: ["F1"] }),
    bik("2026-09-18", costs),
  ];

  test.each<[string, NewEvent[], boolean]>([
    ["no instalment was added", used("1000.00", "150.00"), false],
    ["one was added", [...used("1000.00", "150.00"), part("1000.00", "2026-10-01", "F2")], true],
    [
      "an invoice that is not an instalment was added",
      [...used("1000.00", "150.00"), invoice("1000.00", "2026-10-01", { number: "F2" })],
      false,
    ],
    [
      "one was added and named in a later letter",
      [
        ...used("1000.00", "150.00"),
        part("1000.00", "2026-10-01", "F2"),
        notice("2026-10-06", "150.00", { invoices: ["F2"] }),
        bik("2026-10-23", "150.00", "0.00", ["F2"]),
      ],
      false,
    ],
    [
      "one was added and named, while only the costs of the first were charged",
      [
        terms({ kind: "none" }),
        part("1000.00", "2026-08-01", "F1"),
        notice("2026-09-01", "150.00", { invoices: ["F1"] }),
        part("1000.00", "2026-10-01", "F2"),
        notice("2026-10-06", "150.00", { invoices: ["F2"] }),
        bik("2026-10-10", "150.00", "0.00", ["F1"]),
      ],
      false,
    ],
    // The scale over the 200.00 of both is its minimum of 40.00, which was charged over the first.
    [
      "one was added, over which the scale leaves nothing",
      [...used("100.00", "40.00", true), part("100.00", "2026-10-01", "F2")],
      false,
    ],
    // 15 % of 2,000.00 is 300.00, less 150.00
    [
      "one was added, over which the scale leaves half",
      [...used("1000.00", "150.00", true), part("1000.00", "2026-10-01", "F2")],
      true,
    ],
  ])("%s", (_name, events, wanted) => expect(judged(events)).toMatchObject({ used: true, newInstalments: wanted }));
});

describe("a letter whose own invoices were paid while others are open", () => {
  const other = invoice("500.00", "2026-08-01", { number: "F2" });
  const named = letter();

  test.each<[string, NewEvent[], string | null]>([
    // Paid on 10 September, within the term of the letter: over F1 no right arises any more.
    [
      "its invoice was paid within the term, another is open",
      [other, named, payment("2026-09-10", "1000.00", { invoices: ["F1"] })],
      "otherInvoices",
    ],
    ["its invoice was paid in part", [other, named, payment("2026-09-10", "999.99", { invoices: ["F1"] })], null],
    [
      "its invoice was paid after the term: its costs can be charged",
      [other, named, payment("2026-10-20", "1000.00", { invoices: ["F1"] })],
      null,
    ],
    [
      "the amount asked was paid within the term, so no costs arise, and its invoice is still open",
      [other, letter({ asked: eur("500.00") }), payment("2026-09-10", "500.00", { invoices: ["F1"] })],
      null,
    ],
    ["both invoices were paid", [other, named, payment("2026-09-10", "1500.00")], null],
    ["its invoice was paid, and there is no other", [named, payment("2026-09-10", "1000.00")], null],
    [
      "it named no invoice",
      [other, letter({ invoices: [] }), payment("2026-09-10", "1000.00", { invoices: ["F1"] })],
      null,
    ],
    ["nothing was paid", [other, named], null],
  ])("%s", (_name, more, reason) => expect(judged([...claim, ...more])?.voidReason).toBe(reason));
});
