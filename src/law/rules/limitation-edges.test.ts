/** Limitation on its first and last days, and what interrupts it (BW 3:307, 3:316 to 3:319, 3:324, 7:28). */
import { describe, expect, test } from "vitest";
import { plainCalendar } from "../../ground/kernel/calendar.ts";
import { date } from "../../ground/kernel/dates.ts";
import type { Interruption } from "./facts.ts";
import { contractLimitation, type GateFacts, type Limitation, saleLimitation } from "./facts.ts";
import { barredInvoices, isBarred, limitationsOf, nextLapse } from "./limitation.ts";
import { factsWith, soundFacts } from "./rules.factory.ts";
import { atInstant, gate } from "./rules.ts";

type Claim = GateFacts["claim"];
const by = (kind: Interruption["kind"], on: string, ...invoices: string[]): Interruption => ({
  on: date(on),
  kind,
  invoices,
  proof: { source: "event", id: 1, documentId: null, text: "" },
});
const claimOf = (
  invoices: Readonly<Record<string, readonly [string | null, number]>>,
  interruptions: readonly Interruption[] = [],
  limitation: Limitation = contractLimitation,
): Claim => ({
  ...soundFacts.claim,
  invoices: Object.entries(invoices).map(([number, [dueOn, openCents]]) => ({
    number,
    date: date("2019-01-01"),
    dueOn: dueOn === null ? null : date(dueOn),
    openCents,
  })),
  limitation,
  interruptions,
});
const lapse = (interruptions: readonly Interruption[], limitation: Limitation = contractLimitation) =>
  limitationsOf(claimOf({ A: ["2020-03-31", 1] }, interruptions, limitation), true)[0];

test("the terms of the law", () => {
  expect(contractLimitation).toMatchObject({ months: 60, article: "BW 3:307" });
  expect(saleLimitation.consumer).toMatchObject({ months: 24, article: "BW 7:28" });
});

describe("an invoice due on 31 March 2020 lapses five years from 1 April", () => {
  test.each<[string, Interruption[], string, number]>([
    ["without an interruption", [], "2025-04-01", 0],
    ["a demand on the due date interrupts nothing", [by("demand", "2020-03-31", "A")], "2025-04-01", 0],
    ["a demand on the day after the due date interrupts", [by("demand", "2020-04-01", "A")], "2025-04-02", 1],
    ["a demand on the last day of the term interrupts", [by("demand", "2025-03-31", "A")], "2030-04-01", 1],
    ["a demand on the day of lapse is too late", [by("demand", "2025-04-01", "A")], "2025-04-01", 0],
    [
      "two demands count in any order of input",
      [by("demand", "2028-06-01", "A"), by("demand", "2024-06-01", "A")],
      "2033-06-02",
      2,
    ],
    [
      "a second demand after the renewed term is too late",
      [by("demand", "2024-06-01", "A"), by("demand", "2029-06-02", "A")],
      "2029-06-02",
      1,
    ],
    ["a demand for another invoice does not count", [by("demand", "2024-06-01", "B")], "2025-04-01", 0],
    ["a judgment gives twenty years", [by("judgment", "2024-06-01", "A")], "2044-06-02", 1],
    [
      "a demand after a judgment does not shorten its term",
      [by("judgment", "2024-06-01", "A"), by("demand", "2026-06-01", "A")],
      "2044-06-02",
      2,
    ],
    [
      "a demand near the end of a judgment's term gives five more years",
      [by("judgment", "2024-06-01", "A"), by("demand", "2044-06-01", "A")],
      "2049-06-02",
      2,
    ],
  ])("%s", (_name, interruptions, barredOn, counted) => {
    expect(lapse(interruptions)).toMatchObject({ barredOn });
    expect(lapse(interruptions)?.interruptions).toHaveLength(counted);
  });

  test("names the article of the current term, and the interruptions by date", () => {
    expect(lapse([])?.article).toBe("BW 3:307");
    expect(lapse([by("judgment", "2024-06-01", "A")])?.article).toBe("BW 3:324");
    const [later, earlier] = [by("demand", "2024-06-01", "A"), by("demand", "2022-06-01", "A")];
    expect(lapse([later, earlier])?.interruptions).toEqual([earlier, later]);
    const [first, second] = [by("demand", "2024-06-01", "A"), by("payment", "2024-06-01", "A")];
    expect(lapse([first, second])?.interruptions).toEqual([first, second]);
  });

  test("without a due date no limitation period runs", () => {
    const [known] = limitationsOf(claimOf({ A: [null, 1] }, [by("demand", "2024-06-01", "A")]), true);
    expect(known).toMatchObject({ barredOn: null, article: "BW 3:307", interruptions: [] });
    expect(isBarred({ barredOn: null }, date("2099-01-01"))).toBe(false);
  });

  test("is barred from that day on, not the day before", () => {
    const barred = (day: string) => isBarred({ barredOn: date("2025-04-01") }, date(day));
    expect([barred("2025-03-31"), barred("2025-04-01"), barred("2025-04-02")]).toEqual([false, true, true]);
  });
});

describe("of several invoices", () => {
  const claim = claimOf({
    young: ["2022-03-31", 1], // 1 April 2027
    paid: ["2021-01-31", 0],
    next: ["2021-12-31", 1], // 1 January 2027
    old: ["2020-03-31", 1],
    undated: [null, 1],
  });
  const next = (day: string) => nextLapse(claim, true, date(day))?.number;

  test("the open invoice that lapses next counts until its last day", () => {
    expect(next("2026-01-31")).toBe("next"); // the paid one lapses on 1 February 2026
    expect([next("2026-12-31"), next("2027-01-01"), next("2027-03-31"), next("2027-04-01")]).toEqual([
      "next",
      "young",
      "young",
      undefined,
    ]);
  });

  test("one open cent can lapse", () => {
    expect([...barredInvoices(claim, true, date("2026-11-20"))]).toEqual(["old"]);
  });
});

describe("what the gate refuses on 20 November 2026", () => {
  const noon = atInstant(new Date("2026-11-20T12:00:00+01:00"), plainCalendar);
  const refusals = (kind: "summons" | "letter", claim: Claim) => {
    const action =
      kind === "letter"
        ? ({ kind: "contact", channel: "post", purpose: "dunning" } as const)
        : ({ kind: "summons" } as const);
    const verdict = gate(action, factsWith({ claim }), noon);
    return verdict.allowed
      ? []
      : verdict.refusals.flatMap(({ rule, article, values }) =>
          /^(timeBarred|limitation)/.test(rule) ? [[rule, article, values.on]] : [],
        );
  };

  test("a summons up to three months before it lapses", () => {
    // Three months on is 20 February 2027.
    expect(refusals("summons", claimOf({ A: ["2022-02-18", 50_000] }))).toEqual([
      ["limitationNear", "BW 3:307", "2027-02-19"],
    ]);
    expect(refusals("summons", claimOf({ A: ["2022-02-19", 50_000] }))).toEqual([
      ["limitationNear", "BW 3:307", "2027-02-20"],
    ]);
    expect(refusals("summons", claimOf({ A: ["2022-02-20", 50_000] }))).toEqual([]);
    expect(refusals("letter", claimOf({ A: ["2022-02-18", 50_000] }))).toEqual([]);
  });

  test("a letter when all open invoices have lapsed, naming the last of them", () => {
    const two = { A: ["2020-05-31", 50_000], B: ["2020-03-31", 50_000], paid: ["2026-05-31", 0] } as const;
    expect(refusals("letter", claimOf(two))).toEqual([["timeBarred", "BW 3:307", "2025-06-01"]]);
    expect(refusals("letter", claimOf({ B: two.B, A: two.A }))).toEqual([["timeBarred", "BW 3:307", "2025-06-01"]]);
    expect(refusals("letter", claimOf({ ...two, undated: [null, 1] }))).toEqual([]);
    expect(refusals("letter", claimOf({ paid: two.paid }))).toEqual([]);
    expect(refusals("letter", claimOf({ A: ["2024-11-19", 1] }, [], saleLimitation))).toEqual([
      ["timeBarredSale", "BW 7:28", "2026-11-20"],
    ]);
  });
});
