/** Calls for the costs of a file: those charged to the debtor, which the balance includes, and those charged to the client, which it does not. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { costGroups, noticeVoids } from "../engine/events.ts";
import {
  amount,
  booking,
  cents,
  id,
  isoDate,
  plainDate,
  reading,
  requiredReason,
  shortText,
} from "../record/fields.contract.ts";

const costRow = z.object({
  /** The event of a debtor's cost, or the record of a client's cost. */
  id,
  date: isoDate,
  chargedTo: z.enum(["debtor", "client"]),
  group: z.enum(costGroups),
  type: z.string(),
  description: z.string(),
  article: z.string(),
  /** Including VAT. */
  amount: cents,
  vat: cents,
  /** For a debtor's cost: the unpaid part. */
  open: cents.nullable(),
  /** The reason of its reversal; null if it was not reversed. */
  reversed: z.string().nullable(),
  /** Whether it may be reversed by hand: collection costs by the scale may not. */
  reversible: z.boolean(),
});
export type CostRow = z.infer<typeof costRow>;

export const listCosts = call({
  method: "GET",
  path: "/api/v4/file/{id}/costs",
  who: reading,
  summary: "The costs of a file by date: who bears them, of what kind, and the VAT in them.",
  params: idParam,
  reply: z.object({
    /** Today, the date of the open amounts. */
    date: isoDate,
    items: z.array(costRow),
    totals: z.object({ debtor: cents, debtorVat: cents, debtorOpen: cents, client: cents, clientVat: cents }),
  }),
});
export type FileCostList = z.infer<typeof listCosts.reply>;

export const clientCostChoices = call({
  method: "GET",
  path: "/api/v4/file/client-cost-choices",
  who: booking,
  summary: "The kinds of costs that a client bears, in the reader's language.",
  reply: z.object({ items: z.array(z.object({ id, text: z.string(), vatPercent: z.string() })) }),
});

export const bookClientCost = call({
  method: "POST",
  path: "/api/v4/file/{id}/client-cost",
  who: booking,
  summary: "Charges a cost to the client. The amount is without VAT, which is added by the kind of cost.",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    costType: id,
    description: shortText.transform(maskBsn).prefault(""),
    idempotencyKey: z
      .string()
      .regex(/^[\w.:-]{1,100}$/)
      .optional(),
  }),
  reply: costRow,
});

export const voidNoticeCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/notice/{notice}/void",
  who: booking,
  summary:
    "Notes that a 14-day letter never counted: it came back, or its address or amount was wrong. Costs that rest on it go.",
  params: idParam.extend({ notice: idParam.shape.id }),
  body: z.strictObject({ why: z.enum(noticeVoids), reason: requiredReason }),
  reply: z.object({ open: z.string() }),
});

export const reverseClientCost = call({
  method: "POST",
  path: "/api/v4/file/{id}/client-cost/{cost}/reversal",
  who: booking,
  summary: "Takes back a cost that was charged to the client; it stays to be seen.",
  params: idParam.extend({ cost: idParam.shape.id }),
  body: z.strictObject({ reason: requiredReason }),
  reply: costRow,
});
