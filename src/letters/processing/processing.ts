/** Processing runs: what is to be sent or done for which files, and why not for the others. Pure. */

export { type FileInputs, gateFacts, type PlanEnvironment } from "./runs/gate-facts.ts";
export { demandable, groundOf, laterToday, nearLimitationMonths, planFile, stepBik, waiting } from "./runs/plan.ts";
export * from "./runs/run-vocabulary.ts";
