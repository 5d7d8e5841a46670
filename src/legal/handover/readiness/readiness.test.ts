import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { refusal } from "../../../law/rules/rules.ts";
import { paperKinds } from "../papers/papers.ts";
import type { CheckState, HandoverFacts } from "./facts.ts";
import { checksOf, type HandoverNeed } from "./readiness.ts";

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
  leftOut: [],
  mandate: { on: date("2025-01-01"), until: null },
  ownMandate: null,
  canReclaimVat: true,
  advance: { required: false, cents: null, on: null },
  court: "midden-nederland",
  place: "utrecht",
  placeUnchecked: false,
  subDistrictMatter: false,
  isRent: false,
  papers: {
    received: [
      { name: "Factuur F12.pdf", kind: null },
      { name: "factuur-2026-118.pdf", kind: "invoice" },
      { name: "algemene voorwaarden.pdf", kind: null },
    ],
    sent: 3,
  },
};

const company: HandoverFacts = {
  ...complete,
  debtor: { ...complete.debtor, company: true, isConsumer: false, initials: null, kvk: "12345678", legalForm: "bv" },
  notice: null,
};

const stateOf = (facts: HandoverFacts, need: HandoverNeed): CheckState | undefined =>
  checksOf(facts, []).find((check) => check.need === need)?.state;

describe("what a bailiff needs (domain facts 4.6)", () => {
  test("a complete file is complete in every line", () => {
    for (const facts of [complete, company])
      expect(checksOf(facts, []).filter(({ state }) => state !== "met")).toEqual([]);
  });

  test("an incomplete line can be waived; a complete one or a legal refusal cannot", () => {
    const facts = { ...complete, court: null, claim: { title: "", description: "" } };
    const passes = new Set<HandoverNeed>(["claim", "invoices", "standing"]);
    const open = checksOf(facts, [refusal("holdDispute", null)], passes).filter(({ state }) => state !== "met");
    expect(open.map(({ need, state }) => `${need} ${state}`)).toEqual([
      "claim passed",
      "standing missing",
      "court missing",
    ]);
  });

  test("requires of a consumer the birth date and the 14-day letter, of a company its number and legal form", () => {
    const needs = (facts: HandoverFacts): HandoverNeed[] => checksOf(facts, []).map(({ need }) => need);
    const [own, theirs] = [needs(complete), needs(company)];
    expect(own.filter((need) => !theirs.includes(need))).toEqual(["birthDate", "notice14", "noticeDocument"]);
    expect(theirs.filter((need) => !own.includes(need))).toEqual(["kvk", "legalForm"]);
  });

  const debtor = (changes: Partial<HandoverFacts["debtor"]>): Partial<HandoverFacts> => ({
    debtor: { ...complete.debtor, ...changes },
  });
  /** "name" or "name:kind". */
  const received = (...papers: string[]): Partial<HandoverFacts> => ({
    papers: {
      received: papers.map((paper) => {
        const [name = "", said] = paper.split(":");
        return { name, kind: paperKinds.find((kind) => kind === said) ?? null };
      }),
      sent: 0,
    },
  });
  const none = { on: null, until: null };
  const openTotal = (total: number): HandoverFacts["open"] => ({ ...complete.open, total });

  const theirNotice = { notice: { sentOn: today, bikDueFrom: today, documentId: null } };

  test.each<[HandoverNeed, CheckState, string, Partial<HandoverFacts>]>([
    ["name", "missing", "whyNoInitials", debtor({ initials: " " })],
    ["name", "missing", "whyNoName", debtor({ lastName: null })],
    ["birthDate", "missing", "whyNoBirthDate", debtor({ birthDate: null })],
    ["address", "missing", "whyAddressIncomplete", debtor({ houseNumber: "" })],
    ["address", "missing", "whyAddressIncomplete", debtor({ postcode: "3531" })],
    ["address", "missing", "whyAddressAbroad", debtor({ country: "BE", postcode: "2000" })],
    ["addressChecked", "missing", "whyNeverChecked", debtor({ addressVerifiedOn: null })],
    ["claim", "missing", "whyNoTitle", { claim: { title: "", description: "x" } }],
    ["claim", "missing", "whyNoDescription", { claim: { title: "Koop", description: " " } }],
    ["invoices", "missing", "whyNoInvoices", { invoices: [] }],
    ["interest", "met", "whyNoInterest", { interest: { kind: "none", from: null } }],
    ["notice14", "missing", "whyNoNotice", { notice: null }],
    ["costs", "missing", "whyBikNotCharged", { open: { ...complete.open, bikNotCharged: 4000 } }],
    ["limitation", "missing", "whyNoDueDate", { barredOn: null }],
    ["mandate", "missing", "whyNoMandate", { mandate: { on: null, until: null } }],
    ["mandate", "missing", "whyNoMandate", { mandate: { on: date("2026-11-21"), until: null } }],
    ["mandate", "met", "whyMandate", { mandate: { on: date("2025-01-01"), until: today } }],
    ["mandate", "missing", "whyMandateEnded", { mandate: { on: date("2025-01-01"), until: date("2026-11-19") } }],
    // A mandate for the file goes before that of its client, also where it is the narrower one.
    ["mandate", "missing", "whyMandateShort", { ownMandate: { scope: "collection", on: date("2026-01-01") } }],
    ["mandate", "met", "whyOwnMandate", { mandate: none, ownMandate: { scope: "judicial", on: today } }],
    ["mandate", "met", "whyOwnMandate", { mandate: none, ownMandate: { scope: "execution", on: date("2026-01-01") } }],
    [
      "mandate",
      "missing",
      "whyNoMandate",
      { mandate: none, ownMandate: { scope: "judicial", on: date("2026-11-21") } },
    ],
    ["invoiceDocuments", "missing", "whyNoInvoiceDocument", received()],
    ["invoiceDocuments", "missing", "whyInvoicesUnnamed", received("scan.pdf", "F-12.pdf")],
    // The one names its number; the other was said to be an invoice.
    ["invoiceDocuments", "met", "whyInvoicesFound", received("scan.pdf:invoice", "F-12.pdf")],
    ["invoiceDocuments", "missing", "whyInvoicesUnnamed", received("scan.pdf:invoice")],
    // A paper that is something else is no invoice, whatever its name.
    ["invoiceDocuments", "missing", "whyInvoicesUnnamed", received("F-12.pdf:correspondence", "2026-118.pdf")],
    ["contractDocument", "missing", "whyContractUnnamed", received("scan.pdf")],
    ["contractDocument", "met", "whyAs", received("scan.pdf:contract")],
    ["contractDocument", "missing", "whyContractUnnamed", received("contract.pdf:other")],
    ["contractDocument", "missing", "whyNoContract", received()],
    ["noticeDocument", "missing", "whyNoticeByClient", { ...theirNotice, ...received("brief.pdf") }],
    ["noticeDocument", "met", "whyAs", { ...theirNotice, ...received("brief.pdf:notice14") }],
    ["correspondence", "missing", "whyNothingSent", received()],
    ["correspondence", "met", "whyAs", received("mailwisseling.pdf:correspondence")],
    ["advance", "missing", "whyAdvanceUnknown", { advance: { required: null, cents: null, on: null } }],
    ["advance", "missing", "whyAdvanceAwaited", { advance: { required: true, cents: 15_000, on: null } }],
    ["advance", "missing", "whyAdvanceAwaited", { advance: { required: true, cents: null, on: date("2026-11-21") } }],
    ["advance", "met", "whyAdvanceIn", { advance: { required: true, cents: null, on: today } }],
    ["advance", "met", "whyAdvanceOf", { advance: { required: true, cents: 15_000, on: today } }],
    // Rv 93: the sub-district court judges claims of at most € 25,000.
    ["court", "met", "whyCourt_kanton", { open: openTotal(2_500_000) }],
    ["court", "met", "whyCourt_civil", { open: openTotal(2_500_001) }],
    // Rv 93 c: rent and consumer sale whatever the amount.
    ["court", "missing", "whyCourtProposed_rent", { court: null, subDistrictMatter: true, isRent: true }],
    ["court", "met", "whyCourt_matter", { open: openTotal(2_500_001), subDistrictMatter: true }],
    // Nobody has checked where that court sits: the line is in order and says so.
    ["court", "met", "whyCourtUnchecked_kanton", { placeUnchecked: true }],
    ["court", "missing", "whyCourtProposed_kanton", { court: null }],
    ["court", "missing", "whyNoCourt", { court: null, ...debtor({ country: "BE", postcode: "2000" }) }],
    ["vat", "met", "whyVatOwed", { canReclaimVat: false }],
  ])("%s is %s: %s", (need, state, why, changes) => {
    const facts = { ...complete, ...changes };
    expect(stateOf(facts, need)).toBe(state);
    expect(checksOf(facts, []).find((check) => check.need === need)?.why.key).toBe(`handover.${why}`);
  });

  test("a refusal of the law gate is shown at its line, and one about ourselves at none", () => {
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
