/** The results of a call, in two parts, and their effects. Pure (Regulation F and dialers as the trade knows them; house policy, Bki 4). */

/** What the line says. */
export const lineResults = [
  "answered",
  "no_answer",
  "busy",
  "congestion",
  "machine",
  "machine_message",
  "dropped",
  "out_of_service",
  "fax",
] as const;
export type LineResult = (typeof lineResults)[number];

/** What the person says who answers. */
export const personResults = [
  "right_party",
  "promise",
  "call_back",
  "dispute",
  "help_asked",
  "refuses",
  "third_person",
  "wrong_number",
  "deceased",
  "language",
] as const;
export type PersonResult = (typeof personResults)[number];

export interface CallResult {
  readonly line: LineResult;
  /** What the person said: there where the call was answered, and only then. */
  readonly person: PersonResult | null;
}

/** Whether both layers go together. */
export const isWhole = ({ line, person }: CallResult): boolean => (line === "answered") === (person !== null);

/** Results after which the same number is not dialled again for this debtor: it is nobody's, a machine's, or somebody else's. */
const deadLines: ReadonlySet<LineResult> = new Set(["out_of_service", "fax"]);
export const endsNumber = ({ line, person }: CallResult): boolean => deadLines.has(line) || person === "wrong_number";

const notReached: ReadonlySet<PersonResult> = new Set(["third_person", "wrong_number", "call_back", "language"]);

/** Whether whoever owes, or speaks for the debtor, was spoken to. */
export const reachedDebtor = ({ person }: CallResult): boolean =>
  person !== null && (person === "call_back" || !notReached.has(person));

/** Whether somebody is to be called again: nobody who could answer for the claim was spoken to, or they asked for it. */
const callsAgain = (result: CallResult): boolean =>
  result.line !== "answered" || (result.person !== null && notReached.has(result.person));

/** So often a debtor is called for one item (workflow W1: at most three attempts). */
export const mostAttempts = 3;

/** What becomes of the item: done; called again on a later day; closed for want of a number, or because the attempts are used up. */
export const followUps = ["done", "again", "no_number", "used_up"] as const;
export type FollowUp = (typeof followUps)[number];

/**
 * What follows from a call.
 * @param attempts the calls made for this item, this one among them
 * @param otherNumbers the numbers left besides the one that was dialled
 */
export function followUp(result: CallResult, attempts: number, otherNumbers: number): FollowUp {
  if (!callsAgain(result)) return "done";
  if (endsNumber(result) && otherNumbers === 0) return "no_number";
  // Who asks to be called back is, however often it was tried before.
  if (result.person === "call_back") return "again";
  return attempts >= mostAttempts ? "used_up" : "again";
}

/** The states that what a person says puts on a file at once: nobody asks for payment until somebody has looked at it. */
export const holdOf = (person: PersonResult | null): "dispute" | "deceased" | null =>
  person === "dispute" || person === "deceased" ? person : null;

/** A call to a number, as it is known. */
interface Tried {
  readonly number: string;
  /** Null until somebody says what came of it. */
  readonly line: LineResult | null;
  readonly person: PersonResult | null;
}

/**
 * Numbers that may still be dialled, the one that was tried least first; `attempts` are all calls about the file, `elsewhere` the numbers that are
 * ended by a call about another one.
 */
export function usableNumbers(
  numbers: readonly string[],
  attempts: readonly Tried[],
  elsewhere: readonly string[] = [],
): string[] {
  const told = attempts.filter(({ line, person }) => line !== null && endsNumber({ line, person }));
  const ended = new Set([...elsewhere, ...told.map(({ number }) => number)]);
  const tries = (number: string): number => attempts.filter((attempt) => attempt.number === number).length;
  return numbers.filter((number) => !ended.has(number)).toSorted((a, b) => tries(a) - tries(b));
}

/** The parts of the queue: everything that is due, or the calls alone. */
export const queueLists = ["all", "calls"] as const;
export const queueScopes = ["mine", "team"] as const;

/** So many rows go to a dialer at a time. */
export const mostDialerRows = 500;
export const mostResultBytes = 1_000_000;
