/** Decodes the bytes of a bank file into statements: encoding, format, and its reader. Runs in a thread: no database, no calls. */

import { type ReadFile, UnreadableStatement } from "../payments.ts";
import { readCamt } from "./camt.ts";
import { looksLikeCamt, looksLikeMt940, textOf } from "./format-detection.server.ts";
import { readMt940 } from "./mt940.ts";

/** Reads a bank file of any known format. @throws UnreadableStatement with the reason. */
export function readBankFile(bytes: Uint8Array): ReadFile {
  const text = textOf(bytes);
  if (looksLikeCamt(text) || text.trimStart().startsWith("<")) return readCamt(text);
  if (looksLikeMt940(text)) return readMt940(text);
  throw new UnreadableStatement("payments.unknownFormat");
}

/** The result of a thread for a bank file: its statements, or why they are invalid. */
export type BankFileRead =
  | { readonly file: ReadFile }
  | { readonly refusal: { readonly key: string; readonly values: Readonly<Record<string, string | number>> } };

/** Reads a bank file in a thread. */
export async function bankFileOf({ bytes }: { readonly bytes: Uint8Array }): Promise<BankFileRead> {
  try {
    return { file: readBankFile(bytes) };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { refusal: { key: error.key, values: error.values } };
    throw error;
  }
}
