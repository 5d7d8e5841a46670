/** What raises a debt, judged: every kind of cost by every state, and every term of interest by the kind of debtor. */
import { describe, expect, test } from "vitest";
import { date } from "../../ground/kernel/dates.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { type DebtFacts, type DebtRaise, debtRefusals, type InterestFact } from "./debt.ts";
import { ruleTexts } from "./rules.texts.ts";

/** A consumer in default since 2 April 2026, with a valid 14-day letter whose term has run; legal interest is 4 %, 12 % is fair. */
const consumer: DebtFacts = {
  isConsumer: true,
  contractual: true,
  holds: [],
  oldestDue: date("2026-04-01"),
  fairRate: 120_000,
  statutoryRate: 40_000,
};
const business: DebtFacts = { ...consumer, isConsumer: false };
/** Of the letter, as it is judged. */
const valid = { sentOn: date("2026-04-20"), voidReason: null, paidInTime: false, bikDueFrom: date("2026-05-07") };
/** 150.00 of costs where 150.00 are due. */
const costs = { kind: "bik", cents: 15_000, most: 15_000, notice14: valid } as const;
const on = date("2026-06-10");
const title = { on: date("2026-06-05"), reference: "Rb Utrecht 26/88" };

/** The kinds of costs that a house begins with (domain facts 11): group, article of the Btag, what a consumer and a business hear without a title. */
const costTypes = [
  ["information", "court", "", "courtCostTitle", "courtCostTitle"],
  ["address check", "other", "", "costBesideScale", null],
  ["registered post", "other", "", "costBesideScale", null],
  ["court fee", "court", "", "courtCostTitle", "courtCostTitle"],
  ["salary", "court", "", "courtCostTitle", "courtCostTitle"],
  ["summons", "court", "Btag 2 a", "courtCostTitle", "courtCostTitle"],
  ["service", "execution", "Btag 2 b", "executionCostTitle", "executionCostTitle"],
  ["seizure", "execution", "Btag 2 e", "executionCostTitle", "executionCostTitle"],
  ["execution other", "execution", "Btag 2", "executionCostTitle", "executionCostTitle"],
  // A bailiff's tariff stays one, whatever group the house put it in.
  ["service, regrouped", "other", "Btag 2 b", "executionCostTitle", "executionCostTitle"],
  ["after-costs", "court", "", "courtCostTitle", "courtCostTitle"],
  ["interest correction", "other", "", "costBesideScale", null],
  ["client handling fee", "other", "", "costBesideScale", null],
  ["storno fee", "other", "", "costBesideScale", null],
  ["cost of an arrangement", "other", "", "costBesideScale", null],
] as const;

const states = [
  ["dispute", "holdDispute", "Bki 4.1"],
  ["complaint", "holdComplaint", "Bki 6.1"],
  ["shv", "holdShv", "NVVK"],
  ["wsnp", "holdWsnp", "Fw 299"],
  ["bankruptcy", "holdBankruptcy", "Fw 26"],
  ["moratorium", "holdMoratorium", "Fw 287b"],
  ["broad_moratorium", "holdBroadMoratorium", "Wgs 5"],
  ["deceased", "holdDeceased", "house"],
] as const;
const harmless = ["administration", "vulnerable", "returned_mail", "promise", "manual"] as const;

const rulesOf = (raise: DebtRaise, facts: DebtFacts): string[] => debtRefusals(raise, facts).map(({ rule }) => rule);

describe.each(costTypes)("a cost: %s", (_name, group, article, forConsumer, forBusiness) => {
  const bare: DebtRaise = { kind: "cost", group, article, on, title: null };
  const awarded: DebtRaise = { ...bare, title };
  const byTitle = forConsumer !== "costBesideScale";

  test("is charged only with a title, and to a consumer never in addition to the scale", () => {
    expect(rulesOf(bare, consumer)).toEqual([forConsumer]);
    expect(rulesOf(bare, business)).toEqual(forBusiness === null ? [] : [forBusiness]);
    expect(rulesOf(awarded, consumer)).toEqual(byTitle ? [] : [forConsumer]);
    expect(rulesOf(awarded, business)).toEqual([]);
  });

  test.each(states)("is not charged under %s", (kind, rule, its) => {
    const holds = [{ kind, until: date("2026-06-30") }];
    for (const facts of [consumer, business]) {
      const [first] = debtRefusals(awarded, { ...facts, holds });
      expect(first).toMatchObject({ rule, article: its, possibleFrom: "2026-07-01" });
    }
    expect(rulesOf({ ...costs, on }, { ...consumer, holds })).toEqual([rule]);
  });

  test.each(harmless)("is not affected by %s", (kind) => {
    const holds = [{ kind, until: null }];
    expect(rulesOf(awarded, { ...consumer, holds })).toEqual(byTitle ? [] : [forConsumer]);
  });
});

describe.each(states)("a cost incurred under %s", (kind, rule, its) => {
  const former = [{ kind, stops: true, from: date("2026-06-06"), to: date("2026-06-10") }];
  const spent = (day: string): DebtRaise => ({ kind: "cost", group: "court", article: "", on: date(day), title });

  test("is not charged after its end either", () => {
    for (const facts of [consumer, business])
      for (const day of ["2026-06-06", "2026-06-10"])
        expect(debtRefusals(spent(day), { ...facts, formerHolds: former })).toMatchObject([
          {
            rule,
            article: its,
            field: "date",
            possibleFrom: "2026-06-11",
            values: { from: "2026-06-06", to: "2026-06-10" },
          },
        ]);
  });

  test("but costs incurred before or after it are", () => {
    for (const day of ["2026-06-05", "2026-06-11"])
      expect(rulesOf(spent(day), { ...consumer, formerHolds: former })).toEqual([]);
    const marked = former.map((hold) => ({ ...hold, stops: false }));
    expect(rulesOf(spent("2026-06-08"), { ...consumer, formerHolds: marked })).toEqual([]);
  });
});

test("a cost is not owed before its title, and the refusal states from when it is", () => {
  const early: DebtRaise = { kind: "cost", group: "court", article: "", on: date("2026-06-04"), title };
  expect(debtRefusals(early, consumer)).toMatchObject([
    { rule: "costBeforeTitle", article: "Rv 237", possibleFrom: "2026-06-05", field: "date" },
  ]);
});

test("where the claim is not from a contract, reasonable costs are claimed by hand (BW 6:96(2))", () => {
  const bare: DebtRaise = { kind: "cost", group: "other", article: "", on, title: null };
  expect(rulesOf(bare, { ...consumer, contractual: false })).toEqual([]);
});

test("no costs of collection are added by a provider that is not registered; what a court or bailiff charges is", () => {
  const provider = { registrationNumber: "123", registrationValidUntil: date("2026-06-09") };
  const from = { isNaturalPerson: true, country: "NL" };
  const expired = { ...business, collecting: { from, provider, today: on } };
  const spent = { kind: "cost", group: "other", article: "", on, title: null } as const;
  expect(rulesOf(spent, expired)).toEqual(["providerExpired"]);
  expect(rulesOf(spent, { ...business, collecting: { from, provider, today: date("2026-06-09") } })).toEqual([]);
  expect(rulesOf({ ...spent, group: "court", title }, expired)).toEqual([]);
  expect(rulesOf({ ...spent, group: "execution", title }, expired)).toEqual([]);
});

describe("collection costs", () => {
  const bik = (day: string, more: object = {}): DebtRaise => ({ ...costs, on: date(day), ...more });

  test.each([
    ["a consumer after the term", bik("2026-05-07"), consumer, []],
    ["a consumer within the term", bik("2026-05-06"), consumer, ["noticeRunning"]],
    ["a consumer without a letter", bik("2026-05-07", { notice14: null }), consumer, ["noticeMissing"]],
    [
      "a consumer whose letter was returned",
      bik("2026-05-07", { notice14: { ...valid, voidReason: "returned" } }),
      consumer,
      ["noticeVoid"],
    ],
    [
      "a consumer who paid in time",
      bik("2026-05-07", { notice14: { ...valid, paidInTime: true } }),
      consumer,
      ["noticePaid"],
    ],
    ["a consumer, one cent too much", bik("2026-05-07", { cents: 15_001 }), consumer, ["bikTooHigh"]],
    ["a business, one cent too much", bik("2026-05-07", { cents: 15_001, notice14: null }), business, ["bikTooHigh"]],
    ["a business in default", bik("2026-04-02", { notice14: null }), business, []],
    ["a business not yet in default", bik("2026-04-01"), business, ["bikNotInDefault"]],
    ["a claim on another basis", bik("2026-05-07"), { ...business, contractual: false }, ["bikOtherBasis"]],
    ["an agreed amount for a consumer", { kind: "bikTerms", method: "contract" }, consumer, ["bikAgreedConsumer"]],
    ["an agreed amount for a business", { kind: "bikTerms", method: "contract" }, business, []],
  ] satisfies [string, DebtRaise, DebtFacts, string[]][])("%s", (_what, raise, facts, rules) => {
    expect(rulesOf(raise, facts)).toEqual(rules);
  });
});

const agreed = (rate: number, more: Partial<InterestFact> = {}): InterestFact => ({
  kind: "contractual",
  rate,
  per: "year",
  compounding: "none",
  floor: "statutory",
  ...more,
});
const legal = (kind: InterestFact["kind"], rate = 0): InterestFact => agreed(rate, { kind, compounding: "yearly" });

/** Terms, what a consumer hears of them, and whether an approval by name takes that away. */
const terms = [
  ["none", legal("none"), [], false],
  ["statutory", legal("statutory"), [], false],
  // 4 + 8 = 12
  ["statutory and 8", legal("statutory", 80_000), [], false],
  ["statutory and 8.0001", legal("statutory", 80_001), ["rate interestRateUnfair"], true],
  ["commercial", legal("commercial"), ["kind interestCommercialConsumer"], false],
  ["government", legal("government"), ["kind interestCommercialConsumer"], false],
  ["12 % a year", agreed(120_000, { compounding: "yearly" }), [], false],
  ["12.0001 % a year", agreed(120_001), ["rate interestRateUnfair"], true],
  ["1 % a month", agreed(10_000, { per: "month" }), [], false],
  // 1.0001 × 12 = 12.0012
  ["1.0001 % a month", agreed(10_001, { per: "month" }), ["rate interestRateUnfair"], true],
  [
    "8 % compounded monthly",
    agreed(80_000, { compounding: "monthly" }),
    ["compounding interestCompoundingUnfair"],
    true,
  ],
  [
    "500 % compounded monthly",
    agreed(5_000_000, { compounding: "monthly" }),
    ["rate interestRateUnfair", "compounding interestCompoundingUnfair"],
    true,
  ],
  ["8 %, at least commercial", agreed(80_000, { floor: "commercial" }), ["floor interestCommercialConsumer"], false],
] satisfies [string, InterestFact, string[], boolean][];

describe.each(terms)("interest: %s", (_name, interest, refused, byApproval) => {
  const found = (facts: DebtFacts, approved: boolean) =>
    debtRefusals({ kind: "interest", terms: interest, approved }, facts).map(({ field, rule }) => `${field} ${rule}`);

  test("on a consumer, with and without an approval, and on a business", () => {
    expect(found(consumer, false)).toEqual(refused);
    expect(found(consumer, true)).toEqual(byApproval ? [] : refused);
    expect(found(business, false)).toEqual([]);
  });
});

test("interest does not begin before the claim is overdue, whoever owes it", () => {
  const begins = (from: string): DebtRaise => ({ kind: "interestFrom", from: date(from), dueOn: date("2026-04-01") });
  for (const facts of [consumer, business]) {
    expect(debtRefusals(begins("2026-04-01"), facts)).toMatchObject([
      { rule: "interestBeforeDue", article: "BW 6:119", possibleFrom: "2026-04-02", field: "from" },
    ]);
    expect(debtRefusals(begins("2026-04-02"), facts)).toEqual([]);
  }
});

test("each refusal has its sentence in four languages", () => {
  const everything: DebtRaise[] = [
    ...costTypes.map(([, group, article]): DebtRaise => ({ kind: "cost", group, article, on, title: null })),
    { kind: "cost", group: "court", article: "", on: date("2026-06-01"), title },
    { kind: "bikTerms", method: "contract" },
    ...terms.map(([, each]): DebtRaise => ({ kind: "interest", terms: each, approved: false })),
    { kind: "interestFrom", from: on, dueOn: on },
  ];
  const formerHolds = [{ kind: "shv", stops: true, from: date("2026-06-01"), to: date("2026-06-01") }];
  const found = everything.flatMap((raise) => debtRefusals(raise, { ...consumer, formerHolds }));
  const keys = new Set(found.map(({ textKey }) => textKey));
  for (const language of languages)
    for (const key of keys) expect(Object.keys(ruleTexts.texts[language])).toContain(key.replace("rules.", ""));
  expect(keys.size).toBe(10);
});
