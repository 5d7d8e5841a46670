/** The advice whether to sue, as worked examples with the arithmetic beside each. Tariffs of 20 November 2026. */
import { describe, expect, test } from "vitest";
import { date } from "../../ground/kernel/dates.ts";
import { seededTariffs } from "../../ground/tariffs/tariffs.factory.ts";
import { type AdviceFacts, type AdviceRule, adviceRules, judge } from "./advice.ts";
import { stageCosts } from "./stage-costs.ts";

const today = date("2026-11-20");
const costsOf = (principal: number, more: Partial<Parameters<typeof stageCosts>[1]> = {}) =>
  stageCosts(seededTariffs, {
    principal,
    interest: 0,
    bik: 0,
    claimant: "legal",
    withVat: false,
    subDistrictMatter: false,
    on: today,
    ...more,
  });

/** 1,000.00 of a company's: nothing is known against the debtor. */
const facts = (given: Partial<AdviceFacts> = {}): AdviceFacts => ({
  today,
  open: 100_000,
  barred: false,
  awarded: null,
  costs: costsOf(given.open ?? 100_000),
  holds: [],
  refusals: 0,
  addressVerifiedOn: date("2026-11-10"),
  barredOn: date("2029-03-01"),
  capacity: null,
  former: { count: 0, unpaid: 0 },
  ...given,
});

describe("what suing costs by stage", () => {
  test("K1: 999.60 of a legal person", () => {
    // 350 + 144 + 125.57 = 619.57 up to judgment; 72 after-costs, 136.71 service, 260.68 seizure at a bank.
    expect(costsOf(85_000, { interest: 2210, bik: 12_750 })).toEqual({
      parts: [
        { part: "courtFee", cents: 35_000 },
        { part: "salary", cents: 14_400 },
        { part: "summons", cents: 12_557 },
        { part: "afterCosts", cents: 7200 },
        { part: "service", cents: 13_671 },
        { part: "seizure", cents: 26_068 },
      ],
      // 350 + 125.57 + 136.71 + 260.68
      outlay: 87_296,
      // 350 + 125.57
      advance: 47_557,
      // 619.57 + 72 + 136.71 + 260.68
      awarded: 108_896,
      // 499.60 less than the 999.60 would leave 500.00: it saves 211 + 57 = 268, which is less than it gives up.
      cliff: null,
    });
  });

  test("K2: the acts for a client who cannot reclaim VAT include 21 %", () => {
    const { parts } = costsOf(12_000, { interest: 150, bik: 4840, claimant: "natural", withVat: true });
    expect(parts).toEqual([
      { part: "courtFee", cents: 9300 },
      { part: "salary", cents: 4300 },
      // 125.57 + 26.37
      { part: "summons", cents: 15_194 },
      { part: "afterCosts", cents: 2150 },
      // 136.71 + 28.71
      { part: "service", cents: 16_542 },
      // 260.68 + 54.74
      { part: "seizure", cents: 31_542 },
    ]);
  });

  test("above 25,000.00 no salary is calculated, because its scale is not on record", () => {
    expect(costsOf(3_000_000).parts.map(({ part }) => part)).not.toContain("salary");
  });
});

const paying = (cents: number) => ({ capacity: cents });

test.each<[name: string, given: Partial<AdviceFacts>, advice: string, by: string | null]>([
  // 1,000.00 + 1,088.96 awarded = 2,088.96; less 872.96 paid beforehand = 1,216.00 left.
  ["nothing against it", {}, "sue", null],
  // 20.00 + (139 + 43 + 125.57 + 21.50 + 136.71 + 260.68 = 726.46) = 746.46; less 661.96: 84.50 is left.
  ["a small claim, means unknown", { open: 2000 }, "sue", null],
  // 70.00 × 36 = 2,520.00 is more than 2,088.96.
  ["means that pay everything within three years", paying(7000), "sue", null],
  // 58.02 × 36 = 2,088.72, which is 24 cents short of 2,088.96; 58.03 × 36 = 2,089.08 is enough.
  ["24 cents short within three years", paying(5802), "settle", "threeYears"],
  ["12 cents more than enough within three years", paying(5803), "sue", null],
  // 24.24 × 36 = 872.64, 32 cents less than the 872.96 paid beforehand; 24.25 × 36 = 873.00 leaves 4 cents.
  ["means below the advance costs", paying(2424), "settle", "benefit"],
  ["means just above the advance costs", paying(2425), "settle", "threeYears"],
  ["no means now", paying(0), "wait", "means"],
  [
    "no means now, and an unsuccessful earlier handover",
    { capacity: 0, former: { count: 1, unpaid: 1 } },
    "writeOff",
    "means",
  ],
  ["unsuccessful earlier handovers, means unknown", { former: { count: 2, unpaid: 1 } }, "wait", "former"],
  [
    "unsuccessful earlier handovers, means known since",
    { ...paying(7000), former: { count: 2, unpaid: 2 } },
    "sue",
    null,
  ],
  ["earlier handovers that were paid", { former: { count: 2, unpaid: 0 } }, "sue", null],
  ["nothing open", { open: 0 }, "wait", "open"],
  ["a judgment already awarded it", { awarded: "1 CV" }, "wait", "open"],
  ["everything open is time-barred", { open: 0, barred: true }, "writeOff", "open"],
  ["bankrupt", { holds: ["bankruptcy"] }, "wait", "insolvency"],
  ["in the statutory debt scheme", { holds: ["wsnp"], capacity: 0 }, "wait", "insolvency"],
  ["in debt counselling", { holds: ["shv"] }, "wait", "counselling"],
  ["a dispute", { holds: ["dispute"] }, "wait", "standing"],
  ["a vulnerable debtor does not stop a claim", { holds: ["vulnerable"] }, "sue", null],
  ["refused by law", { refusals: 2 }, "wait", "law"],
  ["address never checked", { addressVerifiedOn: null }, "wait", "address"],
  // 21 October is 30 days before 20 November, 20 October 31.
  ["address checked 30 days ago", { addressVerifiedOn: date("2026-10-21") }, "sue", null],
  ["address checked 31 days ago", { addressVerifiedOn: date("2026-10-20") }, "wait", "address"],
  ["a missing tariff", { costs: null }, "sue", null],
  ["a missing tariff, the debtor has means", { costs: null, capacity: 100 }, "sue", null],
])("%s", (_name, given, advice, by) => {
  const judged = judge(facts(given));
  expect([judged.advice, judged.by]).toEqual([advice, by]);
  expect(judged.lines.map(({ rule }) => rule)).toEqual([...adviceRules]);
});

const lineOf = (given: Partial<AdviceFacts>, rule: (typeof adviceRules)[number]) =>
  judge(facts(given)).lines.find((line) => line.rule === rule);

test("a claim that lapses soon counts for suing: 92 days are soon, 93 are not", () => {
  expect(lineOf({ barredOn: date("2027-02-20") }, "limitation")).toMatchObject({ weighs: "for" });
  expect(lineOf({ barredOn: date("2027-02-21") }, "limitation")).toMatchObject({ weighs: "neutral" });
});

test("just above 500.00 the saving is named: 64.00 less would save 268.00", () => {
  expect(lineOf({ open: 56_400, costs: costsOf(56_400) }, "cliff")?.why).toEqual({
    key: "decisions.whyCliff",
    values: { limit: { cents: 50_000 }, over: { cents: 6400 }, saves: { cents: 26_800 } },
  });
  expect(lineOf({ open: 49_000, costs: costsOf(49_000) }, "cliff")?.why.key).toBe("decisions.whyNoCliff");
});

test("the sums of the first example", () => {
  expect(judge(facts())).toMatchObject({ award: 208_896, recoverable: 208_896, benefit: 121_600 });
  // 50.00 × 36 = 1,800.00; less 872.96 = 927.04.
  expect(judge(facts(paying(5000)))).toMatchObject({ award: 208_896, recoverable: 180_000, benefit: 92_704 });
  expect(judge(facts({ costs: null }))).toMatchObject({ award: null, recoverable: null, benefit: null });
});

/** Each rule with what it says, which way it weighs, and what it advises. Texts stand in `decisions.texts.ts`. */
test.each<[rule: AdviceRule, given: Partial<AdviceFacts>, key: string, weighs: string, advice: string | null]>([
  ["open", {}, "whyOpen", "for", null],
  // One cent is open.
  ["open", { open: 1 }, "whyOpen", "for", null],
  ["open", { open: 0 }, "whyNothingOpen", "against", "wait"],
  ["open", { open: 0, barred: true }, "whyAllBarred", "against", "writeOff"],
  ["insolvency", {}, "whyInsolventNone", "for", null],
  ["insolvency", { holds: ["wsnp"] }, "whyInsolvent", "against", "wait"],
  ["counselling", {}, "whyCounsellingNone", "for", null],
  ["counselling", { holds: ["moratorium"] }, "whyCounselling", "against", "wait"],
  ["counselling", { holds: ["broad_moratorium"] }, "whyCounselling", "against", "wait"],
  ["standing", {}, "whyStandsNone", "for", null],
  ...(["dispute", "complaint", "deceased", "promise", "manual", "returned_mail"] as const).map(
    (hold): [AdviceRule, Partial<AdviceFacts>, string, string, string] => [
      "standing",
      { holds: [hold] },
      "whyStands",
      "against",
      "wait",
    ],
  ),
  ["law", {}, "whyLawful", "for", null],
  ["law", { refusals: 1 }, "whyRefused", "against", "wait"],
  ["address", {}, "whyChecked", "for", null],
  ["address", { addressVerifiedOn: date("2026-10-20") }, "whyCheckedLong", "against", "wait"],
  ["address", { addressVerifiedOn: null }, "whyNeverChecked", "against", "wait"],
  ["means", {}, "whyMeansUnknown", "neutral", null],
  ["means", { capacity: 1 }, "whyMeans", "for", null],
  ["means", { capacity: 0 }, "whyNoMeans", "against", "wait"],
  ["means", { capacity: 0, former: { count: 1, unpaid: 1 } }, "whyNoMeansBefore", "against", "writeOff"],
  ["former", {}, "whyNoFormer", "neutral", null],
  ["former", { former: { count: 1, unpaid: 0 } }, "whyFormerPaid", "for", null],
  ["former", { former: { count: 1, unpaid: 1 } }, "whyFormerUnpaid", "against", "wait"],
  ["former", { capacity: 7000, former: { count: 1, unpaid: 1 } }, "whyFormerKnown", "neutral", null],
  ["benefit", {}, "whyBenefit", "for", null],
  ["benefit", { costs: null }, "whyCostsUnknown", "neutral", null],
  ["benefit", { capacity: 1 }, "whyNoBenefit", "against", "settle"],
  ["benefit", { capacity: 0 }, "whyNoBenefit", "against", "writeOff"],
  // 872.96 awarded beside nothing, less the 872.96 paid beforehand, leaves nothing.
  ["benefit", { open: 1, costs: { ...costsOf(100_000), awarded: 87_295 } }, "whyNoBenefit", "against", "writeOff"],
  ["benefit", { open: 2, costs: { ...costsOf(100_000), awarded: 87_295 } }, "whyBenefit", "for", null],
  ["threeYears", {}, "whyTermUnknown", "neutral", null],
  ["threeYears", { costs: null, capacity: 100 }, "whyTermUnknown", "neutral", null],
  ["threeYears", { capacity: 7000 }, "whyInTerm", "for", null],
  ["threeYears", { capacity: 5802 }, "whyNotInTerm", "against", "settle"],
  // 100.00 × 36 is the award of 3,600.00 itself.
  ["threeYears", { capacity: 10_000, costs: { ...costsOf(100_000), awarded: 260_000 } }, "whyInTerm", "for", null],
  ["cliff", {}, "whyNoCliff", "neutral", null],
  ["limitation", {}, "whyLimitation", "neutral", null],
  ["limitation", { barredOn: null }, "whyLimitationUnknown", "neutral", null],
  ["limitation", { barredOn: date("2027-02-20") }, "whyLimitationNear", "for", null],
])("%s: %j", (rule, given, key, weighs, advice) => {
  expect(lineOf(given, rule)).toMatchObject({ weighs, advice, why: { key: `decisions.${key}` } });
});

test("of two states the first placed one is named", () => {
  expect(lineOf({ holds: ["promise", "dispute"] }, "standing")?.why.values).toEqual({
    state: { text: "files.hold_promise" },
  });
});
