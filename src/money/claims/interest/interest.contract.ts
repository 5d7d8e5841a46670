/** The screen and calls for a file's interest: the terms of each claim, the preview of a change, and the change (domain facts 2.3). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { interestTerms } from "../engine/events.ts";
import { eventReply } from "../engine/statement.contract.ts";
import { cents, id, isoDate, plainDate, reason, seen } from "../record/fields.contract.ts";

const who = any("ROLE_FILE_SETTINGS_EDIT");

export const interestScreen = screen({
  path: "/file/settings/interest-rate/{file}",
  who,
  title: "interest.title",
});

const invoiceTerms = z.strictObject({
  number: z.string().min(1).max(100),
  /** Null: as the file. */
  interest: interestTerms.nullable(),
  /** Null: the day after the due date, or what the file says. */
  from: plainDate.nullable(),
});

const freeze = z.strictObject({ from: plainDate, until: plainDate.nullable().default(null) });

/** The requested settings: the file's own terms, those of the given invoices, and one more period without interest. */
const settings = {
  interest: interestTerms,
  invoices: z.array(invoiceTerms).max(500).default([]),
  freeze: freeze.nullable().default(null),
};

export const interestSettings = z.object({
  fileId: id,
  number: z.string(),
  today: isoDate,
  closed: z.boolean(),
  interest: interestTerms,
  invoices: z.array(
    z.object({
      number: z.string(),
      dueDate: isoDate,
      interestFrom: isoDate,
      principal: cents,
      interestCharged: cents,
      interest: interestTerms.nullable(),
      from: isoDate.nullable(),
    }),
  ),
  frozen: z.array(z.object({ id, from: isoDate, until: isoDate.nullable(), reason: z.string() })),
  charged: cents,
  version: id,
});
export type InterestSettingsOf = z.infer<typeof interestSettings>;

export const readInterest = call({
  method: "GET",
  path: "/api/v4/file/{id}/interest",
  who,
  summary: "How a file and each of its invoices bear interest, and the periods without it.",
  params: idParam,
  reply: interestSettings,
});

const effect = z.object({ before: cents, after: cents });

export const previewInterest = call({
  method: "POST",
  path: "/api/v4/file/{id}/interest/preview",
  who,
  summary: "What other terms would make of the interest and of what is open today. Nothing is saved.",
  params: idParam,
  body: z.strictObject(settings),
  reply: z.object({
    date: isoDate,
    interest: effect,
    open: effect,
    invoices: z.array(z.object({ number: z.string(), ...effect.shape })),
  }),
});
export type InterestEffect = z.infer<typeof previewInterest.reply>;

export const setInterestTerms = call({
  method: "PUT",
  path: "/api/v4/file/{id}/interest",
  who,
  summary: "Sets how the file bears interest, for the whole of its history.",
  params: idParam,
  body: z.strictObject({ ...settings, reason, version: seen }),
  reply: eventReply,
});
