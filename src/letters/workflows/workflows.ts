/** Workflows as data, the position of a file in one, and its next step. Pure (domain facts 9). */

export {
  type HandOutcome,
  handOutcomes,
  type NextStep,
  outcomesOf,
  type Passed,
  type Step,
  type StepFacts,
  stepChannels,
  type Workflow,
  Workflows,
} from "./schedule/definition.ts";
export { stepFacts } from "./schedule/facts.ts";
export { applies, nextStep } from "./schedule/next-step.ts";
export { comingSteps } from "./schedule/schedule.ts";
export {
  type Foresight,
  type FormerPlace,
  isDecided,
  type MoveTo,
  type Situation,
  standsStill,
  type Translate,
} from "./schedule/situation.ts";
export { dateChoices, placeIn } from "./schedule/transfer.ts";
