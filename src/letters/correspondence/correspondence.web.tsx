/** The public interface of correspondence's screens: what is waiting to go, went or failed, and all documents. */
export { DocumentLink, ViewDocuments } from "./documents/documents.web.tsx";
export { ScheduledEmail, ScheduledPost, ScheduledSms } from "./messages/messages.web.tsx";
