/** The body that the form of a step sends, for tests. */
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import type { changeStep, DrawnStep } from "./versions.contract.ts";

/** A step as it stands, as somebody who saw this version of the draft hands it in. */
export const stepBody = (step: DrawnStep, version: number): BodyOf<typeof changeStep> => {
  const { anchor, event, offsetDays, phase, channel, template, effect, lapseDays, termDays, needs } = step;
  const { minOpenCents, maxOpenCents, minClaimCents, maxClaimCents, nextWorkflow } = step;
  return {
    ...{ anchor, event, offsetDays, phase, channel, template, effect, lapseDays, termDays, needs },
    ...{ minOpenCents, maxOpenCents, minClaimCents, maxClaimCents, nextWorkflow, version },
  };
};
