/** The lines of a handover, for the modules above. Pure. */
export { type HandoverNeed, handoverNeeds, type Mender } from "./readiness/readiness.ts";
