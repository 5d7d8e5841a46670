/** The public interface of the correspondence module: letters, e-mails and SMS of a file, each made once, and the documents kept of them. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { messageChecks } from "./checks.server.ts";
import { scheduledEmail, scheduledPost, scheduledSms, viewDocuments } from "./correspondence.contract.ts";
import { correspondenceTexts } from "./correspondence.texts.ts";
import { documentHandlers } from "./documents/documents.server.ts";
import { messageHandlers, messageListeners } from "./messages/messages.server.ts";

export { fileMessages, papersOf } from "./documents/file-documents.server.ts";
export { attachDocument } from "./documents/received-documents.server.ts";
export { erasing } from "./erase.server.ts";
export { laterLetters } from "./letters/scheduled-letters.server.ts";
export {
  composeEmail,
  composeLetter,
  composeSms,
  prepareLetter,
  storeLetter,
} from "./messages/compose.server.ts";
export { demandsSent } from "./messages/demands.server.ts";
export { failingEmails } from "./messages/failing-emails.server.ts";
export { enclosedOf } from "./messages/mail-attachments.server.ts";
export { callScript, readMessageText } from "./messages/message-text.server.ts";
export { recallMessages, waitingOf } from "./messages/messages.server.ts";
export { carryPageLinks } from "./messages/page-links.server.ts";
export { letterPosting } from "./messages/posting.server.ts";
export { pdfOf, shownMessage } from "./messages/previews.server.ts";
export {
  type JudgedMessage,
  judgedWhenMade,
  noteRefused,
} from "./messages/stopped-message.server.ts";

export const correspondenceServer = defineModule({
  name: "correspondence",
  screens: [scheduledEmail, scheduledPost, scheduledSms, viewDocuments],
  checks: messageChecks,
  texts: [correspondenceTexts],
  handlers: [...documentHandlers, ...messageHandlers],
  listeners: messageListeners,
});
