/** Letters, e-mails and SMS of a file: kinds and states, and the pure model that a letter is made from. */

export const documentKinds = ["letter", "statement", "attachment"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const messageChannels = ["post", "email", "sms"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * made: a letter whose document lies in the archive; scheduled: waits for its time, a letter too; sent: accepted by the gateway; kept: no gateway is
 * set, so it stays readable here; failed: given up, a dead letter; uncertain: handed over, acceptance unknown; cancelled: withdrawn.
 */
export const messageStates = ["made", "scheduled", "sent", "kept", "failed", "uncertain", "cancelled"] as const;
export type MessageState = (typeof messageStates)[number];

/** What a person may send again: never what is still waiting, never what was accepted, never what was withdrawn. */
export const canResend = (state: MessageState): boolean =>
  state === "failed" || state === "uncertain" || state === "kept";

/** What a person who has asked the recipient or the gateway may note as gone. */
export const canConfirm = (state: MessageState): boolean => state === "uncertain";

/** What a person may withdraw: what has not gone, and what is known to have failed, so that it leaves the list. */
export const canCancel = (state: MessageState): boolean =>
  state === "scheduled" || state === "failed" || state === "uncertain" || state === "kept";

/** The kind of line on the timeline that a message makes. */
export const logTypeOf = (channel: string): "letter" | "email_out" | "sms" =>
  channel === "post" ? "letter" : channel === "email" ? "email_out" : "sms";

/** So many documents go along with one e-mail, and together so many bytes: what most mail servers take, coded for the mail. */
export const mostEnclosed = 10;
export const mostEnclosedBytes = 10_000_000;

/** What a person adds to a message in words of its own, at most so many characters. */
export const mostNote = 4000;
export const mostSubject = 150;

/** An SMS in a person's own words takes at most so many parts: about 450 plain characters with what stands around them. */
export const mostSmsParts = 3;

/** What a person adds in words of its own. They are data: nothing in them is read as a variable, as markup or as a command. */
export interface OwnWords {
  /** Below the first paragraph of the template, the salutation; the template itself stays whole. */
  readonly note?: string | undefined;
  /** In place of the template's. */
  readonly subject?: string | undefined;
}
