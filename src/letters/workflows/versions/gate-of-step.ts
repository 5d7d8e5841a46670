/** Which rules of the law gate apply to a step, whatever the file: shown on the edge that leads to it. Pure. */
import { type Refusal, refusal } from "../../../law/rules/rules.ts";
import type { Audience, Step } from "../schedule/definition.ts";

export const edgeRules = [
  "notInDefault",
  "descriptionMissing",
  "noticeRunning",
  "bikNotInDefault",
  "timeBarred",
  "contactHours",
  "frequencyWeek",
  "blocked",
  "summonsAddress",
  "summonsAmount",
  "summonsProof",
  "limitationNear",
  "hold",
  "arrangement",
] as const satisfies readonly Refusal["rule"][];
export type EdgeRule = (typeof edgeRules)[number];

function rulesOf({ channel, effect }: Pick<Step, "channel" | "effect">, audience: Audience): readonly EdgeRule[] {
  if (effect === "summons" || effect === "handover")
    return [
      "summonsAddress",
      "summonsAmount",
      "limitationNear",
      ...(audience === "business" ? [] : (["summonsProof"] as const)),
    ];
  if (effect === "bik") return [audience === "business" ? "bikNotInDefault" : "noticeRunning", "timeBarred"];
  if (effect === "notice14") return ["notInDefault", "descriptionMissing"];
  if (channel === "call") return ["contactHours", "frequencyWeek", "blocked"];
  if (channel === "email" || channel === "sms") return ["contactHours", "frequencyWeek"];
  return channel === "post" ? ["notInDefault", "timeBarred"] : [];
}

/** The rules before a step, each with its article; what stops every step (a hold, an arrangement) comes last. */
export const gateOfStep = (
  step: Pick<Step, "channel" | "effect">,
  audience: Audience,
): readonly { readonly rule: EdgeRule; readonly article: string }[] =>
  [...rulesOf(step, audience), "hold" as const, "arrangement" as const].map((rule) => ({
    rule,
    article: refusal(rule, null).article,
  }));
