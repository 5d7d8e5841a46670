/** Workflows as data, the place of a file in one, and its next step. Pure (domain facts 9). */

export {
  type HandOutcome,
  handOutcomes,
  type NextStep,
  outcomesOf,
  type Passed,
  type Step,
  stepChannels,
  type Workflow,
  Workflows,
} from "./schedule/definition.ts";
export { stepFacts } from "./schedule/facts.ts";
export { nextStep } from "./schedule/next-step.ts";
export { type Foresight, isDecided, type Situation } from "./schedule/situation.ts";
