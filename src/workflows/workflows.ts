/** Workflows as data, the place of a file in one, and its next step. Pure (domain facts 9). */
export * from "./definition.ts";
export { judgeNotice, type Notice, type Reach, stepFacts } from "./facts.ts";
export { nextStep } from "./next-step.ts";
export { comingSteps } from "./schedule.ts";
export type { Address, Foresight, Place, Situation, SituationClient, SituationDebtor } from "./situation.ts";
