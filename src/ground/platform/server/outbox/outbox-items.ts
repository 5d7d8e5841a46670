/** The effects to the outside in the outbox, by kind. */
import { z } from "zod";

/** Of a message that reaches a debtor: it is sent only when the law allows contact, however delayed it is, by the clock of a country, here if none is named. */
export const contactTerms = {
  contactHours: z.boolean().optional(),
  country: z.string().optional(),
};

export const mailPayload = z.object({
  ...contactTerms,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  from: z.string().optional(),
  replyTo: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z.array(z.object({ name: z.string(), mime: z.string(), storageKey: z.string() })).optional(),
});
export type MailPayload = z.infer<typeof mailPayload>;

export const smsPayload = z.object({
  ...contactTerms,
  to: z.string(),
  text: z.string(),
  sender: z.string().optional(),
});
export type SmsPayload = z.infer<typeof smsPayload>;

/** A letter that is typeset when it is due, with the facts of that day: its recipient, and a person's additions to its template. */
export const letterPayload = z.object({
  /** The recipient party, 0 for the debtor. */
  recipient: z.number().int(),
  note: z.string().optional(),
  subject: z.string().optional(),
});
type LetterPayload = z.infer<typeof letterPayload>;

/** A batch of files for a bailiff's office, or of letters for a print house, delivered by the module that made it. */
interface HandoverPayload {
  readonly batch: number;
}

export type OutboxItem = {
  /** The effect's own key, unique for ever: `run:12:file:34:step:2`. */
  readonly key: string;
  /** Not before this instant (contact hours); at once if absent. */
  readonly notBefore?: Date;
} & (
  | {
      readonly kind: "mail";
      readonly payload: MailPayload;
      /** A secret part of the text: stored sealed, until the message is sent or stopped. */
      readonly secret?: string;
    }
  | { readonly kind: "sms"; readonly payload: SmsPayload; readonly secret?: string }
  | { readonly kind: "letter"; readonly payload: LetterPayload }
  | { readonly kind: "handover"; readonly payload: HandoverPayload }
);
