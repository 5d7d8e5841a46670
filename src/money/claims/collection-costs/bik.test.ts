/** Collection costs: the scale of the Besluit to the cent (domain facts 1.1), several claims, instalments, and what was charged before (1.3). */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents, percentOf } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { bik, creditNote, entered, eur, invoice, owedFrom, statutory } from "../claims.factory.ts";
import { balanceOf, bikFor } from "../engine/balance.ts";
import type { NewEvent } from "../engine/events.ts";
import { scaleCosts } from "./bik.ts";

const scale = tariffOn(seededTariffs, "bik_scale", date("2026-11-20"));

describe("the scale: 15 % to 2,500, 10 % to 5,000, 5 % to 10,000, 1 % to 200,000, 0.5 % above; minimum 40, maximum 6,775", () => {
  it.each([
    ["0.00", "0.00", "0.00", "0.00"],
    ["0.01", "40.00", "8.40", "48.40"],
    ["50.00", "40.00", "8.40", "48.40"],
    ["100.00", "40.00", "8.40", "48.40"],
    ["266.66", "40.00", "8.40", "48.40"], // 39.999
    ["266.67", "40.00", "8.40", "48.40"], // 40.0005
    ["266.70", "40.01", "8.40", "48.41"], // 40.005, half up
    ["300.00", "45.00", "9.45", "54.45"],
    ["500.00", "75.00", "15.75", "90.75"],
    ["550.00", "82.50", "17.33", "99.83"], // VAT 17.325
    ["1000.00", "150.00", "31.50", "181.50"],
    ["2499.99", "375.00", "78.75", "453.75"], // 374.9985
    ["2500.00", "375.00", "78.75", "453.75"],
    ["2500.01", "375.00", "78.75", "453.75"], // 375.001
    ["2500.05", "375.01", "78.75", "453.76"], // 375.005
    ["3750.00", "500.00", "105.00", "605.00"],
    ["5000.00", "625.00", "131.25", "756.25"],
    ["5000.10", "625.01", "131.25", "756.26"], // 625.005
    ["7500.00", "750.00", "157.50", "907.50"],
    ["10000.00", "875.00", "183.75", "1058.75"],
    ["10000.50", "875.01", "183.75", "1058.76"], // 875.005
    ["25000.00", "1025.00", "215.25", "1240.25"],
    ["50000.00", "1275.00", "267.75", "1542.75"],
    ["100000.00", "1775.00", "372.75", "2147.75"],
    ["200000.00", "2775.00", "582.75", "3357.75"],
    ["200001.00", "2775.01", "582.75", "3357.76"], // 2,775.005
    ["500000.00", "4275.00", "897.75", "5172.75"],
    ["999999.00", "6775.00", "1422.75", "8197.75"], // 6,774.995
    ["1000000.00", "6775.00", "1422.75", "8197.75"],
    ["1000000.01", "6775.00", "1422.75", "8197.75"],
    ["5000000.00", "6775.00", "1422.75", "8197.75"],
  ])("over %s: %s, VAT %s, together %s", (principal, costs, vat, together) => {
    const { amount } = scaleCosts(eur(principal), scale);
    const rate = tariffOn(seededTariffs, "vat", date("2026-11-20")).rate;
    expect([amount, percentOf(amount, rate), amount + percentOf(amount, rate)].map(decimalFromCents)).toEqual([
      costs,
      vat,
      together,
    ]);
  });
});

const costsFor = (events: readonly NewEvent[], on: string) => bikFor(entered(events), seededTariffs, date(on));

describe("several claims", () => {
  it("are added up: 100 + 150 + 300 = 550 → 82.50, and not 40 + 40 + 45", () => {
    const events = [statutory(), ...["100.00", "150.00", "300.00"].map((each) => invoice(each, "2026-04-01"))];
    expect(costsFor(events, "2026-06-01").bik).toBe(eur("82.50"));
  });

  it("2 × 266.67 → 80.00", () => {
    const events = [statutory(), invoice("266.67", "2026-04-01"), invoice("266.67", "2026-04-02")];
    expect(costsFor(events, "2026-06-01").bik).toBe(eur("80.00")); // 80.001
  });

  it("only invoices in default count, and each once", () => {
    const events = [statutory(), invoice("500.00", "2026-04-01"), invoice("300.00", "2026-08-01")];
    expect(costsFor(events, "2026-06-01").bik).toBe(eur("75.00"));
    const charged = [...events, bik("2026-06-01", "75.00")];
    expect(costsFor(charged, "2026-06-02").bik).toBe(0);
    expect(costsFor(charged, "2026-09-01")).toMatchObject({ bik: eur("45.00"), principal: eur("300.00") });
  });
});

describe("what lowers the costs", () => {
  it("costs that the client charged count towards the same maximum", () => {
    const events = [statutory({ alreadyCharged: eur("60.00") }), invoice("500.00", "2026-04-01")];
    expect(costsFor(events, "2026-06-01")).toMatchObject({
      amount: eur("75.00"),
      alreadyCharged: eur("60.00"),
      bik: eur("15.00"),
    });
  });

  it("VAT is added only where the creditor cannot offset it", () => {
    const events = [statutory({ vat: true }), invoice("550.00", "2026-04-01")];
    expect(costsFor(events, "2026-06-01")).toMatchObject({ bik: eur("82.50"), vat: eur("17.33"), total: eur("99.83") });
    expect(costsFor([statutory(), invoice("550.00", "2026-04-01")], "2026-06-01").vat).toBe(0);
  });

  it("costs never exceed what was charged, even when the principal turns out higher", () => {
    // Costs were charged over 800 after a credit note that was then withdrawn (reversed): 120.00 stays the most.
    const events = [statutory(), owedFrom("1000.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "120.00")];
    expect(balanceOf(entered(events), seededTariffs, date("2026-05-07")).costs).toBe(eur("120.00"));
    const lower = [...events, creditNote("2026-05-01", "500.00", "retroactive", "F1")];
    expect(balanceOf(entered(lower), seededTariffs, date("2026-05-07")).costs).toBe(eur("75.00"));
  });

  it("an amount agreed between businesses replaces the scale; the method none gives no costs", () => {
    const agreed = [statutory({ method: "contract", contractAmount: eur("250.00") }), invoice("500.00", "2026-04-01")];
    expect(costsFor(agreed, "2026-06-01")).toMatchObject({ bik: eur("250.00"), article: "BW 6:96 lid 5" });
    expect(costsFor([statutory({ method: "none" }), invoice("500.00", "2026-04-01")], "2026-06-01").bik).toBe(0);
  });
});

describe("periodic instalments (Besluit art. 2a)", () => {
  const months = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01", "2026-07-01"];
  const instalment = (amount: string, dueDate: string): NewEvent =>
    invoice(amount, dueDate, { number: dueDate, instalment: { from: date(dueDate), until: date(dueDate) } });

  /** One letter for each instalment, in this order: what each letter adds. */
  function oneByOne(amount: string, count: number, order = months.slice(0, count)): string[] {
    const events = [
      statutory({ instalmentRule: true }),
      ...months.slice(0, count).map((due) => instalment(amount, due)),
    ];
    const added: string[] = [];
    for (const [at, due] of order.entries()) {
      // Of a younger instalment that is charged first: once all are due.
      const on = order[0] === months[0] ? `2026-${String(at + 2).padStart(2, "0")}-20` : `2026-08-${at + 10}`;
      const { bik: costs } = bikFor(entered(events), seededTariffs, date(on), { invoices: [due] });
      added.push(decimalFromCents(costs));
      events.push(bik(on, decimalFromCents(costs), "0.00", [due]));
    }
    return added;
  }

  it("four of 120.00, each with its own letter: 40, 0, 14, 18; together the scale over 480", () => {
    expect(oneByOne("120.00", 4)).toEqual(["40.00", "0.00", "14.00", "18.00"]);
  });

  it("six of 50.00, each with its own letter: 40 once, and 5 when the window reaches 300", () => {
    expect(oneByOne("50.00", 6)).toEqual(["40.00", "0.00", "0.00", "0.00", "0.00", "5.00"]);
  });

  it("of four of 120.00 the youngest is charged first: 40, 0, 14, 18 too, and not 40 for each", () => {
    const order = months.slice(0, 4).reverse();
    expect(oneByOne("120.00", 4, order)).toEqual(["40.00", "0.00", "14.00", "18.00"]);
  });

  it("what fell due half a year and more before or after an instalment is no part of its six months", () => {
    // July is charged first; January lies more than six months before it, and February does not.
    expect(oneByOne("120.00", 7, ["2026-07-01", "2026-01-01"])).toEqual(["40.00", "40.00"]);
    expect(oneByOne("120.00", 7, ["2026-07-01", "2026-02-01"])).toEqual(["40.00", "0.00"]);
  });

  it("three of 120.00 without letters of their own: 40, the costs of the dearest one", () => {
    const events = [statutory({ instalmentRule: true }), ...months.slice(0, 3).map((due) => instalment("120.00", due))];
    expect(costsFor(events, "2026-05-01")).toMatchObject({
      amount: eur("54.00"),
      instalmentRelief: eur("14.00"),
      bik: eur("40.00"),
    });
  });

  it("without the rule the scale applies to the sum", () => {
    const events = [statutory(), ...months.slice(0, 3).map((due) => instalment("120.00", due))];
    expect(costsFor(events, "2026-05-01").bik).toBe(eur("54.00"));
  });
});
