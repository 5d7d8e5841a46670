/** Processing runs: what is to be made, for which files, and why not for the others. Pure. */
export * from "./kinds.ts";
export { chargedInvoices, type FileInputs, gateFacts, type PlanEnvironment, planFile } from "./plan.ts";
