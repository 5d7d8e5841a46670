/** What a letter, mail or SMS about a file says: every variable and both blocks, from plain inputs. Pure, so that a run can plan with it. */

import type { ClosingReason } from "../../../cases/files/files.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { houseLine } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { fillText, type Language } from "../../../ground/kernel/texts.ts";
import type { ProviderSettings } from "../../../ground/settings/settings.ts";
import type { ClaimSpecification, PaymentDetails, TemplateBlocks, TemplateValues } from "../../templates/templates.ts";
import { formatMoney, formatRate } from "../../templates/templates.ts";
import { wording } from "./fixed-texts.ts";
import { noticeWords } from "./notice-words.ts";
import { pageDetails } from "./page-link.ts";

/** The sender, from the global settings. Whoever lacks name, address, phone, KvK or registration number may not send (Wki art. 11). */
export interface LetterProvider extends ProviderSettings {
  /** The style of a client in whose own name something is sent; the particulars above are then the client's, but for the registration. */
  readonly house?: LetterHouse;
}

/** How what is sent in a client's own name looks. */
export interface LetterHouse {
  /** Under letters and mails: who the client is, and by whom it has them sent. */
  readonly footer: readonly string[];
  /** A picture that stands for its name, byte by byte. */
  readonly logo: { readonly format: "png" | "jpg"; readonly bytes: readonly number[] } | null;
}

export interface LetterAddress {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166 code; the Netherlands are not printed. */
  readonly country: string;
}

/** A balance with the lines that explain it, as the money engine derives it. The lines have to add up to the totals. */
export type LetterBalance = Omit<ClaimSpecification, "title" | "creditor" | "debtor" | "object">;

/** Collection costs that a letter announces (14-day letter) or charges. */
export interface LetterBik {
  /** What was still open of the principal, over which they are reckoned. */
  readonly principalCents: Cents;
  readonly cents: Cents;
  /** VAT over them; zero where the client can reclaim it. */
  readonly vatCents: Cents;
  /** "21"; null where no VAT is charged on. */
  readonly vatRate: string | null;
}

export interface LetterArrangement {
  readonly count: number;
  readonly amountCents: Cents;
  readonly lastAmountCents: Cents;
  readonly firstOn: PlainDate;
  readonly frequency: "week" | "twoWeeks" | "fourWeeks" | "month";
  /** The term that a reminder is about. */
  readonly dueOn?: PlainDate;
  /** All of its terms, as they were agreed. */
  readonly terms: readonly { readonly on: PlainDate; readonly amount: Cents }[];
}

export interface LetterPerson {
  readonly displayName: string;
  readonly fileType: "private" | "company";
  readonly gender: "male" | "female" | "unknown";
  readonly prefix: string | null;
  readonly lastName: string | null;
  /** Who is addressed at a company, where known. */
  readonly contactName?: string | null;
  readonly address: LetterAddress;
}

export interface LetterInput {
  readonly language: Language;
  readonly date: PlainDate;
  readonly provider: LetterProvider;
  readonly file: {
    readonly number: string;
    readonly clientRef: string;
    readonly paymentReference: string;
    readonly claimTitle: string;
    readonly claimDescription: string;
    readonly contractDate: PlainDate | null;
  };
  readonly client: { readonly company: string; readonly address: LetterAddress };
  readonly debtor: LetterPerson;
  /** Who is written to; the debtor at its own address where absent. */
  readonly to?: LetterPerson;
  /** Which party of the file that is; null or absent for the debtor. */
  readonly partyId?: number | null;
  /** The debtor that it is about, where somebody else is written to. */
  readonly concerns?: string;
  readonly balance: LetterBalance;
  readonly bik?: LetterBik;
  /** What the payment block asks for, such as one term of an arrangement; the open amount where absent. */
  readonly payCents?: Cents;
  /** Last day of a term that the letter grants. Never for the 14-day letter, which prints no date. */
  readonly payBefore?: PlainDate;
  /** What becomes of the interest of the 14-day letter's term, where all that is asked is paid in time; forgiven where absent. */
  readonly interestInTerm?: "forgiven" | "owed";
  /** Who sent the 14-day letter that this one speaks of; we, where absent. */
  readonly noticeBy?: "agency" | "client";
  readonly courtCostsCents?: Cents;
  /** Where whoever is written to has a page of their own: below which address. */
  readonly page?: { readonly baseUrl: string };
  readonly caseManager?: string;
  readonly arrangement?: LetterArrangement;
  /** Why a file was closed, as a sentence in the reader's language. */
  readonly closingReason?: string;
}

/** Why a file was closed, as the debtor reads it; the reasons that say nothing to a debtor share one sentence. */
export function closingSentence(reason: ClosingReason, language: Language): string {
  const { closing } = wording[language];
  const byReason: Readonly<Partial<Record<string, string>>> = closing;
  return (Object.hasOwn(closing, reason) ? byReason[reason] : undefined) ?? closing.other;
}

export interface LetterModel {
  readonly language: Language;
  readonly date: PlainDate;
  readonly provider: LetterProvider;
  /** ISO code of the country that it goes to. */
  readonly country: string;
  /** As it stands in the address. */
  readonly postcode: string;
  /** Lines of the address window. */
  readonly recipient: readonly string[];
  /** The debtor that it is about, where somebody else is written to; else null. */
  readonly concerns: string | null;
  readonly file: { readonly number: string; readonly clientRef: string; readonly paymentReference: string };
  readonly clientName: string;
  readonly values: TemplateValues;
  readonly blocks: TemplateBlocks;
  /** Who is written to: a party of the file, or null for the debtor. */
  readonly partyId: number | null;
}

/** The lines of an address as the post wants them: NL postcode with a space, city in capitals abroad and at home, country last. */
export function addressLines(address: LetterAddress, language: Language): string[] {
  // House number and addition stay on one line, however long the street is.
  const door = houseLine(address).replaceAll(" ", "\u00a0");
  const dutch = /^(\d{4})\s*([A-Za-z]{2})$/.exec(address.postcode.trim());
  const postcode =
    address.country === "NL" && dutch ? `${dutch[1]} ${dutch[2]?.toUpperCase()}` : address.postcode.trim();
  const lines = [`${address.street} ${door}`.trim(), `${postcode}  ${address.city.toUpperCase()}`.trim()];
  if (address.country !== "NL") lines.push((countryName(address.country, language) ?? address.country).toUpperCase());
  return lines;
}

function countryName(code: string, language: Language): string | undefined {
  return new Intl.DisplayNames([language], { type: "region" }).of(code);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Geachte heer Van den Berg"; where gender or name are unknown, the form that offends nobody. */
export function salutation(debtor: LetterPerson, language: Language): string {
  const words = wording[language];
  if (debtor.fileType === "company") return words.salutation.company;
  const name = [debtor.prefix, debtor.lastName].filter((part) => part !== null && part.trim() !== "").join(" ");
  if (name === "") return words.salutation.nameless;
  if (debtor.gender === "unknown") return words.salutation.unknown.replace("%name%", debtor.displayName);
  return words.salutation[debtor.gender].replace("%name%", capital(name));
}

function payment(input: LetterInput): PaymentDetails {
  return {
    cents: input.payCents ?? input.balance.openCents,
    iban: input.provider.iban,
    bic: input.provider.bic,
    holder: input.provider.accountHolder,
    reference: input.file.paymentReference,
  };
}

function blocks(input: LetterInput): TemplateBlocks {
  const { balance, client, debtor, file, language } = input;
  return {
    payment: payment(input),
    page: input.page ? pageDetails(input.page.baseUrl) : null,
    specification: {
      ...balance,
      creditor: { name: client.company, address: addressLines(client.address, language) },
      debtor: { name: debtor.displayName, address: addressLines(debtor.address, language) },
      title: file.claimTitle,
      object: file.claimDescription,
    },
  };
}

function arrangementValues(of: LetterArrangement | undefined, language: Language): TemplateValues {
  if (!of) return {};
  return {
    termAmount: of.amountCents,
    termCount: of.count,
    termFrequency: wording[language].frequency[of.frequency],
    firstTermOn: of.firstOn,
    lastTermAmount: of.lastAmountCents,
    termDueOn: of.dueOn ?? null,
  };
}

/** The rows that a text can go through: the same lines as the specification has, and the terms of an arrangement. */
const lists = ({ balance, arrangement }: LetterInput): NonNullable<TemplateValues["lists"]> => ({
  invoices: balance.invoices.map(({ number, description, invoiceDate, dueDate, extendedDueDate, cents }) => ({
    invoiceNumber: number,
    invoiceDescription: description,
    invoiceDate,
    invoiceDueOn: extendedDueDate ?? dueDate,
    invoiceAmount: cents,
  })),
  payments: balance.payments.map(({ on, cents }) => ({ paymentOn: on, paymentAmount: cents })),
  terms: (arrangement?.terms ?? []).map(({ on, amount }, at) => ({ termNumber: at + 1, termOn: on, termSum: amount })),
});

/** The costs and the VAT on them as two amounts, so that nobody reckons the VAT a second time. */
const vatStatement = (of: LetterBik, rate: string, language: Language): string =>
  fillText(
    wording[language].vatStatement,
    {
      costs: formatMoney(of.cents, language),
      vat: formatMoney(of.vatCents, language),
      total: formatMoney(of.cents + of.vatCents, language),
      rate: formatRate(rate, language),
    },
    language,
  );

function bikValues(of: LetterBik | undefined, openCents: Cents, language: Language): TemplateValues {
  if (!of) return {};
  const total = of.cents + of.vatCents;
  return {
    bik: of.cents,
    bikPrincipal: of.principalCents,
    bikTotal: total,
    openWithBik: openCents + total,
    vatStatement: of.vatRate === null ? null : vatStatement(of, of.vatRate, language),
  };
}

/** The sender's address on one line: "Stationsplein 10, 3511 ED Utrecht". */
export const providerAddress = (provider: LetterProvider): string => {
  const door = `${provider.street} ${houseLine(provider)}`.trim();
  return [door, [provider.postcode, provider.city].filter((part) => part !== "").join(" ")]
    .filter((part) => part !== "")
    .join(", ");
};

const providerValues = (provider: LetterProvider): TemplateValues => ({
  providerName: provider.registeredName,
  providerAddress: providerAddress(provider),
  providerPhone: provider.phone,
  providerEmail: provider.email,
  providerWebsite: provider.website,
  providerIban: provider.iban,
  providerKvk: provider.kvk,
  providerRegistration: provider.wkiNumber,
});

/** Everything that a template may name about a file, and what its blocks show. */
export function letterModel(input: LetterInput): LetterModel {
  const { balance, file, language, provider } = input;
  const to = input.to ?? input.debtor;
  const shown = blocks(input);
  return {
    language,
    date: input.date,
    provider,
    country: to.address.country,
    postcode: to.address.postcode.trim(),
    recipient: [to.displayName, ...(to.contactName ? [to.contactName] : []), ...addressLines(to.address, language)],
    concerns: input.concerns ?? null,
    file: { number: file.number, clientRef: file.clientRef, paymentReference: file.paymentReference },
    clientName: input.client.company,
    blocks: shown,
    partyId: input.partyId ?? null,
    values: {
      ...providerValues(provider),
      salutation: salutation(to, language),
      debtorName: input.debtor.displayName,
      clientName: input.client.company,
      clientReference: file.clientRef,
      claimTitle: file.claimTitle,
      claimDescription: file.claimDescription,
      fileNumber: file.number,
      paymentReference: file.paymentReference,
      today: input.date,
      principal: balance.principalCents,
      interest: balance.interestCents,
      costs: balance.costsCents,
      paid: balance.paidCents,
      open: balance.openCents,
      payBefore: input.payBefore ?? null,
      interestInTerm: noticeWords[language].interestInTerm[input.interestInTerm ?? "forgiven"],
      noticeFrom: noticeWords[language].noticeFrom[input.noticeBy ?? "agency"].replace(
        "%client%",
        () => input.client.company,
      ),
      courtCosts: input.courtCostsCents ?? null,
      paymentLink: shown.page?.address ?? null,
      caseManager: input.caseManager ?? null,
      closingReason: input.closingReason ?? null,
      ...bikValues(input.bik, balance.openCents, language),
      ...arrangementValues(input.arrangement, language),
      lists: lists(input),
    },
  };
}
