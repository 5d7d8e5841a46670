/** What goes into the outbox: the effects to the outside, by kind. */
import { z } from "zod";

/** True where the message reaches a debtor: it then leaves only when the law allows contact, however late it comes to its turn. */
const contactHours = z.boolean().optional();

export const mailPayload = z.object({
  contactHours,
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

export const smsPayload = z.object({ contactHours, to: z.string(), text: z.string(), sender: z.string().optional() });
export type SmsPayload = z.infer<typeof smsPayload>;

/** A letter that is set when its turn comes, with what holds then: to whom, and what a person adds to its template. */
export const letterPayload = z.object({
  /** The party that it is for, 0 for the debtor itself. */
  recipient: z.number().int(),
  note: z.string().optional(),
  subject: z.string().optional(),
});
type LetterPayload = z.infer<typeof letterPayload>;

/** A batch of files for an office of bailiffs, or of letters for a print house, carried by the module that made it. */
interface HandoverPayload {
  readonly batch: number;
}

export type OutboxItem = {
  /** The effect's own key, unique for ever: `run:12:file:34:step:2`. */
  readonly key: string;
  /** Not before this instant (contact hours); at once where absent. */
  readonly notBefore?: Date;
} & (
  | {
      readonly kind: "mail";
      readonly payload: MailPayload;
      /** A part of the text that opens something once: kept sealed, only until the message has gone or will not go. */
      readonly secret?: string;
    }
  | { readonly kind: "sms"; readonly payload: SmsPayload; readonly secret?: string }
  | { readonly kind: "letter"; readonly payload: LetterPayload }
  | { readonly kind: "handover"; readonly payload: HandoverPayload }
);
