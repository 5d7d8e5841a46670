/** The calls of the composer: a letter, e-mail or SMS to the debtor of a file, previewed before it is sent. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import {
  messageChannels,
  messageStates,
  mostEnclosed,
  mostNote,
  mostSubject,
} from "../../../letters/correspondence/correspondence.ts";
import { partyRoles } from "../../parties/parties.ts";

const who = any("ROLE_FILE_SEND");
const channel = z.enum(messageChannels);
const words = {
  note: z
    .string()
    .trim()
    .max(mostNote)
    .optional()
    .describe("Words of one's own, below the salutation; they must be there where the template is for own words."),
  subject: z.string().trim().max(mostSubject).optional().describe("Of a message in own words only."),
};
/** On the clock of Amsterdam. */
const at = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/)
  .optional()
  .describe(
    'When it shall go: "2026-11-23 09:30", on the clock of Amsterdam; now where absent. A letter bears the date of that day.',
  );
const template = z.string().trim().min(1).max(40);

/** The party that it is for, 0 for the debtor itself; absent, it is for whoever is to be written to. */
const to = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

const reason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  /** A day or an instant; null where it depends on something else. */
  possibleFrom: z.string().nullable(),
});

export const messageTemplates = call({
  method: "GET",
  path: "/api/v4/file/{id}/message-templates",
  who,
  summary:
    "The templates of a channel that can be filled for this file now; those of steps with an effect are left to the workflow.",
  params: idParam,
  query: z.object({ channel }),
  reply: itemsOf(z.object({ code: z.string(), name: z.string(), free: z.boolean() })),
});

export const previewFileMessage = call({
  method: "GET",
  path: "/api/v4/file/{id}/message-preview",
  who,
  summary: "How a message would read in the debtor's language, whether the law lets it go, and when it goes.",
  params: idParam,
  query: z.object({ channel, template, to, at, presses: z.stringbool().optional() }),
  reply: z.object({
    to: z.string(),
    /** Whom it is for, of `recipients`; 0 is the debtor itself. */
    recipient: z.number().int(),
    recipients: z.array(z.object({ id: z.number().int(), name: z.string(), role: z.enum(["main", ...partyRoles]) })),
    language: z.string(),
    /** Whether it is in own words, which then must be there. */
    free: z.boolean(),
    /** Today, and the last day that may be chosen for it to go. */
    today: calendarDate(),
    lastDay: calendarDate(),
    subject: z.string(),
    text: z.string(),
    allowed: z.boolean(),
    reasons: z.array(reason),
    possibleFrom: z.string().nullable(),
    /** Why it waits: the hours of contact. Empty where it goes at once. */
    quiet: z.array(reason),
    sendAfter: z.iso.datetime(),
  }),
});

/** What somebody who calls must know. */
export const callHelp = z.object({
  name: z.string(),
  numbers: z.array(z.object({ number: z.string(), blocked: z.boolean() })),
  /** Whether the law lets somebody call for payment now. */
  allowed: z.boolean(),
  reasons: z.array(reason),
  possibleFrom: z.string().nullable(),
  points: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
  /** In the language of whoever is called, else of whoever calls; null where no script can be filled. */
  script: z.string().nullable(),
  language: z.string(),
});

export const readCallHelp = call({
  method: "GET",
  path: "/api/v4/file/{id}/call-help",
  who,
  summary:
    "What to know and say on the phone about a file: whom to ask for, what may be said to whom, the balance, what may be agreed on.",
  params: idParam,
  reply: callHelp,
});

export const waitingMessages = call({
  method: "GET",
  path: "/api/v4/file/{id}/messages/waiting",
  who,
  summary:
    "Letters, e-mails and SMS of a file that have not left: those that wait for their time, and those that were stopped.",
  params: idParam,
  reply: itemsOf(
    z.object({
      id: z.number().int(),
      channel,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      state: z.enum(messageStates),
      sendAfter: z.iso.datetime(),
      /** Why it did not leave; null while it waits. */
      error: z.string().nullable(),
    }),
  ),
});

export const recallFileMessage = call({
  method: "POST",
  path: "/api/v4/file/{id}/messages/{messageId}/recall",
  who,
  summary: "Calls a letter, e-mail or SMS of a file back that has not left.",
  params: idParam.extend({ messageId: idParam.shape.id }),
  reply: z.object({ messageId: z.number().int() }),
});

export const sampleFileLetter = call({
  method: "POST",
  path: "/api/v4/file/{id}/message-sample",
  who,
  summary: "The letter as a PDF as it would be made now, or at a chosen moment; nothing is kept.",
  params: idParam,
  body: z.strictObject({ template, to: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(), at, ...words }),
  carries: "blob",
});

export const sendFileMessage = call({
  method: "POST",
  path: "/api/v4/file/{id}/message",
  who,
  summary:
    "Sends a message to the debtor: a letter at once or at a chosen moment, e-mail and SMS in the next hours of contact, or in those after it. The same key is one message.",
  params: idParam,
  body: z.strictObject({
    channel,
    template,
    to: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    at,
    presses: z.boolean().optional().describe("Whether own words ask for payment; they do where absent."),
    ...words,
    documents: z
      .array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
      .max(mostEnclosed)
      .optional()
      .describe("Documents of the file that go along; with an e-mail only."),
    key: z.uuid().describe("Made by whoever asks, so that asking twice sends once."),
  }),
  reply: z.object({
    messageId: z.number().int(),
    documentId: z.number().int().nullable(),
    sendAfter: z.iso.datetime(),
    again: z
      .boolean()
      .describe("Whether this key had sent it before; what was asked for otherwise this time has not gone."),
  }),
});
