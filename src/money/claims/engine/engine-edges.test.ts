/** The order of a day, where money goes, credit notes, refunds and what interrupts limitation: one example for each edge. */
import { describe, expect, it } from "vitest";
import { date, dayNumber } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  cost,
  creditNote,
  entered,
  eur,
  freeze,
  interruption,
  invoice,
  notice,
  owedFrom,
  payment,
  refund,
  reversal,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { balanceOf, bikFor, withoutInvoices } from "./balance.ts";
import { eventData, type NewEvent, reversedIds, standingEvents, termsOf } from "./events.ts";
import { supposed } from "./hypothetical.ts";
import { invoiceTermsOf } from "./replay.ts";

const free = terms({ kind: "none" });
const fourPercent = terms({ kind: "contractual", rate: 40_000, compounding: "none", floor: "none" });
const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));
const open = (events: readonly NewEvent[], day: string): string => decimalFromCents(on(events, day).open);
/** Where the n-th payment went: part, to what, how much. */
const went = (events: readonly NewEvent[], day: string, n = 0) =>
  on(events, day).ledger.payments[n]?.allocations.map(({ part, to, amount }) => [part, to, decimalFromCents(amount)]);
const principals = (events: readonly NewEvent[], day: string) =>
  Object.fromEntries(
    on(events, day).ledger.invoices.map(({ number, accrual }) => [number, decimalFromCents(accrual.principal)]),
  );
const numbered = (number: string, amount: string, due: string, more: object = {}): NewEvent =>
  invoice(amount, due, { number, ...more });

describe("costs are paid off by group, then the oldest, then the smallest, then as they were entered (BW 6:44)", () => {
  const costs = [
    cost("2026-03-01", "10.00", "other"), // 2
    cost("2026-02-01", "20.00", "other"), // 3: older
    cost("2026-03-01", "7.00", "other"), // 4: of the same day, smaller
    cost("2026-03-01", "7.00", "other"), // 5: the same again
    cost("2026-05-01", "40.00", "execution"), // 6
    cost("2026-04-01", "30.00", "court"), // 7
    cost("2026-05-01", "25.00", "court"), // 8: younger, though smaller
  ];
  const ids = (events: readonly NewEvent[]) =>
    went([...events, payment("2026-06-01", "139.00")], "2026-06-01")?.map(([, to]) => to);

  it("whatever the order of entry", () => {
    expect(ids([free, ...costs])).toEqual([6, 7, 8, 3, 4, 5, 2]);
    // Entered the other way round: 20.00 is event 7, the two of 7.00 are 5 and 6, 10.00 is 8.
    expect(ids([free, ...costs.toReversed()])).toEqual([4, 3, 2, 7, 5, 6, 8]);
  });

  it("one that is paid already takes nothing, and a cent is a cost", () => {
    const events = [
      free,
      cost("2026-02-01", "0.01"),
      cost("2026-03-01", "20.00"),
      payment("2026-04-01", "0.01"),
      payment("2026-05-01", "20.00"),
    ];
    expect(went(events, "2026-05-01", 0)).toEqual([["costs", 2, "0.01"]]);
    expect(went(events, "2026-05-01", 1)).toEqual([["costs", 3, "20.00"]]);
    expect(
      went(
        [free, cost("2026-02-01", "0.01"), cost("2026-03-01", "20.00"), payment("2026-05-01", "20.01")],
        "2026-05-01",
      ),
    ).toEqual([
      ["costs", 2, "0.01"],
      ["costs", 3, "20.00"],
    ]);
  });

  it("the last cent that is left over goes to the principal", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01"),
      cost("2026-02-01", "20.00"),
      payment("2026-05-01", "20.01"),
    ];
    expect(went(events, "2026-05-01")).toEqual([
      ["costs", 3, "20.00"],
      ["principal", "F1", "0.01"],
    ]);
  });
});

describe("an invoice", () => {
  it("of one cent, and a cent of interest, are paid", () => {
    expect(went([free, numbered("F1", "0.01", "2026-01-01"), payment("2026-05-01", "0.01")], "2026-05-01")).toEqual([
      ["principal", "F1", "0.01"],
    ]);
    // 91.25 × 4 % / 365 = 0.01
    const day = [fourPercent, owedFrom("91.25", "2026-05-01", { number: "F1" })];
    expect(went([...day, payment("2026-05-02", "0.01")], "2026-05-02")).toEqual([["interest", "F1", "0.01"]]);
    expect(went([...day, payment("2026-05-02", "91.26")], "2026-05-02")).toEqual([
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
    ["a start for the whole file", "2026-05-20", "2026-05-01", "3654.80"], // 12 days
    ["which never begins one that was not overdue yet", "2026-05-20", "2026-05-25", "3652.40"], // from the 26th: 6 days
  ])("%s", (_name, from, due, owed) => {
    const file = terms({ kind: "contractual", rate: 40_000, compounding: "none", floor: "none", from: date(from) });
    expect(open([file, numbered("F1", "3650.00", due)], "2026-06-01")).toBe(owed);
  });

  it.each<[string, object, string]>([
    ["a start of its own", { interestFrom: date("2026-05-22") }, "3654.00"], // 10 days
    [
      "a start of its terms",
      { interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-05-22") } },
      "3658.00",
    ], // 0.80 a day
    [
      "a start of its own before that of its terms",
      {
        interestFrom: date("2026-05-27"),
        interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-05-22") },
      },
      "3654.00",
    ],
    [
      "terms of its own from the day after it was due",
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
    ["set later for it", [set("F1", eight)], "3657.20"], // from 23 May: 9 days of 0.80
    ["set for another", [set("F2", eight)], "3653.60"], // 9 days of 0.40
    ["set with a start", [set("F1", eight, "2026-05-30")], "3651.60"], // 2 days of 0.80
    ["set, then set back to those of the file", [set("F1", eight), set("F1", null)], "3653.60"],
    ["set back with a start of its own", [set("F1", eight), set("F1", null, "2026-05-27")], "3652.00"], // 5 days of 0.40
  ])("terms %s", (_name, more, owed) => {
    expect(open([fourPercent, numbered("F1", "3650.00", "2026-05-22"), ...more], "2026-06-01")).toBe(owed);
  });

  it("of terms set twice the last entered hold, in whatever order they are read", () => {
    const events = entered([set("F1", eight), set("F1", null)]);
    expect(invoiceTermsOf(events).get("F1")?.interest).toBeNull();
    expect(invoiceTermsOf(events.toReversed()).get("F1")?.interest).toBeNull();
    expect(invoiceTermsOf(entered([free])).size).toBe(0);
  });
});

describe("several invoices (BW 6:43)", () => {
  it("those that are due come before those that are not, whatever bears interest first", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01", { interestFrom: date("2026-12-01") }),
      numbered("F2", "100.00", "2026-08-31"),
    ].map((event) => ({ ...event, on: date("2025-12-01") }));
    expect(went([...events, payment("2026-07-01", "1.00")], "2026-07-01")).toEqual([["principal", "F1", "1.00"]]);
    const designated = payment("2026-07-01", "1.00", { invoices: ["F2"] });
    expect(went([...events, designated], "2026-07-01")).toEqual([["principal", "F2", "1.00"]]);
  });

  it("one is due on the day after its date", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-07-01", { interestFrom: date("2026-12-01") }),
      numbered("F2", "100.00", "2026-07-10"),
    ].map((event) => ({ ...event, on: date("2025-12-01") }));
    expect(went([...events, payment("2026-07-01", "1.00")], "2026-07-01")?.[0]?.[1]).toBe("F2");
    expect(went([...events, payment("2026-07-02", "1.00")], "2026-07-02")?.[0]?.[1]).toBe("F1");
  });

  const equal = (...amounts: string[]) => amounts.map((amount, n) => numbered(`F${n + 1}`, amount, "2026-06-01"));
  it.each<[string, NewEvent[], string, Record<string, string>]>([
    // 100.01 of 400.00: 75.0075 and 25.0025, and the cent to the larger one
    [
      "share by what is owed, the last cent to the larger",
      equal("300.00", "100.00"),
      "100.01",
      { F1: "224.99", F2: "75.00" },
    ],
    [
      "equal ones: the last cent to the last number",
      equal("100.00", "100.00").toReversed(),
      "0.01",
      { F1: "100.00", F2: "99.99" },
    ],
    [
      "a remainder that the last cannot take goes to the one before",
      equal("0.01", "0.01", "0.01"),
      "0.02",
      { F1: "0.01", F2: "0.00", F3: "0.00" },
    ],
    ["exactly what is owed", equal("300.00", "100.00"), "400.00", { F1: "0.00", F2: "0.00" }],
    ["more than is owed", equal("300.00", "100.00"), "400.01", { F1: "0.00", F2: "0.00" }],
  ])("%s", (_name, invoices, paid, left) => {
    const events = [free, ...invoices, payment("2026-07-01", paid)];
    expect(principals(events, "2026-07-01")).toEqual(left);
    expect(on(events, "2026-07-01").overpaid).toBe(
      Math.max(0, eur(paid) - invoices.reduce((sum, { amount = 0 }) => sum + amount, 0)),
    );
  });

  it("an older one is paid whole before the next begins, to the cent", () => {
    const events = [free, numbered("F2", "100.00", "2026-06-02"), numbered("F1", "100.00", "2026-06-01")];
    expect(went([...events, payment("2026-07-01", "100.01")], "2026-07-01")).toEqual([
      ["principal", "F1", "100.00"],
      ["principal", "F2", "0.01"],
    ]);
    expect(went([...events, payment("2026-07-01", "100.00"), payment("2026-07-02", "1.00")], "2026-07-02", 1)).toEqual([
      ["principal", "F2", "1.00"],
    ]);
  });
});

describe("what a letter asked is paid within its term: principal first", () => {
  // A letter of 1 September 2026 asks 1,500.00; its last day is 17 September. 4 % runs beside it.
  const asked = [
    fourPercent,
    { ...numbered("F3", "500.00", "2026-07-01"), on: date("2026-06-01") },
    { ...numbered("F2", "500.00", "2026-07-01"), on: date("2026-06-02") },
    numbered("F1", "500.00", "2026-08-01"),
    notice("2026-09-01", "150.00", { asked: eur("1500.00") }),
  ];

  it("the earliest due, then by number, and the interest stays", () => {
    const paid = [...asked, payment("2026-09-17", "1500.00")];
    expect(went(paid, "2026-09-17")).toEqual([
      ["principal", "F2", "500.00"],
      ["principal", "F3", "500.00"],
      ["principal", "F1", "500.00"],
    ]);
    expect(on(paid, "2026-09-17").interest).toBeGreaterThan(0);
  });

  it("what is beyond it goes to the interest", () => {
    const parts = went([...asked, payment("2026-09-02", "1500.10")], "2026-09-02");
    // Of the two oldest, which share it.
    expect(parts?.slice(3)).toEqual([
      ["interest", "F2", "0.05"],
      ["interest", "F3", "0.05"],
    ]);
  });

  it.each([
    ["2026-09-01", "interest"], // on the day of sending the term has not begun
    ["2026-09-02", "principal"],
    ["2026-09-17", "principal"], // its last day
  ])("0.50 on %s, before the 1,500.00 of its last day: %s first", (day, part) => {
    const events = [...asked, payment(day, "0.50"), payment("2026-09-17", "1500.00")];
    expect(went(events, "2026-12-31")?.[0]?.[0]).toBe(part);
  });

  it("the day after the term it is interest first again", () => {
    const events = [...asked, payment("2026-09-17", "1500.00"), payment("2026-09-18", "1.00")];
    const later = [...events.slice(0, 4), cost("2026-09-18", "1.00"), ...events.slice(4)];
    expect(went(later, "2026-09-18", 1)?.[0]).toEqual(["costs", 5, "1.00"]);
    expect(went(events, "2026-09-18", 1)?.map(([part]) => part)).toEqual(["interest", "interest"]);
  });

  it("a letter that asks a cent more than came in changes nothing", () => {
    const events = [
      ...asked.slice(0, 4),
      notice("2026-09-01", "150.00", { asked: eur("1500.01") }),
      payment("2026-09-10", "1500.00"),
    ];
    expect(went(events, "2026-09-10")?.[0]?.[0]).toBe("interest");
  });
});

describe("a surplus pays what becomes due later", () => {
  it("its interest of before first", () => {
    // 3,650 × 4 % / 365 = 0.40 a day from 1 April to 1 June: 61 days, 24.40
    const late = { ...owedFrom("3650.00", "2026-04-01", { number: "F2" }), on: date("2026-06-01") };
    const events = [
      fourPercent,
      owedFrom("10.00", "2026-03-01", { number: "F1" }),
      payment("2026-03-01", "60.00"),
      late,
    ];
    expect(went(events, "2026-06-01")).toEqual([
      ["principal", "F1", "10.00"],
      ["interest", "F2", "24.40"],
      ["principal", "F2", "25.60"],
    ]);
    expect(on(events, "2026-06-01").overpaid).toBe(0);
  });

  it("the oldest surplus first, and a cent is one", () => {
    const events = [free, payment("2026-03-01", "0.01"), payment("2026-03-02", "5.00"), cost("2026-04-01", "3.00")];
    expect(went(events, "2026-04-01", 0)).toEqual([["costs", 4, "0.01"]]);
    expect(went(events, "2026-04-01", 1)).toEqual([["costs", 4, "2.99"]]);
    expect(on(events, "2026-04-01").overpaid).toBe(eur("2.01"));
  });
});

describe("on one day charges come before money, whatever was entered first", () => {
  it("a payment before the invoice of its day", () => {
    expect(went([free, payment("2026-06-01", "60.00"), numbered("F1", "100.00", "2026-06-01")], "2026-06-01")).toEqual([
      ["principal", "F1", "60.00"],
    ]);
  });

  it("a payment before a write-off, which ends with what is open", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-05-01"),
      writeOff("2026-06-01", "10.00"),
      payment("2026-06-01", "95.00"),
    ];
    expect(on(events, "2026-06-01")).toMatchObject({ writtenOff: 500, overpaid: 0, open: 0 });
    const exact = [free, numbered("F1", "100.00", "2026-05-01"), writeOff("2026-06-01", "100.00")];
    expect(on(exact, "2026-06-01")).toMatchObject({ writtenOff: 10_000, overpaid: 0, open: 0 });
    const beyond = [free, numbered("F1", "100.00", "2026-05-01"), writeOff("2026-06-01", "100.01")];
    expect(on(beyond, "2026-06-01")).toMatchObject({ writtenOff: 10_000, overpaid: 0, open: 0 });
  });

  it("a payment before its refund", () => {
    const events = [free, refund("2026-06-01", "50.00"), payment("2026-06-01", "50.00")];
    expect(on(events, "2026-06-01")).toMatchObject({ overpaid: 0, costs: 0, paid: 0 });
  });

  it("costs before the payments of the day when they are claimed, after them when they are announced", () => {
    // 15 % of 1,000.00, and of 400.00
    const events = entered([free, numbered("F1", "1000.00", "2026-05-01"), payment("2026-06-01", "600.00")]);
    const asked = (moment: "charges" | "all") => bikFor(events, seededTariffs, date("2026-06-01"), { moment }).bik;
    expect([asked("charges"), asked("all")]).toEqual([eur("150.00"), eur("60.00")]);
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
      "retroactive, the same way",
      [creditNote("2026-06-01", "150.00", "retroactive")],
      { F1: "0.00", F2: "50.00", F3: "100.00" },
    ],
    [
      "goes to the one it names alone",
      [creditNote("2026-06-01", "150.00", "goodwill", "F3")],
      { F1: "100.00", F2: "100.00", F3: "0.00" },
    ],
    [
      "credits what a former one left",
      [creditNote("2026-06-01", "60.00", "goodwill", "F1"), creditNote("2026-06-02", "60.00", "goodwill")],
      { F1: "0.00", F2: "80.00", F3: "100.00" },
    ],
    [
      "of both kinds together no more than was invoiced",
      [creditNote("2026-06-01", "60.00", "retroactive", "F1"), creditNote("2026-06-02", "60.00", "goodwill", "F1")],
      { F1: "0.00", F2: "100.00", F3: "100.00" },
    ],
  ])("%s", (_name, notes, left) => {
    const balance = on([...two, ...notes], "2026-07-01");
    expect(principals([...two, ...notes], "2026-07-01")).toEqual(left);
    expect(balance.credited).toBe(30_000 - Object.values(left).reduce((sum, amount) => sum + eur(amount), 0));
    expect(balance.ledger.invoices.flatMap(({ credits }) => credits).every(({ amount }) => amount > 0)).toBe(true);
  });

  it("of goodwill beyond what is open pays back what was paid of that principal, once", () => {
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

  it("pays back nothing of what was written off, of interest, or of another invoice", () => {
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

  it("of one cent comes back too", () => {
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

  it("comes out of the oldest surplus first", () => {
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

  it("beyond every surplus is owed again, to the cent", () => {
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

  it("a cost says what it is and by which article", () => {
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

describe("what makes the term after a judgment begin anew (BW 3:325)", () => {
  // 1,000.00 at 4 % from 2015, judgment on 1 January 2018: 440.33 on 1 January 2026, of which 120.11 has lapsed where nothing renewed it.
  const judged = [
    fourPercent,
    owedFrom("1000.00", "2015-01-01", { number: "F1" }),
    owedFrom("1000.00", "2015-01-01", { number: "F2" }),
    interruption("2018-01-01", "judgment"),
  ];
  const lapsed = (more: readonly NewEvent[]) =>
    on([...judged, ...more], "2026-01-01").ledger.invoices.map(({ accrual }) =>
      decimalFromCents(accrual.lapse?.lapsed ?? 0),
    );
  const arrangement = (action: "propose" | "activate"): NewEvent => ({
    kind: "arrangement",
    on: date("2022-06-01"),
    data: {
      arrangement: "A",
      action,
      plan: { total: 100, frequency: "month", interest: "runs", terms: [{ on: date("2022-07-01"), amount: 100 }] },
    },
  });

  it.each<[string, NewEvent[], readonly [string, string]]>([
    ["nothing", [], ["120.11", "120.11"]],
    ["a payment on one, by name", [payment("2022-06-01", "1.00", { invoices: ["F2"] })], ["120.11", "0.00"]],
    ["a payment on both", [payment("2022-06-01", "1.00")], ["0.00", "0.00"]],
    ["a payment that names none in particular", [payment("2022-06-01", "1.00", { invoices: [] })], ["0.00", "0.00"]],
    [
      "a payment of costs alone recognises all",
      [cost("2022-05-01", "1.00"), payment("2022-06-01", "1.00")],
      ["0.00", "0.00"],
    ],
    ["a write-off recognises nothing", [writeOff("2022-06-01", "1.00")], ["120.11", "120.11"]],
    ["a demand for one", [interruption("2022-06-01", "demand", ["F1"])], ["0.00", "120.11"]],
    [
      "a letter of the client for one",
      [notice("2022-06-01", "1.00", { by: "client", invoices: ["F1"] })],
      ["0.00", "120.11"],
    ],
    [
      "a letter of the house is a message, which tells it",
      [notice("2022-06-01", "1.00", { invoices: ["F1"] })],
      ["120.11", "120.11"],
    ],
    ["an arrangement that is agreed", [arrangement("activate")], ["0.00", "0.00"]],
    ["an arrangement that is proposed", [arrangement("propose")], ["120.11", "120.11"]],
  ])("%s", (_name, more, expected) => {
    expect(lapsed(more)).toEqual(expected);
  });
});

describe("without the invoices that are time-barred", () => {
  const events = [
    fourPercent,
    owedFrom("3650.00", "2026-01-01", { number: "F1" }),
    owedFrom("3650.00", "2026-01-01", { number: "F2" }),
    cost("2026-01-01", "10.00"),
    payment("2026-04-11", "50.00"), // 10.00 of costs, 40.00 of interest, 20.00 of each
    payment("2026-04-12", "30.00", { invoices: ["F2"] }),
    writeOff("2026-04-13", "100.00"),
    creditNote("2026-04-14", "5.00", "goodwill", "F2"),
    creditNote("2026-04-15", "7.00", "goodwill", "F1"),
  ];
  const balance = on(events, "2026-05-01");

  it("neither they count, nor what was paid, written off or credited of them", () => {
    const left = withoutInvoices(balance, new Set(["F2"]));
    const [first] = balance.ledger.invoices;
    expect(left.ledger.invoices).toEqual([first]);
    const ofFirst = (receipts: typeof balance.ledger.payments) =>
      receipts
        .flatMap(({ allocations }) => allocations)
        .filter(({ to }) => to !== "F2")
        .reduce((sum, { amount }) => sum + amount, 0);
    expect(left).toMatchObject({
      invoiced: eur("3650.00"),
      principal: first?.accrual.principal,
      credited: eur("7.00"),
      paid: ofFirst(balance.ledger.payments),
      writtenOff: ofFirst(balance.ledger.writeOffs),
    });
    expect(left.paid).toBe(eur("30.00"));
    expect(left.ledger.payments.map(({ amount }) => amount)).toEqual([eur("30.00")]);
    const neither = withoutInvoices(balance, new Set(["F1", "F2"]));
    expect(neither).toMatchObject({ open: 0, paid: eur("10.00"), writtenOff: 0, credited: 0 });
    expect(neither.ledger.writeOffs).toEqual([]);
  });

  it("without any it is the same balance", () => {
    expect(withoutInvoices(balance, new Set())).toBe(balance);
  });
});

describe("the events that stand", () => {
  it("neither reversals nor what they undo; a reversal that is undone undoes nothing", () => {
    const events = entered([
      free,
      payment("2026-05-01", "1.00"),
      reversal("2026-05-02", 2),
      reversal("2026-05-03", 3),
      payment("2026-05-04", "2.00"),
      reversal("2026-05-05", 5),
    ]);
    expect([...reversedIds(events)].sort()).toEqual([3, 5]);
    expect(standingEvents(events).map(({ id }) => id)).toEqual([1, 2]);
    expect(standingEvents(events.toReversed()).map(({ id }) => id)).toEqual([2, 1]);
    const none = entered([free, payment("2026-05-01", "1.00")]);
    expect(standingEvents(none)).toBe(none);
  });

  it("of terms the last entered hold; without any no interest is claimed", () => {
    const events = entered([free, fourPercent]);
    expect(termsOf(events).interest.rate).toBe(40_000);
    expect(termsOf(events.toReversed()).interest.rate).toBe(40_000);
    expect(termsOf([])).toMatchObject({
      interest: { kind: "none", compounding: "none" },
      bik: { method: "scale", alreadyCharged: 0 },
    });
  });

  it("supposed ones follow the last that was entered", () => {
    const events = entered([free, numbered("F1", "100.00", "2026-05-01")], 41);
    const all = supposed(events, [payment("2026-06-01", "30.00"), reversal("2026-06-02", 42), freeze("2026-06-03")]);
    expect(all.slice(0, 2)).toEqual(events);
    expect(all.slice(2).map(({ id, kind, amount }) => [id, kind, amount])).toEqual([
      [43, "payment", 3_000],
      [44, "reversal", 0],
      [45, "freeze", 0],
    ]);
    expect(all[3]).toMatchObject({ reverses: 42 });
    expect(Object.hasOwn(all[2] ?? {}, "reverses")).toBe(false);
    expect(supposed([], [free])[0]?.id).toBe(1);
  });
});

describe("what an event keeps", () => {
  const day = "2026-05-01";
  const refused = (kind: keyof typeof eventData, data: object) => !eventData[kind].safeParse(data).success;

  it.each<[keyof typeof eventData, object, object]>([
    ["invoice", { number: "F1", dueDate: day }, { number: "", dueDate: day }],
    [
      "invoice",
      { number: "x".repeat(100), dueDate: day, description: "x".repeat(2000), instalment: { from: day, until: day } },
      { number: "x".repeat(101), dueDate: day },
    ],
    ["invoice", { number: "F1", dueDate: day, interestFrom: day }, { number: "F1", dueDate: "2026-02-30" }],
    ["invoice", { number: "F1", dueDate: day }, { number: "F1", dueDate: day, description: "x".repeat(2001) }],
    ["terms", { interest: { kind: "statutory" }, bik: {} }, { interest: { kind: "usury" }, bik: {} }],
    [
      "terms",
      {
        interest: {
          kind: "contractual",
          rate: 10_000_000,
          per: "month",
          compounding: "monthly",
          dayCount: "ACT/ACT",
          floor: "none",
        },
        bik: { method: "contract", contractAmount: 1_000_000_000_000 },
      },
      { interest: { kind: "contractual", rate: 10_000_001 }, bik: {} },
    ],
    [
      "terms",
      {
        interest: { kind: "government", per: "year", compounding: "yearly", dayCount: "ACT/365F", floor: "commercial" },
        bik: { method: "none" },
      },
      { interest: { kind: "none", rate: -1 }, bik: {} },
    ],
    [
      "terms",
      { interest: { kind: "commercial", compounding: "none", floor: "statutory" }, bik: { method: "scale" } },
      { interest: { kind: "none" }, bik: { contractAmount: 1_000_000_000_001 } },
    ],
    ["arrangement", { arrangement: "A", action: "waive", term: 1 }, { arrangement: "", action: "waive" }],
    [
      "arrangement",
      { arrangement: "x".repeat(60), action: "resume", term: 600 },
      { arrangement: "x".repeat(61), action: "resume" },
    ],
    [
      "arrangement",
      { arrangement: "A", action: "pause", until: day },
      { arrangement: "A", action: "waive", term: 601 },
    ],
    ["arrangement", { arrangement: "A", action: "complete" }, { arrangement: "A", action: "waive", term: 0 }],
    [
      "arrangement",
      {
        arrangement: "A",
        action: "propose",
        plan: {
          total: 1,
          frequency: "twoWeeks",
          interest: "runs",
          terms: [{ on: day, amount: 1 }],
          kind: "shv",
          debt: 2,
        },
      },
      { arrangement: "A", action: "propose", plan: { total: 1, frequency: "week", interest: "runs", terms: [] } },
    ],
    [
      "arrangement",
      {
        arrangement: "A",
        action: "propose",
        plan: { total: 1, frequency: "fourWeeks", interest: "frozen", terms: [{ on: day, amount: 1 }], kind: "terms" },
      },
      {
        arrangement: "A",
        action: "propose",
        plan: { total: 1, frequency: "day", interest: "runs", terms: [{ on: day, amount: 1 }] },
      },
    ],
    ["interruption", { how: "summons", invoices: [], proof: "-" }, { how: "summons", invoices: [], proof: "" }],
    [
      "interruption",
      { how: "recognition", invoices: ["F1"], proof: "-", of: "x".repeat(40) },
      { how: "demand", invoices: [""], proof: "-" },
    ],
    ["payment", { receipt: "bailiff", reference: "x".repeat(200) }, { receipt: "agency", reference: "x".repeat(201) }],
    ["payment", { receipt: "direct", reference: "" }, { receipt: "bank", reference: "" }],
    ["cost", { group: "bik", type: "t" }, { group: "tax", type: "t" }],
    ["reversal", { reason: "r", voids: "returned" }, { reason: "r", voids: "lost" }],
    ["reversal", { reason: "r", voids: "wrongAddress" }, {}],
    ["reversal", { reason: "r", voids: "wrongAmount" }, { reason: 1 }],
    ["refund", { reference: "r", iban: "x".repeat(34) }, { reference: "r", iban: "x".repeat(35) }],
  ])("%s %#", (kind, kept, wrong) => {
    expect(eventData[kind].parse(kept)).toMatchObject(kept);
    expect(refused(kind, wrong)).toBe(true);
  });

  it("collection costs rest on a letter, on the due date, or on their day alone", () => {
    const data = { bik: 1, vat: 0 };
    for (const ground of ["notice", "default", "day"]) expect(refused("bik", { ...data, ground })).toBe(false);
    expect(refused("bik", { ...data, ground: "whim" })).toBe(true);
  });
});

it("collection costs that are claimed are found under the claim's own number", () => {
  // A claim of before (60.00 over F1), then F2: 15 % of 400.00.
  const events = [
    free,
    numbered("F1", "400.00", "2026-05-01"),
    bik("2026-05-10", "60.00", "0.00", ["F1"]),
    numbered("F2", "400.00", "2026-05-20"),
  ];
  expect(bikFor(entered(events), seededTariffs, date("2026-06-01")).bik).toBe(eur("60.00"));
  expect(bikFor(entered(events), seededTariffs, date("2026-05-20"), { invoices: ["F1"] }).bik).toBe(0);
  expect(dayNumber(date("1970-01-02"))).toBe(1);
});

describe("costs of which the ledger has another order", () => {
  it("two are put in order too", () => {
    const events = [free, cost("2026-02-01", "10.00", "other"), cost("2026-02-02", "10.00", "court")];
    expect(went([...events, payment("2026-03-01", "10.00")], "2026-03-01")).toEqual([["costs", 3, "10.00"]]);
  });

  it("of one day, group and amount the first that was entered, whichever came into being first", () => {
    // Refunded without a surplus, so that it is owed again: event 2. A cost of the day, event 3, is charged before it.
    const events = [free, refund("2026-02-01", "10.00"), cost("2026-02-01", "10.00", "other")];
    expect(on(events, "2026-02-01").ledger.costs.map(({ id }) => id)).toEqual([3, 2]);
    expect(went([...events, payment("2026-03-01", "10.00")], "2026-03-01")).toEqual([["costs", 2, "10.00"]]);
  });
});

describe("invoices that share (BW 6:43(2))", () => {
  it("the cents that are left over go to the last ones, and to none more than it is owed", () => {
    // 0.05 over three times 0.02: 5 × 2 / 6 = 1 cent each, and the two that are left to the third and the second.
    const events = [free, ...["F1", "F2", "F3"].map((number) => numbered(number, "0.02", "2026-01-01"))];
    expect(went([...events, payment("2026-02-01", "0.05")], "2026-02-01")).toEqual([
      ["principal", "F1", "0.01"],
      ["principal", "F2", "0.02"],
      ["principal", "F3", "0.02"],
    ]);
  });

  it("one that bears interest is due, from that day, though its date is to come", () => {
    const events = [
      fourPercent,
      numbered("F1", "100.00", "2026-06-30", { interestFrom: date("2026-05-01") }),
      numbered("F2", "100.00", "2026-07-15", {
        interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-04-01") },
        interestFrom: date("2026-05-02"),
      }),
    ].map((event) => ({ ...event, on: date("2026-04-01") }));
    // F2 bears more, from the next day on.
    expect(went([...events, payment("2026-05-01", "10.00")], "2026-05-01")).toEqual([["principal", "F1", "10.00"]]);
  });
});

it("what a letter asked goes to principals that are open, a cent too, and to none that is paid", () => {
  // F1 has a cent left of its principal; F0 nothing. Within the term of the letter both invoices that are left are paid.
  const events = [
    fourPercent,
    numbered("F0", "100.00", "2026-06-01"),
    numbered("F1", "100.00", "2026-07-01"),
    numbered("F2", "50.00", "2026-08-01"),
    // Of F0 and F1 all but a cent of principal, and the interest that they bore, is paid before.
    payment("2026-08-31", "99.99", { invoices: ["F1"] }),
    payment("2026-08-31", "101.00", { invoices: ["F0"] }),
    notice("2026-09-01", "40.00", { asked: eur("50.00") }),
    payment("2026-09-10", "50.00"),
  ];
  const allocated = went(events, "2026-09-10", 2) ?? [];
  expect(allocated.every(([, , amount]) => amount !== "0.00")).toBe(true);
  expect(allocated.map(([part]) => part)).not.toContain("interest");
  expect(allocated.reduce((sum, [, , amount]) => sum + eur(String(amount)), 0)).toBe(5000);
  const cent = [
    fourPercent,
    numbered("F1", "0.01", "2026-07-01"),
    numbered("F2", "50.00", "2026-07-01"),
    notice("2026-09-01", "40.00", { asked: eur("50.01") }),
    payment("2026-09-10", "50.01"),
  ];
  expect(went(cent, "2026-09-10")).toEqual([
    ["principal", "F1", "0.01"],
    ["principal", "F2", "50.00"],
  ]);
});

it("a payment without a surplus ends no line of interest on the days of later charges", () => {
  const events = [
    fourPercent,
    owedFrom("3650.00", "2026-01-01", { number: "F1" }),
    payment("2026-02-01", "100.00"),
    cost("2026-03-01", "10.00"),
  ];
  // To the payment, and from there to the day of the balance.
  expect(on(events, "2026-04-01").ledger.invoices[0]?.accrual.lines).toHaveLength(2);
});

describe("charges of one day and kind go by their number, whatever the order of entry", () => {
  const numbersOf = (events: readonly NewEvent[]) =>
    on(events, "2026-03-01").ledger.invoices.map(({ number, credits }) => [
      number,
      credits.map(({ event, amount }) => [event.data.number, decimalFromCents(amount)]),
    ]);

  it.each(["retroactive", "goodwill"] as const)("invoices and %s credit notes", (mode) => {
    const credit = (number: string, amount: string): NewEvent => ({
      kind: "credit_note",
      on: date("2026-02-01"),
      amount: eur(amount),
      data: { number, invoice: "F1", mode },
    });
    const events = [
      free,
      numbered("F3", "100.00", "2026-01-01"),
      numbered("F1", "100.00", "2026-01-01"),
      numbered("F2", "100.00", "2026-01-01"),
      credit("C2", "80.00"),
      credit("C1", "50.00"),
    ];
    // 50.00, and of 80.00 the 50.00 that are left.
    const expected = [
      [
        "F1",
        [
          ["C1", "50.00"],
          ["C2", "50.00"],
        ],
      ],
      ["F2", []],
      ["F3", []],
    ];
    expect(numbersOf(events)).toEqual(expected);
    expect(numbersOf([free, ...events.slice(1).toReversed()])).toEqual(expected);
  });

  it("a credit note after the invoice of its day", () => {
    const events = [free, creditNote("2026-01-01", "30.00", "goodwill", "F1"), numbered("F1", "100.00", "2026-01-01")];
    expect(open(events, "2026-01-01")).toBe("70.00");
  });

  it("a write-off before the refund that is owed again", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01"),
      payment("2026-01-15", "100.00"),
      refund("2026-02-01", "10.00"),
      writeOff("2026-02-01", "10.00"),
    ];
    // Nothing was open to be written off; what was paid back without a surplus is owed.
    expect(open(events, "2026-02-01")).toBe("10.00");
  });

  it("payments by entry, also where they are handed in the other way round", () => {
    const events = entered([
      free,
      numbered("F1", "100.00", "2026-01-01"),
      payment("2026-02-01", "60.00", { reference: "first" }),
      payment("2026-02-01", "60.00", { reference: "second" }),
    ]);
    const surpluses = balanceOf(events.toReversed(), seededTariffs, date("2026-02-01")).ledger.payments;
    expect(surpluses.map(({ event, surplus }) => [event.id, surplus])).toEqual([
      [3, 0],
      [4, 2000],
    ]);
  });
});

describe("a credit note that names no invoice", () => {
  it("goes to the earliest due, then by number, and touches no other", () => {
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

  it("has no part in an invoice that was written off, and one in a cent", () => {
    const events = [free, numbered("F1", "100.00", "2026-01-01")];
    const credited = (off: string) =>
      on(
        [...events, writeOff("2026-02-01", off), creditNote("2026-03-01", "50.00", "goodwill", "F1")],
        "2026-03-01",
      ).ledger.invoices[0]?.credits.map(({ amount }) => amount);
    expect(credited("100.00")).toEqual([]);
    expect(credited("99.99")).toEqual([1]);
  });

  it("of two that were never owed the earlier takes first, though it was entered last", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01"),
      creditNote("2026-03-01", "80.00", "retroactive", "F1"),
      creditNote("2026-02-01", "50.00", "retroactive", "F1"),
    ];
    expect(on(events, "2026-04-01").ledger.invoices[0]?.credits.map(({ amount }) => amount)).toEqual([5000, 5000]);
  });
});

it("a refund out of a surplus is no cost", () => {
  const events = [free, numbered("F1", "100.00", "2026-01-01"), payment("2026-02-01", "120.00")];
  expect(on([...events, refund("2026-03-01", "20.00")], "2026-03-01").ledger.costs).toEqual([]);
});

it("without an invoice stands what else its payment paid, to the cent", () => {
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

describe("collection costs before they are claimed", () => {
  const claim = [free, owedFrom("400.00", "2026-05-01", { number: "F1" })];
  const bikOn = (events: readonly NewEvent[], question: object = {}) =>
    bikFor(entered(events), seededTariffs, date("2026-06-15"), question).bik;

  it("rest on no letter of the client's that nobody has proved, and on the due date without any", () => {
    const letter = notice("2026-05-10", "60.00", { by: "client", invoices: ["F1"] });
    // 15 % of 400.00
    expect(bikOn(claim)).toBe(6000);
    expect(bikOn([...claim, letter])).toBe(0);
    expect(bikOn([...claim, letter], { ground: "notice" })).toBe(0);
    expect(bikOn([...claim, letter], { ground: "default" })).toBe(6000);
  });

  it("are told from other costs, whatever number those have", () => {
    // The first event of all is a cost, and so the one that any other number would be taken for.
    expect(bikOn([cost("2026-05-01", "10.00"), ...claim])).toBe(6000);
  });
});

describe("the limits of what an event keeps", () => {
  const day = "2026-05-01";
  const keeps = (kind: keyof typeof eventData, data: object): boolean => eventData[kind].safeParse(data).success;
  const plan = (count: number) => ({
    arrangement: "A",
    action: "propose",
    plan: { total: 1, frequency: "week", interest: "runs", terms: Array(count).fill({ on: day, amount: 1 }) },
  });
  const letter = {
    by: "client",
    deemedReceived: day,
    lastPayDay: day,
    bikDueFrom: day,
    invoices: [],
    principal: 0,
    bik: 0,
    vat: 0,
  };
  const court = (reference: string) => ({ group: "court", type: "t", title: { on: day, reference } });
  const capacity = (ground: string, by: string) => ({ ground, by, documentId: 1 });
  const interrupted = (invoices: string[], more: object = {}) => ({ how: "demand", invoices, proof: "-", ...more });
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `F${at}`);

  it.each<[string, keyof typeof eventData, object, object]>([
    ["six hundred terms", "arrangement", plan(600), plan(601)],
    ["a letter by post or e-mail", "notice14", { ...letter, method: "email" }, { ...letter, method: "fax" }],
    ["a title has a reference", "cost", court("-"), court("")],
    ["terms are of an invoice", "invoice_terms", { invoice: "1", interest: null }, { invoice: "", interest: null }],
    [
      "a hundred signs of a number",
      "invoice_terms",
      { invoice: "x".repeat(100), interest: null },
      { invoice: "x".repeat(101), interest: null },
    ],
    ["a number of an invoice that is interrupted", "interruption", interrupted(["1"]), interrupted([""])],
    ["and a hundred signs", "interruption", interrupted(["x".repeat(100)]), interrupted(["x".repeat(101)])],
    ["two hundred invoices", "interruption", interrupted(names(200)), interrupted(names(201))],
    [
      "what it repeats",
      "interruption",
      interrupted([], { of: "x".repeat(40) }),
      interrupted([], { of: "x".repeat(41) }),
    ],
    ["why a minor is bound", "capacity", capacity("usual", "moeder"), capacity("usual", "")],
    ["on which ground", "capacity", capacity("consent", "-"), capacity("whim", "-")],
    ["a day is a text", "invoice", { number: "F1", dueDate: day }, { number: "F1", dueDate: [day] }],
  ])("%s", (_name, kind, kept, wrong) => {
    expect(keeps(kind, kept)).toBe(true);
    expect(keeps(kind, wrong)).toBe(false);
  });

  it("collection costs by the scale, with nothing agreed or charged before, unless it says otherwise", () => {
    expect(eventData.terms.parse({ interest: { kind: "none" }, bik: {} }).bik).toEqual({
      method: "scale",
      contractAmount: 0,
      vat: false,
      alreadyCharged: 0,
      instalmentRule: false,
    });
  });

  it("nothing but a reversal undoes, and one that names nothing undoes nothing", () => {
    const [terms0, first] = entered([free, payment("2026-02-01", "1.00")]);
    if (!terms0 || !first) throw new Error("two events were entered");
    expect(reversedIds([terms0, { ...first, reverses: terms0.id }])).toEqual(new Set());
    const [nothing] = entered([{ kind: "reversal", on: date(day), data: { reason: "r" } }], 9);
    if (!nothing) throw new Error("one event was entered");
    expect(reversedIds([terms0, first, nothing])).toEqual(new Set());
  });
});
