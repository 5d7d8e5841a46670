/** The results that a dialer reports for a list. Strict: one wrong line refuses the whole file. Pure. */
import {
  date,
  dateInAmsterdam,
  instantInAmsterdam,
  type PlainDate,
  parsePlainDate,
} from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { type CallResult, isWhole, lineResults, personResults } from "../work-queue.ts";

/** The first three must be there. */
export const resultColumns = ["reference", "time", "line", "person", "amount", "by", "call_back", "note"] as const;

export interface DialerResult extends CallResult {
  readonly line: CallResult["line"];
  /** Its row in the file, and its row in the list. */
  readonly at: number;
  readonly row: number;
  readonly time: Date;
  readonly promise: { readonly amount: number; readonly by: PlainDate } | null;
  readonly callBackOn: PlainDate | null;
  readonly note: string;
}

type Cells = Readonly<Record<string, string>>;

/** "2026-11-20 09:31", by the clock of Amsterdam. */
function timeOf(text: string): Date | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text);
  if (!found || parsePlainDate(found[1] ?? "") === undefined) return undefined;
  return instantInAmsterdam(date(found[1] ?? ""), Number(found[2]), Number(found[3]));
}

function rowOf(reference: string, listId: number): number | undefined {
  const found = /^(\d{1,9})-(\d{1,4})$/.exec(reference);
  return found && Number(found[1]) === listId ? Number(found[2]) : undefined;
}

/** A promise of a row: both cells or none; undefined where they are wrong. */
function promiseOf({ amount = "", by = "" }: Cells): DialerResult["promise"] | undefined {
  if (amount === "" && by === "") return null;
  const cents = centsFromDecimal(amount.replace(",", "."));
  const day = parsePlainDate(by);
  return cents === undefined || cents <= 0 || day === undefined ? undefined : { amount: cents, by: day };
}

/** What a row says, or the name of what is wrong with it. */
export function readResult(cells: Cells, at: number, listId: number): DialerResult | { readonly problem: string } {
  const row = rowOf(cells.reference ?? "", listId);
  if (row === undefined) return { problem: "badReference" };
  const time = timeOf(cells.time ?? "");
  if (time === undefined) return { problem: "badTime" };
  const line = lineResults.find((known) => known === cells.line);
  if (line === undefined) return { problem: "badLine" };
  const cell = cells.person ?? "";
  const person = personResults.find((known) => known === cell) ?? null;
  if ((person === null && cell !== "") || !isWhole({ line, person })) return { problem: "badPerson" };
  const promise = promiseOf(cells);
  const isGone = promise != null && promise.by < dateInAmsterdam(time);
  if (promise === undefined || isGone || (promise === null) !== (person !== "promise"))
    return { problem: "badPromise" };
  const back = cells.call_back ?? "";
  const callBackOn = parsePlainDate(back) ?? null;
  const isBefore = callBackOn !== null && callBackOn < dateInAmsterdam(time);
  if (isBefore || (callBackOn === null) !== (person !== "call_back") || (callBackOn === null && back !== ""))
    return { problem: "badCallBack" };
  return { at, row, time, line, person, promise, callBackOn, note: cells.note ?? "" };
}

export const problemAt = (row: number, problem: string): Message => ({
  key: `work-queue.${problem}`,
  values: { row },
});
