/** The calls of the claims: balance and derivation, bookings and their reversal, arrangements. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { balanceParts } from "../engine/derivation.ts";
import { receiptKinds } from "../engine/events.ts";
import { claimStatement, eventReply, explainNode } from "../engine/statement.contract.ts";
import {
  amount,
  booking,
  costTitle,
  decimal,
  id,
  isoDate,
  plainDate,
  reading,
  reason,
  requiredReason,
  shortText,
} from "../record/fields.contract.ts";

/** Whole cents. */
const cents = z.number().int();

const asOf = z.object({ date: plainDate.optional() });

export const getBalance = call({
  method: "GET",
  path: "/api/v4/file/{id}/balance",
  who: reading,
  summary:
    "What is owed at the end of a day (default: today). principal, interest and costs are what is still open of each and sum to open; paid is everything received.",
  params: idParam,
  query: asOf,
  reply: z.object({
    date: isoDate,
    currency: z.string(),
    principal: decimal,
    interest: decimal,
    costs: decimal,
    paid: decimal,
    open: decimal,
  }),
});

export const explainBalance = call({
  method: "GET",
  path: "/api/v4/file/{id}/explain",
  who: reading,
  summary:
    "Why an amount is what it is: a tree whose leaves sum to its root. `part` chooses the amount: open (default), principal, interest, costs or paid.",
  params: idParam,
  query: asOf.extend({ part: z.enum(balanceParts).default("open") }),
  reply: explainNode,
});

export const getClaim = call({
  method: "GET",
  path: "/api/v4/file/{id}/claim",
  who: reading,
  summary:
    "The whole of a file's claims on a day (default: today): invoices, costs, payments with their allocation, arrangements.",
  params: idParam,
  query: asOf,
  reply: claimStatement,
});

const idempotencyKey = z
  .string()
  .regex(/^[\w.:-]{1,100}$/)
  .optional()
  .describe("The same key on the same file is booked once; sending it again gives the first reply.");

const debtorGroups = ["execution", "court", "other"] as const;

export const bookingChoices = call({
  method: "GET",
  path: "/api/v4/file/booking-choices",
  who: booking,
  summary:
    "What a booking by hand is chosen from: descriptions of payments and kinds of costs, in the reader's language.",
  reply: z.object({
    descriptions: z.array(z.object({ code: z.string(), text: z.string(), kind: z.enum(receiptKinds) })),
    costTypes: z.array(
      z.object({
        id,
        text: z.string(),
        group: z.enum(debtorGroups),
        needsDocument: z.boolean(),
        article: z.string(),
      }),
    ),
  }),
});

export const previewPayment = call({
  method: "GET",
  path: "/api/v4/file/{id}/payment/preview",
  who: booking,
  summary:
    "Where a payment of an amount on a day would go (costs, then interest, then principal, BW 6:44) and what would be open today. Cents.",
  params: idParam,
  query: z.object({ date: plainDate, amount, invoice: z.string().max(100).optional() }),
  reply: z.object({ costs: cents, interest: cents, principal: cents, surplus: cents, open: cents }),
});

export const bookPaymentCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/payment",
  who: booking,
  summary: "Books a payment on its value date. It goes to costs, then interest, then principal (BW 6:44).",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    kind: z.enum(receiptKinds),
    description: z
      .string()
      .max(40)
      .optional()
      .describe("A code of the list of payment descriptions, of the same kind."),
    reference: shortText.default(""),
    invoices: z
      .array(z.string().max(100))
      .max(50)
      .optional()
      .describe("The invoices that the debtor designated (BW 6:43)."),
    dateConfirmed: z
      .boolean()
      .optional()
      .describe("A value date before the first invoice or of years ago is right; without this it is refused."),
    idempotencyKey,
  }),
  reply: eventReply.extend({
    date: isoDate,
    amount: decimal,
    kind: z.enum(receiptKinds),
    reference: z.string(),
    allocated: z.object({ costs: decimal, interest: decimal, principal: decimal, surplus: decimal }),
  }),
});

export const reversePaymentCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/payment/{paymentId}/reversal",
  who: booking,
  summary:
    "Reverses a payment (storno): the balance becomes what it would be without it. Reversing it twice is one reversal.",
  params: idParam.extend({ paymentId: idParam.shape.id }),
  body: z.strictObject({ date: plainDate.optional(), reason }),
  reply: eventReply,
});

export const bookRefundCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/refund",
  who: booking,
  summary: "Registers that too much received was paid back; never more than is overpaid.",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    reference: shortText.default(""),
    iban: z.string().max(34).optional(),
    idempotencyKey,
  }),
  reply: eventReply,
});

export const reverseEventCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/claim-event/{eventId}/reversal",
  who: booking,
  summary:
    "Reverses a credit note, cost, collection costs, write-off, freeze, refund or interruption of limitation that was entered by mistake.",
  params: idParam.extend({ eventId: idParam.shape.id }),
  body: z.strictObject({ reason }),
  reply: eventReply,
});

export const bookCreditNote = call({
  method: "POST",
  path: "/api/v4/file/{id}/credit-note",
  who: booking,
  summary: "Books a credit note: `retroactive` was never owed, `goodwill` lowers the principal from its date on.",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    number: shortText.min(1),
    invoice: z.string().max(100).optional(),
    mode: z.enum(["retroactive", "goodwill"]).default("retroactive"),
    reason,
    idempotencyKey,
  }),
  reply: eventReply,
});

export const bookCost = call({
  method: "POST",
  path: "/api/v4/file/{id}/cost",
  who: booking,
  summary: "Charges a cost to the debtor. Collection costs by the legal scale are charged by the workflow, not here.",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    costType: id
      .optional()
      .describe("Of the list of cost types; its group and name then go before `group` and `type`."),
    group: z.enum(debtorGroups).optional(),
    type: shortText.min(1).optional(),
    vat: amount.optional().describe("The VAT within the amount."),
    title: costTitle
      .optional()
      .describe("The judgment, order or other title that makes costs of court or of execution the debtor's."),
    description: reason,
    idempotencyKey,
  }),
  reply: eventReply,
});

export const bookWriteOff = call({
  method: "POST",
  path: "/api/v4/file/{id}/write-off",
  who: booking,
  summary: "Writes off an amount, in the order in which a payment would be allocated.",
  params: idParam,
  body: z.strictObject({ amount, reason: requiredReason, idempotencyKey }),
  reply: eventReply,
});

export const freezeInterest = call({
  method: "POST",
  path: "/api/v4/file/{id}/freeze",
  who: booking,
  summary: "No interest from a day on, until (not on) another one if given.",
  params: idParam,
  body: z.strictObject({ from: plainDate, until: plainDate.optional(), reason: requiredReason }),
  reply: eventReply,
});
