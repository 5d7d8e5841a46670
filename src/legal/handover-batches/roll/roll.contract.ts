/** The roll: cases that come before the judge, which of them were paid meanwhile, and taking those off the roll in time. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf, option, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { who } from "../destinations/destinations.contract.ts";

const whole = z.number().int();
const day = calendarDate();

/** Whether a case still has to go on: `paid` nothing is open or the file is closed, `partly` paid since the summons, `open` neither. */
export const rollVerdicts = ["open", "partly", "paid"] as const;
export const withdrawalStates = ["pending", "told", "uncertain", "failed", "byHand"] as const;

export const rollCase = z.object({
  /** The file in the batch of its office. */
  id: whole,
  fileId: whole,
  fileNumber: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  office: option,
  court: z.string(),
  caseNumber: z.string(),
  rollDate: day,
  /** The last day on which it is withdrawn in time: two working days before. */
  checkOn: day,
  openCents: whole,
  /** Paid since the summons. */
  paidCents: whole,
  verdict: z.enum(rollVerdicts),
  /** How far taking it off the roll has come; null where nobody asked for it. */
  withdrawal: z.object({ id: whole, state: z.enum(withdrawalStates), error: z.string().nullable() }).nullable(),
});
export type RollCase = z.infer<typeof rollCase>;

export const listRoll = call({
  method: "GET",
  path: "/api/v4/handover-roll",
  who,
  summary:
    "Cases by their day in court, over all files that the reader may see, with what was paid since the summons. From today where no day is given.",
  query: tableQuery({
    order: ["rollDate"],
    filter: {
      from: day,
      until: day,
      destination: z.coerce.number().int(),
      verdict: z.array(z.enum(rollVerdicts)).max(3),
    },
  }),
  reply: pageOf(rollCase),
});

/** The calendar shows so many days at once. */
export const rollDaysShown = 35;

export const rollDays = call({
  method: "GET",
  path: "/api/v4/handover-roll/day",
  who,
  summary: `How many cases come before a judge on each of ${rollDaysShown} days from one on, and how many of them are paid and not withdrawn; days without any are left out.`,
  query: z.object({ from: day }),
  reply: itemsOf(z.object({ on: day, cases: whole, paid: whole })),
});

export const withdrawCases = call({
  method: "POST",
  path: "/api/v4/handover-roll/withdraw",
  who,
  summary:
    "Asks offices to take cases off the roll, each office once for all of its cases, by its own channel. A case that an office was asked for is not asked for again.",
  body: z.strictObject({
    cases: z.array(idParam.shape.id).min(1).max(500),
    reason: z.string().trim().min(1).max(1000).transform(maskBsn),
  }),
  reply: z.object({ cases: whole, offices: whole, byHand: whole }),
});

export const confirmWithdrawalReported = call({
  method: "POST",
  path: "/api/v4/handover-roll/{id}/told",
  who,
  summary: "Notes how a person asked an office to take cases off the roll, where no channel did.",
  params: idParam,
  body: z.strictObject({ note: z.string().trim().min(1).max(500).transform(maskBsn) }),
});

export const retryWithdrawal = call({
  method: "POST",
  path: "/api/v4/handover-roll/{id}/retry",
  who,
  summary: "Asks an office again, under the same name, where it did not go or nobody knows whether it did.",
  params: idParam,
});
