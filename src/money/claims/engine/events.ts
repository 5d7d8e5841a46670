/**
 * The events of a file's claims. Events are appended and never changed; a correction is a reversal (domain facts, E4). Everything that a
 * balance is made of stands in them, so that it can be reckoned again from the first one on. Amounts are whole cents.
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
  /** Yearly is the law for legal interest (BW 6:119(2)); for a contractual rate it is what was agreed. */
  compounding: z.enum(["none", "yearly", "monthly"]).default("yearly"),
  dayCount: z.enum(["ACT/365F", "ACT/ACT"]).default("ACT/365F"),
  floor: z.enum(["statutory", "commercial", "none"]).default("statutory"),
  /** One start for every invoice of the file, instead of the day after each due date. */
  from: plainDate.optional(),
});
export type InterestTerms = z.output<typeof interestTerms>;

/** How collection costs are reckoned for a file (BW 6:96; Besluit vergoeding voor buitengerechtelijke incassokosten). */
export const bikTerms = z.object({
  /** `scale`: the legal scale. `contract`: the agreed amount, between businesses only. `none`: not claimed. */
  method: z.enum(["scale", "contract", "none"]).default("scale"),
  contractAmount: cents.default(0),
  /** The creditor cannot offset the VAT on a taxed collection service, so that the debtor owes it (Besluit art. 2(3)). */
  vat: z.boolean().default(false),
  /** What the client charged before; it counts towards the same maximum. */
  alreadyCharged: cents.default(0),
  /** Anti-stacking of periodic instalments since 1 October 2024 (Besluit art. 2a). */
  instalmentRule: z.boolean().default(false),
});
export type BikTerms = z.output<typeof bikTerms>;

export const bikGrounds = ["notice", "default", "day"] as const;
/**
 * What a claim of collection costs rests on. `notice`: a 14-day letter whose term has run (BW 6:96(6)). `default`: the due date alone, between
 * businesses (BW 6:96(4)). `day`: nothing but the day of the claim, as costs were noted before grounds were.
 */
export type BikGround = (typeof bikGrounds)[number];

export const noticeVoids = ["returned", "wrongAddress", "wrongAmount"] as const;
/** Why a 14-day letter never counted. Nothing revives it: a new one starts anew. */
export type NoticeVoid = (typeof noticeVoids)[number];

export const receiptKinds = ["agency", "direct", "bailiff"] as const;
/** Where the money came in: on the agency's third-party account, with the client itself, or with the bailiff. */
export type ReceiptKind = (typeof receiptKinds)[number];

export const costGroups = ["execution", "court", "bik", "other"] as const;
/** In this order costs are paid off (domain facts 3.1). */
export type CostGroup = (typeof costGroups)[number];

export const termFrequencies = ["week", "twoWeeks", "fourWeeks", "month"] as const;
export type TermFrequency = (typeof termFrequencies)[number];

/** One instalment of an arrangement. */
export const planTerm = z.object({ on: plainDate, amount: cents });
export type PlanTerm = z.output<typeof planTerm>;

/** What was agreed: the terms, and whether interest runs on or is frozen while the arrangement is kept. */
export const arrangementPlan = z.object({
  total: cents,
  frequency: z.enum(termFrequencies),
  interest: z.enum(["runs", "frozen"]),
  terms: z.array(planTerm).min(1).max(600),
  /** `shv`: a settlement in debt counselling (schuldregeling): less than the debt, against final discharge of the rest (domain facts 6). */
  kind: z.enum(["terms", "shv"]).optional(),
  /** Of a settlement: what was open when it was offered. */
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
 * Why a contract binds a minor or somebody under guardianship: the legal representative consented (BW 1:234(1), 1:381(2)), or it is usual that
 * minors of that age make it by themselves (BW 1:234(3)).
 */
export type CapacityGround = (typeof capacityGrounds)[number];

export const interruptionKinds = ["demand", "recognition", "summons", "judgment", "enforcement"] as const;
/** What a person can note as having interrupted limitation (BW 3:316, 3:317, 3:318, 3:324, 3:325). */
export type InterruptionKind = (typeof interruptionKinds)[number];

/** What each kind of event keeps beside its date and amount. Invoices are named by their number, which is unique in a file. */
export const eventData = {
  /** `on` is the invoice date, the amount what is claimed of it. */
  invoice: z.object({
    number: z.string().min(1).max(100),
    dueDate: plainDate,
    /** Default: the day after the due date. */
    interestFrom: plainDate.optional(),
    description: z.string().max(2000).optional(),
    /** A periodic instalment: the period that it is for, for the anti-stacking rule. */
    instalment: z.object({ from: plainDate, until: plainDate }).optional(),
    /** Terms of this invoice alone. */
    interest: interestTerms.optional(),
  }),
  /** The last one entered holds, for the whole of the file's history. */
  terms: z.object({ interest: interestTerms, bik: bikTerms }),
  /** A 14-day letter (BW 6:96(6)); `on` is the day it was sent. It changes no amount. */
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
    /** Its copy: a document of the file, or what hangs on a line of its timeline. */
    documentId: z.number().int().optional(),
    attachmentId: z.number().int().optional(),
    /** What it asked the debtor to pay: who pays that within the term owes no costs. Without it, what was open on its day. */
    asked: cents.optional(),
    /** The interest that runs while the term does, where what was asked is paid in time; without it, it stays owed. */
    interestInTerm: z.enum(["forgiven", "owed"]).optional(),
    /** What a letter of the client's own told that the costs would be, VAT included. */
    announced: cents.optional(),
    /** `other`: it went to an address where the debtor did not live. */
    address: z.enum(["same", "other"]).optional(),
  }),
  /**
   * Collection costs are claimed. The amount, VAT included, is the most that is due: later recalculation can only lower it. From which day
   * and over what they are owed follows from the ground (rights.ts).
   */
  bik: z.object({
    bik: cents,
    vat: cents,
    ground: z.enum(bikGrounds).optional(),
    /** The invoices that it is for; without them all that are in default and not yet charged. */
    invoices: z.array(z.string()).optional(),
  }),
  cost: z.object({
    group: z.enum(costGroups),
    type: shortText,
    description: shortText.optional(),
    article: shortText.optional(),
    /** The judgment, order or other title that makes it the debtor's (Rv 237, 430). */
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
  /** Undoes the event that `reverses` names, from the first day, as if it had never been; `voids` says why a 14-day letter never counted. */
  reversal: z.object({ reason: shortText, voids: z.enum(noticeVoids).optional() }),
  write_off: z.object({ reason: shortText }),
  /** No interest from `on` until (not on) `until`; without it, for good. */
  freeze: z.object({ until: plainDate.optional(), reason: shortText }),
  /** Too much received is paid back. */
  refund: z.object({ reference: shortText, iban: z.string().max(34).optional() }),
  /** A step in the life of an arrangement; `plan` comes with the proposal and with a change of terms. */
  arrangement: z.object({
    arrangement: z.string().min(1).max(60),
    action: z.enum(arrangementActions),
    plan: arrangementPlan.optional(),
    reason: shortText.optional(),
    /** Which term is let off, counted from 1. */
    term: z.number().int().min(1).max(600).optional(),
    /** The last day of a pause. */
    until: plainDate.optional(),
  }),
  /** The terms of one invoice, in the place of those it was entered with; null: those of the file. The last one entered holds. */
  invoice_terms: z.object({
    invoice: z.string().min(1).max(100),
    interest: interestTerms.nullable(),
    from: plainDate.optional(),
  }),
  /** Limitation was interrupted on that day, for these invoices or, without any, for all that were due by then. It changes no amount. */
  interruption: z.object({
    how: z.enum(interruptionKinds),
    invoices: z.array(z.string().min(1).max(100)).max(200),
    /** What shows it, in words; the document of the file where there is one. */
    proof: shortText.min(1),
    documentId: z.number().int().optional(),
    /** The message or promise of the house's own that this repeats for the balance, which knows events alone: `message:12`. */
    of: z.string().max(40).optional(),
  }),
  /**
   * A judge decided: what was claimed up to that day gives way to what was awarded (Rv 230, 236). The amount is the sum of the four parts; an
   * award of nothing is a claim that was dismissed.
   */
  judgment: z.object({
    /** Names the judgment on the file as an invoice is named: "1234567 CV EXPL 26-1". */
    reference: z.string().min(1).max(100),
    principal: cents,
    /** Interest that was awarded as an amount. */
    interest: cents,
    bik: cents,
    /** Costs of the proceedings (Rv 237). */
    costs: cents,
    /** How the principal that was awarded bears interest, and from which day; without a day, from the judgment. */
    terms: interestTerms.optional(),
    interestFrom: plainDate.optional(),
    /** The last day whose payments the judge reckoned with; without it, all that were known when the judgment was entered. */
    reckonedUntil: plainDate.optional(),
    documentId: z.number().int().optional(),
  }),
  /** The contract binds a debtor who could not bind himself alone. It changes no amount. */
  capacity: z.object({
    ground: z.enum(capacityGrounds),
    /** Who consented, or who judged that it is usual, and by what. */
    by: shortText.min(1),
    /** The document of the file that shows it. */
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
    /** The event that a reversal undoes. */
    readonly reverses?: number | undefined;
    readonly data: EventData<K>;
  };
};
/** An event of one kind, as the engine reads it. `id` rises with the order of entry. */
export type EventOf<K extends EventKind> = EventByKind[K];
export type ClaimEvent = EventByKind[EventKind];

/** An event as it is entered or was stored, with its data as the schema of its kind reads them. @throws ZodError where they do not fit. */
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
  // That the data are those of the kind the compiler cannot see through the union.
  return { id, kind, on, amount, ...(reverses === undefined ? {} : { reverses }), data } as ClaimEvent;
};

/** An event before it is entered; `effectKey` makes sure that the same one is entered once. */
export type NewEvent = {
  [K in EventKind]: {
    readonly kind: K;
    readonly on: PlainDate;
    readonly amount?: Cents;
    readonly reverses?: number;
    readonly data: z.input<(typeof eventData)[K]>;
    readonly effectKey?: string;
    /** The field under which a refusal by the law gate is told to whoever sent it: `interest`, `invoices.2.interest`. */
    readonly field?: string;
  };
}[EventKind];

export const isKind = <K extends EventKind>(event: ClaimEvent, kind: K): event is EventOf<K> & ClaimEvent =>
  event.kind === kind;

/** The ids of events that a standing reversal undoes. A reversal that is itself reversed undoes nothing. */
export function reversedIds(events: readonly ClaimEvent[]): ReadonlySet<number> {
  const reversed = new Set<number>();
  // A reversal is entered after what it undoes, so going backwards each one is known to stand or not when it is reached.
  const reversals = events.filter((event) => event.kind === "reversal").sort((a, b) => b.id - a.id);
  for (const reversal of reversals) {
    if (!reversed.has(reversal.id) && reversal.reverses !== undefined) reversed.add(reversal.reverses);
  }
  return reversed;
}

/** The events that stand: neither reversed nor reversals. */
export function standingEvents(events: readonly ClaimEvent[]): readonly ClaimEvent[] {
  if (!events.some((event) => event.kind === "reversal")) return events;
  const reversed = reversedIds(events);
  return events.filter((event) => event.kind !== "reversal" && !reversed.has(event.id));
}

const defaultTerms: EventData<"terms"> = {
  interest: interestTerms.parse({ kind: "none", compounding: "none" }),
  bik: bikTerms.parse({}),
};

/** The terms that hold: of the last `terms` event entered; without any no interest is claimed. */
export function termsOf(standing: readonly ClaimEvent[]): EventData<"terms"> {
  let last: EventOf<"terms"> | undefined;
  for (const event of standing) if (isKind(event, "terms") && (!last || event.id > last.id)) last = event;
  return last?.data ?? defaultTerms;
}
