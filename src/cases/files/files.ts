/** The case and its debtor: statuses, phases, numbers and names. Pure (specification, point 3; domain facts 5, 6, 9 and 11). */

import type { Message } from "../../ground/kernel/errors.ts";
import type { HoldKind } from "./states/holds.ts";

export {
  mournedFrom,
  mourningMonths,
  ofAgeOn,
  type PostalAddress,
  type Recipient,
  type Speaker,
  type StatesChange,
  withoutState,
  withState,
} from "./parties/addressee.ts";
export { addressKinds, type PartyRole, partyRoles } from "./parties/parties.ts";
export {
  effectOf,
  freezesInterest,
  type HoldKind,
  holdKinds,
  holdStages,
  isOfNaturalPersons,
  phaseUnderHold,
  stateEffects,
  statusUnder,
} from "./states/holds.ts";

/** Workflow statuses of the specification (point 3). */
export const fileStatuses = [
  "not_started",
  "in_progress",
  "paused",
  "term_payment",
  "suspend",
  "monitoring",
  "monitoring_in_progress",
  "no_more_steps",
  "closed",
] as const;
export type FileStatus = (typeof fileStatuses)[number];

export const filePhases = ["amicable", "judicial", "monitoring", "bailiff", "partner", "shv"] as const;
export type FilePhase = (typeof filePhases)[number];

/**
 * Where each status may go (domain facts 9, end: not_started → in_progress ⇄ paused ⇄ term_payment / suspend; 6: any open status
 * may be suspended and resumes where it was). A closed file only opens again, by `reopenFile`.
 */
const transitions: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  not_started: ["in_progress", "paused", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  in_progress: ["paused", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  paused: ["not_started", "in_progress", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  term_payment: ["in_progress", "paused", "suspend", "monitoring", "no_more_steps", "closed"],
  suspend: [
    "not_started",
    "in_progress",
    "paused",
    "term_payment",
    "monitoring",
    "monitoring_in_progress",
    "no_more_steps",
    "closed",
  ],
  monitoring: ["monitoring_in_progress", "in_progress", "paused", "term_payment", "suspend", "closed"],
  monitoring_in_progress: ["monitoring", "in_progress", "paused", "term_payment", "suspend", "no_more_steps", "closed"],
  no_more_steps: ["in_progress", "paused", "term_payment", "suspend", "monitoring", "closed"],
  closed: ["not_started", "in_progress", "monitoring", "no_more_steps"],
};

/** The statuses that a file in this status may be given; staying where it is always goes. */
export const nextStatuses = (from: FileStatus): readonly FileStatus[] => transitions[from];
export const mayBecome = (from: FileStatus, to: FileStatus): boolean => from === to || transitions[from].includes(to);

/** Why a file was closed (domain facts 11). */
export const closingReasons = [
  "paid_in_full",
  "paid_directly",
  "settled",
  "credited",
  "withdrawn",
  "uneconomic",
  "uncollectable",
  "unknown_address",
  "deceased_no_estate",
  "bankrupt",
  "wsnp_clean_slate",
  "shv_completed",
  "time_barred",
  "disputed_unfounded",
  "duplicate",
  "transferred",
  "sold",
] as const;
export type ClosingReason = (typeof closingReasons)[number];

export const fileTypes = ["private", "company"] as const;
export type FileType = (typeof fileTypes)[number];
export const genders = ["male", "female", "unknown"] as const;
export type Gender = (typeof genders)[number];
export const claimBases = ["contract", "other"] as const;
export type ClaimBasis = (typeof claimBases)[number];
export const contactChannels = ["post", "email", "sms", "call", "visit", "portal"] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** Where somebody lives or is established, in the order of an envelope. */
export const addressFields = ["street", "houseNumber", "addition", "postcode", "city", "country"] as const;
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

/** Lower case without accents, for comparing and searching: "Yıldız Coöp" → "yildiz coop". */
export const foldText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("ł", "l");

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

/** "26-000123" of year 2026 and sequence 123; past 999,999 in one year the number grows a digit. */
export const fileNumber = (year: number, sequence: number): string =>
  `${String(year % 100).padStart(2, "0")}-${String(sequence).padStart(6, "0")}`;

const numberPattern = /^(\d{2})[-\s]?(\d{6,7})$/;

/** The file number that a text is, with or without its dash; undefined if it is none. */
export function parseFileNumber(text: string): string | undefined {
  const match = numberPattern.exec(text.trim());
  return match ? `${match[1]}-${match[2]}` : undefined;
}

/** The digits that a payment reference carries: the number without its dash (8 digits; domain facts 8.3). */
export const referencePayload = (number: string): string => number.replace("-", "");

/** The projection of a balance on the file, for lists: whole cents, as they stood at the end of `on`. */
export interface BalanceProjection {
  readonly on: string;
  readonly principalCents: number;
  readonly interestCents: number;
  readonly costsCents: number;
  readonly paidCents: number;
  readonly openCents: number;
  /** What was received beyond the claim and not paid back. */
  readonly overpaidCents: number;
}

/** A next step for lists and the file page: what, as text of some module, and from which date. */
export interface NextStep {
  readonly step: Message | null;
  readonly on: string | null;
}

/** What changed about a file: the timeline follows it, in the same transaction. */
export type FileChange =
  | { readonly kind: "status"; readonly from: FileStatus; readonly to: FileStatus; readonly why: Message | null }
  | { readonly kind: "phase"; readonly from: FilePhase; readonly to: FilePhase; readonly why: Message | null }
  | { readonly kind: "held"; readonly hold: HoldKind; readonly until: string | null; readonly reason: string | null }
  | { readonly kind: "released"; readonly hold: HoldKind }
  | {
      readonly kind: "frozen";
      readonly holdId: number;
      readonly hold: HoldKind;
      readonly from: string | null;
      readonly until: string | null;
    }
  | { readonly kind: "party" }
  | { readonly kind: "closed"; readonly reason: ClosingReason; readonly note: string | null }
  | { readonly kind: "reopened"; readonly note: string | null }
  | { readonly kind: "manager"; readonly name: string | null }
  | { readonly kind: "claim" }
  | { readonly kind: "debtor" };

/** Where a file is shown; the list that it was opened from goes along, for next and previous. */
export const fileAddress = (id: number, list?: { readonly search: string; readonly at: number }): string =>
  `/file/show-new/${id}${list ? `?list=${encodeURIComponent(list.search)}&at=${list.at}` : ""}`;
