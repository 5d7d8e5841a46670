/** The sentences that say why a next step comes on its day. */
import { expect, test } from "vitest";
import { fillText } from "../../../ground/kernel/texts.ts";
import { filePageTexts } from "../file-page.texts.ts";
import { type StepDay, stepDayText } from "./step-day.ts";

const on = "2026-12-16";

test.each<[StepDay, string]>([
  [{ anchor: "start", offsetDays: 25, anchoredOn: on }, "25 dagen na de start (16-12-2026)"],
  [{ anchor: "prev", offsetDays: 1, anchoredOn: on }, "1 dag na de vorige stap (16-12-2026)"],
  [{ anchor: "start", offsetDays: 0, anchoredOn: on }, "op de dag van de start (16-12-2026)"],
  [
    { anchor: "bikDueFrom", offsetDays: 0, anchoredOn: on },
    "op de dag waarop incassokosten verschuldigd zijn (16-12-2026)",
  ],
  [{ anchor: "event", offsetDays: -2, anchoredOn: on }, "2 dagen vóór een gebeurtenis (16-12-2026)"],
  [{ anchor: "event", offsetDays: -2, anchoredOn: null }, "na een gebeurtenis"],
  [{ anchor: "event", offsetDays: 0, anchoredOn: on }, "na een gebeurtenis"],
])("%j", (step, sentence) => {
  const values = { days: Math.abs(step.offsetDays), date: "16-12-2026" };
  expect(fillText(filePageTexts.texts.nl[stepDayText(step)], values, "nl")).toBe(sentence);
});
