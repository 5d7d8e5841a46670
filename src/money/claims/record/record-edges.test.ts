/** The day of a receipt that wants a second look, the invoices that a file claims, and what of its events interrupts limitation. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { isUnusualPaymentDay } from "../bookings/payment-day.ts";
import {
  cost,
  creditNote,
  entered,
  interruption,
  invoice,
  notice,
  payment,
  reversal,
  terms,
} from "../claims.factory.ts";
import { claimedInvoices, invoiceKey } from "../duplicate-invoices/claimed.ts";
import { balanceOf } from "../engine/balance.ts";
import type { NewEvent } from "../engine/events.ts";
import { interruptionsOf } from "./interruption.ts";

describe("the date of a payment", () => {
  const events = entered([
    invoice("100.00", "2026-03-01"),
    invoice("100.00", "2026-02-01"),
    payment("2026-01-01", "1.00"),
  ]);
  const unusual = (on: string, of = events) => isUnusualPaymentDay(of, date(on), date("2026-11-20"));

  it.each([
    ["2026-01-31", true], // the day before the first invoice
    ["2026-02-01", false], // its very day
    ["2026-11-20", false],
    ["2026-02-28", false], // before the second invoice only
  ])("on %s must be confirmed: %s", (on, is) => expect(unusual(on)).toBe(is));

  it("is unusual before the only invoice", () => {
    const one = entered([invoice("100.00", "2026-02-01")]);
    expect([unusual("2026-01-31", one), unusual("2026-02-01", one)]).toEqual([true, false]);
  });

  it("is unusual from two years and one day ago", () => {
    expect([unusual("2024-11-19", []), unusual("2024-11-20", []), unusual("2024-11-21", [])]).toEqual([
      true,
      false,
      false,
    ]);
    const old = entered([invoice("100.00", "2020-01-01")]);
    expect([unusual("2024-11-19", old), unusual("2024-11-20", old)]).toEqual([true, false]);
  });
});

describe("the invoices that a file claims", () => {
  it.each([
    ["F-001", "f1"],
    ["f 1", "f1"],
    ["2026-1-11", "2026-1-11"],
    ["2026/1/11", "2026-1-11"],
    ["2026-01-11", "2026-1-11"],
    ["(2026)", "2026"],
    ["A100", "a100"],
    ["a-b", "ab"],
    ["x-01-y", "x1y"],
    ["---", "---"],
    ["0", "0"],
  ])("the key of %s is %s", (number, key) => expect(invoiceKey(number)).toBe(key));

  it("include an invoice of which one cent is left", () => {
    const events = entered([
      invoice("100.00", "2026-03-01", { number: "F1" }),
      creditNote("2026-04-01", "99.99", "retroactive", "F1"),
    ]);
    expect(claimedInvoices(events).map(({ cents }) => cents)).toEqual([10_000, 1]);
  });

  it("have their amount as entered and what is left after retroactive credit notes", () => {
    const events = entered([
      invoice("100.00", "2026-03-01", { number: "F1" }),
      invoice("50.00", "2026-03-01", { number: "F2" }),
      invoice("70.00", "2026-03-01", { number: "F3" }),
      creditNote("2026-04-01", "30.00", "retroactive", "F1"),
      creditNote("2026-04-02", "50.00", "retroactive", "F2"),
      creditNote("2026-04-03", "20.00", "goodwill", "F3"),
    ]);
    expect(claimedInvoices(events)).toEqual([
      { eventId: 1, number: "F1", cents: 10_000 },
      { eventId: 1, number: "F1", cents: 7_000 },
      { eventId: 3, number: "F3", cents: 7_000 },
    ]);
  });
});

describe("interruptions of limitation", () => {
  const base = [
    terms({ kind: "none" }),
    invoice("100.00", "2026-01-01", { number: "F1" }),
    invoice("100.00", "2026-02-01", { number: "F2" }),
    invoice("100.00", "2026-08-01", { number: "F3" }),
  ];
  const interruptionsWith = (more: readonly NewEvent[]) => {
    const events = entered([...base, ...more]);
    return interruptionsOf(events, balanceOf(events, seededTariffs, date("2026-12-31")).ledger).map(
      ({ on, kind, invoices }) => [on, kind, ...invoices],
    );
  };
  const arrangement = (action: "activate" | "propose", on = "2026-05-01"): NewEvent => ({
    kind: "arrangement",
    on: date(on),
    data: { arrangement: "A", action },
  });

  it.each<[string, NewEvent[], (readonly string[])[]]>([
    [
      "a payment interrupts for the invoices that it paid",
      [payment("2026-05-01", "120.00")],
      [["2026-05-01", "payment", "F1", "F2"]],
    ],
    [
      "a payment interrupts for the designated invoice",
      [payment("2026-05-01", "10.00", { invoices: ["F2"] })],
      [["2026-05-01", "payment", "F2"]],
    ],
    [
      "a payment that designates no invoice interrupts for the one that it paid",
      [payment("2026-05-01", "10.00", { invoices: [] })],
      [["2026-05-01", "payment", "F1"]],
    ],
    [
      "a payment of costs only interrupts for all invoices that were due",
      [cost("2026-04-01", "10.00"), payment("2026-05-01", "10.00")],
      [["2026-05-01", "payment", "F1", "F2"]],
    ],
    [
      "a payment of costs only interrupts for the designated invoice",
      [cost("2026-04-01", "10.00"), payment("2026-05-01", "10.00", { invoices: ["F2"] })],
      [["2026-05-01", "payment", "F2"]],
    ],
    [
      "a payment of costs only does not interrupt for an invoice due on its day",
      [cost("2026-02-01", "10.00"), payment("2026-02-01", "10.00")],
      [["2026-02-01", "payment", "F1"]],
    ],
    ["an active arrangement interrupts", [arrangement("activate")], [["2026-05-01", "arrangement", "F1", "F2"]]],
    ["a proposed arrangement does not", [arrangement("propose")], []],
    [
      "the closing term that the house adds to an arrangement does not: the debtor recognised nothing on that day",
      [arrangement("activate"), arrangement("activate", "2026-11-01")],
      [["2026-05-01", "arrangement", "F1", "F2"]],
    ],
    [
      "an arrangement does not interrupt for an invoice due on its day",
      [arrangement("activate", "2026-02-01")],
      [["2026-02-01", "arrangement", "F1"]],
    ],
    [
      "an arrangement does not interrupt for an invoice entered after it",
      [arrangement("activate"), invoice("100.00", "2026-03-01", { number: "F4" })],
      [["2026-05-01", "arrangement", "F1", "F2"]],
    ],
    [
      "a demand that repeats a message of the provider does not count",
      [
        {
          kind: "interruption",
          on: date("2026-05-01"),
          data: { how: "demand", invoices: [], proof: "-", of: "message:12" },
        },
      ],
      [],
    ],
    [
      "each payment interrupts for the invoice that it paid itself",
      [payment("2026-05-02", "100.00"), payment("2026-05-03", "10.00")],
      [
        ["2026-05-02", "payment", "F1"],
        ["2026-05-03", "payment", "F2"],
      ],
    ],
    [
      "a letter of the client interrupts for the invoices that it names",
      [notice("2026-05-01", "40.00", { by: "client", documentId: 7, invoices: ["F2"] })],
      [["2026-05-01", "demand", "F2"]],
    ],
    [
      "a letter of the client that names no invoice interrupts for all",
      [notice("2026-05-01", "40.00", { by: "client" })],
      [["2026-05-01", "demand", "F1", "F2"]],
    ],
    [
      "an old letter of the provider without a document interrupts",
      [notice("2026-05-01", "40.00")],
      [["2026-05-01", "demand", "F1", "F2"]],
    ],
    [
      "a letter of the provider with a document does not, because its message does",
      [notice("2026-05-01", "40.00", { documentId: 7 })],
      [],
    ],
    [
      "entries by staff interrupt",
      [interruption("2026-05-01", "recognition", ["F1"]), interruption("2026-05-02", "summons")],
      [
        ["2026-05-01", "recognition", "F1"],
        ["2026-05-02", "summons", "F1", "F2"],
      ],
    ],
    [
      "are ordered by date, then by entry",
      [
        interruption("2026-05-02", "summons", ["F1"]),
        interruption("2026-05-01", "demand", ["F1"]),
        interruption("2026-05-01", "recognition", ["F1"]),
      ],
      [
        ["2026-05-01", "demand", "F1"],
        ["2026-05-01", "recognition", "F1"],
        ["2026-05-02", "summons", "F1"],
      ],
    ],
    ["a reversed one does not count", [interruption("2026-05-01", "demand", ["F1"]), reversal("2026-05-02", 5)], []],
  ])("%s", (_name, more, expected) => expect(interruptionsWith(more)).toEqual(expected));

  it("are ordered by entry, whatever the order of the input", () => {
    const more = [interruption("2026-05-01", "demand", ["F1"]), interruption("2026-05-01", "recognition", ["F1"])];
    const events = entered([...base, ...more, interruption("2026-04-01", "summons", ["F1"])]).reverse();
    const { ledger } = balanceOf(events, seededTariffs, date("2026-12-31"));
    expect(interruptionsOf(events, ledger).map(({ kind }) => kind)).toEqual(["summons", "demand", "recognition"]);
  });

  it("a payment after the date of the balance interrupts for all invoices that were due", () => {
    const events = entered([...base, payment("2026-05-01", "10.00")]);
    const { ledger } = balanceOf(events, seededTariffs, date("2026-04-30"));
    expect(interruptionsOf(events, ledger).map(({ invoices }) => invoices)).toEqual([["F1", "F2"]]);
  });

  it("have their proof", () => {
    const events = entered([
      ...base,
      payment("2026-05-01", "10.00"),
      notice("2026-05-02", "40.00", { by: "client", documentId: 7, invoices: ["F2"] }),
      {
        kind: "interruption",
        on: date("2026-05-03"),
        data: { how: "summons", invoices: ["F1"], proof: "Exploot 26/88", documentId: 9 },
      },
    ]);
    const { ledger } = balanceOf(events, seededTariffs, date("2026-12-31"));
    expect(interruptionsOf(events, ledger).map(({ proof }) => proof)).toEqual([
      { source: "event", id: 5, documentId: null, text: "P-2026-05-01" },
      { source: "event", id: 6, documentId: 7, text: "" },
      { source: "event", id: 7, documentId: 9, text: "Exploot 26/88" },
    ]);
  });
});
