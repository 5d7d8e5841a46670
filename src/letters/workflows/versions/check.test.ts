import { describe, expect, test } from "vitest";
import { languages } from "../../../ground/kernel/texts.ts";
import type { Step, Workflow } from "../schedule/definition.ts";
import { seededWorkflows } from "../workflows.factory.ts";
import { faultsOf, type KnownTemplates } from "./check.ts";
import { gateOfStep } from "./gate-of-step.ts";

const { W1, W2 } = seededWorkflows;
const known: KnownTemplates = new Map(
  [W1, W2].flatMap(({ steps }) => steps.map(({ channel, template }) => [`${channel}:${template}`, languages] as const)),
);
const keys = (workflow: Workflow, templates = known): string[] =>
  faultsOf(workflow, templates).map(
    ({ position, field, message }) => `${position} ${field} ${message.key.replace("workflow-editor.fault_", "")}`,
  );
const changed = (workflow: Workflow, position: number, more: Partial<Step>): Workflow => ({
  ...workflow,
  steps: workflow.steps.map((step) => (step.position === position ? { ...step, ...more } : step)),
});
const without = (workflow: Workflow, position: number): Workflow => ({
  ...workflow,
  steps: workflow.steps.filter((step) => step.position !== position).map((step, at) => ({ ...step, position: at + 1 })),
});

describe("a version that may go live", () => {
  test.each([
    ["W1", W1],
    ["W2", W2],
  ])("%s as delivered with the product has no faults", (_name, workflow) => {
    expect(keys(workflow)).toEqual([]);
  });
});

describe("a version is refused", () => {
  test.each<readonly [string, Workflow, readonly string[]]>([
    ["without a step", { ...W1, steps: [] }, ["null common noSteps"]],
    [
      "when costs are due on a fixed day before the consumer's fourteen days have ended",
      changed(W1, 4, { anchor: "start", offsetDays: 10 }),
      ["4 anchor costsBeforeTerm"],
    ],
    [
      "when costs depend on a step that depends on the start",
      changed(W1, 4, { anchor: "prev", offsetDays: 10 }),
      ["4 anchor costsBeforeTerm"],
    ],
    [
      "when the 14-day letter is removed: costs then never become due",
      without(W1, 1),
      [3, 4, 5, 6, 7, 8].map((position) => `${position} anchor noNotice`),
    ],
    ["when costs are charged twice", changed(W1, 7, { effect: "bik" }), ["7 effect costsTwice"]],
    ["when the letter is sent twice", changed(W1, 4, { effect: "notice14" }), ["4 effect noticeTwice"]],
    ["when a step comes before an earlier one", changed(W1, 6, { offsetDays: 5 }), ["6 offsetDays earlierThan"]],
    ["when a step waits for an event that never happens", changed(W1, 6, { anchor: "event" }), ["6 event noEvent"]],
    ["when a step is days before its own start", changed(W1, 1, { offsetDays: -1 }), ["1 offsetDays beforeAnchor"]],
    [
      "when a message moves the file to another workflow",
      changed(W1, 2, { nextWorkflow: "W2" }),
      ["2 nextWorkflow nextByTask"],
    ],
    ["when no debtor would be reached", changed(W1, 3, { condition: {} }), ["3 needs needs_sms"]],
    [
      "when no amount matches",
      changed(W1, 9, { condition: { minOpenCents: 30_000, maxOpenCents: 20_000 } }),
      ["9 maxOpenCents neverApplies"],
    ],
    ["when an approval may lapse", changed(W1, 10, { lapseDays: 5 }), ["10 lapseDays neverLapses"]],
    ["when the summons gives no time to pay", changed(W1, 9, { termDays: 2 }), ["9 termDays summonsTerm"]],
    ["when the address was not checked", without(W1, 8), ["8 effect noAddressCheck", "9 effect noAddressCheck"]],
    ["when no summons was announced", without(W1, 9), ["9 effect noSummons"]],
    ["when it returns to the amicable phase", changed(W1, 10, { phase: "amicable" }), ["10 phase backToAmicable"]],
    [
      "when an effect uses the wrong channel",
      changed(W2, 1, { channel: "email", template: "EM_B2B", termDays: null, condition: { hasEmail: true } }),
      ["1 effect effectByPost"],
    ],
    ["when a message may lapse", changed(W1, 2, { lapseDays: 3 }), ["2 lapseDays lapsesByHandOnly"]],
  ])("%s", (_name, workflow, expected) => {
    expect(keys(workflow)).toEqual(expected);
  });

  test("when a template is missing in general or in one of the four languages", () => {
    expect(keys(changed(W1, 2, { template: "EM_NONE" }))).toEqual(["2 template noSuchTemplate"]);
    const half = new Map(known).set("email:EM_FIRST", ["nl", "en"]);
    expect(faultsOf(W1, half)).toMatchObject([{ position: 2, message: { values: { languages: "fr, de" } } }]);
  });

  test("but a business owes costs from its due date on", () => {
    expect(keys(changed(W2, 1, { anchor: "start" }))).toEqual([]);
  });
});

test("the transition to a step names the rules for it, with their articles", () => {
  const rules = (position: number) =>
    W1.steps
      .filter((step) => step.position === position)
      .flatMap((step) => gateOfStep(step, "consumer").map(({ rule, article }) => `${rule} ${article}`));
  expect(rules(4)).toContain("noticeRunning BW 6:96(6)");
  expect(rules(5)).toContain("contactHours Bki 4.2");
  expect(rules(9)).toContain("summonsAddress Rv 45");
  expect(rules(1)).toEqual(["notInDefault BW 6:81", "descriptionMissing Bki 3.1", "hold house", "arrangement house"]);
});
