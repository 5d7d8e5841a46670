/** What money is booked on, case by case: the order of BW 6:43 and 6:44, letters paid in time, charges and money of one day. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { cost, creditNote, entered, eur, notice, owedFrom, payment, refund, writeOff } from "../claims.factory.ts";
import { balanceOf, bikFor } from "./balance.ts";
import { allocationsOf, fourPercent, free, numbered, on, open, principals } from "./edges.factory.ts";
import type { NewEvent } from "./events.ts";

describe("costs are paid by group, then the oldest, then the smallest, then in order of entry (BW 6:44)", () => {
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
    allocationsOf([...events, payment("2026-06-01", "139.00")], "2026-06-01")?.map(([, to]) => to);

  it("whatever the order of entry", () => {
    expect(ids([free, ...costs])).toEqual([6, 7, 8, 3, 4, 5, 2]);
    // Entered the other way round: 20.00 is event 7, the two of 7.00 are 5 and 6, 10.00 is 8.
    expect(ids([free, ...costs.toReversed()])).toEqual([4, 3, 2, 7, 5, 6, 8]);
  });

  it("a cost that is already paid receives nothing, and a cost of one cent is paid", () => {
    const events = [
      free,
      cost("2026-02-01", "0.01"),
      cost("2026-03-01", "20.00"),
      payment("2026-04-01", "0.01"),
      payment("2026-05-01", "20.00"),
    ];
    expect(allocationsOf(events, "2026-05-01", 0)).toEqual([["costs", 2, "0.01"]]);
    expect(allocationsOf(events, "2026-05-01", 1)).toEqual([["costs", 3, "20.00"]]);
    expect(
      allocationsOf(
        [free, cost("2026-02-01", "0.01"), cost("2026-03-01", "20.00"), payment("2026-05-01", "20.01")],
        "2026-05-01",
      ),
    ).toEqual([
      ["costs", 2, "0.01"],
      ["costs", 3, "20.00"],
    ]);
  });

  it("the last cent that is left goes to the principal", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01"),
      cost("2026-02-01", "20.00"),
      payment("2026-05-01", "20.01"),
    ];
    expect(allocationsOf(events, "2026-05-01")).toEqual([
      ["costs", 3, "20.00"],
      ["principal", "F1", "0.01"],
    ]);
  });
});

describe("several invoices (BW 6:43)", () => {
  it("due ones are paid before those not yet due, even if only the latter bear interest", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-01-01", { interestFrom: date("2026-12-01") }),
      numbered("F2", "100.00", "2026-08-31"),
    ].map((event) => ({ ...event, on: date("2025-12-01") }));
    expect(allocationsOf([...events, payment("2026-07-01", "1.00")], "2026-07-01")).toEqual([
      ["principal", "F1", "1.00"],
    ]);
    const designated = payment("2026-07-01", "1.00", { invoices: ["F2"] });
    expect(allocationsOf([...events, designated], "2026-07-01")).toEqual([["principal", "F2", "1.00"]]);
  });

  it("an invoice is due on the day after its due date", () => {
    const events = [
      free,
      numbered("F1", "100.00", "2026-07-01", { interestFrom: date("2026-12-01") }),
      numbered("F2", "100.00", "2026-07-10"),
    ].map((event) => ({ ...event, on: date("2025-12-01") }));
    expect(allocationsOf([...events, payment("2026-07-01", "1.00")], "2026-07-01")?.[0]?.[1]).toBe("F2");
    expect(allocationsOf([...events, payment("2026-07-02", "1.00")], "2026-07-02")?.[0]?.[1]).toBe("F1");
  });

  const equal = (...amounts: string[]) => amounts.map((amount, n) => numbered(`F${n + 1}`, amount, "2026-06-01"));
  it.each<[string, NewEvent[], string, Record<string, string>]>([
    // 100.01 of 400.00: 75.0075 and 25.0025, and the cent to the larger one
    [
      "share in proportion to what is owed, the last cent goes to the larger",
      equal("300.00", "100.00"),
      "100.01",
      { F1: "224.99", F2: "75.00" },
    ],
    [
      "of equal ones the last number gets the last cent",
      equal("100.00", "100.00").toReversed(),
      "0.01",
      { F1: "100.00", F2: "99.99" },
    ],
    [
      "a remainder that the last one cannot take goes to the one before",
      equal("0.01", "0.01", "0.01"),
      "0.02",
      { F1: "0.01", F2: "0.00", F3: "0.00" },
    ],
    ["a payment of exactly what is owed", equal("300.00", "100.00"), "400.00", { F1: "0.00", F2: "0.00" }],
    ["a payment of more than is owed", equal("300.00", "100.00"), "400.01", { F1: "0.00", F2: "0.00" }],
  ])("%s", (_name, invoices, paid, left) => {
    const events = [free, ...invoices, payment("2026-07-01", paid)];
    expect(principals(events, "2026-07-01")).toEqual(left);
    expect(on(events, "2026-07-01").overpaid).toBe(
      Math.max(0, eur(paid) - invoices.reduce((sum, { amount = 0 }) => sum + amount, 0)),
    );
  });

  it("an older one is paid in full before the next, to the cent", () => {
    const events = [free, numbered("F2", "100.00", "2026-06-02"), numbered("F1", "100.00", "2026-06-01")];
    expect(allocationsOf([...events, payment("2026-07-01", "100.01")], "2026-07-01")).toEqual([
      ["principal", "F1", "100.00"],
      ["principal", "F2", "0.01"],
    ]);
    expect(
      allocationsOf([...events, payment("2026-07-01", "100.00"), payment("2026-07-02", "1.00")], "2026-07-02", 1),
    ).toEqual([["principal", "F2", "1.00"]]);
  });
});

describe("the amount that a letter asks is paid within its term: principal first", () => {
  // A letter of 1 September 2026 asks 1,500.00; its last day is 17 September. 4 % runs beside it.
  const asked = [
    fourPercent,
    { ...numbered("F3", "500.00", "2026-07-01"), on: date("2026-06-01") },
    { ...numbered("F2", "500.00", "2026-07-01"), on: date("2026-06-02") },
    numbered("F1", "500.00", "2026-08-01"),
    notice("2026-09-01", "150.00", { asked: eur("1500.00") }),
  ];

  it("the earliest due first, then by number; the interest stays open", () => {
    const paid = [...asked, payment("2026-09-17", "1500.00")];
    expect(allocationsOf(paid, "2026-09-17")).toEqual([
      ["principal", "F2", "500.00"],
      ["principal", "F3", "500.00"],
      ["principal", "F1", "500.00"],
    ]);
    expect(on(paid, "2026-09-17").interest).toBeGreaterThan(0);
  });

  it("any excess goes to the interest", () => {
    const parts = allocationsOf([...asked, payment("2026-09-02", "1500.10")], "2026-09-02");
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
  ])("0.50 on %s, before 1,500.00 on the last day: %s first", (day, part) => {
    const events = [...asked, payment(day, "0.50"), payment("2026-09-17", "1500.00")];
    expect(allocationsOf(events, "2026-12-31")?.[0]?.[0]).toBe(part);
  });

  it("on the day after the term interest comes first again", () => {
    const events = [...asked, payment("2026-09-17", "1500.00"), payment("2026-09-18", "1.00")];
    const later = [...events.slice(0, 4), cost("2026-09-18", "1.00"), ...events.slice(4)];
    expect(allocationsOf(later, "2026-09-18", 1)?.[0]).toEqual(["costs", 5, "1.00"]);
    expect(allocationsOf(events, "2026-09-18", 1)?.map(([part]) => part)).toEqual(["interest", "interest"]);
  });

  it("a letter that asks one cent more than was paid has no effect", () => {
    const events = [
      ...asked.slice(0, 4),
      notice("2026-09-01", "150.00", { asked: eur("1500.01") }),
      payment("2026-09-10", "1500.00"),
    ];
    expect(allocationsOf(events, "2026-09-10")?.[0]?.[0]).toBe("interest");
  });
});

describe("a surplus pays what becomes due later", () => {
  it("the interest of the period before comes first", () => {
    // 3,650 × 4 % / 365 = 0.40 a day from 1 April to 1 June: 61 days, 24.40
    const late = { ...owedFrom("3650.00", "2026-04-01", { number: "F2" }), on: date("2026-06-01") };
    const events = [
      fourPercent,
      owedFrom("10.00", "2026-03-01", { number: "F1" }),
      payment("2026-03-01", "60.00"),
      late,
    ];
    expect(allocationsOf(events, "2026-06-01")).toEqual([
      ["principal", "F1", "10.00"],
      ["interest", "F2", "24.40"],
      ["principal", "F2", "25.60"],
    ]);
    expect(on(events, "2026-06-01").overpaid).toBe(0);
  });

  it("the oldest surplus is used first, even one of one cent", () => {
    const events = [free, payment("2026-03-01", "0.01"), payment("2026-03-02", "5.00"), cost("2026-04-01", "3.00")];
    expect(allocationsOf(events, "2026-04-01", 0)).toEqual([["costs", 4, "0.01"]]);
    expect(allocationsOf(events, "2026-04-01", 1)).toEqual([["costs", 4, "2.99"]]);
    expect(on(events, "2026-04-01").overpaid).toBe(eur("2.01"));
  });
});

describe("on one day charges come before payments, whatever the order of entry", () => {
  it("an invoice comes before a payment of the same day", () => {
    expect(
      allocationsOf([free, payment("2026-06-01", "60.00"), numbered("F1", "100.00", "2026-06-01")], "2026-06-01"),
    ).toEqual([["principal", "F1", "60.00"]]);
  });

  it("a payment comes before a write-off, which never exceeds what is open", () => {
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

  it("a payment comes before its refund", () => {
    const events = [free, refund("2026-06-01", "50.00"), payment("2026-06-01", "50.00")];
    expect(on(events, "2026-06-01")).toMatchObject({ overpaid: 0, costs: 0, paid: 0 });
  });

  it("claimed costs come before the payments of the day, announced costs after them", () => {
    // 15 % of 1,000.00, and of 400.00
    const events = entered([free, numbered("F1", "1000.00", "2026-05-01"), payment("2026-06-01", "600.00")]);
    const asked = (moment: "charges" | "all") => bikFor(events, seededTariffs, date("2026-06-01"), { moment }).bik;
    expect([asked("charges"), asked("all")]).toEqual([eur("150.00"), eur("60.00")]);
  });
});

describe("costs listed in the ledger in another order", () => {
  it("two of them are also paid in the legal order", () => {
    const events = [free, cost("2026-02-01", "10.00", "other"), cost("2026-02-02", "10.00", "court")];
    expect(allocationsOf([...events, payment("2026-03-01", "10.00")], "2026-03-01")).toEqual([["costs", 3, "10.00"]]);
  });

  it("of the same day, group and amount the first entered is paid first", () => {
    // Refunded without a surplus, so that it is owed again: event 2. A cost of the day, event 3, is charged before it.
    const events = [free, refund("2026-02-01", "10.00"), cost("2026-02-01", "10.00", "other")];
    expect(on(events, "2026-02-01").ledger.costs.map(({ id }) => id)).toEqual([3, 2]);
    expect(allocationsOf([...events, payment("2026-03-01", "10.00")], "2026-03-01")).toEqual([["costs", 2, "10.00"]]);
  });
});

describe("invoices that share a payment (BW 6:43(2))", () => {
  it("the remaining cents go to the last ones, and none gets more than is owed", () => {
    // 0.05 over three times 0.02: 5 × 2 / 6 = 1 cent each, and the two that are left to the third and the second.
    const events = [free, ...["F1", "F2", "F3"].map((number) => numbered(number, "0.02", "2026-01-01"))];
    expect(allocationsOf([...events, payment("2026-02-01", "0.05")], "2026-02-01")).toEqual([
      ["principal", "F1", "0.01"],
      ["principal", "F2", "0.02"],
      ["principal", "F3", "0.02"],
    ]);
  });

  it("one that bears interest counts as due from that day, even before its due date", () => {
    const events = [
      fourPercent,
      numbered("F1", "100.00", "2026-06-30", { interestFrom: date("2026-05-01") }),
      numbered("F2", "100.00", "2026-07-15", {
        interest: { kind: "contractual", rate: 80_000, compounding: "none", floor: "none", from: date("2026-04-01") },
        interestFrom: date("2026-05-02"),
      }),
    ].map((event) => ({ ...event, on: date("2026-04-01") }));
    // F2 bears more, from the next day on.
    expect(allocationsOf([...events, payment("2026-05-01", "10.00")], "2026-05-01")).toEqual([
      ["principal", "F1", "10.00"],
    ]);
  });
});

it("the amount that a letter asks goes to open principals, even one of one cent, and to none that is paid", () => {
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
  const allocated = allocationsOf(events, "2026-09-10", 2) ?? [];
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
  expect(allocationsOf(cent, "2026-09-10")).toEqual([
    ["principal", "F1", "0.01"],
    ["principal", "F2", "50.00"],
  ]);
});

it("a payment without a surplus does not split interest lines on the days of later charges", () => {
  const events = [
    fourPercent,
    owedFrom("3650.00", "2026-01-01", { number: "F1" }),
    payment("2026-02-01", "100.00"),
    cost("2026-03-01", "10.00"),
  ];
  // To the payment, and from there to the day of the balance.
  expect(on(events, "2026-04-01").ledger.invoices[0]?.accrual.lines).toHaveLength(2);
});

describe("charges of the same day and kind are ordered by number, whatever the order of entry", () => {
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

  it("a credit note comes after an invoice of the same day", () => {
    const events = [free, creditNote("2026-01-01", "30.00", "goodwill", "F1"), numbered("F1", "100.00", "2026-01-01")];
    expect(open(events, "2026-01-01")).toBe("70.00");
  });

  it("a write-off comes before an excess refund that is owed again", () => {
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

  it("payments are ordered by entry, even if the input is reversed", () => {
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
