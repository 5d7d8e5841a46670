/**
 * When the right to collection costs arises, and over which principal. For a consumer: on the day after the term of a valid 14-day letter, over the
 * principal open on that day (BW 6:96(6); HR 2014:1405, HR 2016:2704). For a business: on the day after the due date (BW 6:96(4)).
 * A workflow step claims the costs later; the day of the claim changes neither base nor amount, nor that costs are paid first (BW 6:44).
 */
import { addDays, dayNumber, latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, multiplyDivide, percentOf, type Rate } from "../../../ground/kernel/money.ts";
import { type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { type ClaimEvent, type EventOf, isKind } from "../engine/events.ts";
import type { BikClaim, Ledger, NoticeAccount } from "../engine/ledger.ts";
import { type BikInvoice, collectionCosts } from "./bik.ts";

/** A claim of collection costs on a day on which the right to part of them arises. */
export interface Right {
  readonly kind: "right";
  readonly on: PlainDate;
  readonly id: number;
  readonly claim: BikClaim;
  readonly notice: EventOf<"notice14"> | undefined;
  /** The invoices that it is for; undefined: all in default. */
  readonly numbers: readonly string[] | undefined;
}

/** The invoices over which no costs have been charged yet: the named ones, or all in default. */
export function bikInvoices(ledger: Ledger, day: number, named: readonly string[] | undefined): BikInvoice[] {
  const charged = new Set(ledger.charged.map(({ number }) => number));
  return ledger.invoices
    .filter(
      ({ number, dueDay, awarded }) =>
        !awarded && !charged.has(number) && (named ? named.includes(number) : dueDay < day),
    )
    .map(({ number, dueDay, accrual, event }) => ({
      number,
      dueDay,
      principal: accrual.principal,
      instalment: event.data.instalment !== undefined,
    }));
}

/** The invoices of a claim that a letter covers; undefined: all in default. */
function covered(claim: readonly string[] | undefined, notice: readonly string[]): readonly string[] | undefined {
  if (notice.length === 0) return claim;
  return claim ? claim.filter((number) => notice.includes(number)) : notice;
}

/**
 * What a client's own letter lacks to be valid: the announced amount, the address, or its copy. The date alone proves nothing; for the provider's
 * letters all of it is known.
 */
export function unprovedBy({ data }: EventOf<"notice14">): "unproved" | "noCopy" | null {
  if (data.by === "agency") return null;
  if (data.announced === undefined || data.address === undefined) return "unproved";
  return data.documentId === undefined && data.attachmentId === undefined ? "noCopy" : null;
}

/** The letters whose term had ended on a date. */
export const runOut = (notices: readonly EventOf<"notice14">[], on: PlainDate): readonly EventOf<"notice14">[] =>
  notices.filter(({ data }) => data.bikDueFrom <= on);

/**
 * One right for each letter whose term had ended when the costs were claimed. Unproved letters give none, except to claims from before proof was
 * required, which have no other ground.
 */
function byNotice(claim: BikClaim, notices: readonly EventOf<"notice14">[]): Right[] {
  const known = runOut(notices, claim.event.on);
  const proved = known.filter((notice) => unprovedBy(notice) === null);
  return (proved.length > 0 ? proved : known).map((notice) => ({
    kind: "right",
    on: notice.data.bikDueFrom,
    id: claim.event.id,
    claim,
    notice,
    numbers: covered(claim.event.data.invoices, notice.data.invoices),
  }));
}

/** One right for each day on which invoices fell in default. */
function byDefault(claim: BikClaim, invoices: readonly EventOf<"invoice">[]): Right[] {
  const { on, id, data } = claim.event;
  const days = new Map<PlainDate, string[]>();
  for (const invoice of invoices) {
    const { number, dueDate } = invoice.data;
    if (data.invoices ? !data.invoices.includes(number) : dueDate >= on) continue;
    const day = latest(addDays(dueDate, 1), invoice.on);
    const known = days.get(day);
    if (known) known.push(number);
    else days.set(day, [number]);
  }
  return [...days].map(([day, numbers]) => ({ kind: "right", on: day, id, claim, notice: undefined, numbers }));
}

/**
 * The rights that are the ground of the cost claims. A claim without a stated ground rests on the letters of the file, and without any letter on
 * its own date.
 */
export function rightsOf(events: readonly ClaimEvent[], standing: readonly ClaimEvent[]): Right[] {
  const claims = standing.filter((event) => isKind(event, "bik"));
  if (claims.length === 0) return [];
  const notices = standing.filter((event) => isKind(event, "notice14"));
  const invoices = standing.filter((event) => isKind(event, "invoice"));
  const hadNotice = events.some(({ kind }) => kind === "notice14");
  return claims.flatMap((event): Right[] => {
    const ground = event.data.ground ?? (hadNotice ? "notice" : "day");
    const claim: BikClaim = { event, ground, bases: [], announced: { bik: 0, vat: 0 }, counted: 0, item: undefined };
    if (ground === "notice") return byNotice(claim, notices);
    if (ground === "default") return byDefault(claim, invoices);
    const { on, id, data } = event;
    return [{ kind: "right", on, id, claim, notice: undefined, numbers: data.invoices }];
  });
}

/** The costs that a 14-day letter announced, including VAT. */
export const announcedBy = ({ data }: EventOf<"notice14">): Cents => data.announced ?? data.bik + data.vat;

/**
 * Judges a 14-day letter at the end of its day by all that is known now: it is void if it announced more than was due, for example after an earlier
 * payment or a retroactive credit note, or if it went to an address where the debtor did not live.
 */
export function judgeLetter(
  ledger: Ledger,
  event: EventOf<"notice14">,
  tariffs: Tariffs,
  paidInTime: boolean,
): NoticeAccount {
  const named = event.data.invoices.length > 0 ? event.data.invoices : undefined;
  const invoices = bikInvoices(ledger, dayNumber(event.on), named);
  const { bik } = ledger.terms;
  const due = collectionCosts(invoices, ledger.charged, bik, ledger.alreadyCharged, tariffs, event.on).total;
  const voidReason =
    event.data.address === "other" ? "wrongAddress" : announcedBy(event) > due ? "amountTooHigh" : null;
  return { event, voidReason, paidInTime };
}

/** Adds what a letter announced, split into costs and VAT. */
function announce(claim: BikClaim, { data }: EventOf<"notice14">): void {
  const total = Math.min(data.announced ?? Number.POSITIVE_INFINITY, data.bik + data.vat);
  const bik = data.vat === 0 ? total : multiplyDivide(total, data.bik, data.bik + data.vat);
  claim.announced.bik += bik;
  claim.announced.vat += total - bik;
}

/** The maximum of a claim: what was claimed at the time and what its letters announced. */
function capped({ event, ground, announced }: BikClaim, bik: Cents, rate: Rate) {
  const most = ground === "notice" ? announced : { bik, vat: percentOf(bik, rate) };
  const net = Math.min(bik, event.data.bik, most.bik);
  return { bik: net, vat: Math.min(percentOf(net, rate), event.data.vat, most.vat) };
}

/** Records over which principal a claim charged costs, to limit those over other invoices. */
function noteCharged(ledger: Ledger, { bases }: BikClaim, bik: Cents): void {
  const own = new Set(bases.map(({ number }) => number));
  const others = ledger.charged.filter(({ number }) => !own.has(number));
  const owing = [...bases].sort((a, b) => a.dueDay - b.dueDay);
  ledger.charged.length = 0;
  ledger.charged.push(...others);
  owing.forEach(({ number, dueDay, principal }, at) => {
    // The full amount is recorded on the last instalment, which stays in the six-month window longest.
    ledger.charged.push({ number, dueDay, principal, amount: at === owing.length - 1 ? bik : 0 });
  });
}

/** When the right arises, the costs due over what is open then are added, up to what was announced and claimed. */
export function applyRight(ledger: Ledger, { claim, notice, numbers, on }: Right, tariffs: Tariffs): void {
  if (notice) {
    const judged = ledger.notices.find(({ event }) => event === notice);
    if (!judged || judged.voidReason !== null || judged.paidInTime) return;
  }
  const { event, ground, bases } = claim;
  const owing = bikInvoices(ledger, dayNumber(on), numbers).filter(({ principal }) => principal > 0);
  if (owing.length === 0) return;
  const own = new Set(bases.map(({ number }) => number));
  const others = ledger.charged.filter(({ number }) => !own.has(number));
  bases.push(...owing);
  if (notice) announce(claim, notice);
  const available = ledger.alreadyCharged + claim.counted;
  const allowed = collectionCosts(bases, others, ledger.terms.bik, available, tariffs, on);
  const rate = ledger.terms.bik.vat && allowed.bik > 0 ? tariffOn(tariffs, "vat", on).rate : 0;
  const { bik, vat } = capped(claim, Math.max(allowed.bik, claim.item?.bik?.bik ?? 0), rate);
  claim.counted = allowed.alreadyCharged;
  ledger.alreadyCharged = available - claim.counted;
  noteCharged(ledger, claim, bik);
  const total = bik + vat;
  const result = { ...allowed, bik, vat, vatRate: rate, total, ground, dueFrom: on, notice: notice?.on };
  if (claim.item) {
    claim.item.open += total - claim.item.amount;
    claim.item.amount = total;
    claim.item.vat = vat;
    claim.item.bik = { ...result, dueFrom: claim.item.on, claimedOn: event.on };
  } else if (total > 0) {
    claim.item = {
      id: event.id,
      on,
      group: "bik",
      type: "bik",
      description: undefined,
      article: result.article,
      amount: total,
      vat,
      open: total,
      bik: { ...result, claimedOn: event.on },
    };
    ledger.costs.push(claim.item);
  }
}

/** The days on which the amount that a letter asked could be paid in time. */
export const termOf = ({ on, data }: EventOf<"notice14">): readonly [number, number] => [
  dayNumber(on),
  dayNumber(data.lastPayDay) + 1,
];

/** What was received or waived within the term of a letter. */
export function receivedInTerm(
  standing: readonly ClaimEvent[],
  { on, data }: EventOf<"notice14">,
  asOf: PlainDate,
): Cents {
  let sum = 0;
  for (const event of standing) {
    if (event.on <= on || event.on > data.lastPayDay || event.on > asOf) continue;
    if (event.kind === "payment" || event.kind === "write_off") sum += event.amount;
    if (isKind(event, "credit_note") && event.data.mode === "goodwill") sum += event.amount;
  }
  return sum;
}
