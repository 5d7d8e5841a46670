import { describe, expect, test } from "vitest";
import { date } from "../kernel/dates.ts";
import { refusal } from "../rules/rules.ts";
import { type CheckState, checksOf, type HandoverFacts, type HandoverNeed } from "./readiness.ts";

const today = date("2026-11-20");

/** A consumer's file that lacks nothing which a file can tell. */
const complete: HandoverFacts = {
  today,
  debtor: {
    company: false,
    isConsumer: true,
    displayName: "S. Yıldız",
    initials: "S.",
    lastName: "Yıldız",
    birthDate: date("1988-05-04"),
    kvk: null,
    legalForm: null,
    street: "Kanaalstraat",
    houseNumber: "112",
    addition: "2",
    postcode: "3531 CL",
    city: "Utrecht",
    country: "NL",
    addressVerifiedOn: date("2026-11-02"),
    language: "nl",
  },
  claim: { title: "Levering van energie", description: "Jaarafrekening 2025" },
  invoices: [
    { number: "F-12", amount: 10_000 },
    { number: "2026/118", amount: 5000 },
  ],
  interest: { kind: "statutory", from: date("2026-04-01") },
  notice: { sentOn: date("2026-10-01"), bikDueFrom: date("2026-10-18"), documentId: 7 },
  open: { principal: 15_000, interest: 255, bik: 4000, otherCosts: 0, total: 19_255, bikNotCharged: 0 },
  payments: { count: 0, cents: 0 },
  barredOn: date("2031-04-01"),
  mandate: { on: date("2025-01-01"), until: null },
  canReclaimVat: true,
  papers: { received: ["Factuur F12.pdf", "factuur-2026-118.pdf", "algemene voorwaarden.pdf"], sent: 3 },
};

const company: HandoverFacts = {
  ...complete,
  debtor: { ...complete.debtor, company: true, isConsumer: false, initials: null, kvk: "12345678", legalForm: "bv" },
  notice: null,
};

const stateOf = (facts: HandoverFacts, need: HandoverNeed): CheckState | undefined =>
  checksOf(facts, []).find((check) => check.need === need)?.state;

describe("what a bailiff needs (domain facts 4.6)", () => {
  test("a complete file leaves to people only what no file tells", () => {
    for (const facts of [complete, company]) {
      const open = checksOf(facts, []).filter(({ state }) => state !== "met");
      expect(open.map(({ need, state }) => `${need} ${state}`)).toEqual(["advance byHand", "court byHand"]);
    }
  });

  test("asks of a consumer the birth date and the 14-day letter, of a company its number and form", () => {
    const needs = (facts: HandoverFacts): HandoverNeed[] => checksOf(facts, []).map(({ need }) => need);
    const [own, theirs] = [needs(complete), needs(company)];
    expect(own.filter((need) => !theirs.includes(need))).toEqual(["birthDate", "notice14", "noticeDocument"]);
    expect(theirs.filter((need) => !own.includes(need))).toEqual(["kvk", "legalForm"]);
  });

  const debtor = (changes: Partial<HandoverFacts["debtor"]>): Partial<HandoverFacts> => ({
    debtor: { ...complete.debtor, ...changes },
  });
  const received = (...names: string[]): Partial<HandoverFacts> => ({ papers: { received: names, sent: 1 } });

  test.each<[HandoverNeed, CheckState, string, Partial<HandoverFacts>]>([
    ["name", "missing", "whyNoInitials", debtor({ initials: " " })],
    ["name", "missing", "whyNoName", debtor({ lastName: null })],
    ["birthDate", "missing", "whyNoBirthDate", debtor({ birthDate: null })],
    ["address", "missing", "whyAddressIncomplete", debtor({ houseNumber: "" })],
    ["address", "missing", "whyAddressIncomplete", debtor({ postcode: "3531" })],
    ["address", "byHand", "whyAddressAbroad", debtor({ country: "BE", postcode: "2000" })],
    ["addressChecked", "missing", "whyNeverChecked", debtor({ addressVerifiedOn: null })],
    ["claim", "missing", "whyNoTitle", { claim: { title: "", description: "x" } }],
    ["claim", "missing", "whyNoDescription", { claim: { title: "Koop", description: " " } }],
    ["invoices", "missing", "whyNoInvoices", { invoices: [] }],
    ["interest", "met", "whyNoInterest", { interest: { kind: "none", from: null } }],
    ["notice14", "missing", "whyNoNotice", { notice: null }],
    ["costs", "byHand", "whyBikNotCharged", { open: { ...complete.open, bikNotCharged: 4000 } }],
    ["limitation", "missing", "whyNoDueDate", { barredOn: null }],
    ["mandate", "missing", "whyNoMandate", { mandate: { on: null, until: null } }],
    ["mandate", "missing", "whyNoMandate", { mandate: { on: date("2026-11-21"), until: null } }],
    ["mandate", "met", "whyMandate", { mandate: { on: date("2025-01-01"), until: today } }],
    ["mandate", "missing", "whyMandateEnded", { mandate: { on: date("2025-01-01"), until: date("2026-11-19") } }],
    ["invoiceDocuments", "missing", "whyNoInvoiceDocument", received()],
    ["invoiceDocuments", "byHand", "whyInvoicesUnnamed", received("scan.pdf", "F-12.pdf")],
    ["contractDocument", "byHand", "whyContractUnnamed", received("scan.pdf")],
    ["contractDocument", "missing", "whyNoContract", received()],
    [
      "noticeDocument",
      "byHand",
      "whyNoticeByClient",
      { notice: { sentOn: today, bikDueFrom: today, documentId: null } },
    ],
    ["correspondence", "missing", "whyNothingSent", { papers: { received: [], sent: 0 } }],
    // Rv 93: the sub-district court judges claims of at most € 25,000.
    ["court", "byHand", "whyKanton", { open: { ...complete.open, total: 2_500_000 } }],
    ["court", "byHand", "whyDistrictCourt", { open: { ...complete.open, total: 2_500_001 } }],
    ["vat", "met", "whyVatOwed", { canReclaimVat: false }],
  ])("%s is %s: %s", (need, state, why, changes) => {
    const facts = { ...complete, ...changes };
    expect(stateOf(facts, need)).toBe(state);
    expect(checksOf(facts, []).find((check) => check.need === need)?.why.key).toBe(`handover.${why}`);
  });

  test("a refusal of the law gate stands at the line that it is about, and one about ourselves at none", () => {
    const refusals = [
      refusal("holdDispute", null),
      refusal("summonsAddress", null, { days: 30 }),
      refusal("limitationNear", null, { on: "2026-12-24" }),
      refusal("providerUnregistered", null),
    ];
    const against = checksOf(complete, refusals).filter((check) => check.refusals.length > 0);
    expect(against.map(({ need, state }) => `${need} ${state}`)).toEqual([
      "addressChecked missing",
      "standing missing",
      "limitation missing",
    ]);
  });
});
