/** What is told beside a batch: words that somebody typed or an office wrote, or a text of ours, which is said in the reader's language. Pure. */
import { z } from "zod";
import type { Message } from "../../../ground/kernel/errors.ts";

const kept = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
const textKey = /^(platform|handover-batches)\.[\w.]+$/;

/** As it is kept: a text of ours by its key, and with what stands in it. */
export const storedTold = (told: string | Message): string =>
  typeof told === "string"
    ? told
    : told.values || !textKey.test(told.key)
      ? JSON.stringify({ key: told.key, values: told.values ?? {} })
      : told.key;

/** As the reader reads it. */
export function readTold(stored: string, translate: (message: Message) => string): string {
  if (textKey.test(stored)) return translate({ key: stored });
  if (!stored.startsWith('{"key":')) return stored;
  try {
    const message = kept.safeParse(JSON.parse(stored)).data;
    return message ? translate(message) : stored;
  } catch {
    // One that was typed, or cut.
    return stored;
  }
}
