/** The calls about limitation: when each invoice of a file lapses and why, and interruptions. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { date, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { interruptionKinds } from "../../../money/claims/claims.ts";

const id = z.number().int();
const interruptionsShown = [...interruptionKinds, "payment", "arrangement", "promise"] as const;

/** `paid`: nothing is open of it. `near`: it lapses within six months. `unknown`: no due date is known. */
export const limitationStates = ["paid", "running", "near", "barred", "unknown"] as const;

const invoiceLimitation = z.object({
  number: z.string(),
  dueDate: calendarDate().nullable(),
  open: z.number().int().describe("Principal and interest that are open of it, in cents."),
  state: z.enum(limitationStates),
  barredOn: calendarDate().nullable().describe("The first day on which it can be neither demanded nor sued."),
  article: z.string(),
  interruptions: z.array(
    z.object({
      on: calendarDate(),
      kind: z.enum(interruptionsShown),
      proof: z.string(),
      documentId: id.nullable(),
      eventId: id.nullable().describe("Of what a person noted, and can take back."),
    }),
  ),
});
export type InvoiceLimitationRow = z.infer<typeof invoiceLimitation>;

export const readLimitation = call({
  method: "GET",
  path: "/api/v4/file/{id}/limitation",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "When each invoice of a file becomes time-barred, and what interrupted it (BW 3:307, 3:316 to 3:319, 3:324).",
  params: idParam,
  reply: itemsOf(invoiceLimitation),
});

export const noteInterruptionCall = call({
  method: "POST",
  path: "/api/v4/file/{id}/interruption",
  who: any("ROLE_EMPLOYEE_FINANCE", "ROLE_FINANCE", "ROLE_FILE_EDIT"),
  summary:
    "Notes what interrupted limitation on a day, with its proof: a written demand, recognition or a request for delay, a summons, a judgment, an act of enforcement. Reversed like the other events of the claim.",
  params: idParam,
  body: z.strictObject({
    date: z
      .string()
      .refine((value) => parsePlainDate(value) !== undefined, { error: "claims.dateWrong" })
      .transform((value) => date(value))
      .describe("YYYY-MM-DD"),
    how: z.enum(interruptionKinds),
    invoices: z
      .array(z.string().min(1).max(100))
      .max(200)
      .default([])
      .describe("The invoices that it concerns; without any, all that were due by then."),
    proof: z.string().trim().min(1).max(200).describe("What shows it: the letter, message or judgment, with its date."),
    documentId: id.min(1).optional().describe("The document of the file that shows it."),
  }),
  reply: z.object({ id }),
});
