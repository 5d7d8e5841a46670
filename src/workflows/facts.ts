/** From the events of a file's claims to the dates that its schedule hangs on. Pure. */
import {
  type Balance,
  balanceOf,
  bikFor,
  type ClaimEvent,
  type EventOf,
  isKind,
  type NoticeVoid,
  standingEvents,
} from "../claims/claims.ts";
import { addDays, latest, type PlainDate } from "../kernel/dates.ts";
import type { Cents } from "../kernel/money.ts";
import type { Tariffs } from "../tariffs/tariffs.ts";
import type { StepFacts } from "./definition.ts";

/** What of a debtor the conditions of steps look at. */
export interface Reach {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
}

type Letter = EventOf<"notice14"> & ClaimEvent;

const lastOf = (letters: readonly Letter[]): Letter | undefined =>
  letters.reduce<Letter | undefined>(
    (last, event) => (!last || event.on > last.on || (event.on === last.on && event.id > last.id) ? event : last),
    undefined,
  );

/** The last 14-day letter that stands, or undefined. */
export const lastNotice = (standing: readonly ClaimEvent[]): Letter | undefined =>
  lastOf(standing.filter((event) => isKind(event, "notice14")));

/** The 14-day letter of a file, and why it does not count, if so. */
export interface Notice {
  readonly event: EventOf<"notice14">;
  /** Collection costs were charged on the ground of it. */
  readonly used: boolean;
  readonly voidReason: NoticeVoid | "amountTooHigh" | "otherInvoices" | "unproved" | null;
  /** What it asked was paid within its term, so that no costs arise from it. */
  readonly paidInTime: boolean;
  /** Instalments that joined since would bear costs after a letter of their own (Besluit BIK art. 2a). */
  readonly newInstalments: boolean;
}

/**
 * Whether periodic instalments that no 14-day letter has named would bear costs, were one sent. Each needs a letter of its own, and within
 * six months they bear no more than the scale gives over all of them (domain facts 1.3), which often is nothing.
 */
function wantLetter(
  events: readonly ClaimEvent[],
  standing: readonly ClaimEvent[],
  tariffs: Tariffs,
  today: PlainDate,
): boolean {
  const named = new Set(standing.flatMap((event) => (isKind(event, "notice14") ? event.data.invoices : [])));
  const unnamed = standing.flatMap((event) =>
    isKind(event, "invoice") && event.data.instalment && !named.has(event.data.number) ? [event.data.number] : [],
  );
  return unnamed.length > 0 && bikFor(events, tariffs, today, { invoices: unnamed, moment: "all" }).total > 0;
}

/** The last letter that somebody made void, and why: it came back, or was wrong. */
function lastVoid(events: readonly ClaimEvent[]): Notice | null {
  const reasons = new Map<number, NoticeVoid>();
  for (const event of events)
    if (isKind(event, "reversal") && event.data.voids && event.reverses !== undefined)
      reasons.set(event.reverses, event.data.voids);
  const event = lastOf(events.filter((each) => isKind(each, "notice14")).filter(({ id }) => reasons.has(id)));
  const voidReason = event && reasons.get(event.id);
  return event && voidReason ? { event, used: false, voidReason, paidInTime: false, newInstalments: false } : null;
}

/** Whether other invoices are open and the letter says nothing of them, while of its own nothing can be charged any more. */
function saysNothing(events: readonly ClaimEvent[], { data }: Letter, balance: Balance, tariffs: Tariffs): boolean {
  const { invoices } = data;
  const isOpen = (own: boolean): boolean =>
    balance.ledger.invoices.some(({ number, accrual }) => invoices.includes(number) === own && accrual.principal > 0);
  if (invoices.length === 0 || isOpen(true) || !isOpen(false)) return false;
  return bikFor(events, tariffs, balance.asOf, { invoices, ground: "notice" }).total === 0;
}

/** A client's own letter counts by what it told and where it went, never by its date alone; of ours we know both. */
const isProved = ({ data }: Letter): boolean =>
  data.by === "agency" || (data.announced !== undefined && data.address !== undefined);

/**
 * Judges the last 14-day letter by what is known now (BW 6:96(6); HR 2016:2704). It is void where it came back or went to a wrong address,
 * where it announced more than was due on its day, as after a credit note for what was never owed; and it says nothing about invoices that
 * it did not name.
 */
export function judgeNotice(events: readonly ClaimEvent[], tariffs: Tariffs, today: PlainDate): Notice | null {
  const standing = standingEvents(events);
  const event = lastNotice(standing);
  if (!event) return lastVoid(events);
  const balance = balanceOf(events, tariffs, latest(today, event.on));
  const account = balance.ledger.notices.find((known) => known.event === event);
  const used = standing.some((other) => other.kind === "bik" && other.on >= event.on);
  const paidInTime = account?.paidInTime ?? false;
  const judged = { event, used, paidInTime, newInstalments: false };
  if (account?.voidReason) return { ...judged, voidReason: account.voidReason };
  if (used) return { ...judged, voidReason: null, newInstalments: wantLetter(events, standing, tariffs, today) };
  if (!isProved(event)) return { ...judged, voidReason: "unproved" };
  return { ...judged, voidReason: saysNothing(events, event, balance, tariffs) ? "otherInvoices" : null };
}

const latestOf = (a: PlainDate | null, b: PlainDate): PlainDate => (a === null || b > a ? b : a);

/** The schedule's facts. `fallback` stands in for the day of default of a file without any invoice. */
export function stepFacts(
  events: readonly ClaimEvent[],
  notice: Notice | null,
  openCents: Cents,
  reach: Reach,
  fallback: PlainDate,
): StepFacts {
  const standing = standingEvents(events);
  let oldestDue: PlainDate | null = null;
  let partPaidOn: PlainDate | null = null;
  for (const event of standing) {
    if (isKind(event, "invoice") && (oldestDue === null || event.data.dueDate < oldestDue))
      oldestDue = event.data.dueDate;
    if (isKind(event, "payment")) partPaidOn = latestOf(partPaidOn, event.on);
  }
  return {
    inDefaultFrom: oldestDue === null ? fallback : addDays(oldestDue, 1),
    bikDueFrom: notice && notice.voidReason === null ? notice.event.data.bikDueFrom : null,
    newInstalments: notice?.newInstalments ?? false,
    partPaidOn,
    eventOn: null,
    openCents,
    hasEmail: reach.email !== null,
    hasMobile: reach.mobile !== null,
    hasPhone: reach.mobile !== null || reach.phone !== null,
  };
}
