/**
 * Arrangements (betalingsregeling): building terms, allocating receipts to them, and the missed-term rule (domain facts 3.4). The state is derived
 * from the events; a term is kept when the receipts since the start reach the total of terms due by then.
 */
import { addWorkingDays, type LegalCalendar } from "../../../ground/kernel/calendar.ts";
import { addDays, addMonths, daysBetween, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import {
  type ArrangementAction,
  type ArrangementPlan,
  type ClaimEvent,
  type EventOf,
  isKind,
  type PlanTerm,
  standingEvents,
  type TermFrequency,
} from "../engine/events.ts";

export interface TermRequest {
  readonly total: Cents;
  readonly first: PlainDate;
  readonly frequency: TermFrequency;
  /** A number of terms, or an amount per term. */
  readonly by: { readonly count: number } | { readonly amount: Cents };
}

/** The due date of the n-th term (from 0); monthly terms keep the day of month of the first one. */
export function termDay(first: PlainDate, frequency: TermFrequency, n: number): PlainDate {
  if (frequency === "month") return addMonths(first, n);
  const days = { week: 7, twoWeeks: 14, fourWeeks: 28 }[frequency];
  return addDays(first, days * n);
}

/**
 * The terms: by count, equal amounts rounded down to the cent with the remainder in the last one; by amount, as many as fit and a last one for the
 * rest.
 * Throws for a total, count or amount below one cent, or more than 600 terms.
 */
export function buildTerms({ total, first, frequency, by }: TermRequest): PlanTerm[] {
  const each = "count" in by ? Math.floor(total / by.count) : by.amount;
  const count = "count" in by ? by.count : Math.ceil(total / by.amount);
  if (!(each >= 1 && count >= 1 && count <= 600)) throw new RangeError("no terms can be made of this");
  return Array.from({ length: count }, (_, n) => ({
    on: termDay(first, frequency, n),
    amount: n === count - 1 ? total - each * (count - 1) : each,
  }));
}

/** The rules for late terms; each client may have its own. */
export interface ArrangementRules {
  /** Working days after the due date until a term is late. */
  readonly graceWorkingDays: number;
  /** Calendar days after the due date until the arrangement is broken. */
  readonly breakAfterDays: number;
  /** Late terms that are tolerated within `missWindowMonths`. */
  readonly allowedMisses: number;
  readonly missWindowMonths: number;
  readonly minimumTerm: Cents;
  readonly maximumMonths: number;
  /** Up to this total the debtor's side may agree on terms without approval. */
  readonly selfService: Cents;
}

export const defaultArrangementRules: ArrangementRules = {
  graceWorkingDays: 5,
  breakAfterDays: 14,
  allowedMisses: 1,
  missWindowMonths: 6,
  minimumTerm: 2500,
  maximumMonths: 12,
  selfService: 50_000,
};

export type PlanProblem = "termTooSmall" | "tooLong" | "notAscending" | "wrongTotal";

/** Violations of a client's rules by a plan; the last term may be smaller than the minimum. */
export function planProblems(plan: ArrangementPlan, rules: ArrangementRules): readonly PlanProblem[] {
  const { terms } = plan;
  const [first, last] = [terms[0], terms.at(-1)];
  const problems: PlanProblem[] = [];
  if (terms.slice(0, -1).some(({ amount }) => amount < rules.minimumTerm)) problems.push("termTooSmall");
  if (first && last && last.on >= addMonths(first.on, rules.maximumMonths)) problems.push("tooLong");
  if (terms.some(({ on }, at) => at > 0 && on <= (terms[at - 1]?.on ?? on))) problems.push("notAscending");
  if (sumCents(terms.map(({ amount }) => amount)) !== plan.total) problems.push("wrongTotal");
  return problems;
}

export type ArrangementStatus = "proposed" | "active" | "paused" | "completed" | "broken" | "cancelled";
export type TermStatus = "expected" | "received" | "partial" | "late" | "missed" | "waived";

export interface TermState extends PlanTerm {
  readonly status: TermStatus;
  /** Received for this term. */
  readonly received: Cents;
  /** The day on which it was fully paid. */
  readonly receivedOn: PlainDate | null;
}

export interface ArrangementState {
  readonly id: string;
  readonly status: ArrangementStatus;
  readonly plan: ArrangementPlan;
  readonly proposedOn: PlainDate;
  /** Receipts count for the terms from this day on. */
  readonly activeFrom: PlainDate | null;
  readonly endedOn: PlainDate | null;
  /** While it is paused: since when, and until when if that was given. */
  readonly pausedOn: PlainDate | null;
  readonly pausedUntil: PlainDate | null;
  /** The id of its last event: the version for conflict detection. */
  readonly version: number;
  readonly terms: readonly TermState[];
  /** The first term that is neither fully paid nor waived. */
  readonly next: TermState | null;
  /** The day on which the missed-term rule breaks an active arrangement, if that is not after the day asked for. */
  readonly breaksOn: PlainDate | null;
}

const statusAfter = {
  propose: "proposed",
  activate: "active",
  pause: "paused",
  resume: "active",
  complete: "completed",
  break: "broken",
  cancel: "cancelled",
} as const satisfies Partial<Record<ArrangementAction, ArrangementStatus>>;
const changesStatus = (action: ArrangementAction): action is keyof typeof statusAfter => action in statusAfter;

interface Receipt {
  readonly id: number;
  readonly on: PlainDate;
  readonly amount: Cents;
}

interface FilledTerm extends PlanTerm {
  readonly received: Cents;
  readonly receivedOn: PlainDate | null;
  readonly waived: boolean;
}

/** Terms with what was received for each, in order of receipt date; early and combined payments count. Nothing is allocated to a waived term. */
function fillTerms(
  terms: readonly PlanTerm[],
  receipts: readonly Receipt[],
  letOff: ReadonlySet<number>,
): FilledTerm[] {
  const queue = receipts.map((receipt) => ({ ...receipt }));
  let at = 0;
  return terms.map((term, n) => {
    let received = 0;
    let receivedOn: PlainDate | null = null;
    if (letOff.has(n + 1)) return { ...term, received, receivedOn, waived: true };
    while (received < term.amount && at < queue.length) {
      const receipt = queue[at];
      if (!receipt) break;
      const part = Math.min(term.amount - received, receipt.amount);
      received += part;
      receipt.amount -= part;
      if (received === term.amount) receivedOn = receipt.on;
      if (receipt.amount === 0) at++;
    }
    return { ...term, received, receivedOn, waived: false };
  });
}

const lateFrom = (term: PlanTerm, rules: ArrangementRules, calendar: LegalCalendar): PlainDate =>
  addDays(addWorkingDays(term.on, rules.graceWorkingDays, calendar), 1);
const brokenFrom = (term: PlanTerm, rules: ArrangementRules): PlainDate => addDays(term.on, rules.breakAfterDays + 1);

/**
 * The day on which the missed-term rule breaks the arrangement, if it has come: a term not fully paid `breakAfterDays` after its due date, or more
 * late terms within the window than tolerated.
 */
function breakDay(
  terms: readonly FilledTerm[],
  today: PlainDate,
  rules: ArrangementRules,
  calendar: LegalCalendar,
): PlainDate | null {
  const days: PlainDate[] = [];
  const misses: PlainDate[] = [];
  for (const term of terms) {
    if (term.waived) continue;
    const wholeBy = (day: PlainDate): boolean => term.receivedOn !== null && term.receivedOn < day;
    const broken = brokenFrom(term, rules);
    if (broken <= today && !wholeBy(broken)) days.push(broken);
    const late = lateFrom(term, rules, calendar);
    if (late > today || wholeBy(late)) continue;
    misses.push(late);
    const window = misses.filter((miss) => miss > addMonths(late, -rules.missWindowMonths));
    if (window.length > rules.allowedMisses) days.push(late);
  }
  return days.length === 0 ? null : days.reduce((a, b) => (a < b ? a : b));
}

function termStatus(
  term: FilledTerm,
  status: ArrangementStatus,
  today: PlainDate,
  rules: ArrangementRules,
  calendar: LegalCalendar,
): TermStatus {
  if (term.receivedOn !== null) return "received";
  if (term.waived || status === "cancelled") return "waived";
  if (today >= brokenFrom(term, rules) || (status === "broken" && today >= term.on)) return "missed";
  if (today >= lateFrom(term, rules, calendar)) return "late";
  return term.received > 0 ? "partial" : "expected";
}

function judge(
  life: readonly EventOf<"arrangement">[],
  receipts: readonly Receipt[],
  today: PlainDate,
  rules: ArrangementRules,
  calendar: LegalCalendar,
): ArrangementState | undefined {
  let plan: ArrangementPlan | undefined;
  let activeFrom: PlainDate | null = null;
  let endedOn: PlainDate | null = null;
  let paused: { readonly on: PlainDate; readonly until: PlainDate | null } | null = null;
  let status: ArrangementStatus = "proposed";
  const letOff = new Set<number>();
  for (const { data, on } of life) {
    plan = data.plan ?? plan;
    if (changesStatus(data.action)) status = statusAfter[data.action];
    if (data.action === "waive" && data.term !== undefined) letOff.add(data.term);
    if (data.action === "activate") activeFrom ??= on;
    if (data.action === "pause") paused = { on, until: data.until ?? null };
    if (status !== "paused") paused = null;
    endedOn = ["completed", "broken", "cancelled"].includes(status) ? on : null;
  }
  const [first] = life;
  if (!plan || !first) return undefined;
  // What was booked before the proposal, perhaps on its day, lowered the total over which the terms were made.
  const counted = receipts.filter(
    ({ id, on }) => id > first.id && activeFrom !== null && on >= activeFrom && on <= (endedOn ?? today),
  );
  const filled = fillTerms(plan.terms, counted, letOff);
  const terms = filled.map(
    (term): TermState => ({
      on: term.on,
      amount: term.amount,
      received: term.received,
      receivedOn: term.receivedOn,
      status: termStatus(term, status, today, rules, calendar),
    }),
  );
  return {
    id: first.data.arrangement,
    status,
    plan,
    proposedOn: first.on,
    activeFrom,
    endedOn,
    pausedOn: paused?.on ?? null,
    pausedUntil: paused?.until ?? null,
    version: Math.max(...life.map(({ id }) => id)),
    terms,
    next: terms.find(({ receivedOn, status: of }) => receivedOn === null && of !== "waived") ?? null,
    breaksOn: status === "active" ? breakDay(filled, today, rules, calendar) : null,
  };
}

/** All arrangements of a file as of a date, in order of proposal. */
export function arrangementsOf(
  events: readonly ClaimEvent[],
  today: PlainDate,
  calendar: LegalCalendar,
  rules: ArrangementRules = defaultArrangementRules,
): ArrangementState[] {
  const standing = standingEvents(events).filter(({ on }) => on <= today);
  const lives = new Map<string, EventOf<"arrangement">[]>();
  const receipts: Receipt[] = [];
  for (const event of standing) {
    if (isKind(event, "payment")) receipts.push({ id: event.id, on: event.on, amount: event.amount });
    if (!isKind(event, "arrangement")) continue;
    const life = lives.get(event.data.arrangement);
    if (life) life.push(event);
    else lives.set(event.data.arrangement, [event]);
  }
  receipts.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  return [...lives.values()].flatMap((life) => {
    life.sort((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1));
    return judge(life, receipts, today, rules, calendar) ?? [];
  });
}

/** The active or paused arrangement; it suspends dunning. */
export const activeArrangement = (arrangements: readonly ArrangementState[]): ArrangementState | undefined =>
  arrangements.find(({ status }) => status === "active" || status === "paused");

/** The plan after a pause: each unpaid term due during or after it is postponed by the days of the pause. */
export function shiftedPlan({ plan, terms, pausedOn }: ArrangementState, today: PlainDate): ArrangementPlan {
  if (pausedOn === null) return plan;
  const days = daysBetween(pausedOn, today);
  const moves = (term: TermState): boolean =>
    term.receivedOn === null && term.status !== "waived" && term.on >= pausedOn;
  return {
    ...plan,
    terms: terms.map((term) => ({ on: moves(term) ? addDays(term.on, days) : term.on, amount: term.amount })),
  };
}

/** What is asked for a term: what was not received for it, and never more than is open, which a credit may have lowered since. */
export const askedOf = ({ amount, received }: Pick<TermState, "amount" | "received">, open: Cents): Cents =>
  Math.max(0, Math.min(amount - received, open));

/** Whether a plan is a settlement in debt counselling: the rest is discharged when it is kept. */
export const isSettlement = (plan: Pick<ArrangementPlan, "kind">): boolean => plan.kind === "shv";

/** The anniversaries of a settlement up to a date, on which it is recalculated (domain facts 6); 0 in its first year. */
export function yearsRun(activeFrom: PlainDate, today: PlainDate): number {
  let years = 0;
  while (addMonths(activeFrom, 12 * (years + 1)) <= today) years++;
  return years;
}

/** The plan of a settlement after its yearly recalculation: each unpaid term from a date on gets the new amount. */
export function recalculatedPlan({ plan, terms }: ArrangementState, amount: Cents, from: PlainDate): ArrangementPlan {
  const changes = (term: TermState): boolean => term.on >= from && term.received === 0 && term.status !== "waived";
  const changed = terms.map((term) => ({ on: term.on, amount: changes(term) ? amount : term.amount }));
  return { ...plan, terms: changed, total: sumCents(changed.map((term) => term.amount)) };
}

/** The plan with a closing term, one period after the last, for the interest left open. */
export function withClosingTerm(plan: ArrangementPlan, left: Cents): ArrangementPlan {
  const [first] = plan.terms;
  if (left <= 0 || !first) return plan;
  const on = termDay(first.on, plan.frequency, plan.terms.length);
  return { ...plan, total: plan.total + left, terms: [...plan.terms, { on, amount: left }] };
}
