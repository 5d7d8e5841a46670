/**
 * Whether the last 14-day letter of a file gives the right to collection costs. The law gate and the plans of workflow steps share this function
 * (BW 6:96(6); HR 2016:2704). Pure.
 */

import { latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import type { GateFacts } from "../../../law/rules/rules.ts";
import { type Balance, balanceOf, bikFor } from "../engine/balance.ts";
import { type ClaimEvent, type EventOf, isKind, type NoticeVoid, standingEvents } from "../engine/events.ts";
import { unprovedBy } from "./rights.ts";

type NoticeFlaw = NonNullable<NonNullable<GateFacts["notice14"]>["voidReason"]>;

type Letter = EventOf<"notice14"> & ClaimEvent;

const lastOf = (letters: readonly Letter[]): Letter | undefined =>
  letters.reduce<Letter | undefined>(
    (last, event) => (!last || event.on > last.on || (event.on === last.on && event.id > last.id) ? event : last),
    undefined,
  );

/** The last standing 14-day letter, or undefined. */
export const lastNotice = (standing: readonly ClaimEvent[]): Letter | undefined =>
  lastOf(standing.filter((event) => isKind(event, "notice14")));

/** The 14-day letter of a file, and why it is invalid, if so. */
export interface Notice {
  readonly event: EventOf<"notice14">;
  /** Collection costs were charged on its ground. */
  readonly used: boolean;
  readonly voidReason: NoticeFlaw | null;
  /** The amount it asked was paid within its term, so it gives no costs. */
  readonly paidInTime: boolean;
  /** Instalments added since would bear costs after a letter of their own (Besluit BIK art. 2a). */
  readonly newInstalments: boolean;
}

/**
 * Whether periodic instalments that no 14-day letter has named would bear costs after one. Each needs its own letter, and within six months they
 * bear no more than the scale over all of them (domain facts 1.3), which is often nothing more.
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

/** The last letter that was made void, with the reason: returned or wrong. */
function lastVoid(events: readonly ClaimEvent[]): Notice | null {
  const reasons = new Map<number, NoticeVoid>();
  for (const event of events)
    if (isKind(event, "reversal") && event.data.voids && event.reverses !== undefined)
      reasons.set(event.reverses, event.data.voids);
  const event = lastOf(events.filter((each) => isKind(each, "notice14")).filter(({ id }) => reasons.has(id)));
  const voidReason = event && reasons.get(event.id);
  return event && voidReason ? { event, used: false, voidReason, paidInTime: false, newInstalments: false } : null;
}

/** Whether other invoices are open that the letter does not name, while nothing can be charged any more for those that it does. */
function isWithoutAmount(events: readonly ClaimEvent[], { data }: Letter, balance: Balance, tariffs: Tariffs): boolean {
  const { invoices } = data;
  const isOpen = (own: boolean): boolean =>
    balance.ledger.invoices.some(({ number, accrual }) => invoices.includes(number) === own && accrual.principal > 0);
  if (invoices.length === 0 || isOpen(true) || !isOpen(false)) return false;
  return bikFor(events, tariffs, balance.asOf, { invoices, ground: "notice" }).total === 0;
}

function withLastNoticeOn(events: readonly ClaimEvent[], day: PlainDate): readonly ClaimEvent[] {
  const last = lastNotice(standingEvents(events));
  return last === undefined
    ? events
    : events.map((event): ClaimEvent => (event.id === last.id ? { ...last, on: latest(day, last.on) } : event));
}

/**
 * Judges the last 14-day letter by what is known now (BW 6:96(6); HR 2016:2704). It is void if it was returned, went to a wrong address, or
 * announced more than was due on its day, for example after a retroactive credit note; it does not cover invoices that it did not name; a client's
 * own letter needs a copy and a known amount and address.
 * @param goesOut the letter waits to be printed: it is judged as one of today.
 */
export function judgeNotice(
  known: readonly ClaimEvent[],
  tariffs: Tariffs,
  today: PlainDate,
  goesOut = false,
): Notice | null {
  const events = goesOut ? withLastNoticeOn(known, today) : known;
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
  const unproved = unprovedBy(event);
  if (unproved !== null) return { ...judged, voidReason: unproved };
  return { ...judged, voidReason: isWithoutAmount(events, event, balance, tariffs) ? "otherInvoices" : null };
}
