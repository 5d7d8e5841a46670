import { describe, expect, test } from "vitest";
import type { ClosingReason, FilePhase, FileStatus, HoldKind } from "../files/files.ts";
import { fileStatuses } from "../files/files.ts";
import { effectOf } from "./holds.ts";
import { agreedPlace, type ClosingFacts, closingProblem, placeProblem } from "./status-consistency.ts";

const facts = (kinds: readonly HoldKind[] = [], more: Partial<ClosingFacts> = {}): ClosingFacts => ({
  holds: kinds.map((kind) => ({ kind, effect: effectOf(kind) })),
  known: kinds,
  arranged: false,
  openCents: 10_000,
  overpaidCents: 0,
  paidCents: 0,
  ...more,
});

describe("a status and phase chosen by a person", () => {
  test.each<[string, ClosingFacts, FileStatus, FilePhase, string | null]>([
    ["a file without a state can be set to any status", facts(), "in_progress", "amicable", null],
    ["WSNP allows only suspended", facts(["wsnp"]), "in_progress", "shv", "files.stoppedByState"],
    ["bankruptcy allows only suspended", facts(["bankruptcy"]), "monitoring", "amicable", "files.stoppedByState"],
    [
      "a dispute allows only paused or suspended",
      facts(["dispute"]),
      "no_more_steps",
      "amicable",
      "files.stoppedByState",
    ],
    ["a dispute allows suspended", facts(["dispute"]), "suspend", "amicable", null],
    ["an administration allows every status", facts(["administration"]), "in_progress", "amicable", null],
    ["term payment needs an arrangement", facts(), "term_payment", "amicable", "files.noArrangement"],
    [
      "an active arrangement allows only term payment",
      facts([], { arranged: true }),
      "in_progress",
      "amicable",
      "files.arrangementRuns",
    ],
    ["an active arrangement allows paused", facts([], { arranged: true }), "paused", "amicable", null],
    ["debt counselling allows only its own phase", facts(["shv"]), "suspend", "judicial", "files.phaseUnderState"],
    ["the phase of debt counselling needs that state", facts(), "in_progress", "shv", "files.phaseNeedsState"],
  ])("%s", (_, known, status, phase, problem) => {
    expect(placeProblem({ status, phase }, known)?.message.key ?? null).toBe(problem);
  });

  test("is consistent after the correction, whatever it was", () => {
    for (const kinds of [[], ["wsnp"], ["shv"], ["dispute"], ["dispute", "bankruptcy"], ["vulnerable"]] as const)
      for (const arranged of [false, true])
        for (const status of fileStatuses.filter((each) => each !== "closed"))
          for (const phase of ["amicable", "shv", "bailiff"] as const) {
            const known = facts(kinds, { arranged });
            const agreed = agreedPlace({ status, phase }, known);
            expect(agreedPlace(agreed, known)).toEqual(agreed);
            expect(placeProblem(agreed, known)).toBeUndefined();
          }
  });
});

describe("a closing reason", () => {
  const paid = { openCents: 0, paidCents: 10_000 };
  test.each<[ClosingReason, ClosingFacts, string | null]>([
    ["paid_in_full", facts([], paid), null],
    // 100.00 open
    ["paid_in_full", facts(), "files.closeMoneyOpen"],
    ["paid_in_full", facts([], { openCents: 1, paidCents: 9_999 }), "files.closeMoneyOpen"],
    ["paid_in_full", facts([], { openCents: 0 }), "files.closeNothingPaid"],
    ["paid_directly", facts(), "files.closeMoneyOpen"],
    ["settled", facts(), "files.closeMoneyOpen"],
    ["credited", facts(), "files.closeMoneyOpen"],
    ["withdrawn", facts(), null],
    ["withdrawn", facts([], { ...paid, overpaidCents: 1 }), "files.closeOverpaid"],
    ["uncollectable", facts([], { arranged: true }), "files.arrangementRuns"],
    ["uncollectable", facts(["bankruptcy"]), null],
    ["bankrupt", facts(), "files.closeNeeds_bankruptcy"],
    ["bankrupt", facts(["bankruptcy"]), null],
    ["wsnp_clean_slate", facts([], { known: ["wsnp"] }), null],
    ["wsnp_clean_slate", facts(["shv"]), "files.closeNeeds_wsnp"],
    ["shv_completed", facts(["shv"]), "files.closeMoneyOpen"],
    ["deceased_no_estate", facts(), "files.closeNeeds_deceased"],
    ["disputed_unfounded", facts(), "files.closeNeeds_dispute"],
  ])("%s", (reason, known, problem) => {
    expect(closingProblem(reason, known)?.key ?? null).toBe(problem);
  });
});
