/** The door of the correspondence room: letters, e-mails and SMS of a file, each made once, and the documents kept of them. */
import { room } from "../platform/server/room.ts";
import { messageChecks } from "./checks.server.ts";
import { correspondenceTexts } from "./correspondence.texts.ts";
import { documentAnswers } from "./documents.server.ts";
import { messageAnswers, messageListeners } from "./messages.server.ts";

export { attachDocument } from "./attach.server.ts";
export {
  type Composed,
  composeEmail,
  composeLetter,
  composeSms,
  type Judged,
  type Order,
  type PreparedLetter,
  prepareLetter,
  sampleLetter,
  storeLetter,
} from "./compose.server.ts";
export { demandsSent } from "./demands.server.ts";
export { enclosedOf } from "./enclosed.server.ts";
export { eraseDocuments, eraseMessages } from "./erase.server.ts";
export { composeLetterLater, keepWaitingLetter } from "./letter-later.server.ts";
export { recallMessages, waitingOf } from "./messages.server.ts";
export { messagesCount, type Paper, papersOf } from "./papers.server.ts";
export { type Departing, departingOf, noteRefused } from "./refused.server.ts";
export { callScript, type OwnWords, readMessageText } from "./written.server.ts";

export const correspondenceServer = room({
  name: "correspondence",
  checks: messageChecks,
  texts: [correspondenceTexts],
  answers: [...documentAnswers, ...messageAnswers],
  listeners: messageListeners,
});
