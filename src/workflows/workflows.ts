/** Workflows as data, the place of a file in one, and its next step. Pure (domain facts 9). */
export * from "./definition.ts";
export { lastNotice, type Reach, stepFacts } from "./facts.ts";
export { applies, nextStep } from "./next-step.ts";
