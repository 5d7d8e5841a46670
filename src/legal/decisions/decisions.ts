/** Words of the decision whether to sue. Pure. */

export { type Advice, adviceRules, advices } from "./advice.ts";
export { stageParts } from "./stage-costs.ts";

/** How far a file is: it waits for a decision, for its client, for us after the client's answer, or was decided. */
export const decisionStates = ["waiting", "asked", "answered", "decided"] as const;
export type DecisionState = (typeof decisionStates)[number];

export const clientAnswers = ["yes", "no"] as const;

/** So many files at most are decided in one movement. */
export const mostAtOnce = 200;
/** So many days a client has to answer where nobody says otherwise. */
export const answerDays = 14;
