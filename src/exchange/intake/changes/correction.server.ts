/**
 * What a correction of a claim comes to: whether the law lets it through, and the entries that make it so. An entry is never changed: it is
 * taken back from its first day and made again as it should have been.
 */

import type { FilePhase } from "../../../cases/files/files.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents, termsOf } from "../../../money/claims/claims.ts";
import { oldestInvoice } from "../import/claim-words.server.ts";
import type { ImportField } from "../import/layout.ts";
import type { ClaimCorrection, InvoiceCorrection } from "./change-rows.server.ts";

type EventOf<K extends ClaimEvent["kind"]> = Extract<ClaimEvent, { readonly kind: K }>;

type Entry = EventOf<"invoice"> & ClaimEvent;

const entryOf = (standing: readonly ClaimEvent[], invoice: string): Entry | undefined =>
  standing.find((event): event is Entry => isKind(event, "invoice") && event.data.number === invoice);

const creditedOf = (standing: readonly ClaimEvent[], invoice: string): Cents =>
  sumCents(
    standing.flatMap((event) => (isKind(event, "credit_note") && event.data.invoice === invoice ? [event.amount] : [])),
  );

/** What is claimed of an invoice now: what was invoiced, less what was credited; undefined where it does not stand. */
export function claimedOf(events: readonly ClaimEvent[], invoice: string): Cents | undefined {
  const standing = standingEvents(events);
  const entry = entryOf(standing, invoice);
  return entry && entry.amount - creditedOf(standing, invoice);
}

/** Whether a letter has named an invoice's amount to the debtor: raising it afterwards would make that letter wrong (BW 6:96(6)). */
const isNoticed = (standing: readonly ClaimEvent[], invoice: string): boolean =>
  standing.some((event) => isKind(event, "notice14") && event.data.invoices.includes(invoice));

/** Whether collection costs were charged over an invoice. */
const isCharged = (standing: readonly ClaimEvent[], invoice: string): boolean =>
  standing.some((event) => isKind(event, "bik") && (event.data.invoices?.includes(invoice) ?? true));

/** Once a claim has been summoned for, or is with the bailiff, what was claimed there stands. */
const isInCourt = (phase: FilePhase): boolean => phase === "judicial" || phase === "bailiff" || phase === "monitoring";

/** Why a correction is refused: a field of the layout and a text key. */
export interface Refused {
  readonly field: ImportField;
  readonly key: string;
}

/** The file as a correction of its claim is judged by. */
export interface Judged {
  readonly events: readonly ClaimEvent[];
  readonly phase: FilePhase;
  readonly today: PlainDate;
}

/** An invoice as it stands and as it should be; only what differs is in `to`. */
export interface InvoiceChange {
  readonly number: string;
  readonly from: {
    readonly cents: Cents;
    readonly date: PlainDate;
    readonly dueDate: PlainDate;
    readonly description: string;
  };
  readonly to: Omit<InvoiceCorrection, "number">;
}

/** What a correction would change of an invoice; undefined where it is not in the file. */
export function invoiceChange(events: readonly ClaimEvent[], wanted: InvoiceCorrection): InvoiceChange | undefined {
  const entry = entryOf(standingEvents(events), wanted.number);
  const cents = claimedOf(events, wanted.number);
  if (!entry || cents === undefined) return undefined;
  const { dueDate, description = "" } = entry.data;
  return {
    number: wanted.number,
    from: { cents, date: entry.on, dueDate, description },
    to: {
      ...(wanted.cents !== undefined && wanted.cents !== cents && { cents: wanted.cents }),
      ...(wanted.date !== undefined && wanted.date !== entry.on && { date: wanted.date }),
      ...(wanted.dueDate !== undefined && wanted.dueDate !== dueDate && { dueDate: wanted.dueDate }),
      ...(wanted.description !== undefined &&
        (wanted.description ?? "") !== description && { description: wanted.description }),
    },
  };
}

/** Why the days of an invoice cannot be others: they carry the default, and so the letter, the costs and the summons. */
function refusedDay(standing: readonly ClaimEvent[], { phase }: Judged, invoice: string): string | null {
  if (isInCourt(phase)) return "intake.changedInCourt";
  if (isNoticed(standing, invoice)) return "intake.daysAfterLetter";
  return isCharged(standing, invoice) ? "intake.daysAfterCosts" : null;
}

/** Why an invoice cannot be corrected so; none where it can. */
export function refusedInvoice(judged: Judged, { number, from, to }: InvoiceChange): Refused[] {
  const { events, phase, today } = judged;
  const standing = standingEvents(events);
  const refused: Refused[] = [];
  if (to.cents !== undefined && to.cents > from.cents) {
    if (isInCourt(phase)) refused.push({ field: "amount", key: "intake.changedInCourt" });
    else if (isNoticed(standing, number)) refused.push({ field: "amount", key: "intake.raisedAfterLetter" });
  }
  const why = refusedDay(standing, judged, number);
  if (why !== null && to.date !== undefined) refused.push({ field: "invoiceDate", key: why });
  if (why !== null && to.dueDate !== undefined) refused.push({ field: "dueDate", key: why });
  if (to.date === undefined && to.dueDate === undefined) return refused;
  const [date, dueDate] = [to.date ?? from.date, to.dueDate ?? from.dueDate];
  if (date > today) refused.push({ field: "invoiceDate", key: "intake.inFuture" });
  if (date < oldestInvoice) refused.push({ field: "invoiceDate", key: "intake.tooOld" });
  if (dueDate >= today) refused.push({ field: "dueDate", key: "intake.notDue" });
  if (dueDate < date) refused.push({ field: "dueDate", key: "intake.dueBeforeInvoice" });
  return refused;
}

/** The entries that put an invoice right, but for a lower amount, which is a credit note of its own. */
export function invoiceEvents(
  events: readonly ClaimEvent[],
  { number, from, to }: InvoiceChange,
  reason: string,
  key: string,
): NewEvent[] {
  const entry = entryOf(standingEvents(events), number);
  const raised = to.cents !== undefined && to.cents > from.cents ? to.cents - from.cents : 0;
  if (!entry || (raised === 0 && to.date === undefined && to.dueDate === undefined && to.description === undefined)) {
    return [];
  }
  const { description: before, ...data } = entry.data;
  const description = to.description === undefined ? before : to.description;
  return [
    { kind: "reversal", on: entry.on, reverses: entry.id, data: { reason }, effectKey: `${key}:back` },
    {
      kind: "invoice",
      on: to.date ?? entry.on,
      amount: entry.amount + raised,
      data: { ...data, dueDate: to.dueDate ?? data.dueDate, ...(description ? { description } : {}) },
      effectKey: `${key}:again`,
    },
  ];
}

/** Other terms of the claim; what is absent stays as it is. */
export type TermsChange = Pick<ClaimCorrection, "interest" | "bikCharged" | "canReclaimVat">;

/** The terms as they should have been; undefined where they are so. */
export function termsEvent(events: readonly ClaimEvent[], change: TermsChange, on: PlainDate): NewEvent | undefined {
  const { interest, bik } = termsOf(standingEvents(events));
  const wanted = change.interest ?? interest;
  const isLegal = wanted.kind !== "contractual" && wanted.kind !== "none";
  const compounding = wanted.kind === interest.kind ? interest.compounding : isLegal ? "yearly" : "none";
  const after = {
    interest: { ...interest, kind: wanted.kind, rate: wanted.rate, per: wanted.per, compounding } as const,
    bik: {
      ...bik,
      alreadyCharged: change.bikCharged ?? bik.alreadyCharged,
      vat: change.canReclaimVat === undefined ? bik.vat : !change.canReclaimVat,
    },
  };
  return JSON.stringify(after) === JSON.stringify({ interest, bik }) ? undefined : { kind: "terms", on, data: after };
}

/** Why the terms cannot be corrected so; none where they can. */
export function refusedTerms({ events, phase }: Judged, change: TermsChange): Refused[] {
  const standing = standingEvents(events);
  const refused: Refused[] = [];
  if (change.interest) {
    if (isInCourt(phase)) refused.push({ field: "interestType", key: "intake.changedInCourt" });
    if (change.interest.kind === "contractual" && change.interest.rate === 0) {
      refused.push({ field: "interestPct", key: "intake.badPercentage" });
    }
  }
  // The letter names the costs to the cent (BW 6:96(6)).
  const isAnnounced = standing.some(({ kind }) => kind === "notice14" || kind === "bik");
  const why = isInCourt(phase) ? "intake.changedInCourt" : isAnnounced ? "intake.costsAfterLetter" : null;
  if (why !== null && change.bikCharged !== undefined) refused.push({ field: "bikCharged", key: why });
  if (why !== null && change.canReclaimVat !== undefined) refused.push({ field: "vatReclaim", key: why });
  return refused;
}

/** The client's own letter that stands, if any. */
export const clientNotice = (events: readonly ClaimEvent[]): EventOf<"notice14"> | undefined =>
  standingEvents(events).find(
    (event): event is EventOf<"notice14"> & ClaimEvent => isKind(event, "notice14") && event.data.by === "client",
  );

/** Why another letter of the client cannot be noted: one of ours went since, or costs rest on the one that stands. */
export function refusedNotice({ events, phase }: Judged): Refused[] {
  if (isInCourt(phase)) return [{ field: "wikLetterDate", key: "intake.changedInCourt" }];
  const standing = standingEvents(events);
  if (standing.some((event) => isKind(event, "notice14") && event.data.by === "agency")) {
    return [{ field: "wikLetterDate", key: "intake.ownLetterSent" }];
  }
  return standing.some(({ kind }) => kind === "bik") ? [{ field: "wikLetterDate", key: "intake.daysAfterCosts" }] : [];
}
