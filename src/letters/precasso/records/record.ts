/** A claim in pre-collection: its invoices, reported payments and open amount. Pure. */
import { z } from "zod";
import { claimBases } from "../../../cases/files/files.ts";
import { fileTypes, genders, legalForms } from "../../../cases/persons/persons.ts";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { ContactFact, GateFacts } from "../../../law/rules/rules.ts";

export const recordStates = ["open", "disputed", "paid", "withdrawn", "converted"] as const;
export type RecordState = (typeof recordStates)[number];
/** States in which something may still happen to a record. */
export const liveStates: readonly RecordState[] = ["open", "disputed"];

/** The key of the effect that a step has: the message of a step is sent once in each round. */
export const effectKeyOf = (
  record: { readonly id: number; readonly workflowCode: string; readonly round: number },
  step: number,
): string => `precasso:${record.id}:${record.workflowCode}:${record.round}:${step}`;

const text = z.string().nullable();
export const plainDate = z.string().transform((value, ctx): PlainDate => {
  const on = parsePlainDate(value);
  if (on !== undefined) return on;
  ctx.addIssue({ code: "custom", message: "no date" });
  return z.NEVER;
});

/** Who owes, as the intake checked it. */
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

/** What the claim rests on: kept for the file that it may become. */
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

/** The 14-day letter in the client's name (BW 6:96(6)), as it went out. */
export const notice14 = z.object({
  messageId: z.number(),
  sentOn: plainDate,
  lastPayDay: plainDate,
  bikDueFrom: plainDate,
  principalCents: z.number(),
  /** The costs that it named, VAT included. */
  announcedCents: z.number(),
  invoices: z.array(z.string()),
});
export type Notice14 = z.output<typeof notice14>;

export interface RecordInvoice {
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  readonly cents: Cents;
  readonly description: string | null;
}

/** Money that the debtor paid to the client, as told. */
export interface ReportedPayment {
  readonly on: PlainDate;
  readonly cents: Cents;
  readonly reference: string;
}

export interface OpenInvoice extends RecordInvoice {
  readonly openCents: Cents;
}

/** What is open of each invoice: money goes to the oldest first (BW 6:43). Payments that are `until` a day count, all where none is given. */
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

/** The open invoices whose day to pay is over: nobody is asked for what need not be paid yet (BW 6:81). */
export const dueInvoices = (
  invoices: readonly RecordInvoice[],
  payments: readonly ReportedPayment[],
  today: PlainDate,
): OpenInvoice[] =>
  openInvoices(invoices, payments).filter(({ openCents, dueDate }) => openCents > 0 && dueDate < today);

/** A client as far as its letters need it. */
export interface RecordCreditor {
  readonly id: number;
  readonly company: string;
  readonly version: number;
  readonly canReclaimVat: boolean;
  readonly addressComplete: boolean;
  readonly iban: string | null;
}

/** Everything that decides what comes next for a record. */
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
  /** Since when the address is known to be wrong, because a letter came back; null where it is not. */
  readonly addressWrongSince: PlainDate | null;
  /** The day of the oldest letter that a print house has not told to be posted; null where there is none. */
  readonly unpostedSince: PlainDate | null;
  /** How often this person was reached lately, here and in files. */
  readonly contacts: readonly ContactFact[];
  readonly blocked: GateFacts["reach"]["blocked"];
}
