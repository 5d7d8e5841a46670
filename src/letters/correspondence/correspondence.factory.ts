/** Makers of letters for tests and samples: fictional people, coherent amounts. */
import { addDays, date, daysBetween, type PlainDate } from "../../ground/kernel/dates.ts";
import { divideHalfUp, sumCents } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import type { InterestLine, InvoiceLine } from "../templates/templates.ts";
import type { LetterBalance, LetterInput, LetterProvider } from "./letters/letter.ts";

export const sampleProvider: LetterProvider = {
  registeredName: "Vorder Incasso B.V.",
  tradeName: "Vorder Incasso",
  street: "Stationsplein",
  houseNumber: "10",
  addition: "",
  postcode: "3511 ED",
  city: "Utrecht",
  country: "NL",
  phone: "030 200 10 10",
  email: "info@vorder.example",
  website: "https://www.vorder.example",
  linkedin: "",
  iban: "NL02ABNA0123456789",
  bic: "ABNANL2A",
  accountHolder: "Stichting Derdengelden Vorder",
  kvk: "90001234",
  vatNumber: "NL900012345B01",
  wkiNumber: "IN-2025-0042",
  wkiValidUntil: "2030-03-31",
  replyTo: "info@vorder.example",
  footer: { nl: "", en: "", fr: "", de: "" },
};

const basis: Readonly<Record<Language, string>> = {
  nl: "wettelijke rente, artikel 6:119 BW",
  en: "statutory interest, article 6:119 Dutch Civil Code",
  fr: "intérêt légal, article 6:119 du code civil néerlandais",
  de: "gesetzliche Zinsen, Artikel 6:119 niederl. BGB",
};

const costLabel: Readonly<Record<Language, string>> = {
  nl: "Buitengerechtelijke incassokosten (artikel 6:96 BW)",
  en: "Extrajudicial collection costs (article 6:96 Dutch Civil Code)",
  fr: "Frais de recouvrement extrajudiciaires (article 6:96)",
  de: "Außergerichtliche Inkassokosten (Artikel 6:96)",
};

/** Statutory interest at 4 % a year, ACT/365: base × 4/100 × days/365, half up (domain facts 2.3). */
function interestOf(invoice: InvoiceLine, until: PlainDate, language: Language): InterestLine {
  const from = addDays(invoice.dueDate, 1);
  const days = daysBetween(from, until);
  return {
    invoice: invoice.number,
    from,
    until,
    baseCents: invoice.cents,
    rate: "4",
    per: "year",
    days,
    basis: basis[language],
    cents: Number(divideHalfUp(BigInt(invoice.cents) * 4n * BigInt(days), 36_500n)),
  };
}

/** A balance of so many invoices with statutory interest; `bikCents` and `paidCents` where wanted. */
export function sampleBalance(
  asOf: PlainDate,
  count: number,
  language: Language,
  { bikCents = 0, vatCents = 0, paidCents = 0 } = {},
): LetterBalance {
  const invoices = Array.from({ length: count }, (_, at): InvoiceLine => {
    const invoiceDate = addDays(date("2026-01-05"), at * 14);
    return {
      number: `F-2026-${String(1041 + at * 7)}`,
      invoiceDate,
      dueDate: addDays(invoiceDate, 30),
      description: at % 3 === 0 ? "Stadsfiets met bagagedrager en verlichting" : "Onderhoud",
      cents: 64_900 + at * 1215,
    };
  });
  const interest = invoices.map((invoice) => interestOf(invoice, asOf, language));
  const principalCents = sumCents(invoices.map((line) => line.cents));
  const interestCents = sumCents(interest.map((line) => line.cents));
  const costsCents = bikCents + vatCents;
  return {
    asOf,
    invoices,
    credits: [],
    interest,
    costs: bikCents > 0 ? [{ label: costLabel[language], on: asOf, cents: bikCents }] : [],
    vat: vatCents > 0 ? { rate: "21", cents: vatCents } : null,
    payments: paidCents > 0 ? [{ label: "Betaling", on: addDays(asOf, -20), cents: paidCents }] : [],
    principalCents,
    interestCents,
    costsCents,
    paidCents,
    openCents: principalCents + interestCents + costsCents - paidCents,
  };
}

/** A letter to a consumer about one bicycle. Everything can be overridden. */
export function sampleLetterInput(over: Partial<LetterInput> = {}): LetterInput {
  const language = over.language ?? "nl";
  const on = over.date ?? date("2026-09-14");
  return {
    language,
    date: on,
    provider: sampleProvider,
    file: {
      number: "26-000123",
      clientRef: "K-20418",
      paymentReference: "3826000123",
      claimTitle: language === "nl" ? "Koop" : "Sale",
      claimDescription: language === "nl" ? "koop van een stadsfiets" : "purchase of a city bicycle",
      contractDate: date("2026-01-05"),
    },
    client: {
      company: "Fietsenhandel De Ketting B.V.",
      address: {
        street: "Hoogstraat",
        houseNumber: "88",
        addition: null,
        postcode: "3011 PT",
        city: "Rotterdam",
        country: "NL",
      },
    },
    debtor: {
      displayName: "J.A. van den Berg",
      fileType: "private",
      gender: "male",
      prefix: "van den",
      lastName: "Berg",
      address: {
        street: "Lindelaan",
        houseNumber: "12",
        addition: "B",
        postcode: "3522AB",
        city: "Utrecht",
        country: "NL",
      },
    },
    balance: sampleBalance(on, 1, language),
    // 15 % of the first 2,500.00: 649.00 × 15 % = 97.35.
    bik: { principalCents: 64_900, cents: 9735, vatCents: 0, vatRate: null },
    ...over,
  };
}
