/** States, statuses and closings as other modules reason about them. Pure. */

export {
  effectOf,
  freezesInterest,
  holdStages,
  isOfNaturalPersons,
  phaseUnderHold,
  stateEffects,
  statusUnder,
} from "./holds.ts";
export {
  mournedFrom,
  mourningMonths,
  ofAgeOn,
  type Speaker,
  type StatesChange,
  withoutState,
  withState,
} from "./speakers.ts";
export { agreedPlace, closedWithNothingOpen, closingProblem, placeProblem, stateUnder } from "./status-consistency.ts";
export { mayBecome } from "./transitions.ts";
