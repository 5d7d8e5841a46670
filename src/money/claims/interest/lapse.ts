/**
 * Interest that falls due after a judgment lapses after five years (BW 3:324(3)), separately for each day; interest due before lapses with the
 * judgment. An interruption (BW 3:325: recognition, a written demand, enforcement) gives five more years to what has not lapsed yet.
 */
import { addDays, addMonths, afterTerm, dateOfDay, dayNumber } from "../../../ground/kernel/dates.ts";
import { type Cents, multiplyDivide } from "../../../ground/kernel/money.ts";
import { type ClaimEvent, isKind } from "../engine/events.ts";

const termMonths = 60;

/** Interest of a period that is not fully paid; days are day numbers. */
interface Unpaid {
  readonly from: number;
  readonly until: number;
  readonly interest: Cents;
  left: Cents;
}

/** The lapse state of an invoice's interest account. */
export interface Lapse {
  /** The day of the judgment: interest from it on lapses separately. */
  readonly judgedOn: number;
  /** Interest of days before this one had lapsed at the last interruption. */
  keptFrom: number;
  /** The first day on which that interruption has no effect any more. */
  renewedUntil: number;
  /** Interest of days before this one has lapsed. */
  lapsedUntil: number;
  readonly unpaid: Unpaid[];
  lapsed: Cents;
}

const after = (day: number, months: number): number => dayNumber(addMonths(dateOfDay(day), months));

export const openLapse = (judgedOn: number): Lapse => ({
  judgedOn,
  keptFrom: judgedOn,
  renewedUntil: after(judgedOn, termMonths),
  lapsedUntil: judgedOn,
  unpaid: [],
  lapsed: 0,
});

/** The first day whose interest is still owed on a day. */
const cutoff = ({ keptFrom, renewedUntil }: Lapse, today: number): number =>
  today < renewedUntil ? keptFrom : Math.max(keptFrom, after(today, -termMonths));

/** Interrupts limitation on a day: a new term starts the next day. Before the judgment it has no effect. */
export function renew(lapse: Lapse, on: number): void {
  if (on <= lapse.judgedOn) return;
  lapse.keptFrom = cutoff(lapse, on);
  lapse.renewedUntil = dayNumber(afterTerm(addDays(dateOfDay(on), 1), termMonths));
}

export const accrue = (lapse: Lapse, from: number, until: number, interest: Cents): void => {
  if (interest > 0) lapse.unpaid.push({ from, until, interest, left: interest });
};

/** A payment takes the oldest interest first. */
export function settle(lapse: Lapse, paid: Cents): void {
  let left = paid;
  for (const each of lapse.unpaid) {
    const part = Math.min(left, each.left);
    each.left -= part;
    left -= part;
  }
}

/** Splits a period on a day; payments are attributed to its earlier days. */
function split(each: Unpaid, day: number): readonly Unpaid[] {
  if (day <= each.from || day >= each.until) return [each];
  const interest = multiplyDivide(each.interest, day - each.from, each.until - each.from);
  const left = Math.max(0, interest - (each.interest - each.left));
  return [
    { from: each.from, until: day, interest, left },
    { from: day, until: each.until, interest: each.interest - interest, left: each.left - left },
  ];
}

/** Removes what has lapsed by a day from the account. Returns the amount. */
export function removeLapsed(lapse: Lapse, today: number): Cents {
  const kept = cutoff(lapse, today);
  if (kept <= lapse.judgedOn) return 0;
  lapse.lapsedUntil = Math.max(lapse.lapsedUntil, kept);
  const parts = lapse.unpaid.flatMap((each) =>
    split(each, lapse.judgedOn).flatMap((part) => split(part, Math.max(kept, lapse.judgedOn))),
  );
  lapse.unpaid.length = 0;
  let lapsed = 0;
  for (const part of parts) {
    if (part.from >= lapse.judgedOn && part.until <= kept) lapsed += part.left;
    else if (part.left > 0) lapse.unpaid.push(part);
  }
  lapse.lapsed += lapsed;
  return lapsed;
}

type Judged = Pick<Extract<ClaimEvent, { kind: "interruption" }>, "on" | "data">;

/** Whether an interruption applies to an invoice: one that it names, or without names all that were due by then. */
export const concerns = ({ on, data }: Judged, number: string, dueDay: number): boolean =>
  data.invoices.length > 0 ? data.invoices.includes(number) : dueDay < dayNumber(on);

/** The day of the first judgment on an invoice; undefined where there is none. */
export function judgedOn(standing: readonly ClaimEvent[], number: string, dueDay: number): number | undefined {
  let first: number | undefined;
  for (const event of standing) {
    if (!isKind(event, "interruption") || event.data.how !== "judgment" || !concerns(event, number, dueDay)) continue;
    const day = dayNumber(event.on);
    if (first === undefined || day < first) first = day;
  }
  return first;
}
