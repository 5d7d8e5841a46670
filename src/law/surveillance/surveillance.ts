/** Address surveillance: why an address is checked, what can be found, and what follows from it. Pure (domain facts 4.6, 6 and 9). */
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";

/** Why: a letter came back, the workflow asks, the file is watched, the last check is old, or somebody wants to know. */
export const checkReasons = ["returned_mail", "step", "monitoring", "stale", "by_hand"] as const;
export type CheckReason = (typeof checkReasons)[number];

export const checkStates = ["open", "sent", "done", "cancelled"] as const;
export type CheckState = (typeof checkStates)[number];

export const checkResults = ["confirmed", "moved", "unknown", "secret", "deceased"] as const;
export type CheckResult = (typeof checkResults)[number];

/** Days within which an answer is wanted. */
export const answerDays = 7;
export const dueOn = (asked: PlainDate): PlainDate => addDays(asked, answerDays);

/** What follows from a result. */
export interface CheckEffect {
  /** The address on record counts as checked on that day, so that a summons may stand on it. */
  readonly verified: boolean;
  /** Letters go out again: the hold for returned mail is lifted. */
  readonly lifts: boolean;
  /** What the file is held for from now on. */
  readonly holds: "returned_mail" | "deceased" | null;
}

const effects: Readonly<Record<CheckResult, CheckEffect>> = {
  confirmed: { verified: true, lifts: true, holds: null },
  moved: { verified: true, lifts: true, holds: null },
  // No letter can arrive, so none is sent: the file waits for a decision (closing reason "unknown address", or a new trace).
  unknown: { verified: false, lifts: false, holds: "returned_mail" },
  secret: { verified: false, lifts: false, holds: "returned_mail" },
  deceased: { verified: false, lifts: true, holds: "deceased" },
};
export const effectOf = (result: CheckResult): CheckEffect => effects[result];

/** The columns of the list that a bureau gets, and of the one that it sends back. */
export const requestColumns = [
  "check_number",
  "file_number",
  "debtor_name",
  "birth_date",
  "street",
  "house_no",
  "addition",
  "postcode",
  "city",
  "country",
] as const;
export const answerColumns = [
  "check_number",
  "result",
  "checked_on",
  "source",
  "street",
  "house_no",
  "addition",
  "postcode",
  "city",
  "country",
] as const;

/** Rows of one upload of results, and how many of them are noted while somebody waits; a job notes more. */
export const maxAnswers = 100_000;
export const maxAtOnce = 1000;
/** Bytes of such an upload. */
export const maxAnswerBytes = 20_000_000;
/** Days for which somebody sees what became of an upload. */
export const daysOfUploads = 60;

const words: Readonly<Record<string, CheckResult>> = {
  bevestigd: "confirmed",
  juist: "confirmed",
  verhuisd: "moved",
  onbekend: "unknown",
  vow: "unknown",
  geheim: "secret",
  overleden: "deceased",
};

/** A result as bureaus write it: our own word or the Dutch one, in any case. */
export function readResult(text: string): CheckResult | undefined {
  const word = text.trim().toLowerCase();
  return checkResults.find((known) => known === word) ?? words[word];
}
