/** The calls of the composer: a letter, e-mail or SMS to the debtor of a file, read before it is sent. */
import { z } from "zod";
import { messageChannels, mostEnclosed, mostNote } from "../correspondence/correspondence.ts";
import { partyRoles } from "../files/files.ts";
import { any } from "../kernel/access.ts";
import { call, idParam } from "../kernel/contract.ts";
import { itemsOf } from "../kernel/query.ts";

const who = any("ROLE_FILE_SEND");
const channel = z.enum(messageChannels);
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
  reply: itemsOf(z.object({ code: z.string(), name: z.string() })),
});

export const previewFileMessage = call({
  method: "GET",
  path: "/api/v4/file/{id}/message-preview",
  who,
  summary: "How a message would read in the debtor's language, whether the law lets it go, and when it goes.",
  params: idParam,
  query: z.object({ channel, template, to }),
  reply: z.object({
    to: z.string(),
    /** Whom it is for, of `recipients`; 0 is the debtor itself. */
    recipient: z.number().int(),
    recipients: z.array(z.object({ id: z.number().int(), name: z.string(), role: z.enum(["main", ...partyRoles]) })),
    language: z.string(),
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

export const sampleFileLetter = call({
  method: "GET",
  path: "/api/v4/file/{id}/message-sample",
  who,
  summary: "The letter as a PDF as it would be made now; nothing is kept.",
  params: idParam,
  query: z.object({ template, to }),
  carries: "blob",
});

export const sendFileMessage = call({
  method: "POST",
  path: "/api/v4/file/{id}/message",
  who,
  summary:
    "Sends a message to the debtor: a letter at once, e-mail and SMS in the next hours of contact. The same key is one message.",
  params: idParam,
  body: z.strictObject({
    channel,
    template,
    to: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    note: z
      .string()
      .trim()
      .max(mostNote)
      .optional()
      .describe("Words of one's own, below the salutation; of an e-mail only."),
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
  }),
});
