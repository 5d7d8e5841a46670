/** An SMS: its text, the alphabet it needs and how many segments it costs (3GPP TS 23.038). */
import { type DocumentModel, plainText } from "./render.ts";

const gsmBasic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
// Each of these costs two places: an escape and the character.
const gsmExtended = "^{}\\[~]|€\f";

export interface SmsText {
  readonly text: string;
  readonly encoding: "gsm7" | "ucs2";
  /** Places used: septets, or 16-bit units. */
  readonly length: number;
  readonly segments: number;
}

/** Typographic signs that people do not miss in an SMS, so that the cheap alphabet suffices more often. */
const simplify = (text: string): string =>
  text
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/…/g, "...");

/** The SMS that a text makes: 160 places in one segment of the GSM alphabet and 153 in each of several; 70 and 67 otherwise. */
export function smsOf(raw: string): SmsText {
  const text = simplify(raw).trim();
  let length = 0;
  for (const character of text) {
    if (gsmBasic.includes(character)) length += 1;
    else if (gsmExtended.includes(character)) length += 2;
    else {
      return {
        text,
        encoding: "ucs2",
        length: text.length,
        segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67),
      };
    }
  }
  return { text, encoding: "gsm7", length, segments: length <= 160 ? 1 : Math.ceil(length / 153) };
}

export const smsText = (model: DocumentModel): SmsText => smsOf(plainText(model));
