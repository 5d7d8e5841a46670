/** The house style of a client's letters and e-mails, and what its own texts may contain. Pure. */
import { containsBsn } from "../../../ground/kernel/identifiers.ts";

/** The templates sent in a client's name that the client may replace with its own texts. */
export const ownTextCodes = [
  "EM_PRE_FIRST",
  "EM_PRE_REMINDER",
  "POST_PRE_REMINDER",
  "SMS_PRE_REMINDER",
  "POST_PRE_WIK14",
  "POST_PRE_LAST",
] as const;

/** The maximum size of the logo, in bytes. */
export const maxLogoBytes = 1_000_000;
/** The maximum width and height of the logo, in pixels: sharp in print over the width of a letter. */
export const maxLogoDots = 3000;
export const logoTypes = ["image/png", "image/jpeg"] as const;
export type LogoType = (typeof logoTypes)[number];

/** An amount of money in any spelling: "€ 40", "40,00", "40 euro", "EUR 40". */
const amounts = /€|\beur(o'?s?)?\b|\d[.,]\d{2}(?!\d)|\d,-/i;

/**
 * Why a client's own line is not allowed below messages in its name; a text key without the module. These messages ask only for the principal (BW
 * 6:96(6)), so the line may not name an amount; nor a citizen service number.
 */
export function lineProblem(text: string): "errorLineAmount" | "errorLineBsn" | null {
  if (amounts.test(text)) return "errorLineAmount";
  return containsBsn(text) ? "errorLineBsn" : null;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** The size of a picture from its header; undefined if it is neither PNG nor JPEG. */
export function pictureSize(bytes: Uint8Array, type: LogoType): PictureSize | undefined {
  if (type === "image/png") {
    if (bytes.length < 24) return undefined;
    return {
      width: u16(bytes, 16) * 65_536 + u16(bytes, 18),
      height: u16(bytes, 20) * 65_536 + u16(bytes, 22),
    };
  }
  // A JPEG is a list of segments; the frame segment (SOF0 to SOF15, without DHT, JPG and DAC) contains its size.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1] ?? 0;
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
      return { height: u16(bytes, at + 5), width: u16(bytes, at + 7) };
    at += 2 + u16(bytes, at + 2);
  }
  return undefined;
}
