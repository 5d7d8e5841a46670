/**
 * The events of a file's claims. Events are appended and never changed; a correction is a reversal (domain facts, E4). They contain everything that
 * a balance needs, so that it can be recalculated from the first one. Amounts are whole cents.
 */

import { z } from "zod";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { keysOf } from "../../../ground/kernel/records.ts";

const plainDate = z.custom<PlainDate>((value) => typeof value === "string" && parsePlainDate(value) !== undefined);
const cents = z.number().int().min(0).max(1_000_000_000_000);
const shortText = z.string().max(200);

/**
 * How a claim bears interest. `statutory` BW 6:119, `commercial` 6:119a, `government` 6:119b: `rate` is an agreed margin on top of the legal rate.
 * `contractual`: `rate` itself, per year or month; where it is below the legal rate named by `floor`, that one applies (BW 6:119(3)).
 */
export const interestTerms = z.object({
  kind: z.enum(["none", "statutory", "commercial", "government", "contractual"]),
  /** Percent × 10,000, see ground/kernel/money.ts. */
  rate: z.number().int().min(0).max(10_000_000).default(0),
  per: z.enum(["year", "month"]).default("year"),
  /** Yearly is the legal rule for legal interest (BW 6:119(2)); for a contractual rate it is as agreed. */
  compounding: z.enum(["none", "yearly", "monthly"]).default("yearly"),
  dayCount: z.enum(["ACT/365F", "ACT/ACT"]).default("ACT/365F"),
  floor: z.enum(["statutory", "commercial", "none"]).default("statutory"),
  /** One start for all invoices of the file, instead of the day after each due date. */
  from: plainDate.optional(),
});
export type InterestTerms = z.output<typeof interestTerms>;

/** How collection costs of a file are calculated (BW 6:96; Besluit vergoeding voor buitengerechtelijke incassokosten). */
export const bikTerms = z.object({
  /** `scale`: the legal scale. `contract`: the agreed amount, between businesses only. `none`: not claimed. */
  method: z.enum(["scale", "contract", "none"]).default("scale"),
  contractAmount: cents.default(0),
  /** The creditor cannot offset the VAT on a taxed collection service, so the debtor owes it (Besluit art. 2(3)). */
  vat: z.boolean().default(false),
  /** What the client charged before; it counts towards the same maximum. */
  alreadyCharged: cents.default(0),
  /** Anti-stacking of periodic instalments since 1 October 2024 (Besluit art. 2a). */
  instalmentRule: z.boolean().default(false),
});
export type BikTerms = z.output<typeof bikTerms>;

export const bikGrounds = ["notice", "default", "day"] as const;
/**
 * The ground of a claim of collection costs. `notice`: a 14-day letter whose term has ended (BW 6:96(6)). `default`: the due date, between
 * businesses (BW 6:96(4)). `day`: only the day of the claim, as in events from before grounds were recorded.
 */
export type BikGround = (typeof bikGrounds)[number];

export const noticeVoids = ["returned", "wrongAddress", "wrongAmount", "recalled"] as const;
/** Why a 14-day letter never counted. It stays void: only a new letter starts a new term. */
export type NoticeVoid = (typeof noticeVoids)[number];

export const receiptKinds = ["agency", "direct", "bailiff"] as const;
/** Where the money was received: on the agency's third-party account, by the client, or by the bailiff. */
export type ReceiptKind = (typeof receiptKinds)[number];

export const costGroups = ["execution", "court", "bik", "other"] as const;
/** Costs are paid in this order (domain facts 3.1). */
export type CostGroup = (typeof costGroups)[number];

export const termFrequencies = ["week", "twoWeeks", "fourWeeks", "month"] as const;
export type TermFrequency = (typeof termFrequencies)[number];

/** One term of an arrangement. */
export const planTerm = z.object({ on: plainDate, amount: cents });
export type PlanTerm = z.output<typeof planTerm>;

/** The agreed terms, and whether interest runs or is frozen while the arrangement is kept. */
export const arrangementPlan = z.object({
  total: cents,
  frequency: z.enum(termFrequencies),
  interest: z.enum(["runs", "frozen"]),
  terms: z.array(planTerm).min(1).max(600),
  /** `shv`: a settlement in debt counselling (schuldregeling): less than the debt, with final discharge of the rest (domain facts 6). */
  kind: z.enum(["terms", "shv"]).optional(),
  /** For a settlement: what was open when it was offered. */
  debt: cents.optional(),
});
export type ArrangementPlan = z.output<typeof arrangementPlan>;

export const arrangementActions = [
  "propose",
  "activate",
  "pause",
  "resume",
  "waive",
  "complete",
  "break",
  "cancel",
] as const;
export type ArrangementAction = (typeof arrangementActions)[number];

export const capacityGrounds = ["consent", "usual"] as const;
/**
 * Why a contract binds a minor or a person under guardianship: the legal representative consented (BW 1:234(1), 1:381(2)), or minors of that age
 * usually make such contracts themselves (BW 1:234(3)).
 */
export type CapacityGround = (typeof capacityGrounds)[number];

export const interruptionKinds = ["demand", "recognition", "summons", "judgment", "enforcement"] as const;
/** Interruptions of limitation that staff can enter (BW 3:316, 3:317, 3:318, 3:324, 3:325). */
export type InterruptionKind = (typeof interruptionKinds)[number];

/** The data of each kind of event besides its date and amount. Invoices are referred to by their number, which is unique within a file. */
export const eventData = {
  /** `on` is the invoice date, the amount what is claimed of it. */
  invoice: z.object({
    number: z.string().min(1).max(100),
    dueDate: plainDate,
    /** Default: the day after the due date. */
    interestFrom: plainDate.optional(),
    description: z.string().max(2000).optional(),
    /** A periodic instalment with its period, for the anti-stacking rule. */
    instalment: z.object({ from: plainDate, until: plainDate }).optional(),
    /** Interest terms of this invoice only. */
    interest: interestTerms.optional(),
  }),
  /** The terms entered last apply to the whole history of the file. */
  terms: z.object({ interest: interestTerms, bik: bikTerms }),
  /** A 14-day letter (BW 6:96(6)); `on` is the date of sending. It changes no amount. */
  notice14: z.object({
    by: z.enum(["agency", "client"]),
    method: z.enum(["post", "email"]),
    deemedReceived: plainDate,
    lastPayDay: plainDate,
    bikDueFrom: plainDate,
    invoices: z.array(z.string()),
    principal: cents,
    bik: cents,
    vat: cents,
    /** Its copy: a document of the file, or an attachment of a timeline line. */
    documentId: z.number().int().optional(),
    attachmentId: z.number().int().optional(),
    /** The amount that it asked: a debtor who pays it within the term owes no costs. If absent, what was open on its day. */
    asked: cents.optional(),
    /** The interest over the days of the term, if the amount asked is paid in time; if absent, it is owed. */
    interestInTerm: z.enum(["forgiven", "owed"]).optional(),
    /** The costs that a client's own letter announced, including VAT. */
    announced: cents.optional(),
    /** `other`: it went to an address where the debtor did not live. */
    address: z.enum(["same", "other"]).optional(),
  }),
  /**
   * A claim of collection costs. The amount, including VAT, is a maximum: recalculation can only lower it. The ground determines from which day and
   * over what they are owed (rights.ts).
   */
  bik: z.object({
    bik: cents,
    vat: cents,
    ground: z.enum(bikGrounds).optional(),
    /** The invoices that it is for; if absent, all in default over which none were charged. */
    invoices: z.array(z.string()).optional(),
  }),
  cost: z.object({
    group: z.enum(costGroups),
    type: shortText,
    description: shortText.optional(),
    article: shortText.optional(),
    /** The judgment, order or other title by which the debtor owes it (Rv 237, 430). */
    title: z.object({ on: plainDate, reference: shortText.min(1) }).optional(),
    /** The VAT within the amount. */
    vat: cents.default(0),
  }),
  /** `retroactive`: was never owed. `goodwill`: lowers the principal from its date on. Not a payment (domain facts A5). */
  credit_note: z.object({
    number: shortText,
    invoice: z.string().optional(),
    mode: z.enum(["retroactive", "goodwill"]),
    reason: shortText.optional(),
  }),
  /** `on` is the value date (BW 6:114(2)). */
  payment: z.object({
    receipt: z.enum(receiptKinds),
    reference: shortText,
    /** The invoices that the debtor designated (BW 6:43(1)). */
    invoices: z.array(z.string()).optional(),
    description: shortText.optional(),
  }),
  /** Reverses the event in `reverses` from its own date, as if it had never been entered; `voids` says why a 14-day letter never counted. */
  reversal: z.object({ reason: shortText, voids: z.enum(noticeVoids).optional() }),
  write_off: z.object({ reason: shortText }),
  /** No interest from `on` until (excluding) `until`; without it, without end. */
  freeze: z.object({ until: plainDate.optional(), reason: shortText }),
  /** A refund of an overpayment. */
  refund: z.object({ reference: shortText, iban: z.string().max(34).optional() }),
  /** An action on an arrangement; `plan` comes with the proposal and with a change of terms. */
  arrangement: z.object({
    arrangement: z.string().min(1).max(60),
    action: z.enum(arrangementActions),
    plan: arrangementPlan.optional(),
    reason: shortText.optional(),
    /** The number of the waived term, from 1. */
    term: z.number().int().min(1).max(600).optional(),
    /** The last day of a pause. */
    until: plainDate.optional(),
  }),
  /** The interest terms of one invoice, instead of those it was entered with; null: those of the file. The last one entered applies. */
  invoice_terms: z.object({
    invoice: z.string().min(1).max(100),
    interest: interestTerms.nullable(),
    from: plainDate.optional(),
  }),
  /** Limitation was interrupted on that day, for these invoices or, without any, for all that were due by then. It changes no amount. */
  interruption: z.object({
    how: z.enum(interruptionKinds),
    invoices: z.array(z.string().min(1).max(100)).max(200),
    /** The proof in words, and the document of the file if there is one. */
    proof: shortText.min(1),
    documentId: z.number().int().optional(),
    /** The provider's message or promise that this event repeats, because the balance reads only events: `message:12`. */
    of: z.string().max(40).optional(),
  }),
  /**
   * A judgment: from its date the award replaces the claim (Rv 230, 236). The amount is the sum of the four parts; an award of nothing is a
   * dismissed claim.
   */
  judgment: z.object({
    /** The number of the judgment on the file, as an invoice number: "1234567 CV EXPL 26-1". */
    reference: z.string().min(1).max(100),
    principal: cents,
    /** Interest awarded as an amount. */
    interest: cents,
    bik: cents,
    /** Costs of the proceedings (Rv 237). */
    costs: cents,
    /** How the awarded principal bears interest, and from which day; without a day, from the judgment. */
    terms: interestTerms.optional(),
    interestFrom: plainDate.optional(),
    /** The last day of payments that the court took into account; without it, all that were known when the judgment was entered. */
    reckonedUntil: plainDate.optional(),
    documentId: z.number().int().optional(),
  }),
  /** The contract binds a debtor who could not bind himself alone. It changes no amount. */
  capacity: z.object({
    ground: z.enum(capacityGrounds),
    /** Who consented, or who judged that it is usual, and on what basis. */
    by: shortText.min(1),
    /** The document of the file that proves it. */
    documentId: z.number().int(),
  }),
};

export type EventKind = keyof typeof eventData;
export const eventKinds: readonly EventKind[] = keysOf(eventData);

export type EventData<K extends EventKind> = z.output<(typeof eventData)[K]>;

type EventByKind = {
  [K in EventKind]: {
    readonly id: number;
    readonly kind: K;
    readonly on: PlainDate;
    /** 0 for kinds that have none. */
    readonly amount: Cents;
    /** The event that a reversal reverses. */
    readonly reverses?: number | undefined;
    readonly data: EventData<K>;
  };
};
/** An event of one kind, as the engine reads it. `id` increases with the order of entry. */
export type EventOf<K extends EventKind> = EventByKind[K];
export type ClaimEvent = EventByKind[EventKind];

/** An event as entered or stored, with its data parsed by the schema of its kind. @throws ZodError if the data are invalid. */
export const enteredEvent = (event: {
  readonly id: number;
  readonly kind: EventKind;
  readonly on: PlainDate;
  readonly amount: Cents;
  readonly reverses?: number | undefined;
  readonly data: unknown;
}): ClaimEvent => {
  const { id, kind, on, amount, reverses } = event;
  const data = eventData[kind].parse(event.data);
  // The compiler cannot infer through the union that the data belong to the kind.
  return { id, kind, on, amount, ...(reverses === undefined ? {} : { reverses }), data } as ClaimEvent;
};

/** An event before entry; `effectKey` makes its entry idempotent. */
export type NewEvent = {
  [K in EventKind]: {
    readonly kind: K;
    readonly on: PlainDate;
    readonly amount?: Cents;
    readonly reverses?: number;
    readonly data: z.input<(typeof eventData)[K]>;
    readonly effectKey?: string;
    /** The field beside which a refusal by the law gate is reported: `interest`, `invoices.2.interest`. */
    readonly field?: string;
  };
}[EventKind];

export const isKind = <K extends EventKind>(event: ClaimEvent, kind: K): event is EventOf<K> & ClaimEvent =>
  event.kind === kind;

/** The ids of the events that a standing reversal reverses. A reversed reversal has no effect. */
export function reversedIds(events: readonly ClaimEvent[]): ReadonlySet<number> {
  const reversed = new Set<number>();
  // A reversal is entered after what it reverses, so going backwards each one's state is known when it is reached.
  const reversals = events.filter((event) => event.kind === "reversal").sort((a, b) => b.id - a.id);
  for (const reversal of reversals) {
    if (!reversed.has(reversal.id) && reversal.reverses !== undefined) reversed.add(reversal.reverses);
  }
  return reversed;
}

/**
 * An event, its reversal, the reversal of that, and so on: the next reversal names the last. The event stands if their number is odd.
 */
export function chainOf(events: readonly ClaimEvent[], eventId: number): readonly number[] {
  const next = events.find(({ reverses }) => reverses === eventId);
  return next === undefined ? [eventId] : [eventId, ...chainOf(events, next.id)];
}

/** The standing events: neither reversed nor reversals. */
export function standingEvents(events: readonly ClaimEvent[]): readonly ClaimEvent[] {
  if (!events.some((event) => event.kind === "reversal")) return events;
  const reversed = reversedIds(events);
  return events.filter((event) => event.kind !== "reversal" && !reversed.has(event.id));
}

/** Whether the debtor agrees on an arrangement by this event: a later activation is a change of its terms by the house. */
export const startsArrangement = (standing: readonly ClaimEvent[], { id, data }: EventOf<"arrangement">): boolean =>
  data.action === "activate" &&
  !standing.some(
    (other) =>
      isKind(other, "arrangement") &&
      other.data.arrangement === data.arrangement &&
      other.data.action === "activate" &&
      other.id < id,
  );

const defaultTerms: EventData<"terms"> = {
  interest: interestTerms.parse({ kind: "none", compounding: "none" }),
  bik: bikTerms.parse({}),
};

/** The terms that apply: those of the last `terms` event; without one no interest is claimed. */
export function termsOf(standing: readonly ClaimEvent[]): EventData<"terms"> {
  let last: EventOf<"terms"> | undefined;
  for (const event of standing) if (isKind(event, "terms") && (!last || event.id > last.id)) last = event;
  return last?.data ?? defaultTerms;
}
