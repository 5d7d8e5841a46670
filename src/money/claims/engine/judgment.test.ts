/** A judgment takes the place of what was claimed: worked examples to the cent, with their arithmetic (domain facts 4, Rv 230 and 237). */
import { describe, expect, it } from "vitest";
import { date, dayNumber } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { bik, cost, entered, eur, judgment, owedFrom, payment, reversal, statutory } from "../claims.factory.ts";
import { interruptionsOf } from "../record/interruption.ts";
import { balanceOf, bikFor } from "./balance.ts";
import { type DerivationNode, derive } from "./derivation.ts";
import type { NewEvent } from "./events.ts";

const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));

/** costs / interest / principal / open. */
const parts = (events: readonly NewEvent[], day: string): string => {
  const { costs, interest, principal, open } = on(events, day);
  return [costs, interest, principal, open].map(decimalFromCents).join(" / ");
};

// 1,000.00 from 2026-04-01 at 4 %; collection costs 150.00 from 05-07.
const claim = [statutory(), owedFrom("1000.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "150.00")];
const reference = "1234567 CV EXPL 26-1";
/** K1 of the domain facts: fee 350.00 + salary 144.00 + summons 125.57. */
const costs = eur("619.57");

describe("a judgment that awards the claim in full", () => {
  const judged = [
    ...claim,
    judgment("2026-09-01", reference, {
      principal: eur("1000.00"),
      bik: eur("150.00"),
      costs,
      terms: { kind: "statutory" },
      interestFrom: date("2026-04-01"),
    }),
  ];

  it("leaves the balance of earlier days unchanged", () => {
    // 1,000 × 4 % × 152/365 = 16.6575 → 16.66
    expect(parts(judged, "2026-08-31")).toBe("150.00 / 16.66 / 1000.00 / 1166.66");
  });

  it("replaces the claim from its day on, with interest from the day awarded, and the costs of the proceedings", () => {
    // 1,000 × 4 % × 153/365 = 16.7671 → 16.77; 150.00 + 619.57 = 769.57
    expect(parts(judged, "2026-09-01")).toBe("769.57 / 16.77 / 1000.00 / 1786.34");
    expect(on(judged, "2026-09-01").replaced).toBe(eur("1166.77"));
  });

  it("is paid in the order of the law: costs, interest, principal (BW 6:44)", () => {
    // 2026-10-01, 183 days: 20.05; 1,000.00 − 769.57 − 20.05 = 210.38; 1,000.00 − 210.38 = 789.62
    const paid = [...judged, payment("2026-10-01", "1000.00")];
    expect(parts(paid, "2026-10-01")).toBe("0.00 / 0.00 / 789.62 / 789.62");
    // 789.62 × 4 % × 50/365 = 4.3267
    expect(parts(paid, "2026-11-20")).toBe("0.00 / 4.33 / 789.62 / 793.95");
  });
});

describe("costs on the day of the judgment", () => {
  const judged = [...claim, judgment("2026-09-01", reference, { principal: eur("1000.00"), costs })];
  const served = (title?: string) =>
    cost("2026-09-01", "136.71", "execution", title ? { title: { on: date(title), reference } } : {});

  it.each([
    // 619.57 + 136.71 = 756.28
    ["of serving it are owed in addition", served("2026-09-01"), "756.28 / 0.00 / 1000.00 / 1756.28"],
    ["without a judgment belong to the replaced claim", served(), "619.57 / 0.00 / 1000.00 / 1619.57"],
    [
      "under an earlier judgment belong to the replaced claim too",
      served("2026-08-01"),
      "619.57 / 0.00 / 1000.00 / 1619.57",
    ],
  ])("%s", (_what, event, owed) => {
    expect(parts([...judged, event], "2026-09-01")).toBe(owed);
    expect(parts([...claim, event, ...judged.slice(claim.length)], "2026-09-01")).toBe(owed);
  });
});

describe("a judgment that awards part of the claim", () => {
  const judged = judgment("2026-09-01", reference, {
    principal: eur("800.00"),
    interest: eur("10.00"),
    bik: eur("120.00"),
    costs,
    terms: { kind: "statutory" },
  });

  it("gives exactly what was awarded: 800.00 with interest from the judgment, 10.00 of interest, 120.00 and 619.57", () => {
    expect(parts([...claim, judged], "2026-09-01")).toBe("739.57 / 10.00 / 800.00 / 1549.57");
    // 800 × 4 % × 30/365 = 2.6301
    expect(parts([...claim, judged], "2026-10-01")).toBe("739.57 / 12.63 / 800.00 / 1552.20");
  });

  it("bears no interest where none was awarded", () => {
    const { principal } = { principal: eur("800.00") };
    expect(parts([...claim, judgment("2026-09-01", reference, { principal })], "2026-11-20")).toBe(
      "0.00 / 0.00 / 800.00 / 800.00",
    );
  });

  it("leaves nothing where the claim was dismissed", () => {
    expect(parts([...claim, judgment("2026-09-01", reference)], "2026-11-20")).toBe("0.00 / 0.00 / 0.00 / 0.00");
  });

  it("adds no collection costs: those were for the court to award", () => {
    const only = [statutory(), owedFrom("1000.00", "2026-04-01"), judged];
    expect(bikFor(entered(only), seededTariffs, date("2026-10-01")).total).toBe(0);
  });
});

describe("a payment before the judgment", () => {
  const judged = judgment("2026-09-01", reference, { principal: eur("1000.00"), terms: { kind: "statutory" } });

  it("that the court knew of lowered the claim, not the award", () => {
    expect(parts([...claim, payment("2026-08-01", "100.00"), judged], "2026-09-01")).toBe(
      "0.00 / 0.00 / 1000.00 / 1000.00",
    );
  });

  it("that was entered later is deducted from the award", () => {
    const late = [...claim, judged, payment("2026-08-01", "100.00")];
    expect(parts(late, "2026-09-01")).toBe("0.00 / 0.00 / 900.00 / 900.00");
    // Before the judgment it counted towards the claim: 150.00 of costs − 100.00.
    expect(parts(late, "2026-08-31")).toBe("50.00 / 16.66 / 1000.00 / 1066.66");
  });

  it("after the last day that the court took into account is deducted from the award", () => {
    const reckoned = judgment("2026-09-01", reference, {
      principal: eur("1000.00"),
      reckonedUntil: date("2026-07-15"),
    });
    const paid = [...claim, payment("2026-07-15", "50.00"), payment("2026-07-16", "30.00"), reckoned];
    expect(parts(paid, "2026-09-01")).toBe("0.00 / 0.00 / 970.00 / 970.00");
  });
});

it("a second judgment replaces the first, and a reversed judgment is ignored", () => {
  const first = judgment("2026-06-01", "Rechtbank", { principal: eur("1000.00"), costs: eur("600.00") });
  const second = judgment("2026-10-01", "Hof", { principal: eur("500.00") });
  expect(parts([...claim, first, second], "2026-09-30")).toBe("600.00 / 0.00 / 1000.00 / 1600.00");
  expect(parts([...claim, first, second], "2026-10-01")).toBe("0.00 / 0.00 / 500.00 / 500.00");
  expect(parts([...claim, first, reversal("2026-10-02", 4)], "2026-10-02")).toBe(parts(claim, "2026-10-02"));
});

it("costs of execution are added to the award (Rv 434a)", () => {
  const judged = [...claim, judgment("2026-09-01", reference, { principal: eur("1000.00"), costs })];
  expect(parts([...judged, cost("2026-09-20", "136.71", "execution")], "2026-09-20")).toBe(
    "756.28 / 0.00 / 1000.00 / 1756.28",
  );
});

it("an award is a claim of its own with a term of twenty years (BW 3:324)", () => {
  const events = entered([...claim, judgment("2026-09-01", reference, { principal: eur("1000.00") })]);
  const { ledger } = balanceOf(events, seededTariffs, date("2026-11-20"));
  const [title] = interruptionsOf(events, ledger).filter(({ kind }) => kind === "judgment");
  expect(title).toMatchObject({ on: "2026-09-01", invoices: [reference] });
  // Its interest lapses after five years by itself (BW 3:324(3)).
  expect(ledger.invoices.at(-1)).toMatchObject({ awarded: true, dueDay: expect.any(Number), number: reference });
});

it("the derivation shows both the replaced claim and the award", () => {
  const judged = judgment("2026-09-01", reference, { principal: eur("800.00"), interest: eur("10.00"), costs });
  const labels = ({ label, amount, children }: DerivationNode): string[] => [
    `${label} ${amount}`,
    ...children.flatMap(labels),
  ];
  const openLabels = labels(derive(on([...claim, judged], "2026-09-01"), "open"));
  expect(openLabels).toEqual([
    "open 142957",
    "principal 80000",
    "invoice 0",
    "invoiceAmount 100000",
    "lessReplaced -100000",
    "awarded 80000",
    "awardedPrincipal 80000",
    "interest 1000",
    "interestOf 0",
    "interestLine 1677",
    "lessReplaced -1677",
    "interestOf 1000",
    "interestAwarded 1000",
    "costs 61957",
    "bik 0",
    "bikCharged 15000",
    "bikSlice 15000",
    "lessReplaced -15000",
    "costAwardedCourt 61957",
    "costCharged 61957",
  ]);
});

describe("an award in the ledger", () => {
  const judged = judgment("2026-09-01", reference, {
    principal: eur("800.00"),
    interest: eur("10.00"),
    bik: eur("120.00"),
    costs,
    terms: { kind: "statutory" },
  });
  const { ledger } = on([...claim, judged], "2026-10-01");

  it("lists each kind of costs separately, under its own article", () => {
    const awarded = { type: "awarded", on: "2026-09-01", description: reference, vat: 0, bik: undefined };
    const [court, collection] = ledger.costs.slice(-2);
    expect(court).toEqual({ ...awarded, id: 4, group: "court", amount: costs, open: costs, article: "Rv 237" });
    expect(collection).toEqual({ ...awarded, id: -4, group: "bik", amount: 12_000, open: 12_000, article: "BW 6:96" });
    expect(on([...claim, judgment("2026-09-01", reference)], "2026-10-01").ledger.costs).toHaveLength(1);
  });

  it("is a claim due the day before, with the awarded interest as an amount without a period", () => {
    const invoice = ledger.invoices.at(-1);
    expect(invoice).toMatchObject({
      event: { kind: "invoice", amount: 80_000, data: { dueDate: "2026-08-31" } },
      dueDay: dayNumber(date("2026-08-31")),
      paidBack: 0,
    });
    const day = dayNumber(date("2026-09-01"));
    const none = { base: 0, rate: 0, per: "year", source: "", frozen: false, capitalised: 0 };
    expect(invoice?.accrual.lines[0]).toEqual({ ...none, from: day, until: day, interest: 1_000, article: "Rv 230" });
    const [without] = on([...claim, judgment("2026-09-01", reference, { principal: 80_000 })], "2026-10-01")
      .ledger.invoices.slice(-1)
      .map(({ accrual }) => accrual.lines);
    expect(without).toEqual([]);
  });
});

describe("judgments on different days", () => {
  // The first reckoned with all until 1 July; the second, of the appeal, with all that was known.
  const first = judgment("2026-08-01", "Rechtbank", {
    principal: eur("900.00"),
    reckonedUntil: date("2026-07-01"),
  });
  const second = judgment("2026-10-01", "Hof", { principal: eur("500.00"), reckonedUntil: date("2026-09-01") });

  it.each([
    // It counts on 1 August, towards the 900.00 of the first; the second gives way to nothing of it.
    ["2026-07-02", "2026-09-30", "0.00 / 0.00 / 800.00 / 800.00"],
    ["2026-07-02", "2026-10-01", "0.00 / 0.00 / 500.00 / 500.00"],
    ["2026-09-02", "2026-10-01", "0.00 / 0.00 / 400.00 / 400.00"],
  ])(
    "a payment of %s is deducted from the judgment that had not taken it into account; on %s: %s",
    (paid, day, owed) => {
      const before = [...claim, payment(paid, "100.00")];
      expect(parts([...before, first, second], day)).toBe(owed);
      expect(parts([...before, second, first], day)).toBe(owed);
    },
  );
});
