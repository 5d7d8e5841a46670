/** The lines of a handover, for the modules above. Pure. */

export { type PaperKind, type PaperSource, paperSources } from "./papers/papers.ts";
export { type HandoverNeed, handoverNeeds, type Mender } from "./readiness/readiness.ts";
