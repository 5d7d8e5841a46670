/** Invoices, credit notes and refunds at their limits. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { cost, creditNote, entered, eur, owedFrom, payment, refund, terms, writeOff } from "../claims.factory.ts";
import { withoutInvoices } from "./balance.ts";
import { allocationsOf, fourPercent, free, numbered, on, open, principals } from "./edges.factory.ts";
import type { NewEvent } from "./events.ts";
import { invoiceTermsOf } from "./replay.ts";

describe("an invoice", () => {
  it("of one cent, and interest of one cent, can be paid", () => {
    expect(
      allocationsOf([free, numbered("F1", "0.01", "2026-01-01"), payment("2026-05-01", "0.01")], "2026-05-01"),
    ).toEqual([["principal", "F1", "0.01"]]);
    // 91.25 × 4 % / 365 = 0.01
    const day = [fourPercent, owedFrom("91.25", "2026-05-01", { number: "F1" })];
    expect(allocationsOf([...day, payment("2026-05-02", "0.01")], "2026-05-02")).toEqual([["interest", "F1", "0.01"]]);
    expect(allocationsOf([...day, payment("2026-05-02", "91.26")], "2026-05-02")).toEqual([
      ["interest", "F1", "0.01"],
      ["principal", "F1", "91.25"],
    ]);
  });

  it("bears interest from the day after it was due", () => {
    // 3,650 × 4 % / 365 = 0.40 a day
    expect(
      ["2026-05-01", "2026-05-02", "2026-05-03"].map((day) =>
        open([fourPercent, numbered("F1", "3650.00", "2026-05-01")], day),
      ),
    ).toEqual(["3650.00", "3650.00", "3650.40"]);
  });

  it.each<[string, string, string, string]>([
    // 0.40 a day on 1 June
    ["a start of interest for the whole file", "2026-05-20", "2026-05-01", "3654.80"], // 12 days
    [
      "a start for the whole file does not apply to an invoice that was not yet overdue",
      "2026-05-20",
      "2026-05-25",
      "3652.40",
    ], // from the 26th: 6 days
  ])("%s", (_name, from, due, owed) => {
    const file = terms({ kind: "contractual", rate: 40_000, compounding: "none", floor: "none", from: date(from) });
    expect(open([file, numbered("F1", "3650.00", due)], "2026-06-01")).toBe(owed);
  });

  it.each<[string, object, string]>([
    ["its own start of interest", { interestFrom: date("2026-05-22") }, "3654.00"], // 10 days
    [
      "the start of its own terms",
      { interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-05-22") } },
      "3658.00",
    ], // 0.80 a day
    [
      "its own start of interest and another of its terms",
      {
        interestFrom: date("2026-05-27"),
        interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-05-22") },
      },
      "3654.00",
    ],
    [
      "its own terms, from the day after it was due",
      { interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none" } },
      "3656.40",
    ], // from 24 May: 8 days
  ])("%s", (_name, more, owed) => {
    expect(open([fourPercent, numbered("F1", "3650.00", "2026-05-23", more)], "2026-06-01")).toBe(owed);
  });

  const eight = { kind: "contractual", rate: 80_000, compounding: "none", floor: "none" } as const;
  const set = (number: string, interest: typeof eight | null, from?: string): NewEvent => ({
    kind: "invoice_terms",
    on: date("2026-06-01"),
    data: { invoice: number, interest, ...(from ? { from: date(from) } : {}) },
  });
  it.each<[string, NewEvent[], string]>([
    ["set later for this invoice", [set("F1", eight)], "3657.20"], // from 23 May: 9 days of 0.80
    ["set for another invoice", [set("F2", eight)], "3653.60"], // 9 days of 0.40
    ["set with a start", [set("F1", eight, "2026-05-30")], "3651.60"], // 2 days of 0.80
    ["set, then reset to those of the file", [set("F1", eight), set("F1", null)], "3653.60"],
    ["reset with a start of its own", [set("F1", eight), set("F1", null, "2026-05-27")], "3652.00"], // 5 days of 0.40
  ])("terms %s", (_name, more, owed) => {
    expect(open([fourPercent, numbered("F1", "3650.00", "2026-05-22"), ...more], "2026-06-01")).toBe(owed);
  });

  it("of terms set twice the last entered apply, whatever the order of the input", () => {
    const events = entered([set("F1", eight), set("F1", null)]);
    expect(invoiceTermsOf(events).get("F1")?.interest).toBeNull();
    expect(invoiceTermsOf(events.toReversed()).get("F1")?.interest).toBeNull();
    expect(invoiceTermsOf(entered([free])).size).toBe(0);
  });
});

describe("a credit note", () => {
  // Charges of one day go by number; the second is entered on an earlier day.
  const two = [
    free,
    { ...numbered("F3", "100.00", "2026-05-02"), on: date("2026-04-01") },
    { ...numbered("F2", "100.00", "2026-05-02"), on: date("2026-04-02") },
    numbered("F1", "100.00", "2026-05-01"),
  ];

  it.each<[string, NewEvent[], Record<string, string>]>([
    [
      "goes to the earliest due first, then by number",
      [creditNote("2026-06-01", "150.00", "goodwill")],
      { F1: "0.00", F2: "50.00", F3: "100.00" },
    ],
    [
      "retroactive, goes to the earliest due first too",
      [creditNote("2026-06-01", "150.00", "retroactive")],
      { F1: "0.00", F2: "50.00", F3: "100.00" },
    ],
    [
      "goes only to the invoice that it names",
      [creditNote("2026-06-01", "150.00", "goodwill", "F3")],
      { F1: "100.00", F2: "100.00", F3: "0.00" },
    ],
    [
      "credits what an earlier one left",
      [creditNote("2026-06-01", "60.00", "goodwill", "F1"), creditNote("2026-06-02", "60.00", "goodwill")],
      { F1: "0.00", F2: "80.00", F3: "100.00" },
    ],
    // 60.00 of F1 is left to the note that names it: 40.00 of F1 and 20.00 of F2. None of the 120.00 is lost.
    [
      "without an invoice leaves what a later one names",
      [creditNote("2026-06-01", "60.00", "goodwill"), creditNote("2026-06-02", "60.00", "goodwill", "F1")],
      { F1: "0.00", F2: "80.00", F3: "100.00" },
    ],
    [
      "without an invoice, retroactive, leaves what a later one names",
      [creditNote("2026-06-01", "250.00", "retroactive"), creditNote("2026-06-02", "50.00", "retroactive", "F1")],
      { F1: "0.00", F2: "0.00", F3: "0.00" },
    ],
    [
      "of both kinds together credit no more than was invoiced",
      [creditNote("2026-06-01", "60.00", "retroactive", "F1"), creditNote("2026-06-02", "60.00", "goodwill", "F1")],
      { F1: "0.00", F2: "100.00", F3: "100.00" },
    ],
  ])("%s", (_name, notes, left) => {
    const balance = on([...two, ...notes], "2026-07-01");
    expect(principals([...two, ...notes], "2026-07-01")).toEqual(left);
    expect(balance.credited).toBe(30_000 - Object.values(left).reduce((sum, amount) => sum + eur(amount), 0));
    expect(balance.ledger.invoices.flatMap(({ credits }) => credits).every(({ amount }) => amount > 0)).toBe(true);
  });

  it("goodwill beyond what is open refunds what was paid of that principal, once", () => {
    // 1,000: 900 paid, 200 credited: 100 lowers it, 100 comes back; 850 more: 800 is left to credit, all of it paid.
    const paid = [free, numbered("F1", "1000.00", "2026-05-01"), payment("2026-05-10", "900.00")];
    const first = [...paid, creditNote("2026-06-01", "200.00", "goodwill", "F1")];
    expect(on(first, "2026-06-01")).toMatchObject({ open: 0, overpaid: eur("100.00"), credited: eur("200.00") });
    const second = [...first, creditNote("2026-06-02", "850.00", "goodwill", "F1")];
    expect(on(second, "2026-06-02")).toMatchObject({ open: 0, overpaid: eur("900.00"), credited: eur("1000.00") });
    expect(on(second, "2026-06-02").ledger.invoices[0]?.paidBack).toBe(eur("900.00"));
    expect(on([...second, refund("2026-06-03", "900.00")], "2026-06-03")).toMatchObject({
      overpaid: 0,
      paid: 0,
      costs: 0,
    });
  });

  it("does not refund what was written off, interest, or payments of another invoice", () => {
    const written = [
      free,
      numbered("F1", "1000.00", "2026-05-01"),
      payment("2026-05-10", "300.00"),
      writeOff("2026-05-11", "700.00"),
    ];
    expect(on([...written, creditNote("2026-06-01", "500.00", "goodwill", "F1")], "2026-06-01")).toMatchObject({
      overpaid: eur("300.00"),
      credited: eur("300.00"),
    });
    expect(
      on(
        [
          ...written,
          creditNote("2026-06-01", "300.00", "goodwill", "F1"),
          creditNote("2026-06-02", "500.00", "goodwill", "F1"),
        ],
        "2026-06-02",
      ),
    ).toMatchObject({ overpaid: eur("300.00"), credited: eur("300.00") });
    // 40.00 of interest is paid (3,650 for 100 days at 0.40), the principal written off.
    const interest = [
      fourPercent,
      owedFrom("3650.00", "2026-01-01", { number: "F1" }),
      payment("2026-04-11", "40.00"),
      writeOff("2026-04-11", "3650.00"),
    ];
    expect(on([...interest, creditNote("2026-06-01", "500.00", "goodwill", "F1")], "2026-06-01")).toMatchObject({
      overpaid: 0,
      credited: 0,
    });
    const another = [
      free,
      numbered("F1", "100.00", "2026-05-02"),
      numbered("F2", "100.00", "2026-05-01"),
      payment("2026-05-10", "100.00"),
      writeOff("2026-05-11", "100.00"),
    ];
    expect(on([...another, creditNote("2026-06-01", "50.00", "goodwill", "F1")], "2026-06-01")).toMatchObject({
      overpaid: 0,
      credited: 0,
    });
  });

  it("of one cent is refunded too", () => {
    const events = [
      free,
      numbered("F1", "0.01", "2026-05-01"),
      payment("2026-05-10", "0.01"),
      creditNote("2026-06-01", "0.01", "goodwill", "F1"),
    ];
    expect(on(events, "2026-06-01")).toMatchObject({ overpaid: 1, credited: 1 });
    const unpaid = [free, numbered("F1", "0.01", "2026-05-01"), creditNote("2026-06-01", "0.01", "goodwill", "F1")];
    expect(on(unpaid, "2026-06-01")).toMatchObject({ overpaid: 0, credited: 1, open: 0 });
    expect(on(unpaid, "2026-06-01").ledger.creditSurpluses).toEqual([]);
  });
});

describe("a refund", () => {
  const held = [free, payment("2026-05-01", "30.00"), payment("2026-05-02", "40.00")];
  const receipts = (events: readonly NewEvent[]) =>
    on(events, "2026-06-01").ledger.payments.map(({ surplus, refunded }) => [surplus, refunded]);

  it("is taken from the oldest surplus first", () => {
    expect(receipts([...held, refund("2026-06-01", "50.00")])).toEqual([
      [0, 3_000],
      [2_000, 2_000],
    ]);
    expect(on([...held, refund("2026-06-01", "70.00")], "2026-06-01")).toMatchObject({
      overpaid: 0,
      paid: 0,
      costs: 0,
    });
  });

  it("beyond all surpluses is owed again, to the cent", () => {
    const { costs, ledger } = on([...held, refund("2026-06-01", "70.01")], "2026-06-01");
    expect(costs).toBe(1);
    expect(ledger.costs).toMatchObject([
      {
        id: 4,
        group: "other",
        type: "refundExcess",
        description: "R-2026-06-01",
        article: "",
        vat: 0,
        amount: 1,
        open: 1,
      },
    ]);
  });

  it("a cost has its type, description, article and VAT", () => {
    const summons: NewEvent = {
      kind: "cost",
      on: date("2026-05-01"),
      amount: 100,
      data: { group: "court", type: "summons", description: "d", article: "Rv 237", vat: 21 },
    };
    expect(on([free, summons, cost("2026-05-01", "1.00")], "2026-06-01").ledger.costs).toMatchObject([
      { group: "court", type: "summons", description: "d", article: "Rv 237", vat: 21 },
      { group: "other", type: "information", description: undefined, article: "", vat: 0 },
    ]);
  });
});

describe("a credit note that names no invoice", () => {
  it("goes to the earliest due, then by number, and changes no other invoice", () => {
    const events = [
      fourPercent,
      numbered("F1", "100.00", "2026-02-15"),
      numbered("F4", "100.00", "2026-01-15"),
      numbered("F3", "100.00", "2026-01-15"),
      numbered("F2", "100.00", "2026-02-15"),
    ].map((event) => ({ ...event, on: date("2026-01-01") }));
    const { invoices } = on([...events, creditNote("2026-03-01", "150.00", "goodwill")], "2026-04-01").ledger;
    expect(invoices.map(({ number, accrual, credits }) => [number, accrual.principal, credits.length])).toEqual([
      ["F1", 10_000, 0],
      ["F2", 10_000, 0],
      ["F3", 0, 1],
      ["F4", 5000, 1],
    ]);
    // From the day after the due date to the balance: the credit note ended no line of theirs.
    expect(invoices.slice(0, 2).map(({ accrual }) => accrual.lines.length)).toEqual([1, 1]);
  });

  it("credits nothing of an invoice that was written off, and one cent of one that was written off but for a cent", () => {
    const events = [free, numbered("F1", "100.00", "2026-01-01")];
    const credited = (off: string) =>
      on(
        [...events, writeOff("2026-02-01", off), creditNote("2026-03-01", "50.00", "goodwill", "F1")],
        "2026-03-01",
      ).ledger.invoices[0]?.credits.map(({ amount }) => amount);
    expect(credited("100.00")).toEqual([]);
    expect(credited("99.99")).toEqual([1]);
  });

  it("of two retroactive ones the earlier is applied first, even if it was entered last", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01"),
      creditNote("2026-03-01", "80.00", "retroactive", "F1"),
      creditNote("2026-02-01", "50.00", "retroactive", "F1"),
    ];
    expect(on(events, "2026-04-01").ledger.invoices[0]?.credits.map(({ amount }) => amount)).toEqual([5000, 5000]);
  });
});

it("a refund from a surplus is not a cost", () => {
  const events = [free, numbered("F1", "100.00", "2026-01-01"), payment("2026-02-01", "120.00")];
  expect(on([...events, refund("2026-03-01", "20.00")], "2026-03-01").ledger.costs).toEqual([]);
});

it("without an invoice, payments keep what they paid of others, to the cent", () => {
  const events = [
    free,
    numbered("F1", "100.00", "2026-01-01"),
    numbered("F2", "0.01", "2026-01-02"),
    payment("2026-02-01", "100.01"),
  ];
  const left = withoutInvoices(on(events, "2026-03-01"), new Set(["F1"]));
  expect(left.ledger.payments.map(({ amount, allocations }) => [amount, allocations.map(({ to }) => to)])).toEqual([
    [1, ["F2"]],
  ]);
  const off = [
    free,
    numbered("F1", "1.00", "2026-01-01"),
    numbered("F2", "0.01", "2026-01-02"),
    writeOff("2026-02-01", "1.01"),
  ];
  expect(withoutInvoices(on(off, "2026-03-01"), new Set(["F1"])).ledger.writeOffs.map(({ amount }) => amount)).toEqual([
    1,
  ]);
});
