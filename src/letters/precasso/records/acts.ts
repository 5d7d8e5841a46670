/** What can be done about a record by hand. Pure. */
import type { RecordState } from "./record.ts";

export type RecordAct = "withdraw" | "resume" | "dispute" | "correct" | "hold" | "payment";

/** A hold lasts up to its day: from the day after, nothing is to be resumed. One that lasts keeps nobody from noting a dispute. */
export function actsOn(
  { state, holdUntil }: { readonly state: RecordState; readonly holdUntil: string | null },
  today: string,
): readonly RecordAct[] {
  if (state !== "open" && state !== "disputed") return [];
  const isHeld = holdUntil !== null && holdUntil >= today;
  return [
    "withdraw",
    ...(state === "disputed" || isHeld ? (["resume"] as const) : []),
    ...(state === "open" ? (["dispute"] as const) : []),
    "correct",
    ...(state === "open" && !isHeld ? (["hold"] as const) : []),
    "payment",
  ];
}
