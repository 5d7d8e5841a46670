/** Periods without interest: freezes of the file, and arrangements that freeze interest while they are kept. */
import { dayNumber } from "../../../ground/kernel/dates.ts";
import { type ClaimEvent, type EventOf, isKind } from "../engine/events.ts";
import type { Freezes } from "./interest.ts";

const forGood = Number.POSITIVE_INFINITY;

/** From each activation of an arrangement with frozen interest to its end of any kind. */
function arrangementFreezes(steps: readonly EventOf<"arrangement">[]): [number, number][] {
  const byArrangement = new Map<string, EventOf<"arrangement">[]>();
  for (const step of steps) {
    const known = byArrangement.get(step.data.arrangement);
    if (known) known.push(step);
    else byArrangement.set(step.data.arrangement, [step]);
  }
  const freezes: [number, number][] = [];
  for (const life of byArrangement.values()) {
    life.sort((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1));
    let policy: "runs" | "frozen" = "runs";
    let from: number | undefined;
    for (const { on, data } of life) {
      policy = data.plan?.interest ?? policy;
      if (data.action === "activate" && policy === "frozen") from ??= dayNumber(on);
      if (from !== undefined && (data.action === "break" || data.action === "cancel" || data.action === "complete")) {
        freezes.push([from, dayNumber(on)]);
        from = undefined;
      }
    }
    if (from !== undefined) freezes.push([from, forGood]);
  }
  return freezes;
}

/** All periods without interest, including those passed as argument, merged and ascending. */
export function freezesOf(standing: readonly ClaimEvent[], more: Freezes = []): Freezes {
  const steps: EventOf<"arrangement">[] = [];
  const freezes: [number, number][] = more.map(([from, until]) => [from, until]);
  for (const event of standing) {
    if (isKind(event, "arrangement")) steps.push(event);
    if (isKind(event, "freeze")) {
      freezes.push([dayNumber(event.on), event.data.until === undefined ? forGood : dayNumber(event.data.until)]);
    }
  }
  if (steps.length > 0) freezes.push(...arrangementFreezes(steps));
  const merged: [number, number][] = [];
  for (const [from, until] of freezes.filter(([from, until]) => from < until).sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else merged.push([from, until]);
  }
  return merged;
}
