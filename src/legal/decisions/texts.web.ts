import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { Tone } from "../../ground/platform/web/content/values.web.tsx";
import { useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import { readHandover } from "../handover/handover.contract.ts";
import { listDecisions, listQuestions, readDecision } from "./decisions.contract.ts";
import type { decisionTexts } from "./decisions.texts.ts";
import type { Advice } from "./decisions.ts";

export const useDecisionTexts = () => useTexts<typeof decisionTexts>("decisions");

export const adviceTones = { sue: "good", settle: "accent", wait: "warn", writeOff: "bad" } as const satisfies Record<
  Advice,
  Tone
>;

/** Reads again whatever shows a decision. */
export function useDecided(): () => void {
  const invalidate = useInvalidate();
  return () => {
    for (const call of [listDecisions, readDecision, listQuestions, readHandover]) void invalidate(call);
  };
}
