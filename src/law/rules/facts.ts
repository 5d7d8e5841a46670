/** What the law gate judges on: the action, the facts of a file, and the refusal with its rule and article. Types and names only. */
import type { ContactMoment } from "../../ground/kernel/contact-hours.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import { type Rule, ruleArticles } from "./catalogue.ts";

export type { Rule } from "./catalogue.ts";

export type ContactChannel = "post" | "email" | "sms" | "call" | "visit";

/** Why a message goes out. Holds and arrangements forbid dunning; information and closing may always be given (Bki 4.1). */
export type Purpose = "dunning" | "notice14" | "closing" | "information";

/** To whom it goes where somebody chose: absent, it is the debtor, or whoever speaks for it. */
export interface ChosenRecipient {
  /** Null for the debtor itself. */
  readonly partyId: number | null;
  readonly name: string;
  /** Whether it answers for the debt. */
  readonly liable: boolean;
  /** Another speaks for it, by a state in a file of its own. */
  readonly spokenFor?: boolean;
}

export type GateAction =
  | {
      readonly kind: "contact";
      readonly channel: ContactChannel;
      readonly purpose: Purpose;
      readonly to?: ChosenRecipient;
    }
  | { readonly kind: "charge_bik" }
  | { readonly kind: "charge_cost" }
  | { readonly kind: "summons" }
  | { readonly kind: "handover" };

/** A hold that lies on a file; a hold without `until` lies until somebody lifts it. */
export interface HoldFact {
  readonly kind: string;
  readonly until: PlainDate | null;
  /** False for a state that only marks the file and lets it go on. */
  readonly stops?: boolean;
}

/** Who speaks for the debtor, by which state; `to` is null as long as nobody is noted who does. */
export interface SpeakerFact {
  readonly kind: string;
  readonly since: PlainDate;
  readonly to: { readonly partyId: number | null; readonly displayName: string } | null;
  /** Only another file of this person says so. */
  readonly elsewhere?: boolean;
}

/** By which the one who is written to can be reached: the debtor, or whoever speaks for it. */
export interface ReachFact {
  /** ISO country code of where it is. */
  readonly country: string;
  readonly addressComplete: boolean;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  /** The way that they want to be written to by; null or absent where they did not say. */
  readonly wishes?: "post" | "email" | "sms" | null;
  /** What of it must not be called, texted or mailed, by channel. */
  readonly blocked: readonly BlockFact[];
}

/**
 * Why a 14-day letter does not count: it came back, went to a wrong address, announced a wrong or too high amount, says nothing of what is
 * open now, or is a client's own of which it is not known what it told and where it went, or of which there is no copy.
 */
export type NoticeFlaw =
  | "returned"
  | "wrongAddress"
  | "wrongAmount"
  | "recalled"
  | "amountTooHigh"
  | "otherInvoices"
  | "unproved"
  | "noCopy";

/** The last 14-day letter of the claim, as the claims module judged it (BW 6:96(6), HR 2016:2704). */
export interface Notice14Fact {
  readonly sentOn: PlainDate;
  /** Why it does not count; null for a valid letter. */
  readonly voidReason: NoticeFlaw | null;
  /** What it asked came in within its term, so that it gives no right to costs. */
  readonly paidInTime: boolean;
  readonly bikDueFrom: PlainDate;
  /** Whether its copy is in the file. */
  readonly proof: boolean;
}

/** A time that the debtor was reached lately, over all files; the day is that of Amsterdam. */
export interface ContactFact {
  readonly channel: ContactChannel;
  readonly on: PlainDate;
}

/** The moment of judgement, reckoned once for however many files (`atInstant`). */
export interface JudgingMoment {
  readonly instant: Date;
  readonly today: PlainDate;
  /** When somebody in a country may be called, mailed or visited, by the clock of that place (Bki 4.2). */
  readonly contactIn: (country: string) => ContactMoment;
  /** From when collection costs would be due if the 14-day letter were posted today to somebody in a country. */
  readonly noticeTo: (country: string) => PlainDate;
}

export interface GateFacts {
  readonly file: {
    readonly closedOn: PlainDate | null;
    /** It is at a bailiff's office, which acts for the client from then on. */
    readonly atBailiff: boolean;
    readonly contractual: boolean;
    /** The day of the contract, or else of the oldest invoice; null where neither is known. */
    readonly contractOn: PlainDate | null;
    /** It was noted that the contract binds a debtor who was a minor or under guardianship (BW 1:234, 1:381). */
    readonly contractBinds: boolean;
  };
  readonly debtor: {
    readonly isConsumer: boolean;
    readonly isNaturalPerson: boolean;
    /** Null where it is not known, and of a company. */
    readonly birthDate: PlainDate | null;
    /** Guardianships that are over: from their day until the one on which they no longer stood. */
    readonly endedGuardianships: readonly { readonly from: PlainDate; readonly until: PlainDate }[];
    /** ISO country code; the Wki protects natural persons who live in the Netherlands (art. 2). */
    readonly country: string;
    readonly name: string;
    readonly addressComplete: boolean;
    readonly addressVerifiedOn: PlainDate | null;
  };
  readonly reach: ReachFact;
  /** Null where the debtor speaks for itself. */
  readonly speaker: SpeakerFact | null;
  readonly provider: {
    readonly name: string;
    readonly address: string;
    readonly kvk: string;
    /** Registration number in the Justis register (Wki 3, 11); empty where there is none. */
    readonly registrationNumber: string;
    /** Last day on which the registration holds; null where none is known. */
    readonly registrationValidUntil: PlainDate | null;
  };
  readonly creditor: { readonly name: string; readonly addressComplete: boolean };
  readonly claim: {
    readonly title: string;
    readonly description: string;
    readonly invoices: readonly {
      readonly number: string;
      readonly date: PlainDate | null;
      readonly dueOn: PlainDate | null;
      /** Principal and interest that are still open of it. */
      readonly openCents: Cents;
    }[];
    readonly principalCents: Cents;
    readonly openCents: Cents;
    /** When it lapses, by what it rests on; a consumer's debt may lapse sooner (BW 7:28). */
    readonly limitation: Limitation;
    /** What interrupted limitation, of which invoices (BW 3:316 to 3:318, 3:324). */
    readonly interruptions: readonly Interruption[];
    readonly bikChargedCents: Cents;
  };
  readonly notice14: Notice14Fact | null;
  readonly holds: readonly HoldFact[];
  readonly arrangementActive: boolean;
  /** The day of a letter of the file that a print house has not told to be posted; absent where there is none. */
  readonly letterAwaited?: PlainDate | undefined;
  /** The day of a receipt that names the file and waits for a person. */
  readonly paymentInReview?: PlainDate | undefined;
  readonly contacts: readonly ContactFact[];
  readonly policy: HousePolicy;
}

/** A number of the debtor stands on the list of blocked numbers, or its e-mail address has no mailbox; `until` is the last day, null for good. */
export interface BlockFact {
  /** Or the address. */
  readonly number: string;
  readonly channel: "call" | "sms" | "email";
  readonly until: PlainDate | null;
}

/** A term of limitation in months, with the article that gives it. */
export interface LimitationTerm {
  readonly months: number;
  readonly article: string;
}

/** When a claim lapses; `consumer` where a consumer owes it, null where that makes no difference. */
export interface Limitation extends LimitationTerm {
  readonly consumer: LimitationTerm | null;
}

/** Contracts lapse after five years (BW 3:307). */
export const contractLimitation: Limitation = { months: 60, article: "BW 3:307", consumer: null };
/** A sale to a consumer lapses after two (BW 7:28). */
export const saleLimitation: Limitation = { ...contractLimitation, consumer: { months: 24, article: "BW 7:28" } };
/** What a claim without a legal type lapses by: its title tells whether it is a sale, which lapses after two years for a consumer (BW 7:28). */
export const usualLimitation = (title: string): Limitation =>
  /^((aan|ver|consumenten)?koop(overeenkomst)?|sale|purchase|vente|achat|(ver)?kauf(vertrag)?)\b/i.test(title.trim())
    ? saleLimitation
    : contractLimitation;

/** The house's own measure where the law gives no number (Bki 4): per debtor, over all files. */
export interface HousePolicy {
  readonly callsPerDay: number;
  readonly callsPerWeek: number;
  readonly visitsPerWeek: number;
  /** E-mail and SMS together, in any seven days. */
  readonly messagesPerWeek: number;
  /** Smallest amount for which a summons is announced (domain facts §9, W1 step 9). */
  readonly summonsMinimumCents: Cents;
  /** An address may have been checked at most so many days ago for a summons (domain facts 4.6). */
  readonly addressCheckDays: number;
}

export const defaultPolicy: HousePolicy = {
  callsPerDay: 1,
  callsPerWeek: 3,
  visitsPerWeek: 1,
  messagesPerWeek: 2,
  summonsMinimumCents: 25_000,
  addressCheckDays: 30,
};

/** A plain date, or an ISO instant where the hour matters. */
export type Moment = string;

export interface Refusal {
  /** The name of the rule, stable: a key of `ruleArticles`. */
  readonly rule: Rule;
  /** The article that the rule stands on, or the house rule. */
  readonly article: string;
  /** Text key in the rules module; `values` fill its placeholders. */
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The first day (or instant) on which this rule no longer forbids it; null where no date can be known. */
  readonly possibleFrom: Moment | null;
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly refusals: readonly Refusal[] };

/** Whether the Wki and Bki protect this debtor: natural persons who live in the Netherlands (Wki 2, domain facts E5). */
export const protectedByWki = (debtor: { isNaturalPerson: boolean; country: string }): boolean =>
  debtor.isNaturalPerson && debtor.country === "NL";

/** A refusal by a rule; its text is the rule's own unless another is named. */
export const refusal = (
  rule: Rule,
  possibleFrom: Moment | null,
  values: Refusal["values"] = {},
  text: string = rule,
): Refusal => ({ rule, article: ruleArticles[rule], textKey: `rules.${text}`, values, possibleFrom });

/** What shows that it happened: an event of the claim, a message that went out, or a promise to pay; `documentId` where paper shows it. */
export interface InterruptionProof {
  readonly source: "event" | "message" | "promise";
  readonly id: number;
  readonly documentId: number | null;
  /** In the words of whoever noted it. */
  readonly text: string;
}

export interface Interruption {
  readonly on: PlainDate;
  readonly kind:
    | "demand"
    | "recognition"
    | "summons"
    | "judgment"
    | "enforcement"
    | "payment"
    | "arrangement"
    | "promise";
  /** The numbers of the invoices that it concerns. */
  readonly invoices: readonly string[];
  readonly proof: InterruptionProof;
}
