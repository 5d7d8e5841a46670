/** Processing runs: what is to be made, for which files, and why not for the others. Pure. */

export {
  demandable,
  type FileInputs,
  gateFacts,
  groundOf,
  nearLimitationMonths,
  type PlanEnvironment,
  planFile,
  stepBik,
} from "./runs/plan.ts";
export * from "./runs/run-vocabulary.ts";
