/** What the list of files is filtered by, beside the words of a file itself. Pure. */
import { type PlainDate, shownDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import { holdKinds } from "../files/files.ts";

/** What a list is filtered by beside the holds: an arrangement that runs, and what an open file must not lack. */
const otherFlags = ["arrangement", "overpaid", "double", "paid_open", "no_manager", "no_action", "no_contact"] as const;
export type OtherFlag = (typeof otherFlags)[number];
export const isOtherFlag = (flag: string): flag is OtherFlag => otherFlags.some((known) => known === flag);
export const fileFlags = [...holdKinds, ...otherFlags] as const;
export type FileFlag = (typeof fileFlags)[number];

/**
 * The day of which the balance of a file is, by that on which it was noted: a closed file of which nothing is open has none to renew, and
 * what it owes is the same on every later day.
 */
export const dayOfBalance = (
  file: { readonly status: string; readonly openCents: number; readonly notedOn: PlainDate | null },
  today: PlainDate,
): PlainDate | null => (file.status === "closed" && file.openCents === 0 ? today : file.notedOn);

/** The head of a column of amounts in a file: "Openstaand op 23-11-2026"; without a day where its rows are of several. */
export function amountHead(
  name: string,
  days: readonly (string | null)[],
  translate: (message: Message) => string,
): string {
  const [day, ...others] = new Set(days);
  if (!day || others.length > 0) return name;
  return translate({ key: "files.amountOn", values: { name, date: shownDate(day) } });
}

/** When the next action of a file is due, reckoned from today. */
export const nextActionSpans = ["overdue", "today", "week", "later"] as const;
export type NextActionSpan = (typeof nextActionSpans)[number];

export { pastedNumbers } from "./pasted-numbers.ts";
