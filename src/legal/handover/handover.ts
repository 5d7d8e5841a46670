/** The lines of a handover, for the modules above. Pure. */
export { type HandoverNeed, handoverNeeds, type Mender, menders } from "./readiness/readiness.ts";
