/** The terms that a requested arrangement would have over what is open today. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { FieldProblems, fieldError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { balanceOf } from "../engine/balance.ts";
import type { ArrangementPlan, ClaimEvent, TermFrequency } from "../engine/events.ts";
import { eventsOf } from "../record/record.server.ts";
import { buildTerms, isSettlement, type PlanProblem, planProblems } from "./arrangement.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";

export interface ArrangementRequest {
  readonly first: PlainDate;
  readonly frequency: TermFrequency;
  readonly interest: "runs" | "frozen";
  readonly count?: number | undefined;
  readonly amount?: Cents | undefined;
  /** For a settlement in debt counselling: the total that is paid, with final discharge of the rest. */
  readonly offered?: Cents | undefined;
}

function planOf(request: ArrangementRequest, open: Cents, today: PlainDate): ArrangementPlan {
  const { first, frequency, count, amount, offered } = request;
  if (open <= 0) throw fieldError("common", "claims.nothingOpen");
  const problems = new FieldProblems();
  // Its terms would be missed from the start. A settlement may run already when it is entered, and no missed term breaks it.
  if (offered === undefined && first < today) problems.add("first", "agreements.untilPast");
  if (offered !== undefined && offered >= open) problems.add("offered", "settlement.offeredTooHigh");
  const total = offered ?? open;
  const by = amount === undefined ? { count: count ?? 1 } : { amount };
  const terms = "amount" in by ? Math.ceil(total / by.amount) : by.count;
  if ((count === undefined) === (amount === undefined)) problems.add("count", "claims.countOrAmount");
  else if (terms > 120 || total / terms < 1)
    problems.add(amount === undefined ? "count" : "amount", "claims.tooManyTerms");
  problems.throwIfAny();
  const plan = { total, frequency, terms: buildTerms({ total, first, frequency, by }) };
  // No interest runs during a settlement: the amount that the debtor pays is final.
  return offered === undefined
    ? { ...plan, interest: request.interest }
    : { ...plan, interest: "frozen", kind: "shv", debt: open };
}

/** What is open after the last term if each term is paid on its day: the interest that accrued meanwhile. */
export function openAfterTerms(
  events: readonly ClaimEvent[],
  plan: ArrangementPlan,
  tariffs: Tariffs,
  today: PlainDate,
): Cents {
  const last = plan.terms.at(-1)?.on ?? today;
  const nextId = Math.max(0, ...events.map(({ id }) => id)) + 1;
  const payments = plan.terms.map(
    (term, at): ClaimEvent => ({
      id: nextId + 1 + at,
      kind: "payment",
      on: term.on,
      amount: term.amount,
      data: { receipt: "agency", reference: "" },
    }),
  );
  const start: ClaimEvent = {
    id: nextId,
    kind: "arrangement",
    on: today,
    amount: 0,
    data: { arrangement: "preview", action: "activate", plan },
  };
  return balanceOf([...events, start, ...payments], tariffs, last).open;
}

export interface ArrangementPreview {
  readonly plan: ArrangementPlan;
  readonly closingTerm: Cents;
  readonly warnings: readonly PlanProblem[];
}

/** The terms that a request would give over what is open today. @throws validation on `first`, `count`, `amount` or if nothing is open. */
export async function previewOf(
  ctx: Pick<Ctx, "db" | "clock">,
  fileId: number,
  request: ArrangementRequest,
): Promise<ArrangementPreview> {
  const today = ctx.clock.today();
  const [events, tariffs] = [await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db)];
  const plan = planOf(request, balanceOf(events, tariffs, today).open, today);
  // Limits apply to agreements by staff; a settlement is the client's own decision, and its rest is discharged.
  if (isSettlement(plan)) return { plan, closingTerm: 0, warnings: [] };
  return {
    plan,
    closingTerm: openAfterTerms(events, plan, tariffs, today),
    warnings: planProblems(plan, await arrangementRulesOf(ctx.db, fileId)),
  };
}
