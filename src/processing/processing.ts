/** Processing runs: what is to be made, for which files, and why not for the others. Pure. */
export * from "./kinds.ts";
export {
  demandable,
  type FileInputs,
  gateFacts,
  groundOf,
  nearLimitationMonths,
  type PlanEnvironment,
  planFile,
  stepBik,
} from "./plan.ts";
