/** Collection costs at their edges: the six months of periodic instalments (Besluit art. 2a), what was charged before, and the day of default. */
import { describe, expect, it } from "vitest";
import { date, dayNumber } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { bik, entered, eur, invoice, statutory } from "../claims.factory.ts";
import { balanceOf, bikFor } from "../engine/balance.ts";
import { bikTerms, type NewEvent } from "../engine/events.ts";
import { type BikInvoice, type ChargedBik, collectionCosts } from "./bik.ts";

const day = (text: string): number => dayNumber(date(text));
const owed = (number: string, due: string, amount: string, instalment = true): BikInvoice => ({
  number,
  dueDay: day(due),
  principal: eur(amount),
  instalment,
});
const earlier = (due: string, amount: string, costs: string): ChargedBik => ({
  number: "F0",
  dueDay: day(due),
  principal: eur(amount),
  amount: eur(costs),
});
const costs = (
  invoices: readonly BikInvoice[],
  charged: readonly ChargedBik[],
  more: object = {},
  alreadyCharged = 0,
) =>
  collectionCosts(
    invoices,
    charged,
    bikTerms.parse({ instalmentRule: true, ...more }),
    alreadyCharged,
    seededTariffs,
    date("2026-09-01"),
  );

describe("the scale", () => {
  it("is applied to the sum of the window, exact to the cent", () => {
    // 15 % of 266.69 is 40.00, of 266.70 it is 40.01: 40.00 was charged over 200.00, nothing is left over 66.69.
    const last = owed("F1", "2026-08-01", "66.69");
    expect(costs([last], [earlier("2026-07-01", "200.00", "40.00")]).bik).toBe(0);
    expect(costs([owed("F1", "2026-08-01", "66.70")], [earlier("2026-07-01", "200.00", "40.00")]).bik).toBe(1);
  });

  it("does not apply where an amount was agreed, which has no maximum", () => {
    const agreed = costs([owed("F1", "2026-08-01", "66.69")], [], { method: "contract", contractAmount: 12_345 });
    expect(agreed).toMatchObject({
      bik: 12_345,
      parts: [],
      bound: "none",
      article: "BW 6:96 lid 5",
      instalmentRelief: 0,
    });
  });
});

describe("instalments that fell due within six months are one claim, whichever was charged first", () => {
  const last = owed("F1", "2026-08-01", "100.00");
  // 40.00 was charged over 100.00 before; the scale over the 200.00 of both is 40.00: nothing is left.
  it.each([
    ["2026-02-01", 4_000], // six months before: outside
    ["2026-02-02", 0],
    ["2026-08-01", 0],
    ["2026-08-02", 0],
    ["2027-01-31", 0], // its six months begin after 31 July
    ["2027-02-01", 4_000], // six months after: outside
  ])("costs charged over an instalment due on %s leave %i", (due, left) => {
    expect(costs([last], [earlier(due, "100.00", "40.00")])).toMatchObject({
      amount: 4_000,
      bik: left,
      instalmentRelief: 4_000 - left,
    });
  });

  it.each<[string, BikInvoice[], ChargedBik[], number]>([
    ["60.00 was charged, more than the 40.00 of both", [last], [earlier("2026-07-01", "100.00", "60.00")], 0],
    // 15 % of 500 is 75.00, less 60.00
    ["the scale over both, less what was charged", [last], [earlier("2026-07-01", "400.00", "60.00")], 1_500],
    ["one of 400.00: 15 %", [owed("F1", "2026-08-01", "400.00")], [], 6_000],
    // 60.00 over both, but no more than the dearest alone
    ["two of 200.00: 40.00", [owed("F1", "2026-07-01", "200.00"), owed("F2", "2026-08-01", "200.00")], [], 4_000],
    ["200.00 and 400.00: 60.00", [owed("F1", "2026-07-01", "200.00"), owed("F2", "2026-08-01", "400.00")], [], 6_000],
    // The window ends with the last of them: 1 March lies in it, though after the first.
    [
      "the window ends with the last instalment",
      [owed("F1", "2026-01-15", "50.00"), owed("F2", "2026-08-01", "50.00")],
      [earlier("2026-03-01", "100.00", "40.00")],
      0,
    ],
    [
      "an invoice that is not an instalment makes it an ordinary claim",
      [owed("F1", "2026-07-01", "200.00"), owed("F2", "2026-08-01", "200.00", false)],
      [],
      6_000,
    ],
    [
      "a paid invoice does not count",
      [last, owed("F2", "2026-08-02", "0.00", false)],
      [earlier("2026-07-01", "100.00", "40.00")],
      0,
    ],
  ])("%s", (_name, invoices, charged, left) => {
    expect(costs(invoices, charged).bik).toBe(left);
  });

  it("do not share costs where the rule is off or an amount was agreed", () => {
    const charged = [earlier("2026-07-01", "100.00", "40.00")];
    expect(costs([last], charged, { instalmentRule: false })).toMatchObject({ bik: 4_000, instalmentRelief: 0 });
    const contract = { method: "contract", contractAmount: 25_000 };
    expect(costs([last], charged, contract)).toMatchObject({ bik: 25_000, instalmentRelief: 0 });
  });
});

describe("no costs are owed", () => {
  it("over a principal of zero, agreed or not, and no VAT", () => {
    for (const method of ["scale", "contract", "none"]) {
      const none = costs([owed("F1", "2026-08-01", "0.00")], [], { method, contractAmount: 25_000, vat: true });
      expect(none).toMatchObject({ bik: 0, vat: 0, vatRate: 0, total: 0, invoices: [], article: "BW 6:96" });
    }
  });

  it("except the minimum over one cent, with VAT", () => {
    const least = costs([owed("F1", "2026-08-01", "0.01")], [], { vat: true });
    expect(least).toMatchObject({ bik: 4_000, vat: 840, vatRate: 210_000, total: 4_840, invoices: ["F1"] });
    expect(
      costs([owed("F1", "2026-08-01", "0.01")], [], { method: "contract", contractAmount: 1, vat: true }),
    ).toMatchObject({
      bik: 1,
      vatRate: 210_000,
      article: "BW 6:96 lid 5",
    });
  });

  it("beyond what the client charged before, to the cent", () => {
    const charged = (cents: number) => costs([owed("F1", "2026-08-01", "100.00")], [], { vat: true }, cents);
    expect(charged(4_000)).toMatchObject({ alreadyCharged: 4_000, bik: 0, vatRate: 0 });
    expect(charged(5_000)).toMatchObject({ alreadyCharged: 4_000, bik: 0 });
    expect(charged(3_999)).toMatchObject({ alreadyCharged: 3_999, bik: 1, vatRate: 210_000 });
  });
});

describe("a claim of costs", () => {
  const on = (events: readonly NewEvent[], text: string) => balanceOf(entered(events), seededTariffs, date(text));

  it("covers invoices due the day before or earlier", () => {
    const events = entered([statutory(), invoice("500.00", "2026-04-01", { number: "F1" })]);
    expect(["2026-04-01", "2026-04-02"].map((text) => bikFor(events, seededTariffs, date(text)).bik)).toEqual([
      0, 7_500,
    ]);
  });

  it("deducts what the client charged once, over all claims together", () => {
    // 75.00 less 60.00, then 75.00.
    const events = [
      statutory({ alreadyCharged: eur("60.00") }),
      invoice("500.00", "2026-04-01", { number: "F1" }),
      invoice("500.00", "2026-04-02", { number: "F2" }),
      bik("2026-05-01", "15.00", "0.00", ["F1"]),
      bik("2026-05-02", "75.00", "0.00", ["F2"]),
    ];
    expect(on(events, "2026-05-02").ledger.costs.map(({ amount }) => amount)).toEqual([1_500, 7_500]);
    // Of 100.00 charged before, 25.00 is left for the second.
    const more = [statutory({ alreadyCharged: eur("100.00") }), ...events.slice(1)];
    expect(on(more, "2026-05-02").ledger.costs.map(({ amount }) => amount)).toEqual([5_000]);
  });

  it("between businesses grows with each invoice that falls in default, up to the amount claimed", () => {
    const claim = bik("2026-06-10", "60.00", "0.00", ["F1", "F2"]);
    const events = [
      statutory(),
      invoice("200.00", "2026-05-01", { number: "F1" }),
      invoice("200.00", "2026-06-01", { number: "F2" }),
      claim.kind === "bik" ? { ...claim, data: { ...claim.data, ground: "default" as const } } : claim,
    ];
    const owedOn = (text: string) =>
      on(events, text).ledger.costs.map((cost) => [cost.on, cost.amount, cost.bik?.dueFrom]);
    expect(owedOn("2026-05-01")).toEqual([]);
    expect(owedOn("2026-05-02")).toEqual([["2026-05-02", 4_000, "2026-05-02"]]);
    // 15 % of 400.00
    expect(owedOn("2026-06-02")).toEqual([["2026-05-02", 6_000, "2026-05-02"]]);
  });
});
