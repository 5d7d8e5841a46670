/** What a bank file is, told by how it begins: all that is looked at before a thread reads it. */
import { fieldError } from "../../../ground/kernel/errors.ts";

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

/** Whether this text is an XML document that says it is a camt.053. */
export const looksLikeCamt = (source: string): boolean => /<(\w+:)?BkToCstmrStmt[\s>]/.test(source.slice(0, 20_000));

/** Whether this text has the fields that every MT940 begins with. */
export const looksLikeMt940 = (source: string): boolean =>
  /^:20:/m.test(source.slice(0, 5000)) && /^:25:/m.test(source.slice(0, 5000));

/** Refuses at once what is no bank file at all; what is inside it the job finds out. @throws validation on `file`. */
export function requireBankFile(bytes: Uint8Array): void {
  const head = textOf(bytes.subarray(0, 20_000));
  if (!looksLikeCamt(head) && !looksLikeMt940(head)) throw fieldError("file", "payments.unknownFormat");
}
