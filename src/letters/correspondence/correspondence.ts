/** Letters, e-mails and SMS of a file: kinds and states, and the pure model that a letter is made from. */
export {
  addressLines,
  type LetterAddress,
  type LetterArrangement,
  type LetterBalance,
  type LetterHouse,
  type LetterInput,
  type LetterModel,
  type LetterProvider,
  letterModel,
  providerAddress,
} from "./letters/letter.ts";
export {
  type DocumentKind,
  documentKinds,
  type MessageChannel,
  messageChannels,
  messageStates,
  mostEnclosed,
  mostEnclosedBytes,
  mostNote,
  mostSubject,
  type OwnWords,
} from "./messages/messages.ts";
