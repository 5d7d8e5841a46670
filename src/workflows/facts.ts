/** From the events of a file's claims to the dates that its schedule hangs on. Pure. */
import { bikFor, type ClaimEvent, type EventOf, isKind, standingEvents } from "../claims/claims.ts";
import { addDays, type PlainDate } from "../kernel/dates.ts";
import type { Cents } from "../kernel/money.ts";
import type { Tariffs } from "../tariffs/tariffs.ts";
import type { StepFacts } from "./definition.ts";

/** What of a debtor the conditions of steps look at. */
export interface Reach {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
}

/** The last 14-day letter that stands, or undefined. */
export function lastNotice(standing: readonly ClaimEvent[]): EventOf<"notice14"> | undefined {
  let last: EventOf<"notice14"> | undefined;
  for (const event of standing) {
    if (isKind(event, "notice14") && (!last || event.on > last.on || (event.on === last.on && event.id > last.id)))
      last = event;
  }
  return last;
}

/** The 14-day letter of a file, and why it does not count, if so. */
export interface Notice {
  readonly event: EventOf<"notice14">;
  /** Collection costs were charged on the ground of it. */
  readonly used: boolean;
  readonly voidReason: "amountTooHigh" | "otherInvoices" | null;
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

/**
 * Judges the last 14-day letter by what is known now (BW 6:96(6); HR 2016:2704). It is void where it announced more than was due on its
 * day, as after a credit note for what was never owed; and it says nothing about invoices that it did not name.
 */
export function judgeNotice(events: readonly ClaimEvent[], tariffs: Tariffs, today: PlainDate): Notice | null {
  const standing = standingEvents(events);
  const event = lastNotice(standing);
  if (!event) return null;
  const used = standing.some((other) => other.kind === "bik" && other.on >= event.on);
  if (used) return { event, used, voidReason: null, newInstalments: wantLetter(events, standing, tariffs, today) };
  const { invoices, bik, vat } = event.data;
  const named = invoices.length > 0 ? { invoices } : {};
  const due = bikFor(events, tariffs, event.on, { ...named, moment: "all" });
  const newInstalments = false;
  if (bik + vat > due.total) return { event, used, voidReason: "amountTooHigh", newInstalments };
  const others = standing.some((other) => isKind(other, "invoice") && !invoices.includes(other.data.number));
  const silent = others && invoices.length > 0 && bikFor(events, tariffs, today, named).principal === 0;
  return { event, used, voidReason: silent ? "otherInvoices" : null, newInstalments };
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
