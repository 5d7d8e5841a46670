/** From the bytes of a bank file to its statements: encoding, kind, and the reader for it. */
import { fieldError } from "../kernel/errors.ts";
import { looksLikeCamt, readCamt } from "./camt.ts";
import { looksLikeMt940, readMt940 } from "./mt940.ts";
import { type ReadFile, UnreadableStatement } from "./payments.ts";

/** The encodings that banks write. TextDecoder takes ISO-8859-1 for windows-1252, as browsers do. */
const encodings = new Set(["utf-8", "utf8", "iso-8859-1", "iso-8859-15", "windows-1252", "us-ascii", "ascii"]);

/** The text of a bank file: what its mark or its XML declaration says, else UTF-8, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1]?.toLowerCase();
  const named = marked ?? (declared !== undefined && encodings.has(declared) ? declared : "utf-8");
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Reads a bank file of any known format. @throws UnreadableStatement with the reason. */
export function readBankFile(bytes: Uint8Array): ReadFile {
  const text = textOf(bytes);
  if (looksLikeCamt(text) || text.trimStart().startsWith("<")) return readCamt(text);
  if (looksLikeMt940(text)) return readMt940(text);
  throw new UnreadableStatement("payments.unknownFormat");
}

/** Refuses at once what is no bank file at all; what is inside it the job finds out. @throws validation on `file`. */
export function requireBankFile(bytes: Uint8Array): void {
  const head = textOf(bytes.subarray(0, 20_000));
  if (!looksLikeCamt(head) && !looksLikeMt940(head)) throw fieldError("file", "payments.unknownFormat");
}
