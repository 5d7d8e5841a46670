/** What the claims' calls return: the derivation of an amount, and all claims of a file. */
import { z } from "zod";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { costGroups, noticeVoids, receiptKinds, termFrequencies } from "./events.ts";

const decimal = z.string().describe('A decimal with two places, such as "1234.56".');
const cents = z.number().int();
const id = z.number().int();
const isoDate = calendarDate();

const labelValue = z.object({
  kind: z.enum(["date", "money", "rate", "number", "text", "term"]),
  value: z.union([z.string(), z.number()]),
});

/** A node of a derivation: the leaves below it sum to its amount. */
export interface ExplainNode {
  /** A key of the claims texts. */
  label: string;
  /** Money as decimals, rates in percent, dates as YYYY-MM-DD; a `term` is a key of the claims texts. */
  values: Record<string, z.infer<typeof labelValue>>;
  /** The label in the language of the request. */
  text: string;
  amount: string;
  article: string;
  source: string;
  children: ExplainNode[];
}

export const explainNode: z.ZodType<ExplainNode> = z.object({
  label: z.string(),
  values: z.record(z.string(), labelValue),
  text: z.string(),
  amount: decimal,
  article: z.string(),
  source: z.string(),
  get children() {
    return z.array(explainNode);
  },
});

const allocated = z.object({ costs: cents, interest: cents, principal: cents, surplus: cents });

const termRow = z.object({
  on: isoDate,
  amount: cents,
  status: z.enum(["expected", "received", "partial", "late", "missed", "waived"]),
  received: cents,
  receivedOn: isoDate.nullable(),
});

/** The result of a booking: its event, and the open amount after it. */
export const eventReply = z.object({ id, open: decimal });

export const arrangementRow = z.object({
  id: z.string(),
  status: z.enum(["proposed", "active", "paused", "completed", "broken", "cancelled"]),
  interest: z.enum(["runs", "frozen"]),
  frequency: z.enum(termFrequencies),
  total: cents,
  /** `shv`: a settlement in debt counselling, with final discharge of the rest. */
  kind: z.enum(["terms", "shv"]),
  /** For a settlement: what was open when it was offered. */
  debt: cents.nullable(),
  proposedOn: isoDate,
  activeFrom: isoDate.nullable(),
  endedOn: isoDate.nullable(),
  pausedOn: isoDate.nullable(),
  pausedUntil: isoDate.nullable(),
  /** The day on which the missed-term rule would break it, if that has come. */
  breaksOn: isoDate.nullable(),
  terms: z.array(termRow),
  version: id,
});
export type ArrangementRow = z.infer<typeof arrangementRow>;

/** All claims data of the file page, in whole cents. */
export const claimStatement = z.object({
  date: isoDate,
  totals: z.object({
    principal: cents,
    interest: cents,
    costs: cents,
    open: cents,
    paid: cents,
    invoiced: cents,
    interestCharged: cents,
    costsCharged: cents,
    credited: cents,
    writtenOff: cents,
    replaced: cents,
    overpaid: cents,
  }),
  interest: z.object({ kind: z.string(), rate: z.string(), per: z.enum(["year", "month"]), compounding: z.string() }),
  frozen: z.array(z.object({ id, from: isoDate, until: isoDate.nullable(), reason: z.string() })),
  invoices: z.array(
    z.object({
      id,
      number: z.string(),
      date: isoDate,
      dueDate: isoDate,
      interestFrom: isoDate,
      description: z.string(),
      amount: cents,
      credited: cents,
      principal: cents,
      interest: cents,
      interestCharged: cents,
      /** The award that replaced the invoices. */
      awarded: z.boolean(),
    }),
  ),
  costs: z.array(
    z.object({
      id,
      date: isoDate,
      group: z.enum(costGroups),
      type: z.string(),
      description: z.string(),
      article: z.string(),
      amount: cents,
      vat: cents,
      open: cents,
    }),
  ),
  payments: z.array(
    z.object({
      id,
      date: isoDate,
      amount: cents,
      kind: z.enum(receiptKinds),
      reference: z.string(),
      allocated,
      /** Who booked it and when; reversed payments are included, without an allocation. */
      enteredAt: z.iso.datetime(),
      user: z.string(),
      reversed: z.object({ id, date: isoDate, reason: z.string() }).nullable(),
    }),
  ),
  credits: z.array(
    z.object({
      id,
      date: isoDate,
      amount: cents,
      number: z.string(),
      invoice: z.string(),
      mode: z.enum(["retroactive", "goodwill"]),
      reason: z.string(),
    }),
  ),
  writeOffs: z.array(z.object({ id, date: isoDate, amount: cents, reason: z.string() })),
  notices: z.array(
    z.object({
      id,
      sentOn: isoDate,
      lastPayDay: isoDate,
      bikDueFrom: isoDate,
      bik: cents,
      vat: cents,
      by: z.enum(["agency", "client"]),
      /** Why it is invalid by what is known now; null if it is valid. */
      flaw: z.enum(["amountTooHigh", "wrongAddress", "unproved", "noCopy"]).nullable(),
    }),
  ),
  /** Letters made void, or returned. */
  voidNotices: z.array(z.object({ id, sentOn: isoDate, why: z.enum(noticeVoids), reason: z.string() })),
  /** The collection costs if they were charged on that day. */
  bikDue: z.object({ bik: cents, vat: cents }),
  arrangements: z.array(arrangementRow),
});
export type ClaimStatement = z.infer<typeof claimStatement>;
