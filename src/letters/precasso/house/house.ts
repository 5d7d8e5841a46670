/** The house style of a client's letters and e-mails, and what its own texts may contain. Pure. */
import { containsBsn } from "../../../ground/kernel/identifiers.ts";

/** What goes out in a client's name, and may be said in its own words instead. */
export const ownTextCodes = [
  "EM_PRE_FIRST",
  "EM_PRE_REMINDER",
  "POST_PRE_REMINDER",
  "SMS_PRE_REMINDER",
  "POST_PRE_WIK14",
  "POST_PRE_LAST",
] as const;

/** The largest logo, in bytes. */
export const maxLogoBytes = 1_000_000;
/** The widest and highest logo, in dots: what prints sharply over the width of a letter. */
export const maxLogoDots = 3000;
export const logoTypes = ["image/png", "image/jpeg"] as const;
export type LogoType = (typeof logoTypes)[number];

/** An amount of money, however it is written: "€ 40", "40,00", "40 euro", "EUR 40". */
const amounts = /€|\beur(o'?s?)?\b|\d[.,]\d{2}(?!\d)|\d,-/i;

/**
 * Why a client's own line may not stand under what is sent in its name; a text key without the module. Nothing but the principal is asked there
 * (BW 6:96(6)), so no line names an amount; and it says nothing of citizen service numbers.
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

/** What its first bytes say of a picture's size; undefined where they are neither a PNG's nor a JPEG's. */
export function pictureSize(bytes: Uint8Array, type: LogoType): PictureSize | undefined {
  if (type === "image/png") {
    if (bytes.length < 24) return undefined;
    return {
      width: u16(bytes, 16) * 65_536 + u16(bytes, 18),
      height: u16(bytes, 20) * 65_536 + u16(bytes, 22),
    };
  }
  // A JPEG is a chain of segments; the frame's segment (SOF0 to SOF15, without DHT, JPG and DAC) tells its size.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1] ?? 0;
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
      return { height: u16(bytes, at + 5), width: u16(bytes, at + 7) };
    at += 2 + u16(bytes, at + 2);
  }
  return undefined;
}
