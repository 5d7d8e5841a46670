/** A sample for previews without a file: one bicycle, one invoice, interest and costs that add up. Pure. */
import { addDays, addMonths, daysBetween, type PlainDate } from "../../ground/kernel/dates.ts";
import { divideHalfUp } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { type LetterModel, type LetterProvider, letterModel } from "../correspondence/correspondence.ts";
import { exampleValues, isVariable } from "../templates/templates.contract.ts";

const address = (street: string, houseNumber: string, postcode: string, city: string) => ({
  street,
  houseNumber,
  addition: null,
  postcode,
  city,
  country: "NL",
});

const principal = 64_900;
const title: Readonly<Record<Language, readonly [title: string, description: string]>> = {
  nl: ["Koop", "koop van een stadsfiets"],
  en: ["Sale", "purchase of a city bicycle"],
  fr: ["Vente", "achat d’un vélo de ville"],
  de: ["Kauf", "Kauf eines Stadtfahrrads"],
};

/** Statutory interest at 4 % a year, ACT/365, half up. */
function balanceOn(on: PlainDate, basis: string) {
  const dueDate = addDays(on, -90);
  const days = daysBetween(addDays(dueDate, 1), on);
  const interest = Number(divideHalfUp(BigInt(principal) * 4n * BigInt(days), 36_500n));
  const number = "F-2026-1041";
  return {
    asOf: on,
    invoices: [{ number, invoiceDate: addDays(dueDate, -30), dueDate, description: "Stadsfiets", cents: principal }],
    credits: [],
    interest: [
      {
        invoice: number,
        from: addDays(dueDate, 1),
        until: on,
        baseCents: principal,
        rate: "4",
        per: "year" as const,
        days,
        basis,
        cents: interest,
      },
    ],
    costs: [],
    vat: null,
    payments: [],
    principalCents: principal,
    interestCents: interest,
    costsCents: 0,
    paidCents: 0,
    openCents: principal + interest,
  };
}

/** What a template is filled with where no file is chosen; the sender is the house itself. `basis`: of the interest, in the language. */
export function sampleModel(language: Language, on: PlainDate, provider: LetterProvider, basis: string): LetterModel {
  const [claimTitle, claimDescription] = title[language];
  const model = letterModel({
    language,
    date: on,
    provider,
    file: {
      number: "26-000123",
      clientRef: "K-20418",
      paymentReference: "3826000123",
      claimTitle,
      claimDescription,
      contractDate: addDays(on, -130),
    },
    client: { company: "Fietsenhandel De Ketting B.V.", address: address("Hoogstraat", "88", "3011PT", "Rotterdam") },
    debtor: {
      displayName: "J.A. van den Berg",
      fileType: "private",
      gender: "male",
      prefix: "van den",
      lastName: "Berg",
      address: address("Lindelaan", "12", "3522AB", "Utrecht"),
    },
    balance: balanceOn(on, basis),
    // 15 % of the first 2,500.00: 649.00 × 15 % = 97.35.
    bik: { principalCents: principal, cents: 9735, vatCents: 0, vatRate: null },
    payBefore: addDays(on, 14),
    courtCostsCents: 32_850,
    caseManager: "Sanne de Wit",
    arrangement: {
      count: 12,
      amountCents: 6000,
      lastAmountCents: 4147,
      firstOn: addDays(on, 14),
      frequency: "month",
      dueOn: addDays(on, 14),
      terms: Array.from({ length: 12 }, (_, at) => ({
        on: addMonths(addDays(on, 14), at),
        amount: at < 11 ? 6000 : 4147,
      })),
    },
  });
  // What the example has no value for, such as a reason of closing, is taken from the list of variables; the house's own particulars are not.
  const missing = Object.entries(exampleValues).filter(
    ([name]) => isVariable(name) && !name.startsWith("provider") && (model.values[name] ?? "") === "",
  );
  // A claim of which nothing was paid yet has no payments, and a text may go through them.
  const lists = { ...model.values.lists, payments: exampleValues.lists?.payments ?? [] };
  return { ...model, values: { ...model.values, ...Object.fromEntries(missing), lists } };
}
