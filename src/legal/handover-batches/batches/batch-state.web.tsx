/** How a batch stands, in the same words and tones in a list and on its page. */
import type { ReactNode } from "react";
import { Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import type { HandoverBatch } from "./batches.contract.ts";
import { batchTones } from "./tones.web.ts";

/** What a person has to look at stands out: a wrong receipt, what did not go, an office that does not know of a recall. */
const toneOf = ({ problem, delivery, recall, state }: HandoverBatch): Tone => {
  const heard = recall === null || recall === "told" || recall === "pending" || recall === "refused";
  return problem === null && delivery !== "dead" && heard ? batchTones[state] : "bad";
};

/** The words for it, with what became of its delivery where that needs somebody. */
export function useBatchState(): (batch: HandoverBatch) => string {
  const t = useScreenTexts();
  const names = useBatchTexts();
  return ({ state, delivery }) =>
    delivery === "uncertain" || delivery === "dead"
      ? `${names(`state_${state}`)} · ${t(`delivery_${delivery}`)}`
      : names(`state_${state}`);
}

export function BatchStatus({ batch }: { batch: HandoverBatch }): ReactNode {
  const stateOf = useBatchState();
  return <Status tone={toneOf(batch)}>{stateOf(batch)}</Status>;
}
