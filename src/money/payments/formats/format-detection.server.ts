/** Detects the format of a bank file from its start, before a thread reads all of it. */
import { fieldError } from "../../../ground/kernel/errors.ts";

/** The encodings used by banks. TextDecoder maps ISO-8859-1 to windows-1252, as browsers do. */
const encodings = new Set(["utf-8", "utf8", "iso-8859-1", "iso-8859-15", "windows-1252", "us-ascii", "ascii"]);

/** Decodes a bank file: by its byte order mark or XML declaration, otherwise as UTF-8, otherwise as Windows-1252. */
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

/** Whether this text is an XML document that declares itself a camt.053. */
export const looksLikeCamt = (source: string): boolean => /<(\w+:)?BkToCstmrStmt[\s>]/.test(source.slice(0, 20_000));

/** Whether this text has the fields with which every MT940 starts. */
export const looksLikeMt940 = (source: string): boolean =>
  /^:20:/m.test(source.slice(0, 5000)) && /^:25:/m.test(source.slice(0, 5000));

/** Refuses at once what is not a bank file; the job validates its content. @throws validation on `file`. */
export function requireBankFile(bytes: Uint8Array): void {
  const head = textOf(bytes.subarray(0, 20_000));
  if (!looksLikeCamt(head) && !looksLikeMt940(head)) throw fieldError("file", "payments.unknownFormat");
}
