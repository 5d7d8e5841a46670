/** The text of a message: its template filled in, with the text that a person adds. Reads only. */
import { type Message, VorderError } from "../../../ground/kernel/errors.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { findTemplate } from "../../templates/templates.server.ts";
import {
  type DocumentBlock,
  type DocumentModel,
  htmlMail,
  plainText,
  renderSubject,
  renderTemplate,
  smsText,
  type Template,
  textMail,
} from "../../templates/templates.ts";
import type { LetterModel } from "../letters/letter.ts";
import { mailFrame } from "./mail.ts";
import type { OwnWords } from "./messages.ts";

export interface Written {
  readonly document: DocumentModel;
  readonly subject: string;
  /** The language of the template that was found: the reader's, or the next best. */
  readonly language: string;
  /** All templates as they stood: kept with the message. */
  readonly mark: number;
}

const refuse = (message: Message): VorderError => new VorderError("refused", { fields: { common: [message] } });

async function requireTemplate(
  db: Db,
  channel: Template["channel"],
  code: string,
  model: LetterModel,
  asOf: number | null,
): Promise<Template> {
  const found = await findTemplate(db, channel, code, model.language, asOf);
  if (!found) throw refuse({ key: "correspondence.noTemplate", values: { code } });
  return found;
}

/** The law wants these in everything that goes out (Wki art. 11; Bki 3.1 and 4.1); an empty one stops the message. */
function requireProvider({ provider }: LetterModel): void {
  const needed = {
    registeredName: provider.registeredName,
    address: provider.street && provider.postcode && provider.city,
    reach: provider.phone || provider.email,
    // A client abroad has none, and signs for itself.
    kvk: provider.house ? "none" : provider.kvk,
    wkiNumber: provider.wkiNumber,
  };
  const empty = Object.entries(needed).find(([, value]) => value === "");
  if (empty) throw refuse({ key: `correspondence.providerEmpty_${empty[0]}` });
}

/** Control characters have no place in a letter, a mail or an SMS. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ");

/** The template stays whole, with all that the law wants in it: the person's own words follow its first paragraph, the salutation. */
function withNote(document: DocumentModel, note: string | undefined): DocumentModel {
  const words = note?.trim() ?? "";
  if (words === "") return document;
  const paragraphs = words.split(/\r?\n\s*\n/).map((paragraph): DocumentBlock => {
    const lines = paragraph.split(/\r?\n/).map((line) => [{ text: clean(line) }]);
    return { kind: "paragraph", lines };
  });
  const [first, ...rest] = document.blocks;
  return { ...document, blocks: [...(first ? [first] : []), ...paragraphs, ...rest] };
}

/** A template filled in. @throws {VorderError} refused where a variable or the provider's particulars are missing. */
export function filled(template: Template, model: LetterModel, words: OwnWords): Pick<Written, "document" | "subject"> {
  requireProvider(model);
  const own = clean(words.subject ?? "").trim();
  // An SMS has no subject, and words of a person's own stand in place of the template's.
  const line = own === "" && template.channel !== "sms" ? template.subject : "";
  const document = renderTemplate(template.body, model.values, model.language, line);
  const empty = document.missing[0] ?? document.unknown[0];
  if (empty !== undefined) {
    throw refuse({ key: "correspondence.emptyVariable", values: { code: template.code, name: empty } });
  }
  if (document.blocks.some((block) => block.kind === "claimSpecification") && !model.blocks.specification) {
    throw refuse({ key: "correspondence.emptyVariable", values: { code: template.code, name: "claimSpecification" } });
  }
  if (document.blocks.some((block) => block.kind === "paymentBlock") && !model.blocks.payment?.iban) {
    throw refuse({ key: "correspondence.providerEmpty_iban" });
  }
  const subject = own === "" ? renderSubject(template.subject, model.values, model.language) : own;
  return { document: withNote(document, words.note), subject };
}

/**
 * Fills a template in, with `asOf` as it stood when that was the last mark.
 * @throws {VorderError} refused where a variable, the provider's particulars or the template are missing.
 */
export async function writeOut(
  db: Db,
  channel: Template["channel"],
  code: string,
  model: LetterModel,
  words: OwnWords = {},
  asOf: number | null = null,
): Promise<Written> {
  const template = await requireTemplate(db, channel, code, model, asOf);
  return { ...filled(template, model, words), language: template.language, mark: template.mark };
}

/** What a person says on the phone: the call script with everything filled in. */
export const callScript = async (db: Db, templateCode: string, model: LetterModel): Promise<string> =>
  plainText((await writeOut(db, "call", templateCode, model)).document);

/** What a message says, in its subject and as plain text; for an SMS as it goes out, for a mail also as HTML. Nothing is kept. */
export async function readMessageText(
  db: Db,
  channel: "post" | "email" | "sms",
  templateCode: string,
  model: LetterModel,
): Promise<{
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly language: string;
}> {
  const { document, subject, language } = await writeOut(db, channel, templateCode, model);
  if (channel === "sms") return { subject, text: smsText(document).text, html: null, language };
  if (channel === "post") return { subject, text: plainText(document), html: null, language };
  const frame = mailFrame(model, subject);
  return { subject, text: textMail(document, frame), html: htmlMail(document, frame), language };
}
