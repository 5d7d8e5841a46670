/** A claim in pre-collection: its invoices, reported payments and open amount. Pure. */
import { z } from "zod";
import { claimBases } from "../../../cases/files/files.ts";
import { fileTypes, genders, legalForms } from "../../../cases/persons/persons.ts";
import { type LegalCalendar, nextWorkingDay } from "../../../ground/kernel/calendar.ts";
import { addDays, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { ContactFact, GateFacts } from "../../../law/rules/rules.ts";

export const recordStates = ["open", "disputed", "paid", "withdrawn", "converted"] as const;
export type RecordState = (typeof recordStates)[number];
/** The states of a record that has not ended. */
export const liveStates: readonly RecordState[] = ["open", "disputed"];

/** The effect key of a step: its message is sent once per round. */
export const effectKeyOf = (
  record: { readonly id: number; readonly workflowCode: string; readonly round: number },
  step: number,
): string => `precasso:${record.id}:${record.workflowCode}:${record.round}:${step}`;

/** The last day of the term that the last reminder gives a business: as long as that of a 14-day letter. */
export const grantedUntil = (sentOn: PlainDate, calendar: LegalCalendar): PlainDate =>
  nextWorkingDay(addDays(sentOn, 14), calendar);

const text = z.string().nullable();
export const plainDate = z.string().transform((value, ctx): PlainDate => {
  const on = parsePlainDate(value);
  if (on !== undefined) return on;
  ctx.addIssue({ code: "custom", message: "no date" });
  return z.NEVER;
});

/** The debtor, as validated by the intake. */
export const recordDebtor = z.object({
  fileType: z.enum(fileTypes),
  gender: z.enum(genders),
  initials: text,
  firstName: text,
  prefix: text,
  lastName: text,
  companyName: text,
  legalForm: z.enum(legalForms).nullable(),
  kvk: text,
  birthDate: plainDate.nullable(),
  street: z.string(),
  houseNumber: z.string(),
  addition: text,
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  phone: text,
  mobile: text,
  email: text,
  iban: text,
  language: z.enum(languages).catch("nl"),
});
export type RecordDebtor = z.output<typeof recordDebtor>;

/** The basis of the claim: kept for the file after conversion. */
export const recordClaim = z.object({
  basis: z.enum(claimBases),
  legalTypeId: z.number().nullable(),
  title: text,
  description: text,
  contractDate: plainDate.nullable(),
  interest: z
    .object({
      kind: z.enum(["none", "statutory", "commercial", "government", "contractual"]),
      rate: z.number(),
      per: z.enum(["year", "month"]),
    })
    .nullable(),
  canReclaimVat: z.boolean().nullable(),
});
export type RecordClaim = z.output<typeof recordClaim>;

/** The 14-day letter in the client's name (BW 6:96(6)), as sent. */
export const notice14 = z.object({
  messageId: z.number(),
  sentOn: plainDate,
  lastPayDay: plainDate,
  bikDueFrom: plainDate,
  principalCents: z.number(),
  /** The costs that it announced, including VAT. */
  announcedCents: z.number(),
  invoices: z.array(z.string()),
});
export type Notice14 = z.output<typeof notice14>;

/** What the line of a paid record says of what it was before; older lines say nothing. */
export const paidFrom = z.object({
  was: z.enum(["open", "disputed"]).catch("open"),
  heldUntil: plainDate.nullable().catch(null),
});

export interface RecordInvoice {
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  readonly cents: Cents;
  readonly description: string | null;
}

/** A payment by the debtor to the client, as reported. */
export interface ReportedPayment {
  readonly on: PlainDate;
  readonly cents: Cents;
  readonly reference: string;
}

export interface OpenInvoice extends RecordInvoice {
  readonly openCents: Cents;
}

/** The open amount of each invoice: payments are allocated to the oldest first (BW 6:43). With `until` only payments up to that date count. */
export function openInvoices(
  invoices: readonly RecordInvoice[],
  payments: readonly ReportedPayment[],
  until?: PlainDate,
): OpenInvoice[] {
  let left = sumCents(payments.filter(({ on }) => until === undefined || on <= until).map(({ cents }) => cents));
  return invoices
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
    .map((invoice) => {
      const paid = Math.min(left, invoice.cents);
      left -= paid;
      return { ...invoice, openCents: invoice.cents - paid };
    });
}

/** The open invoices whose due date has passed: nobody is asked for what is not due yet (BW 6:81). */
export const dueInvoices = (
  invoices: readonly RecordInvoice[],
  payments: readonly ReportedPayment[],
  today: PlainDate,
): OpenInvoice[] =>
  openInvoices(invoices, payments).filter(({ openCents, dueDate }) => openCents > 0 && dueDate < today);

/** The details of a client that its letters need. */
export interface RecordCreditor {
  readonly id: number;
  readonly company: string;
  readonly version: number;
  readonly canReclaimVat: boolean;
  readonly addressComplete: boolean;
  readonly iban: string | null;
}

/** All facts that determine the next step of a record. */
export interface RecordSituation {
  readonly id: number;
  readonly number: string;
  readonly version: number;
  readonly creditor: RecordCreditor;
  readonly clientRef: string;
  readonly debtor: RecordDebtor;
  readonly debtorName: string;
  readonly claim: RecordClaim;
  readonly state: RecordState;
  readonly holdUntil: PlainDate | null;
  readonly endedOn: PlainDate | null;
  readonly invoices: readonly RecordInvoice[];
  readonly payments: readonly ReportedPayment[];
  readonly workflowCode: string;
  readonly definitionVersion: number;
  readonly position: number;
  readonly round: number;
  readonly previousDoneOn: PlainDate | null;
  readonly termUntil: PlainDate | null;
  readonly notice14: Notice14 | null;
  /** Since when the address is known to be wrong, because a letter was returned; null otherwise. */
  readonly addressWrongSince: PlainDate | null;
  /** The date of the oldest letter that the print house has not reported as posted; null if there is none. */
  readonly unpostedSince: PlainDate | null;
  /** What a file says of this person: that somebody else speaks for it. */
  readonly spokenFor: { readonly kind: string; readonly since: PlainDate } | null;
  /** The recent contacts with this person, in pre-collection and in files. */
  readonly contacts: readonly ContactFact[];
  readonly blocked: GateFacts["reach"]["blocked"];
}
