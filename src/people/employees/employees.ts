/** What the law wants of those who collect, and when it falls due: training every year, a fresh VOG at hiring (Bki 2.2–2.3, Wki 12). */
import { addMonths, addYears, date, dateParts, daysBetween, type PlainDate } from "../../ground/kernel/dates.ts";

/** Departments (specification, point 3). */
export const departments = ["administrative", "financial", "commercial"] as const;
export type Department = (typeof departments)[number];

/** What somebody can take part in. A meeting on ethics is one that the employer organises. */
export const trainingKinds = ["course", "meeting", "ethics"] as const;
export type TrainingKind = (typeof trainingKinds)[number];

/** What each employee must have. */
export const requirementKinds = ["vog", "course", "meeting"] as const;
export type RequirementKind = (typeof requirementKinds)[number];

/** A VOG may be this old on the first day of employment, in months (Wki art. 12). */
export const vogMonths = 3;
/** How many meetings on ethics the employer organises in a calendar year (Bki art. 2.3). */
export const ethicsMeetingsAYear = 2;

/**
 * Whether a VOG is fit for a first day: `old` where it was given more than three months before (counted by the calendar: of 30 November
 * it serves until the last day of February), `late` where it was given only afterwards.
 */
export function vogState(vogOn: PlainDate | null, firstDay: PlainDate): "missing" | "old" | "late" | "good" {
  if (vogOn === null) return "missing";
  if (addMonths(vogOn, vogMonths) < firstDay) return "old";
  return vogOn > firstDay ? "late" : "good";
}

/** The day by which the next one must have been held: a year after the last, or after the first day where there was none yet. */
export const yearlyDue = (lastOn: PlainDate | null, firstDay: PlainDate): PlainDate => addYears(lastOn ?? firstDay, 1);

/** What is known of an employee that the rules look at. */
export interface EmployeeFacts {
  readonly employedFrom: PlainDate | null;
  readonly employedUntil: PlainDate | null;
  /** The day the login was made: the first day where no other is known. */
  readonly since: PlainDate;
  readonly vogOn: PlainDate | null;
  readonly lastCourse: PlainDate | null;
  readonly lastMeeting: PlainDate | null;
}

export interface Requirement {
  readonly kind: RequirementKind;
  readonly due: PlainDate;
}

/** What the employee must still do and by when, earliest first. What falls due after the last day asks nothing any more. */
export function requirementsOf(facts: EmployeeFacts): readonly Requirement[] {
  const firstDay = facts.employedFrom ?? facts.since;
  const vog = vogState(facts.vogOn, firstDay);
  const all: readonly Requirement[] = [
    ...(vog === "missing" || vog === "old" ? [{ kind: "vog" as const, due: firstDay }] : []),
    { kind: "course", due: yearlyDue(facts.lastCourse, firstDay) },
    { kind: "meeting", due: yearlyDue(facts.lastMeeting, firstDay) },
  ];
  const { employedUntil } = facts;
  return all
    .filter(({ due }) => employedUntil === null || due <= employedUntil)
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
}

/** Whether the house still has to organise a meeting on ethics this year, and by when. */
export const ethicsDue = (held: number, today: PlainDate): PlainDate | undefined =>
  held >= ethicsMeetingsAYear ? undefined : date(`${String(dateParts(today).year).padStart(4, "0")}-12-31`);

/** Days before a due date at which is reminded of it, each once. */
export const reminderDays = [60, 30, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** The threshold that has been reached on a day; undefined where it is too early. */
export function thresholdOn(due: PlainDate, today: PlainDate): ReminderDays | undefined {
  const left = daysBetween(today, due);
  return reminderDays.findLast((days) => left <= days);
}

/** How an employee stands: something is due (today or before), falls due within 60 days, or nothing does. */
export const reminderStates = ["due", "soon", "good"] as const;
export type ReminderState = (typeof reminderStates)[number];

export function stateOn(requirements: readonly Requirement[], today: PlainDate): ReminderState {
  const thresholds = requirements.map(({ due }) => thresholdOn(due, today));
  if (thresholds.includes(0)) return "due";
  return thresholds.some((days) => days !== undefined) ? "soon" : "good";
}

/** Whether somebody's last day of employment lies behind. The last day itself is a working day. */
export const hasLeft = (employedUntil: PlainDate | null, today: PlainDate): boolean =>
  employedUntil !== null && employedUntil < today;

/** The largest certificate, in bytes. */
export const maxCertificateBytes = 10_000_000;
/** What a certificate may be, told by its content. */
export const certificateTypes: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": [".pdf"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
};
