import { expect, test } from "vitest";
import type { Message } from "../../../ground/kernel/errors.ts";
import { readTold, storedTold } from "./told.ts";

const translate = ({ key, values }: Message): string => `<${key}${values ? ` ${JSON.stringify(values)}` : ""}>`;
const read = (told: string | Message): string => readTold(storedTold(told), translate);

test.each<[string | Message, string]>([
  [{ key: "handover-batches.askedInVain" }, "<handover-batches.askedInVain>"],
  [{ key: "claims.closed" }, "<claims.closed {}>"],
  [{ key: "claims.tooMuch", values: { amount: 5 } }, '<claims.tooMuch {"amount":5}>'],
  [{ key: "handover-batches.reasonRows", values: { rows: 3 } }, '<handover-batches.reasonRows {"rows":3}>'],
  ["handover-batches.errorSftpHost", "<handover-batches.errorSftpHost>"],
  ["Al bij ons", "Al bij ons"],
  // What an office or a person wrote, however it looks, is read as it was written.
  ['{"key": "x"}', '{"key": "x"}'],
  ['{"key":"x"}', '{"key":"x"}'],
  ['{"key":"afgekap', '{"key":"afgekap'],
])("%j is read as %s", (told, as) => {
  expect(read(told)).toBe(as);
});
