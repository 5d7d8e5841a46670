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

/** How many parts of so many places take characters of these widths; no character lies across two parts. */
function partsOf(widths: readonly number[], places: number): number {
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > places) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return parts;
}

/** The SMS that a text makes: 160 places in one segment of the GSM alphabet and 153 in each of several; 70 and 67 otherwise. */
export function smsOf(raw: string): SmsText {
  const text = simplify(raw).trim();
  const characters = [...text];
  const isGsm = characters.every((character) => gsmBasic.includes(character) || gsmExtended.includes(character));
  const widths = characters.map((character) => (isGsm ? (gsmExtended.includes(character) ? 2 : 1) : character.length));
  const length = widths.reduce((sum, width) => sum + width, 0);
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  return {
    text,
    encoding: isGsm ? "gsm7" : "ucs2",
    length,
    segments: length <= single ? 1 : partsOf(widths, several),
  };
}

export const smsText = (model: DocumentModel): SmsText => smsOf(plainText(model));
