/** What is known of a file when its readiness for a bailiff is judged, and how a line of the list is judged on it. Pure. */

import type { LogText } from "../../../cases/logs/logs.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Court, CourtPlace } from "../../courts/courts.ts";
import type { PaperKind } from "../papers/papers.ts";

export const checkStates = ["met", "missing", "passed"] as const;
export type CheckState = (typeof checkStates)[number];

/** How far the client's order goes: letters, a summons and a judgment, or also carrying the judgment out. */
export const mandateScopes = ["collection", "judicial", "execution"] as const;
export type MandateScope = (typeof mandateScopes)[number];

export interface HandoverFacts {
  readonly today: PlainDate;
  readonly debtor: {
    readonly company: boolean;
    readonly isConsumer: boolean;
    readonly displayName: string;
    readonly initials: string | null;
    readonly lastName: string | null;
    readonly birthDate: PlainDate | null;
    readonly kvk: string | null;
    readonly legalForm: string | null;
    readonly street: string;
    readonly houseNumber: string;
    readonly addition: string | null;
    readonly postcode: string;
    readonly city: string;
    readonly country: string;
    readonly addressVerifiedOn: PlainDate | null;
    readonly language: string;
  };
  readonly claim: { readonly title: string; readonly description: string };
  readonly invoices: readonly { readonly number: string; readonly amount: Cents }[];
  /** `from` is the first day on which an invoice bears interest. */
  readonly interest: { readonly kind: string; readonly from: PlainDate | null };
  readonly notice: {
    readonly sentOn: PlainDate;
    readonly bikDueFrom: PlainDate;
    readonly documentId: number | null;
  } | null;
  /** What is open of each part, and the collection costs that are due and not yet charged. */
  readonly open: {
    readonly principal: Cents;
    readonly interest: Cents;
    readonly bik: Cents;
    readonly otherCosts: Cents;
    readonly total: Cents;
    readonly bikNotCharged: Cents;
  };
  readonly payments: { readonly count: number; readonly cents: Cents };
  readonly barredOn: PlainDate | null;
  /** Time-barred invoices that are not handed over. */
  readonly leftOut: readonly { readonly number: string; readonly barredOn: PlainDate }[];
  /** Of the client, for all of its files. */
  readonly mandate: { readonly on: PlainDate | null; readonly until: PlainDate | null };
  /** For this file alone, which goes before that of the client. */
  readonly ownMandate: { readonly scope: MandateScope; readonly on: PlainDate } | null;
  readonly canReclaimVat: boolean;
  /** `required` is null as long as nobody said. */
  readonly advance: { readonly required: boolean | null; readonly cents: Cents | null; readonly on: PlainDate | null };
  /** The court that was chosen. */
  readonly court: Court | null;
  /** Where it sits, as it was chosen. */
  readonly place: CourtPlace | null;
  /** Whether the sub-district court judges it whatever the amount. */
  readonly subDistrictMatter: boolean;
  /** Rent: the court of where the rented property lies hears it, and no other (Rv 103). */
  readonly isRent: boolean;
  /** Whether an address of that place is known that nobody has checked. */
  readonly placeUnchecked: boolean;
  readonly papers: {
    /** What came in from outside, and what it is where somebody said so. */
    readonly received: readonly { readonly name: string; readonly kind: PaperKind | null }[];
    /** Letters, e-mails and SMS that were sent. */
    readonly sent: number;
  };
}

/** What a line comes to, and why. */
export interface Judged {
  readonly state: CheckState;
  readonly why: LogText;
}

const judged =
  (state: CheckState) =>
  (key: string, values: LogText["values"] = {}): Judged => ({ state, why: { key: `handover.${key}`, values } });

export const met = judged("met");
export const missing = judged("missing");

export const known = (text: string | null): boolean => text !== null && text.trim() !== "";
