/** The conditions for a version to go live: what the scheduler and the law gate would otherwise refuse for each file. Pure. */
import { filePhases } from "../../../cases/files/files.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { Step, StepChannel, Workflow } from "../schedule/definition.ts";

/** The field of a step's form beside which a fault is shown. */
export type StepField =
  | "anchor"
  | "event"
  | "offsetDays"
  | "phase"
  | "channel"
  | "template"
  | "effect"
  | "lapseDays"
  | "termDays"
  | "needs"
  | "minOpenCents"
  | "maxOpenCents"
  | "maxClaimCents"
  | "nextWorkflow";

export interface Fault {
  /** Null where it is about the version as a whole. */
  readonly position: number | null;
  readonly field: StepField | "common";
  readonly message: Message;
}

/**
 * The languages that each template is written in, by `channel:code`, and those in which it names the last day to pay, by `term:channel:code`; tasks by
 * `task:code` and workflows by `workflow:code`, in all of them.
 */
export type KnownTemplates = ReadonlyMap<string, readonly string[]>;

type Found = readonly [field: StepField, key: string, values?: Message["values"]];

const needed: Readonly<Partial<Record<StepChannel, "hasEmail" | "hasMobile" | "hasPhone">>> = {
  email: "hasEmail",
  sms: "hasMobile",
  call: "hasPhone",
};

function templateFaults({ channel, template }: Step, known: KnownTemplates): readonly Found[] {
  const written = known.get(`${channel}:${template}`);
  if (!written) return [["template", channel === "task" ? "noSuchTask" : "noSuchTemplate", { template }]];
  const missing = languages.filter((language) => !written.includes(language));
  return missing.length === 0 ? [] : [["template", "templateLanguages", { languages: missing.join(", ") }]];
}

function conditionFaults(step: Step): readonly Found[] {
  const found: Found[] = [];
  const { condition, channel } = step;
  const need = needed[channel];
  // Without an address the law gate refuses, and the file would stand still at this step.
  if (need !== undefined && condition[need] !== true) found.push(["needs", `needs_${channel}`]);
  const { minOpenCents, maxOpenCents, minClaimCents, maxClaimCents } = condition;
  if (minOpenCents !== undefined && maxOpenCents !== undefined && minOpenCents > maxOpenCents)
    found.push(["maxOpenCents", "neverApplies"]);
  if (minClaimCents !== undefined && maxClaimCents !== undefined && minClaimCents > maxClaimCents)
    found.push(["maxClaimCents", "neverApplies"]);
  return found;
}

function effectFaults({ effect, channel }: Step): readonly Found[] {
  const isLetter = effect === "notice14" || effect === "bik" || effect === "summons";
  if (isLetter && channel !== "post") return [["effect", "effectByPost"]];
  if ((effect === "address_check" || effect === "handover") && channel !== "task") return [["effect", "effectByTask"]];
  return [];
}

/** What is wrong with a step by itself, whatever comes before it. */
function ownFaults(step: Step, known: KnownTemplates): readonly Found[] {
  const found: Found[] = [...templateFaults(step, known), ...conditionFaults(step), ...effectFaults(step)];
  const byPeople = step.channel === "call" || step.channel === "task";
  if (step.lapseDays !== null && !byPeople) found.push(["lapseDays", "lapsesByHandOnly"]);
  if (step.lapseDays !== null && (step.effect === "handover" || step.effect === "address_check"))
    found.push(["lapseDays", "neverLapses"]);
  if (step.termDays !== null && step.channel !== "post") found.push(["termDays", "termByPost"]);
  // Without a term there is no such day, and no letter of the step could be made.
  const grants = known.get(`term:${step.channel}:${step.template}`) ?? [];
  if (step.termDays === null && grants.length > 0)
    found.push([step.channel === "post" ? "termDays" : "template", "termOfLetter"]);
  if (step.effect === "summons" && (step.termDays ?? 0) < 7) found.push(["termDays", "summonsTerm"]);
  return [...found, ...eventFaults(step), ...nextFaults(step, known)];
}

function eventFaults({ anchor, event, offsetDays }: Step): readonly Found[] {
  // A step that waits for nothing in particular would wait for ever.
  if (anchor === "event") return event === null ? [["event", "noEvent"]] : [];
  return offsetDays < 0 ? [["offsetDays", "beforeAnchor"]] : [];
}

function nextFaults({ nextWorkflow, channel, effect }: Step, known: KnownTemplates): readonly Found[] {
  if (nextWorkflow === null) return [];
  if (channel !== "task" || effect !== "none") return [["nextWorkflow", "nextByTask"]];
  return known.has(`workflow:${nextWorkflow}`) ? [] : [["nextWorkflow", "noSuchWorkflow", { workflow: nextWorkflow }]];
}

/** On what the day of a step hangs in the end: `prev` hangs on whatever the step before hangs on. */
function rootAnchor(steps: readonly Step[], at: number): Step["anchor"] {
  for (let index = at; index >= 0; index--) {
    const anchor = steps[index]?.anchor ?? "start";
    if (anchor !== "prev") return anchor;
  }
  return "start";
}

function costFaults({ audience, category, steps }: Workflow, at: number): readonly Found[] {
  const found: Found[] = [];
  const step = steps[at];
  if (!step) return found;
  const earlier = steps.slice(0, at);
  const hasNotice = earlier.some(({ effect }) => effect === "notice14");
  if (step.effect === "bik" && audience !== "business" && rootAnchor(steps, at) !== "bikDueFrom")
    found.push(["anchor", "costsBeforeTerm"]);
  if (step.effect === "bik" && earlier.some(({ effect }) => effect === "bik")) found.push(["effect", "costsTwice"]);
  if (step.effect === "notice14" && hasNotice) found.push(["effect", "noticeTwice"]);
  // A file of a client whose own 14-day letter counts has that day already (domain facts 9, W3); phases come after it.
  if (step.anchor === "bikDueFrom" && !hasNotice && category !== "client_specific" && category !== "phase")
    found.push(["anchor", "noNotice"]);
  return found;
}

function orderFaults(workflow: Workflow, at: number): readonly Found[] {
  const found: Found[] = [];
  const { steps, audience } = workflow;
  const step = steps[at];
  if (!step) return found;
  const earlier = steps.slice(0, at);
  const same = earlier.findLast(({ anchor, event }) => anchor === step.anchor && event === step.event);
  if (step.anchor !== "prev" && same && same.offsetDays > step.offsetDays)
    found.push(["offsetDays", "earlierThan", { position: same.position, days: same.offsetDays }]);
  if (step.anchor === "start" && earlier.some(({ anchor }) => anchor === "bikDueFrom"))
    found.push(["anchor", "startAfterCosts"]);
  if (!filePhases.some((phase) => phase === step.phase)) found.push(["phase", "noSuchPhase"]);
  else if (step.phase === "amicable" && earlier.some(({ phase }) => phase !== "amicable"))
    found.push(["phase", "backToAmicable"]);
  // What ends pre-collection makes a claim a file; it goes to no bailiff.
  if (workflow.category === "precasso") return found;
  const checked = earlier.some(({ effect }) => effect === "address_check");
  if ((step.effect === "summons" || step.effect === "handover") && !checked && workflow.category !== "phase")
    found.push(["effect", "noAddressCheck"]);
  if (step.effect === "handover" && audience !== "business" && !earlier.some(({ effect }) => effect === "summons"))
    found.push(["effect", "noSummons"]);
  return found;
}

/** A step after one that no file passes, or that asks for what none can have, is never reached. */
function reachFaults({ steps }: Workflow, at: number): readonly Found[] {
  const step = steps[at];
  if (!step || step.effect === "none") return [];
  const handover = steps.slice(0, at).find(({ effect }) => effect === "handover");
  // What goes to a bailiff comes back by a phase of its own, never as a letter of the same workflow.
  return handover && step.channel === "post" ? [["effect", "afterHandover"]] : [];
}

/** All faults of a version, in the order of its steps; none: it may go live. */
export function faultsOf(workflow: Workflow, known: KnownTemplates): readonly Fault[] {
  if (workflow.steps.length === 0)
    return [{ position: null, field: "common", message: { key: "workflow-editor.fault_noSteps" } }];
  return workflow.steps.flatMap((step, at) =>
    [
      ...ownFaults(step, known),
      ...costFaults(workflow, at),
      ...orderFaults(workflow, at),
      ...reachFaults(workflow, at),
    ].map(([field, key, values]) => ({
      position: step.position,
      field,
      message: { key: `workflow-editor.fault_${key}`, ...(values && { values }) },
    })),
  );
}
