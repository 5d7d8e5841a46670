/** A file: statuses, phases, numbers and the values that lists show. Pure (specification, point 3; domain facts 5, 6, 9 and 11). */
import type { Message } from "../../ground/kernel/errors.ts";

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

/** What stops a file: kinds of hold (domain facts 5 and 6). */
export const holdKinds = [
  "dispute",
  "complaint",
  "shv",
  "moratorium",
  "broad_moratorium",
  "wsnp",
  "bankruptcy",
  "administration",
  "guardianship",
  "deceased",
  "vulnerable",
  "returned_mail",
  "promise",
  "manual",
] as const;
export type HoldKind = (typeof holdKinds)[number];

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

export const claimBases = ["contract", "other"] as const;
export type ClaimBasis = (typeof claimBases)[number];
export const contactChannels = ["post", "email", "sms", "call", "visit", "portal"] as const;
export type ContactChannel = (typeof contactChannels)[number];

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

/** The next step of a row as a message: its key and values, as the workflow module noted them. */
export const nextStepMessage = (key: string | null, values: unknown): Message | null =>
  key === null ? null : { key, values: plainValues(values) };

function plainValues(values: unknown): Record<string, string | number> {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string" || typeof value === "number"),
  );
}

/** What changed about a file: the timeline follows it, in the same transaction. */
export type FileChange =
  | { readonly kind: "status"; readonly from: FileStatus; readonly to: FileStatus; readonly why: Message | null }
  | { readonly kind: "phase"; readonly from: FilePhase; readonly to: FilePhase; readonly why: Message | null }
  | {
      readonly kind: "held";
      readonly hold: HoldKind;
      readonly until: string | null;
      readonly reason: string | null;
      /** Whoever placed it knows which letter came back, and judges that one. */
      readonly letterKnown?: boolean;
    }
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
