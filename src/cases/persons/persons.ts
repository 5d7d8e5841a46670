/** Debtors and other parties: kinds, legal forms and names. Pure (domain facts 5 and 8). */
import { foldText } from "../../ground/kernel/fold-text.ts";

export const fileTypes = ["private", "company"] as const;
export type FileType = (typeof fileTypes)[number];
export const genders = ["male", "female", "unknown"] as const;
export type Gender = (typeof genders)[number];
/** Where somebody lives or is established, in the order of an envelope. */
export const addressFields = ["street", "houseNumber", "addition", "postcode", "city", "country"] as const;
/** Whether a letter arrives there: a street, a number and a place, and in the Netherlands a postcode in its form. Other countries may have none. */
export const isCompleteAddress = (
  address: Readonly<Record<"street" | "houseNumber" | "postcode" | "city" | "country", string>>,
): boolean =>
  [address.street, address.houseNumber, address.city].every((part) => part.trim() !== "") &&
  (address.country !== "NL" || /^\d{4} ?[A-Za-z]{2}$/.test(address.postcode.trim()));

/** Tells whether two addresses are one place: however their letters are written, and whatever the town is called. */
export const placeKey = (of: {
  readonly country: string;
  readonly postcode: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly street: string;
}): string =>
  [of.country, of.postcode, of.houseNumber, of.addition ?? "", of.street].join("|").toLowerCase().replaceAll(" ", "");

/** What is known of whoever owes, beside whether it is a person or a company; in the order of forms and layouts. */
export const debtorParticulars = [
  "gender",
  "initials",
  "firstName",
  "prefix",
  "lastName",
  "companyName",
  "legalForm",
  "kvk",
  "birthDate",
  ...addressFields,
  "phone",
  "mobile",
  "email",
  "iban",
  "language",
] as const;
export type DebtorParticular = (typeof debtorParticulars)[number];

export const legalForms = [
  "eenmanszaak",
  "vof",
  "maatschap",
  "cv",
  "bv",
  "nv",
  "stichting",
  "vereniging",
  "cooperatie",
  "overheid",
  "other",
] as const;
export type LegalForm = (typeof legalForms)[number];

/** Legal forms without legal personality: behind them stands a natural person (domain facts, E5; Wki art. 2). */
const naturalForms: ReadonlySet<LegalForm> = new Set(["eenmanszaak", "vof", "maatschap", "cv", "other"]);

/**
 * The two flags of rule E5. A private debtor is consumer and natural person. A company is no consumer; whether a natural person
 * stands behind it follows from its legal form. An unknown form is taken for a natural person: the protective reading.
 */
export const debtorFlags = (
  type: FileType,
  legalForm: LegalForm | null,
): { isConsumer: boolean; isNaturalPerson: boolean } =>
  type === "private"
    ? { isConsumer: true, isNaturalPerson: true }
    : { isConsumer: false, isNaturalPerson: legalForm === null || naturalForms.has(legalForm) };

const legalFormSpellings: Readonly<Record<string, LegalForm>> = {
  zzp: "eenmanszaak",
  "vennootschap onder firma": "vof",
  "commanditaire vennootschap": "cv",
  "besloten vennootschap": "bv",
  "naamloze vennootschap": "nv",
  gemeente: "overheid",
  overig: "other",
};

/** The legal form that a spelling names ("B.V.", "Coöperatie"), or undefined. */
export function parseLegalForm(text: string): LegalForm | undefined {
  const plain = foldText(text).replaceAll(".", "").trim();
  return legalForms.find((form) => form === plain) ?? legalFormSpellings[plain];
}

export interface DebtorName {
  readonly fileType: FileType;
  readonly initials: string | null;
  readonly firstName: string | null;
  readonly prefix: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
}

const joined = (...parts: readonly (string | null)[]): string =>
  parts
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "")
    .join(" ");

/** The name on lists and letters: "J.P. van der Meer"; of a company its own name. */
export const displayName = (of: DebtorName): string =>
  of.fileType === "company" && of.companyName
    ? of.companyName.trim()
    : joined(of.initials || of.firstName, of.prefix, of.lastName);

/** The name by which lists sort: Dutch practice puts "van der Meer" under the M. */
export const sortName = (of: DebtorName): string =>
  foldText(
    of.fileType === "company" && of.companyName
      ? of.companyName.trim()
      : joined(of.lastName, of.initials || of.firstName, of.prefix),
  ).slice(0, 200);

/** The words by which a name is found, folded and without punctuation, separated by single spaces. */
export const searchWords = (...parts: readonly (string | null)[]): string =>
  foldText(joined(...parts))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** All the words of a debtor's names. */
export const searchName = (of: DebtorName): string =>
  searchWords(of.lastName, of.firstName, of.initials, of.prefix, of.companyName).slice(0, 400);
