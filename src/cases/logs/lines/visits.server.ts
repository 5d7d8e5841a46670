/**
 * Visits to the debtor and the law gate, which lies above the timeline and the agenda: the module that judges visits says so here, and whatever
 * plans or records one asks it (Bki 4.2, house policy).
 */
import { z } from "zod";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";

/** A rule that a visit was made against, in no language. */
const brokenRule = z.object({
  rule: z.string(),
  /** The article of the law; "house" for a rule of the house. */
  article: z.string(),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.object({ date: z.string() })])),
});
export type BrokenRule = z.infer<typeof brokenRule>;
export const brokenRules = z.array(brokenRule);

/** A visit that is to be made on a day. */
export interface PlannedVisit {
  readonly fileId: number;
  readonly on: PlainDate;
  /** The agenda item that it is; null for a new one. */
  readonly itemId: number | null;
  /** The field that a refusal stands beside. */
  readonly field: string;
}

/** A visit that was made. */
export interface MadeVisit {
  readonly fileId: number;
  readonly at: Date;
  /** Whoever records it was told that it was against the rules, and records it all the same. */
  readonly confirmed: boolean;
}

export interface VisitJudge {
  /** @throws refused, beside the field, with each rule, its article and the first day on which the visit is possible. */
  readonly planned: (ctx: WorkCtx, visit: PlannedVisit) => Promise<void>;
  /** The rules that it was made against. @throws refused beside `at` where there are any and nobody confirmed it. */
  readonly made: (ctx: WorkCtx, visit: MadeVisit) => Promise<readonly BrokenRule[]>;
}

let judge: VisitJudge | undefined;

export const judgeVisitsBy = (by: VisitJudge): void => {
  judge = by;
};

export function visitJudge(): VisitJudge {
  if (!judge) throw new VorderError("internal", { cause: "nobody judges visits" });
  return judge;
}
