/** When agenda items are planned: recurrence, and what a change of a file requires. Pure (domain facts 5, 6 and 11). */

import { addWorkingDays, type LegalCalendar, nextOfficeDay } from "../../../ground/kernel/calendar.ts";
import { addDays, addMonths, type PlainDate, weekday } from "../../../ground/kernel/dates.ts";
import type { HoldKind } from "../../files/files.ts";
import type { Repeat, SubjectCode } from "../agenda.ts";

/** Monday of the week of a day. */
export const mondayOf = (on: PlainDate): PlainDate => addDays(on, 1 - weekday(on));

const step = (on: PlainDate, { every, unit }: Repeat, times: number): PlainDate =>
  unit === "month" ? addMonths(on, every * times) : addDays(on, every * times * (unit === "week" ? 7 : 1));

/**
 * When an item that recurs comes again: on its own rhythm, after today and after the day that it had, and on a day on which the office works.
 * Undefined where that would be past its last day. The rhythm is reckoned from `anchor`, its first day, so that the 15th stays the 15th after
 * a weekend and the 31st the 31st after a shorter month.
 */
export function nextOccurrence(
  { on, anchor = on }: { readonly on: PlainDate; readonly anchor?: PlainDate },
  repeat: Repeat,
  today: PlainDate,
  calendar: LegalCalendar,
): PlainDate | undefined {
  const after = on > today ? on : today;
  let times = 1;
  while (step(anchor, repeat, times) <= after) times++;
  const rhythm = step(anchor, repeat, times);
  return repeat.until !== null && rhythm > repeat.until ? undefined : nextOfficeDay(rhythm, calendar);
}

interface Follow {
  readonly subject: SubjectCode;
  readonly workingDays?: number;
  readonly months?: number;
  /** The day after the hold ends; without an end the working days count. */
  readonly afterEnd?: boolean;
}

const follows: Readonly<Record<string, readonly Follow[]>> = {
  dispute: [{ subject: "dispute_received", workingDays: 5 }],
  // Receipt is confirmed in writing within two working days (Bki art. 6.1).
  complaint: [{ subject: "complaint", workingDays: 2 }],
  // The balance is answered within ten working days; the pause is looked at again after four months (domain facts 6).
  shv: [
    { subject: "shv_balance", workingDays: 10 },
    { subject: "shv_review", months: 4 },
  ],
  wsnp: [{ subject: "insolvency_claim", workingDays: 5 }],
  bankruptcy: [{ subject: "insolvency_claim", workingDays: 5 }],
  // A court's cooling-off lasts six months at most; the file is looked at again when it ends (domain facts 6).
  moratorium: [{ subject: "review", months: 6, afterEnd: true }],
  broad_moratorium: [{ subject: "review", months: 6, afterEnd: true }],
  // From now on all contact is with the administrator; with somebody vulnerable it is thought over first.
  administration: [{ subject: "review", workingDays: 5 }],
  guardianship: [{ subject: "review", workingDays: 5 }],
  vulnerable: [{ subject: "review", workingDays: 5 }],
  // The heirs are left in peace for three months (domain facts 6).
  deceased: [{ subject: "heirs", months: 3 }],
  returned_mail: [{ subject: "address_check", workingDays: 1 }],
  promise: [{ subject: "call_debtor", workingDays: 5, afterEnd: true }],
  manual: [{ subject: "review", workingDays: 10, afterEnd: true }],
};

/** What is planned when a file is held: each subject with its day. */
export function plannedByHold(
  kind: HoldKind,
  today: PlainDate,
  until: PlainDate | null,
  calendar: LegalCalendar,
): readonly { readonly subject: SubjectCode; readonly on: PlainDate }[] {
  return (follows[kind] ?? []).map(({ subject, workingDays = 0, months, afterEnd = false }) => ({
    subject,
    on: nextOfficeDay(
      afterEnd && until !== null
        ? addDays(until, 1)
        : months === undefined
          ? addWorkingDays(today, workingDays, calendar)
          : addMonths(today, months),
      calendar,
    ),
  }));
}

/** The key of what a hold planned; all of one kind begin alike, so that lifting the hold settles them. */
export const holdKey = (kind: HoldKind, rest = ""): string => `hold:${kind}:${rest}`;
