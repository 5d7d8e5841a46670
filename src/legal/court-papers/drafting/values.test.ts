/** The words that a file gives a court paper; of its interest no less than was agreed on. */
import { expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import type { CourtCosts } from "../../court-costs/court-costs.ts";
import { courtAddress, interestBasis, type ValueFacts, valuesOf } from "./values.ts";

const terms = (kind: string, rate = "0", per: "year" | "month" = "year", compounding = "yearly") => ({
  kind,
  rate,
  per,
  compounding,
  from: null,
});

test.each([
  ["statutory", terms("statutory"), "de wettelijke rente als bedoeld in artikel 6:119 BW"],
  [
    "statutory and two points",
    terms("statutory", "2"),
    "de wettelijke rente als bedoeld in artikel 6:119 BW vermeerderd met 2% per jaar",
  ],
  ["commercial", terms("commercial"), "de wettelijke handelsrente als bedoeld in artikel 6:119a BW"],
  [
    "commercial and one and a half points",
    terms("commercial", "1.5"),
    "de wettelijke handelsrente als bedoeld in artikel 6:119a BW vermeerderd met 1,5% per jaar",
  ],
  ["of a public body", terms("government"), "de wettelijke handelsrente als bedoeld in artikel 6:119b BW"],
  ["agreed, simple", terms("contractual", "12", "year", "none"), "de overeengekomen rente van 12% per jaar"],
  [
    "agreed, compounded by the month",
    terms("contractual", "1", "month", "monthly"),
    "de overeengekomen, maandelijks bij te schrijven rente van 1% per maand",
  ],
  [
    "agreed, compounded by the year",
    terms("contractual", "8", "year", "yearly"),
    "de overeengekomen, jaarlijks bij te schrijven rente van 8% per jaar",
  ],
  ["none", terms("none"), null],
])("%s", (_what, of, words) => expect(interestBasis(of)).toBe(words));

const address = { street: "Dorpsstraat", houseNumber: "12", addition: "b", postcode: "4811 AB", city: "Breda" };
const origin = { from: date("2026-01-01"), source: "Staatsblad", verified: true };
const line = (part: CourtCosts["lines"][number]["part"], cents: number): CourtCosts["lines"][number] => ({
  part,
  cents,
  upTo: null,
  perPoint: null,
  halfPoints: null,
  capped: null,
  rate: null,
  origin,
});
const invoice = (number: string, dueDate: string, amount: number, credited = 0, awarded = false) => ({
  number,
  date: date("2026-01-15"),
  dueDate: date(dueDate),
  amount,
  credited,
  principal: amount - credited,
  interest: 0,
  awarded,
});

/** All that a paper can say. */
const full: ValueFacts = {
  today: date("2026-11-30"),
  file: { number: "26-000123", clientRef: "K-7", paymentReference: "1234567890123456" },
  claimTitle: "Onderhoud",
  claimDescription: "Onderhoud van de cv-ketel",
  contractDate: date("2026-01-02"),
  client: { ...address, addition: null, company: "Warmte B.V.", kvk: "12345678" },
  agent: {
    ...address,
    street: "Kade",
    registeredName: "Incasso Noord B.V.",
    phone: "088 123",
    email: "post@noord.example.nl",
    kvk: "87654321",
    wkiNumber: "WKI-1",
    iban: "NL20INGB0001234567",
  },
  debtor: { ...address, displayName: "J. de Boer", birthDate: date("1980-02-03"), kvk: "11112222" },
  others: [
    { ...address, displayName: "A. Smit", birthDate: null, kvk: null },
    {
      ...address,
      street: "",
      houseNumber: "",
      addition: null,
      postcode: "",
      displayName: "B. Vos",
      birthDate: null,
      kvk: null,
    },
  ],
  claim: {
    asOf: date("2026-11-29"),
    invoices: [
      invoice("F-2", "2026-03-31", 40_000, 2_500),
      invoice("F-1", "2026-02-28", 10_000),
      invoice("C/26/1", "2026-01-31", 99_900, 0, true),
    ],
    costs: [
      { date: date("2026-05-01"), label: "Kosten", bik: true, amount: 7_500, open: 7_000 },
      { date: date("2026-05-01"), label: "Beslag", bik: false, amount: 20_000, open: 20_000 },
      { date: date("2026-05-02"), label: "Kosten", bik: true, amount: 100, open: 50 },
    ],
    payments: [],
    totals: { principal: 47_400, interest: 1_234, costs: 27_050, paid: 1, open: 75_684 },
  },
  interest: { kind: "statutory", rate: "0", per: "year", compounding: "yearly", from: date("2026-03-01") },
  notice: { sentOn: date("2026-04-01"), lastPayDay: date("2026-04-17") },
  costs: {
    value: 50_000,
    sector: "kanton",
    lines: [line("courtFee", 13_300), line("salary", 8_200), line("summons", 12_034)],
    total: 33_534,
    after: [line("afterCosts", 4_100)],
    salaryKnown: true,
    cliff: null,
  },
  court: "Rechtbank Zeeland-West-Brabant",
  place: { city: "Breda", street: "Sluissingel 20", postcode: "4811 TA" },
  sector: "kanton",
  summonsOn: date("2026-12-07"),
  rollOn: date("2026-12-15"),
  rollTime: "09:30",
  payBefore: date("2026-12-14"),
  signer: "mr. K. Deur",
  recipient: "J. de Boer",
  state: { kind: "bankruptcy", from: date("2026-10-01") },
};

/** As little as a file may know. */
const bare: ValueFacts = {
  ...full,
  contractDate: null,
  debtor: { ...full.debtor, birthDate: null, kvk: null },
  others: [],
  claim: { ...full.claim, invoices: [], costs: [], totals: { principal: 0, interest: 0, costs: 0, paid: 0, open: 0 } },
  interest: { ...full.interest, kind: "none", from: null },
  notice: null,
  costs: null,
  court: null,
  place: null,
  sector: "civil",
  summonsOn: null,
  rollOn: null,
  rollTime: "",
  payBefore: null,
  state: null,
};

test("who claims, from whom, and through whom", () =>
  expect(valuesOf(full)).toMatchObject({
    claimantName: "Warmte B.V.",
    claimantSeat: "Breda",
    claimantAddress: "Dorpsstraat 12, 4811 AB Breda",
    claimantKvk: "12345678",
    agentName: "Incasso Noord B.V.",
    agentAddress: "Kade 12 b, 4811 AB Breda",
    agentRegistration: "WKI-1",
    bailiffName: "mr. K. Deur",
    defendantName: "J. de Boer",
    defendantAddress: "Dorpsstraat 12 b, 4811 AB Breda",
    defendantBirthDate: "3 februari 1980",
    otherDefendants: "A. Smit, Dorpsstraat 12 b, 4811 AB Breda; B. Vos, Breda",
  }));

test("which court, when, and at what costs", () =>
  expect(valuesOf(full)).toMatchObject({
    courtName: "de rechtbank Zeeland-West-Brabant",
    courtCity: "Breda",
    courtAddress: "Sluissingel 20, 4811 TA Breda",
    courtSector: "kamer voor kantonzaken",
    summonsDate: "7 december 2026",
    rollDate: "15 december 2026",
    rollTime: "09.30 uur",
    courtFee: "€\u00a0133,00",
    agentSalary: "€\u00a082,00",
    summonsCosts: "€\u00a0120,34",
    afterCosts: "€\u00a041,00",
    courtCosts: "€\u00a0335,34",
  }));

// What a judge has awarded is no invoice any more: 400 − 25 + 100; of the costs those of collection alone, 70 + 0.50.
test("what is claimed", () =>
  expect(valuesOf(full)).toMatchObject({
    invoiceNumbers: "F-2, F-1",
    firstDueDate: "28 februari 2026",
    interestFrom: "1 maart 2026",
    noticeDate: "1 april 2026",
    noticeLastDay: "17 april 2026",
    asOf: "29 november 2026",
    invoiced: "€\u00a0475,00",
    principal: "€\u00a0474,00",
    interest: "€\u00a012,34",
    collectionCosts: "€\u00a070,50",
    paid: "€\u00a00,01",
    open: "€\u00a0756,84",
    contractDate: "2 januari 2026",
    payBefore: "14 december 2026",
    stateDay: "1 oktober 2026",
    stateKind: "het faillissement",
  }));

test("what a file does not know has no words", () => {
  const values = valuesOf(bare);
  const unknown = Object.entries(values).flatMap(([name, words]) => (words === null ? [name] : []));
  expect(unknown.toSorted()).toEqual(
    [
      "defendantBirthDate",
      "defendantKvk",
      "courtName",
      "courtCity",
      "courtAddress",
      "summonsDate",
      "rollDate",
      "rollTime",
      "courtFee",
      "agentSalary",
      "summonsCosts",
      "afterCosts",
      "courtCosts",
      "firstDueDate",
      "interestBasis",
      "interestFrom",
      "noticeDate",
      "noticeLastDay",
      "paid",
      "contractDate",
      "payBefore",
      "stateDay",
      "stateKind",
    ].toSorted(),
  );
  expect(values).toMatchObject({
    otherDefendants: "",
    courtSector: "kamer voor handelszaken",
    invoiceNumbers: "",
    invoiced: "€\u00a00,00",
    collectionCosts: "€\u00a00,00",
  });
});

test("a court without a known postcode, and the two states that have words of their own", () => {
  expect(courtAddress({ city: "Breda", street: "Sluissingel 20", postcode: null })).toBe("Sluissingel 20, Breda");
  expect(courtAddress({ city: "Breda", street: null, postcode: "4811 TA" })).toBeNull();
  const kindOf = (kind: string) => valuesOf({ ...full, state: { kind, from: full.today } }).stateKind;
  expect([kindOf("wsnp"), kindOf("administration")]).toEqual(["de schuldsaneringsregeling", null]);
});
