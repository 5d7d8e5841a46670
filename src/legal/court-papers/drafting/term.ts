/** The term of a summons. Pure. */
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";

/** At least one week lies between the day of service and the day of the roll, neither of them counted (Rv 114 and 119). */
export const earliestRoll = (summonsOn: PlainDate): PlainDate => addDays(summonsOn, 8);

/** What is wrong with the days of a summons, as a text key; null where nothing is, or one of them is still open. */
export const summonsProblem = (summonsOn: PlainDate | null, rollOn: PlainDate | null): string | null =>
  summonsOn !== null && rollOn !== null && rollOn < earliestRoll(summonsOn) ? "court-papers.errorTerm" : null;
