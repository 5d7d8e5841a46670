/** The public interface of correspondence's screens: waiting, sent and failed messages, and all documents. */
export { DocumentLink, ViewDocuments } from "./documents/documents.web.tsx";
export { ScheduledEmail, ScheduledPost, ScheduledSms } from "./messages/messages.web.tsx";
