/** Calls and screens of correspondence: the documents of a file, and waiting, sent and failed messages. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { documentKinds, messageChannels, messageStates } from "./messages/messages.ts";

const id = z.number().int();
const instant = z.string();
const searchText = z.string().trim().min(1).max(100);

export const documentRow = z.object({
  id,
  fileId: id,
  fileNumber: z.string(),
  clientId: id,
  clientName: z.string(),
  debtorName: z.string(),
  kind: z.enum(documentKinds),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  createdAt: instant,
  templateCode: z.string().nullable(),
  /** What that template is called in the reader's language; null where it was made by none. */
  template: z.string().nullable(),
  /** A letter that was recalled before it was posted: nobody received it. */
  recalled: z.boolean(),
  /** When its content went because its term was over, and after how many months; null while it is there. */
  erased: z.object({ at: instant, months: z.number().int() }).nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

/** The documents of one file, newest first. */
export const listFileDocuments = call({
  method: "GET",
  path: "/api/v4/file/{id}/documents",
  who: any("ROLE_FILE_SEARCH"),
  summary: "The documents of a file, newest first; at most 1,000.",
  params: idParam,
  reply: itemsOf(documentRow),
});

/** One document, to be read in the browser. */
export const readDocument = call({
  method: "GET",
  path: "/api/v4/file/{id}/documents/{documentId}",
  // The list of documents, messages that wait and print batches show them too.
  who: any("ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_PROCESSING"),
  summary: "The bytes of one document of a file, shown in the browser.",
  params: idParam.extend({ documentId: idParam.shape.id }),
  carries: "blob",
});

/** All documents that the user may see (specification, point 2: /view-documents). */
export const listDocuments = call({
  method: "GET",
  path: "/api/v4/document",
  who: any("ROLE_FILE_SEND"),
  summary: "Documents of all files that the user may see, newest first unless ordered otherwise.",
  query: tableQuery({
    order: ["createdAt", "name"],
    filter: {
      search: searchText,
      client: idParam.shape.id,
      kind: z.enum(documentKinds),
      templateCode: z.string().max(40),
      dateFrom: calendarDate(),
      dateTo: calendarDate(),
    },
  }),
  reply: pageOf(documentRow),
});

export const messageRow = z.object({
  id,
  fileId: id,
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  channel: z.enum(messageChannels),
  templateCode: z.string(),
  /** What that template is called in the reader's language; its code once it is gone. */
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(messageStates),
  createdAt: instant,
  /** When it may go at the earliest: the contact window of Bki art. 4.2. */
  sendAfter: instant,
  sentAt: instant.nullable(),
  attempts: z.number().int(),
  error: z.string().nullable(),
  documentId: id.nullable(),
});
export type MessageRow = z.infer<typeof messageRow>;

export const listMessages = call({
  method: "GET",
  path: "/api/v4/message",
  who: any("ROLE_PROCESSING"),
  summary: "Letters, e-mails and SMS of the files that the user may see, with what became of them.",
  query: tableQuery({
    order: ["sendAfter", "createdAt"],
    filter: {
      channel: z.enum(messageChannels),
      state: z.array(z.enum(messageStates)).min(1).max(messageStates.length),
      search: searchText,
      file: idParam.shape.id,
    },
  }),
  reply: pageOf(messageRow),
});

export const readMessage = call({
  method: "GET",
  path: "/api/v4/message/{id}",
  who: any("ROLE_PROCESSING"),
  summary: "One message with its text, as it was or will be sent.",
  params: idParam,
  reply: messageRow.extend({
    text: z.string(),
    /** What went along with an e-mail. */
    attachments: z.array(z.object({ id, name: z.string(), mime: z.string(), size: z.number().int() })),
  }),
});

export const resendMessage = call({
  method: "POST",
  path: "/api/v4/message/{id}/resend",
  who: any("ROLE_PROCESSING"),
  summary:
    "Sends a failed, uncertain or kept e-mail or SMS again, within the contact window, or has a letter that was stopped made after all.",
  params: idParam,
  reply: messageRow,
});

export const confirmMessage = call({
  method: "POST",
  path: "/api/v4/message/{id}/confirm",
  who: any("ROLE_PROCESSING"),
  summary: "Notes of an e-mail or SMS of which nobody knew whether it went that it did go.",
  params: idParam,
  reply: messageRow,
});

export const cancelMessage = call({
  method: "POST",
  path: "/api/v4/message/{id}/cancel",
  who: any("ROLE_PROCESSING"),
  summary: "Withdraws an e-mail or SMS that has not gone yet, or a letter that has not been made.",
  params: idParam,
  reply: messageRow,
});

export const scheduledEmail = screen({
  path: "/schedule-send/email",
  who: any("ROLE_PROCESSING"),
  title: "correspondence.scheduledEmail",
});
export const scheduledSms = screen({
  path: "/schedule-send/sms",
  who: any("ROLE_PROCESSING"),
  title: "correspondence.scheduledSms",
});
export const scheduledPost = screen({
  path: "/schedule-send/post",
  who: any("ROLE_PROCESSING"),
  title: "correspondence.scheduledPost",
});
export const viewDocuments = screen({
  path: "/view-documents",
  who: any("ROLE_FILE_SEND"),
  title: "correspondence.viewDocuments",
});
