/** Calls for arrangements with their terms, and for promises to pay. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { arrangementActions, termFrequencies } from "../engine/events.ts";
import { arrangementRow } from "../engine/statement.contract.ts";
import {
  amount,
  booking,
  cents,
  id,
  isoDate,
  plainDate,
  reading,
  reason,
  requiredReason,
  seen,
} from "../record/fields.contract.ts";

const count = z.number().int().min(1).max(120).optional();
const termRequest = {
  first: plainDate,
  frequency: z.enum(termFrequencies),
  interest: z.enum(["runs", "frozen"]).default("runs"),
  count,
  amount: amount.optional(),
};

const oneArrangement = idParam.extend({ arrangement: z.string().max(60) });

/** For a settlement in debt counselling: the total that is paid. */
const offered = amount.optional();

const planProblem = z.enum(["termTooSmall", "tooLong", "notAscending", "wrongTotal"]);

export const previewArrangement = call({
  method: "GET",
  path: "/api/v4/file/{id}/arrangement/preview",
  who: reading,
  summary: "The terms of an arrangement over what is open today, and what would be left open after the last one.",
  params: idParam,
  query: z.object({ ...termRequest, count: z.coerce.number().int().min(1).max(120).optional(), offered }),
  reply: z.object({
    total: cents,
    terms: z.array(z.object({ on: isoDate, amount: cents })),
    /** Interest that accrues while the terms are paid; a closing term will ask for it. */
    closingTerm: cents,
    /** Violations of the client's limits: with any of these the arrangement needs a reason to begin. */
    warnings: z.array(planProblem),
    /** The highest total of terms in one month. */
    perMonth: cents,
    /** What the debtor can pay per month, from the last statement of income and expenses; null without one. */
    capacity: cents.nullable(),
  }),
});

export const proposeArrangement = call({
  method: "POST",
  path: "/api/v4/file/{id}/arrangement",
  who: booking,
  summary:
    "Proposes an arrangement over what is open, by number of terms or by amount; `activate` starts it at once, beyond the client's limits only with a reason.",
  params: idParam,
  body: z.strictObject({ ...termRequest, activate: z.boolean().default(false), reason }),
  reply: arrangementRow,
});

export const requestArrangement = call({
  method: "POST",
  path: "/api/v4/file/{id}/arrangement/request",
  who: any("ROLE_CUSTOMER", "ROLE_CONTACT_PERSON", "ROLE_EMPLOYEE"),
  summary:
    "Asks for an arrangement on behalf of the debtor. Within the client's limits and its self-service limit it begins at once; else it waits on the timeline for approval.",
  params: idParam,
  body: z.strictObject({ ...termRequest, note: z.string().trim().max(1000).transform(maskBsn).prefault("") }),
  reply: arrangementRow.extend({ approved: z.boolean() }),
});

/** The outcome of a requested arrangement; `other`: other terms were agreed on instead. */
export const arrangementOutcomes = ["agreed", "refused", "other"] as const;

/** The person who requested the arrangement, if not an employee. */
const askers = any("ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");

export const listArrangementAnswers = call({
  method: "GET",
  path: "/api/v4/arrangement-answers",
  who: askers,
  summary:
    "What became of the arrangements that the reader asked for: answers not seen yet, newest first; at most twenty.",
  reply: itemsOf(
    z.object({
      id,
      fileId: id,
      message: z.string(),
      outcome: z.enum(arrangementOutcomes),
      at: z.iso.datetime(),
    }),
  ),
});

export const markArrangementAnswerSeen = call({
  method: "POST",
  path: "/api/v4/arrangement-answers/{id}/seen",
  who: askers,
  summary: "Notes that the reader has seen an answer; it is shown no more.",
  params: idParam,
  reply: z.object({ id }),
});

export const allowTermPayment = call({
  method: "POST",
  path: "/api/v4/file/logs/{id}/allow-term-payment",
  who: booking,
  summary:
    "Approves the arrangement that a line of the timeline proposes. A line without terms, such as a message or a statement of income and expenses, is approved with the terms given here.",
  params: idParam,
  body: z.strictObject({
    first: plainDate.optional(),
    frequency: z.enum(termFrequencies).optional(),
    interest: z.enum(["runs", "frozen"]).optional(),
    count,
    amount: amount.optional(),
    reason,
  }),
  reply: arrangementRow,
});

export const changeArrangement = call({
  method: "PUT",
  path: "/api/v4/file/{id}/arrangement/{arrangement}",
  who: booking,
  summary:
    "Activates, pauses, resumes, completes, breaks or cancels an arrangement, or lets off one of its terms. Resuming moves the terms by the days of the pause.",
  params: oneArrangement,
  body: z.strictObject({
    action: z.enum(arrangementActions).exclude(["propose"]),
    reason,
    term: z.number().int().min(1).max(600).optional().describe("Of `waive`: the term, counted from 1."),
    until: plainDate.optional().describe("Of `pause`: its last day."),
    version: seen,
  }),
  reply: arrangementRow,
});

export const proposeSettlement = call({
  method: "POST",
  path: "/api/v4/file/{id}/arrangement/settlement",
  who: booking,
  summary:
    "Enters what a debt counsellor offers for the debtor: so much in so many terms, against final discharge of the rest. The client decides; a court's order (Fw 287a) decides at once.",
  params: idParam,
  body: z.strictObject({
    offered: amount,
    first: plainDate,
    frequency: z.enum(termFrequencies).default("month"),
    count: z.number().int().min(1).max(120).default(18),
    forced: z.boolean().default(false).describe("Ordered by the court (dwangakkoord): treated as accepted."),
    reason: requiredReason.describe("Who offers it: the counsellor, and a reference."),
  }),
  reply: arrangementRow,
});

export const decideSettlement = call({
  method: "PUT",
  path: "/api/v4/file/{id}/arrangement/{arrangement}/decision",
  who: any("ROLE_CUSTOMER", "ROLE_CONTACT_PERSON", "ROLE_EMPLOYEE_FINANCE", "ROLE_FINANCE", "ROLE_FILE_EDIT"),
  summary:
    "The client's decision on a settlement: accepted, it begins; refused, with a reason, it is off. Staff note what the client told them.",
  params: oneArrangement,
  body: z.strictObject({ decision: z.enum(["accept", "refuse"]), reason, version: rowVersion }),
  reply: arrangementRow,
});

export const recalculateSettlement = call({
  method: "PUT",
  path: "/api/v4/file/{id}/arrangement/{arrangement}/recalculation",
  who: booking,
  summary:
    "The yearly recalculation of a settlement: its terms from today on that nothing came in for get this amount.",
  params: oneArrangement,
  body: z.strictObject({ amount, reason: requiredReason, version: rowVersion }),
  reply: arrangementRow,
});

export const promiseStates = ["open", "kept", "broken", "withdrawn"] as const;

export const promiseRow = z.object({
  id,
  madeOn: isoDate,
  by: isoDate,
  amount: cents,
  /** Received since it was made. */
  received: cents,
  note: z.string(),
  state: z.enum(promiseStates),
  settledOn: isoDate.nullable(),
  user: z.string(),
  version: id,
});
export type PromiseRow = z.infer<typeof promiseRow>;

export const readAgreements = call({
  method: "GET",
  path: "/api/v4/file/{id}/agreements",
  who: reading,
  summary:
    "What is agreed on a file: its arrangements, promises to pay, the client's limits and what the debtor can afford.",
  params: idParam,
  reply: z.object({
    today: isoDate,
    open: cents,
    closed: z.boolean(),
    /** Whether the reader decides on arrangements; otherwise only requests them. */
    decides: z.boolean(),
    limits: z.object({
      minimumTerm: cents,
      maximumMonths: id,
      selfService: cents,
      graceWorkingDays: id,
      breakAfterDays: id,
      allowedMisses: id,
    }),
    capacity: cents.nullable(),
    arrangements: z.array(arrangementRow),
    promises: z.array(promiseRow),
  }),
});
export type Agreements = z.infer<typeof readAgreements.reply>;

export const makePromise = call({
  method: "POST",
  path: "/api/v4/file/{id}/promise",
  who: booking,
  summary: "Notes that the debtor promises to pay an amount by a day. Dunning rests until then.",
  params: idParam,
  body: z.strictObject({ by: plainDate, amount, note: reason }),
  reply: promiseRow,
});

export const withdrawPromise = call({
  method: "PUT",
  path: "/api/v4/file/{id}/promise/{promise}",
  who: booking,
  summary: "Takes back a promise to pay that was noted by mistake or is off; dunning goes on.",
  params: idParam.extend({ promise: idParam.shape.id }),
  body: z.strictObject({ reason, version: rowVersion }),
  reply: promiseRow,
});
