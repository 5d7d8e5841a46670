/** Payments, credit notes, reversals and write-offs: the worked examples of the domain facts (3.2), with their arithmetic. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  commercial,
  cost,
  creditNote,
  entered,
  eur,
  freeze,
  owedFrom,
  payment,
  refund,
  reversal,
  statutory,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { balanceOf, bikFor } from "./balance.ts";
import type { NewEvent } from "./events.ts";

const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));

/** costs / interest / principal / open, as the examples write them. */
const parts = (events: readonly NewEvent[], day: string): string => {
  const { costs, interest, principal, open } = on(events, day);
  return [costs, interest, principal, open].map(decimalFromCents).join(" / ");
};

/** to costs / to interest / to principal / surplus of the n-th payment. */
const allocation = (events: readonly NewEvent[], day: string, n: number): string => {
  const receipt = on(events, day).ledger.payments[n];
  const to = (part: string): Cents =>
    (receipt?.allocations ?? []).filter((each) => each.part === part).reduce((sum, { amount }) => sum + amount, 0);
  return [to("costs"), to("interest"), to("principal"), receipt?.surplus ?? 0].map(decimalFromCents).join(" / ");
};

describe("A1: a consumer pays in parts", () => {
  // 1,000.00 from 2026-04-01 at 4 %; costs 150.00 (15 %) from 05-07.
  const claim = [statutory(), owedFrom("1000.00", "2026-04-01"), bik("2026-05-07", "150.00")];
  const paid = [
    ...claim,
    payment("2026-06-01", "200.00"),
    payment("2026-08-01", "500.00"),
    payment("2026-10-01", "300.00"),
  ];

  it("owes principal, interest and costs on the day on which the costs become due", () => {
    // 1,000 × 4 % × 36/365 = 3.9452
    expect(parts(claim, "2026-05-07")).toBe("150.00 / 3.95 / 1000.00 / 1153.95");
  });

  it.each([
    // 61 days: 6.6849 → 6.68; 200.00 − 150.00 − 6.68 = 43.32
    [0, "2026-06-01", "150.00 / 6.68 / 43.32 / 0.00", "0.00 / 0.00 / 956.68 / 956.68"],
    // 956.68 × 4 % × 61/365 = 6.3954
    [1, "2026-08-01", "0.00 / 6.40 / 493.60 / 0.00", "0.00 / 0.00 / 463.08 / 463.08"],
    // 463.08 × 4 % × 61/365 = 3.0957
    [2, "2026-10-01", "0.00 / 3.10 / 296.90 / 0.00", "0.00 / 0.00 / 166.18 / 166.18"],
  ])("payment %i goes to costs, interest, principal", (n, day, went, left) => {
    expect(allocation(paid, day, n)).toBe(went);
    expect(parts(paid, day)).toBe(left);
  });

  it("owes interest on what is left", () => {
    // 166.18 × 4 % × 50/365 = 0.9106
    expect(parts(paid, "2026-11-20")).toBe("0.00 / 0.91 / 166.18 / 167.09");
  });

  it("is paid in full by the last payment, with a surplus", () => {
    const settled = [...paid, payment("2026-11-20", "200.00")];
    expect(allocation(settled, "2026-11-20", 3)).toBe("0.00 / 0.91 / 166.18 / 32.91");
    expect(on(settled, "2026-12-31")).toMatchObject({ open: 0, overpaid: eur("32.91"), paid: eur("1200.00") });
  });

  it("A6: a charged-back payment is ignored", () => {
    // Event 4 is the payment of 200.00; the charge-back comes on 08-15.
    const stornoed = [...paid, reversal("2026-08-15", 4)];
    // 122 days: 13.3699; 500 − 150 − 13.37 = 336.63
    expect(allocation(stornoed, "2026-11-20", 0)).toBe("150.00 / 13.37 / 336.63 / 0.00");
    // 663.37 × 4 % × 61/365 = 4.4346
    expect(allocation(stornoed, "2026-11-20", 1)).toBe("0.00 / 4.43 / 295.57 / 0.00");
    expect(parts(stornoed, "2026-11-20")).toBe("0.00 / 2.02 / 367.80 / 369.82");
  });

  it("has the same balance on a day, whatever other days were calculated before", () => {
    const before = parts(paid, "2026-09-01");
    parts(paid, "2030-01-01");
    expect(parts(paid, "2026-09-01")).toBe(before);
  });
});

describe("A2: a payment within the fourteen days", () => {
  const claim = [statutory(), owedFrom("1000.00", "2026-04-01"), payment("2026-05-04", "400.00")];

  it("lowers the costs to those over what remains", () => {
    // 33 days: 3.6164; 400.00 − 3.62 = 396.38; 603.62 × 15 % = 90.543
    expect(allocation(claim, "2026-05-04", 0)).toBe("0.00 / 3.62 / 396.38 / 0.00");
    expect(bikFor(entered(claim), seededTariffs, date("2026-05-07")).bik).toBe(eur("90.54"));
  });

  it("lowers them also where the costs were charged before the payment was known", () => {
    // 90.54 + 0.20 + 603.62
    const booked = [...claim.slice(0, 2), bik("2026-05-07", "150.00"), payment("2026-05-04", "400.00")];
    expect(parts(booked, "2026-05-07")).toBe("90.54 / 0.20 / 603.62 / 694.36");
  });

  it("the letter announces the costs over what is open after that day's payments", () => {
    const events = entered(claim);
    expect(bikFor(events, seededTariffs, date("2026-05-04")).bik).toBe(eur("150.00"));
    expect(bikFor(events, seededTariffs, date("2026-05-04"), { moment: "all" }).bik).toBe(eur("90.54"));
    // The same by a balance that is known already; one of another day is not taken for it.
    for (const day of ["2026-05-04", "2026-04-01"]) {
      const known = balanceOf(events, seededTariffs, date(day));
      const bik = bikFor(events, seededTariffs, date("2026-05-04"), { moment: "all", known });
      expect(bik.bik).toBe(eur("90.54"));
    }
  });
});

describe("A3: a payment on the anniversary", () => {
  // 2,000 from 2024-11-01: 2,000 × 7 % × 61/365 = 23.40 and × 6 % × 304/365 = 99.95.
  const claim = [statutory(), owedFrom("2000.00", "2024-11-01"), payment("2025-11-01", "100.00")];

  it("interest is capitalised first, and then paid", () => {
    expect(allocation(claim, "2025-11-01", 0)).toBe("0.00 / 100.00 / 0.00 / 0.00");
    expect(on(claim, "2025-11-01").ledger.invoices[0]?.accrual).toMatchObject({
      capitalised: eur("23.35"),
      running: 0,
    });
  });

  it("the next year bears interest on 2,023.35", () => {
    // 2,023.35 × 6 % × 61/365 = 20.29 and × 4 % × 304/365 = 67.41; 23.35 + 87.70 = 111.05
    expect(parts(claim, "2026-11-01")).toBe("0.00 / 111.05 / 2000.00 / 2111.05");
  });
});

describe("A4: two invoices", () => {
  const claim = [
    statutory(),
    owedFrom("400.00", "2026-02-01", { number: "F1" }),
    owedFrom("600.00", "2026-04-01", { number: "F2" }),
    bik("2026-05-07", "150.00"),
  ];
  const left = (events: readonly NewEvent[]) =>
    on(events, "2026-07-01").ledger.invoices.map(({ accrual }) => decimalFromCents(accrual.principal));

  it("the oldest is paid first where none is designated (BW 6:43(2))", () => {
    // 400 × 4 % × 150/365 = 6.5753; 500 − 150 − 6.58 = 343.42; 600 × 4 % × 91/365 = 5.9836
    const paid = [...claim, payment("2026-07-01", "500.00")];
    expect(left(paid)).toEqual(["56.58", "600.00"]);
    expect(parts(paid, "2026-07-01")).toBe("0.00 / 5.98 / 656.58 / 662.56");
  });

  it("the designated one is paid first, after the costs (BW 6:43(1), 6:44)", () => {
    // 500 − 150 − 5.98 = 344.02
    expect(left([...claim, payment("2026-07-01", "500.00", { invoices: ["F2"] })])).toEqual(["400.00", "255.98"]);
  });

  it("the more onerous one is paid before the older one", () => {
    const dear = owedFrom("600.00", "2026-04-01", { number: "F2", interest: { kind: "contractual", rate: 120_000 } });
    const events = [statutory(), owedFrom("400.00", "2026-02-01", { number: "F1" }), dear];
    // 600 × 12 % × 91/365 = 17.9507; 100 − 17.95 = 82.05
    expect(left([...events, payment("2026-07-01", "100.00")])).toEqual(["400.00", "517.95"]);
  });

  it("equal ones share in proportion to what is owed, the last one takes the remainder", () => {
    const equal = ["F1", "F2", "F3"].map((number) => owedFrom("100.00", "2026-06-01", { number }));
    const events = [terms({ kind: "none" }), ...equal, payment("2026-07-01", "100.00")];
    expect(left(events)).toEqual(["66.67", "66.67", "66.66"]);
  });
});

describe("A5: a credit note of 200.00 on 1,000.00, booked on 2026-07-15", () => {
  const claim = [statutory(), owedFrom("1000.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "150.00")];

  it("retroactive: the amount was never owed", () => {
    const events = [...claim, creditNote("2026-07-15", "200.00", "retroactive", "F1")];
    // 800 × 4 % × 105/365 = 9.2055, × 233/365 = 20.4274; 800 × 15 % = 120.00
    expect(parts(events, "2026-07-15")).toBe("120.00 / 9.21 / 800.00 / 929.21");
    expect(parts(events, "2026-11-20")).toBe("120.00 / 20.43 / 800.00 / 940.43");
  });

  it("goodwill: the amount is no longer owed from its date on", () => {
    const events = [...claim, creditNote("2026-07-15", "200.00", "goodwill", "F1")];
    // 1,000 × 4 % × 105/365 = 11.5068; 800 × 4 % × 128/365 = 11.2219
    expect(parts(events, "2026-11-20")).toBe("150.00 / 22.73 / 800.00 / 972.73");
  });

  it("what was paid in excess becomes refundable", () => {
    const settled = [
      ...claim,
      payment("2026-07-01", "1159.97"),
      creditNote("2026-07-15", "200.00", "retroactive", "F1"),
    ];
    // Owed in truth: 120.00 + 800 × 4 % × 91/365 (7.98) + 800.00 = 927.98
    expect(on(settled, "2026-07-15")).toMatchObject({ open: 0, overpaid: eur("1159.97") - eur("927.98") });
    const goodwill = [...claim, payment("2026-07-01", "1159.97"), creditNote("2026-07-15", "200.00", "goodwill", "F1")];
    expect(on(goodwill, "2026-07-15")).toMatchObject({ open: 0, overpaid: eur("200.00") });
  });

  it("credits no more than was invoiced", () => {
    const events = [...claim, creditNote("2026-07-15", "5000.00", "retroactive", "F1")];
    expect(parts(events, "2026-11-20")).toBe("0.00 / 0.00 / 0.00 / 0.00");
  });
});

it("A7: an overpayment leaves a surplus", () => {
  // 100 × 4 % × 30/365 = 0.3288; 150.00 − 40.00 − 0.33 − 100.00
  const events = [
    statutory(),
    owedFrom("100.00", "2026-09-01"),
    bik("2026-09-20", "40.00"),
    payment("2026-10-01", "150.00"),
  ];
  expect(allocation(events, "2026-10-01", 0)).toBe("40.00 / 0.33 / 100.00 / 9.67");
});

it("A8: a business debtor, and a creditor that cannot offset VAT", () => {
  const events = [
    commercial({ vat: true }),
    owedFrom("3200.00", "2026-01-15"),
    // 375 + 70 = 445.00; 21 % = 93.45
    bik("2026-01-16", "445.00", "93.45"),
    payment("2026-03-01", "1000.00"),
    payment("2026-09-01", "2500.00"),
  ];
  // 3,200 × 10.15 % × 45/365 = 40.0438
  expect(allocation(events, "2026-03-01", 0)).toBe("538.45 / 40.04 / 421.51 / 0.00");
  // 2,778.49 × 10.15 % × 122/365 = 94.26; × 10.40 % × 62/365 = 49.08
  expect(allocation(events, "2026-09-01", 1)).toBe("0.00 / 143.34 / 2356.66 / 0.00");
  expect(parts(events, "2026-11-20")).toBe("0.00 / 9.62 / 421.83 / 431.45");
});

describe("other events", () => {
  it("costs are paid in the order execution, court, collection, others", () => {
    const events = [
      statutory(),
      owedFrom("1000.00", "2026-04-01"),
      cost("2026-05-01", "10.00"),
      bik("2026-05-07", "150.00"),
      cost("2026-06-01", "50.00", "court"),
      cost("2026-06-02", "20.00", "execution"),
      payment("2026-07-01", "100.00"),
    ];
    const open = on(events, "2026-07-01").ledger.costs.map((each) => [each.group, decimalFromCents(each.open)]);
    expect(open).toEqual([
      ["other", "10.00"],
      ["bik", "120.00"],
      ["court", "0.00"],
      ["execution", "0.00"],
    ]);
  });

  it("no interest accrues while it is frozen", () => {
    const events = [statutory(), owedFrom("1000.00", "2026-04-01"), freeze("2026-05-01", "2026-06-01")];
    // 30 days before and 30 after: 3.2877 each
    expect(parts(events, "2026-07-01")).toBe("0.00 / 6.58 / 1000.00 / 1006.58");
    expect(parts([...events.slice(0, 2), freeze("2026-05-01")], "2027-01-01")).toBe("0.00 / 3.29 / 1000.00 / 1003.29");
  });

  it("a write-off never exceeds what is open", () => {
    const events = [
      statutory(),
      owedFrom("100.00", "2026-09-01"),
      payment("2026-10-01", "99.83"),
      writeOff("2026-10-01", "1.00"),
    ];
    expect(on(events, "2026-11-01")).toMatchObject({ open: 0, writtenOff: eur("0.50"), overpaid: 0 });
  });

  it("a surplus pays what becomes due later", () => {
    const events = [statutory(), owedFrom("100.00", "2026-04-01"), payment("2026-03-01", "80.00")];
    expect(on(events, "2026-03-15")).toMatchObject({ open: 0, overpaid: eur("80.00") });
    expect(parts(events, "2026-04-01")).toBe("0.00 / 0.00 / 20.00 / 20.00");
  });

  it("a refund is taken from the surplus; the excess is owed again", () => {
    const events = [
      statutory(),
      owedFrom("100.00", "2026-09-01"),
      payment("2026-09-01", "150.00"),
      refund("2026-09-10", "50.00"),
    ];
    expect(on(events, "2026-09-10")).toMatchObject({ open: 0, overpaid: 0, paid: eur("100.00") });
    // The payment (event 3) is charged back afterwards: the claim stands again, and so do the 50.00 paid back.
    expect(on([...events, reversal("2026-09-20", 3)], "2026-09-20")).toMatchObject({
      principal: eur("100.00"),
      costs: eur("50.00"),
    });
  });

  it("a reversal that is itself reversed has no effect", () => {
    const events = [
      statutory(),
      owedFrom("100.00", "2026-09-01"),
      payment("2026-09-01", "40.00"),
      reversal("2026-09-05", 3),
      reversal("2026-09-06", 4),
    ];
    expect(on(events, "2026-09-06").principal).toBe(eur("60.00"));
  });
});
