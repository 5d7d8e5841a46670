/** Previews of a template and of a letter for their author. Nothing is stored or sent. */
import type { Db } from "../../../ground/platform/server/http/module.ts";
import {
  htmlMail,
  plainText,
  renderSubject,
  renderTemplate,
  smsText,
  type Template,
  textMail,
} from "../../templates/templates.ts";
import type { LetterModel } from "../letters/letter.ts";
import { letterPdf, pagePdf } from "../letters/letter-pdf.server.ts";
import { mailFrame } from "./mail.ts";
import { writeOut } from "./message-text.server.ts";
import type { OwnWords } from "./messages.ts";

type UnsavedTemplate = Pick<Template, "channel" | "subject" | "body">;

export interface ShownMessage {
  readonly subject: string;
  readonly text: string;
  /** Of an e-mail, as it goes out. */
  readonly html: string | null;
  /** Of an SMS: how many parts it takes, of how many places in which alphabet. */
  readonly sms: { readonly segments: number; readonly length: number; readonly encoding: "gsm7" | "ucs2" } | null;
}

/** How a message would read. */
export function shownMessage({ channel, subject: line, body }: UnsavedTemplate, model: LetterModel): ShownMessage {
  const document = renderTemplate(body, model.values, model.language);
  const subject = renderSubject(line, model.values, model.language);
  if (channel === "sms") {
    const { text, segments, length, encoding } = smsText(document);
    return { subject: "", text, html: null, sms: { segments, length, encoding } };
  }
  if (channel !== "email") return { subject, text: plainText(document), html: null, sms: null };
  const frame = mailFrame(model, subject);
  return { subject, text: textMail(document, frame), html: htmlMail(document, frame), sms: null };
}

/** How a letter would look, as PDF. @throws {VorderError} refused for a sign that has no place in our font. */
const shownLetter = ({ subject, body }: UnsavedTemplate, model: LetterModel): Promise<Uint8Array> =>
  letterPdf(
    model,
    renderTemplate(body, model.values, model.language),
    renderSubject(subject, model.values, model.language),
  );

/** The PDF of a letter as it would be made now, with a way to the reader's page that leads nowhere; nothing is kept and nothing goes out. */
async function sampleLetter(
  db: Db,
  templateCode: string,
  model: LetterModel,
  words?: OwnWords,
  asOf?: number | null,
): Promise<Uint8Array> {
  const { document, subject } = await writeOut(db, "post", templateCode, model, words, asOf);
  return letterPdf(model, document, subject);
}

/** PDFs that are made and not kept: of words that are being written, of a letter as it would be made now, and of a page in a layout of our own. */
export const pdfOf = { letter: shownLetter, sample: sampleLetter, page: pagePdf };
