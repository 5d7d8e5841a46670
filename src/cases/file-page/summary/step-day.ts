/** On what the day of a next step hangs. Pure. */

export interface StepDay {
  readonly anchor: "start" | "prev" | "bikDueFrom" | "event";
  /** Days after the anchor; before it where below zero. */
  readonly offsetDays: number;
  /** The day of the anchor, where it is known. */
  readonly anchoredOn: string | null;
}

/** The text that says it: so many days before or after something, or on its day. */
export function stepDayText({ anchor, offsetDays, anchoredOn }: StepDay) {
  if (anchor === "event") return offsetDays < 0 && anchoredOn !== null ? "before_event" : "anchor_event";
  return offsetDays === 0 ? (`sameDay_${anchor}` as const) : (`anchor_${anchor}` as const);
}
