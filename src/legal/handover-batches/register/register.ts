/** The register of seizures (DBR): what a bailiff may say of it, and what a client answers. Pure. */
import { addWorkingDays, type LegalCalendar } from "../../../ground/kernel/calendar.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";

/** What a bailiff is about to do when he looks. */
export const registerActs = ["summons", "seizure"] as const;
/** All that he may share: whether recovery is expected within three years. */
export const registerOutcomes = ["within", "beyond"] as const;
export const registerAnswers = ["go_on", "stop"] as const;
export type RegisterAnswer = (typeof registerAnswers)[number];
/** The client on the own screen, somebody here with proof of it, or what was agreed beforehand. */
export const answerWays = ["screen", "proof", "standing"] as const;

/** So many working days a client has for an answer; silence is none. */
export const answerDays = 10;
export const answerBy = (askedOn: PlainDate, calendar: LegalCalendar): PlainDate =>
  addWorkingDays(askedOn, answerDays, calendar);

export interface StandingInstruction {
  readonly answer: RegisterAnswer;
  readonly agreedOn: PlainDate;
  readonly until: PlainDate | null;
}

/** What was agreed on beforehand and holds on a day: the newest of them. */
export function standingOn<I extends StandingInstruction>(instructions: readonly I[], on: PlainDate): I | undefined {
  const held = instructions.filter(({ agreedOn, until }) => agreedOn <= on && (until === null || on <= until));
  return held.sort((a, b) => (a.agreedOn < b.agreedOn ? -1 : 1)).at(-1);
}

/** Whether an office was told what the client answered: by its own channel, or by a person (`byHand`, `failed`). */
export const answerDeliveryStates = ["pending", "told", "uncertain", "failed", "byHand"] as const;
