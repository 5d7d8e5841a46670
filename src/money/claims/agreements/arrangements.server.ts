/** Arrangements on the server: proposing, starting and ending them, and their nightly processing. */

import { planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { type FileState, followFiles, lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { LogText } from "../../../cases/logs/logs.ts";
import { closeFile, setStatus } from "../../../cases/states/states.server.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { lastChange } from "../../../people/access/access.server.ts";
import { balanceOf } from "../engine/balance.ts";
import { arrangementAnswered } from "../engine/events.server.ts";
import type { ArrangementAction, ArrangementPlan, NewEvent } from "../engine/events.ts";
import { appendEvents, eventsOf } from "../record/record.server.ts";
import {
  type ArrangementState,
  type ArrangementStatus,
  activeArrangement,
  isSettlement,
  planProblems,
  recalculatedPlan,
  shiftedPlan,
  withClosingTerm,
} from "./arrangement.ts";
import { type ArrangementRequest, previewOf } from "./arrangement-plan.server.ts";
import { answerRequester } from "./arrangement-requests.server.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";
import { currentArrangements } from "./arrangement-state.server.ts";
import { endPromise } from "./promises.server.ts";
import { dischargeRest, planSettlementReview, yearKey } from "./settlement-end.server.ts";

async function found(ctx: WorkCtx, fileId: number, id: string): Promise<ArrangementState> {
  const state = (await currentArrangements(ctx, fileId)).find((each) => each.id === id);
  if (!state) throw notFound();
  return state;
}

interface StepDetail {
  readonly plan?: ArrangementPlan | undefined;
  readonly reason?: string | undefined;
  readonly term?: number | undefined;
  readonly until?: PlainDate | undefined;
  readonly effectKey?: string | undefined;
  readonly subject?: LogText;
}

/** Enters an event of an arrangement. Its timeline line refers to the event; for an action by a client's user the line is a message of theirs. */
async function step(
  ctx: WorkCtx,
  fileId: number,
  arrangement: string,
  action: ArrangementAction,
  more: StepDetail = {},
): Promise<boolean> {
  const { plan, reason, term, until, effectKey, subject } = more;
  const event: NewEvent = {
    kind: "arrangement",
    on: ctx.clock.today(),
    data: {
      arrangement,
      action,
      ...(plan && { plan }),
      ...(reason && { reason }),
      ...(term !== undefined && { term }),
      ...(until !== undefined && { until }),
    },
    ...(effectKey ? { effectKey } : {}),
  };
  const { ids, added } = await appendEvents(ctx, fileId, [event]);
  if (added === 0) return false;
  await ctx.audit({ action: `claims.arrangement.${action}`, subject: "file", subjectId: fileId, after: event.data });
  const values = {
    ...(plan && { total: { cents: plan.total }, count: plan.terms.length }),
    ...(term !== undefined && { term }),
  };
  const byClient = ctx.user.kind === "customer" || ctx.user.kind === "contact";
  await writeLog(ctx, {
    fileId,
    type: byClient ? "client_message" : "payment",
    subject: subject ?? { key: `${logRoom[action] ?? "claims"}.logArrangement_${action}`, values },
    content: reason ?? null,
    ref: { kind: "arrangement", id: ids[0] ?? 0 },
  });
  return true;
}

const logRoom: Partial<Record<ArrangementAction, string>> = { waive: "agreements" };

/** A plan that violates a client's limits needs a reason before it may start. @throws validation on `reason`. */
export async function requireReasonBeyondLimits(
  ctx: WorkCtx,
  fileId: number,
  plan: ArrangementPlan,
  reason: string,
): Promise<void> {
  if (reason !== "") return;
  if (planProblems(plan, await arrangementRulesOf(ctx.db, fileId)).length > 0) {
    throw fieldError("reason", "agreements.beyondLimits");
  }
}

/** Proposes an arrangement over what is open. @throws notFound; validation if one is active or the terms are invalid. */
export async function propose(
  ctx: WorkCtx,
  fileId: number,
  request: ArrangementRequest & { readonly activate: boolean; readonly reason?: string | undefined },
): Promise<ArrangementState> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") throw fieldError("common", "claims.fileClosed");
  if (activeArrangement(await currentArrangements(ctx, fileId)))
    throw fieldError("common", "claims.arrangementRunning");
  const { plan } = await previewOf(ctx, fileId, request);
  const id = ctx.ids.uuid();
  await step(ctx, fileId, id, "propose", { plan, reason: request.reason });
  return request.activate ? changeTo(ctx, fileId, id, { action: "activate" }) : found(ctx, fileId, id);
}

/** The states in which each action is allowed. */
const allowedFrom: Readonly<Record<ArrangementAction, readonly ArrangementStatus[]>> = {
  propose: [],
  activate: ["proposed"],
  pause: ["active"],
  resume: ["paused"],
  waive: ["active", "paused"],
  complete: ["active", "paused"],
  break: ["active", "paused"],
  cancel: ["proposed", "active", "paused"],
};

const running = (status: ArrangementStatus): boolean => status === "active" || status === "paused";

export interface ArrangementChange {
  readonly action: ArrangementAction;
  readonly reason?: string | undefined;
  /** For `waive`: the number of the term, from 1. */
  readonly term?: number | undefined;
  /** For `pause`: its last day. */
  readonly until?: PlainDate | undefined;
  /** The version that the user saw; absent for actions of the system. */
  readonly version?: number | undefined;
  readonly effectKey?: string | undefined;
  /** For `cancel`: other terms replace it at once, of which the debtor is informed. */
  readonly replaced?: boolean;
}

/** @throws conflict with the current arrangement and who changed it, if it is not the version that was read. */
async function requireSeen(
  ctx: WorkCtx,
  fileId: number,
  { status, version, next }: ArrangementState,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === version) return;
  const current = { status, version, amount: next?.amount ?? null };
  throw new VorderError("conflict", { data: { current, ...(await lastChange(ctx.db, "file", fileId)) } });
}

function requireAllowed(ctx: WorkCtx, state: ArrangementState, change: ArrangementChange): void {
  if (!allowedFrom[change.action].includes(state.status)) {
    const status = ctx.translate({ key: `claims.arrangementStatus_${state.status}` });
    throw fieldError("common", "claims.arrangementState", { status });
  }
  if (change.action === "pause" && change.until !== undefined && change.until < ctx.clock.today()) {
    throw fieldError("until", "agreements.untilPast");
  }
  // A proposal that waited past its first day would be missed from the start, and broken within days.
  const [first] = state.plan.terms;
  if (change.action === "activate" && !isSettlement(state.plan) && first && first.on < ctx.clock.today()) {
    throw fieldError("common", "agreements.firstPast");
  }
  if (change.action !== "waive") return;
  const term = state.terms[(change.term ?? 0) - 1];
  if (!term || term.status === "received" || term.status === "waived") {
    throw fieldError("term", "agreements.noSuchTerm");
  }
}

/** The terms of a proposal ask for what was paid or credited since once more. A settlement offers less than is owed. */
async function requireOwed(ctx: WorkCtx, fileId: number, { plan, terms }: ArrangementState): Promise<void> {
  if (isSettlement(plan)) return;
  const { open } = balanceOf(await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db), ctx.clock.today());
  if (sumCents(terms.map(({ amount, received }) => amount - received)) > open)
    throw fieldError("common", "agreements.paidMeanwhile");
}

/**
 * Changes the state of an arrangement. While it is active the file's status is `term_payment` and there is no dunning; when it ends the file
 * continues in its workflow. A pause postpones the terms that are due from its start; a waived term is added to the closing term.
 * @throws notFound; validation if the state does not allow the action; conflict.
 */
export async function changeTo(
  ctx: WorkCtx,
  fileId: number,
  id: string,
  change: ArrangementChange,
): Promise<ArrangementState> {
  const file = await lockFile(ctx, fileId);
  const before = await found(ctx, fileId, id);
  await requireSeen(ctx, fileId, before, change.version);
  requireAllowed(ctx, before, change);
  const { action, reason, term, until, effectKey } = change;
  if (action === "activate" && activeArrangement(await currentArrangements(ctx, fileId))) {
    throw fieldError("common", "claims.arrangementRunning");
  }
  const plan = action === "resume" ? shiftedPlan(before, ctx.clock.today()) : undefined;
  await step(ctx, fileId, id, action, {
    plan,
    reason,
    ...(action === "waive" && { term }),
    ...(action === "pause" && { until }),
    effectKey,
  });
  const after = await found(ctx, fileId, id);
  if (action === "activate") {
    await requireOwed(ctx, fileId, after);
    // An open promise becomes part of the arrangement.
    await endPromise(ctx, fileId);
    // A state that suspends the file continues during its settlement: all contact stays with the counsellor.
    const stays = isSettlement(after.plan) && file.status === "suspend";
    if (!stays) await setStatus(ctx, fileId, { status: "term_payment" });
  }
  if (running(before.status) && !running(after.status) && file.status === "term_payment") {
    await setStatus(ctx, fileId, { status: "in_progress" });
  }
  // The case manager looks at a broken arrangement and at one that waits for approval.
  if (action === "break") {
    await planAgenda(ctx, { fileId, subject: "missed_term", key: `arrangement-broken:${id}` });
    await ctx.emit(arrangementAnswered, { fileId, arrangement: id, outcome: "broken" });
  } else await settleAgenda(ctx, { fileId, key: `arrangement-asked:${id}` });
  if (before.status === "proposed") await answerProposal(ctx, file, after, change);
  return after;
}

/** Informs the debtor and the requester of the outcome of a proposal. */
async function answerProposal(
  ctx: WorkCtx,
  file: FileState,
  state: ArrangementState,
  { action, replaced, reason = "" }: ArrangementChange,
): Promise<void> {
  if (replaced) return answerRequester(ctx, file, state, "other", "");
  const outcome = action === "activate" ? "agreed" : "refused";
  await ctx.emit(arrangementAnswered, { fileId: file.id, arrangement: state.id, outcome });
  await answerRequester(ctx, file, state, outcome, reason);
}

/**
 * Processes a new day for the arrangement of a file: broken by the missed-term rule, completed when everything is paid, or given a closing term for
 * the accrued interest. Idempotent within a day.
 */
export async function followArrangement(ctx: WorkCtx, fileId: number): Promise<void> {
  await lockFile(ctx, fileId);
  const today = ctx.clock.today();
  const state = activeArrangement(await currentArrangements(ctx, fileId));
  if (state?.status === "paused" && state.pausedUntil !== null && state.pausedUntil < today) {
    const effectKey = `arrangement-resume:${state.id}:${state.version}`;
    await changeTo(ctx, fileId, state.id, { action: "resume", effectKey });
    return;
  }
  if (state?.status !== "active") return;
  if (isSettlement(state.plan)) {
    await followSettlement(ctx, fileId, state);
    return;
  }
  if (state.breaksOn === null && state.next !== null) return;
  const { open } = balanceOf(await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db), today);
  // Nobody misses a term of what was paid, credited or written off meanwhile.
  if (open === 0) {
    await changeTo(ctx, fileId, state.id, { action: "complete", effectKey: `arrangement-complete:${state.id}` });
    return;
  }
  if (state.breaksOn !== null) {
    await changeTo(ctx, fileId, state.id, { action: "break", effectKey: `arrangement-break:${state.id}` });
    return;
  }
  await addClosingTerm(ctx, fileId, state, open, today);
}

/**
 * A settlement is not broken by the missed-term rule, because counsellor and client decide on its end; the case manager is informed. When
 * everything is paid, the rest is discharged and the file closes.
 */
async function followSettlement(ctx: WorkCtx, fileId: number, state: ArrangementState): Promise<void> {
  await planSettlementReview(ctx, fileId, state);
  if (state.next !== null) return;
  await dischargeRest(ctx, fileId, state.id);
  await changeTo(ctx, fileId, state.id, { action: "complete", effectKey: `arrangement-complete:${state.id}` });
  await closeFile(ctx, fileId, { reason: "shv_completed" });
}

/** Changes the amount of the remaining terms of an active settlement. @throws notFound; validation; conflict. */
export async function recalculate(
  ctx: WorkCtx,
  fileId: number,
  id: string,
  change: { readonly amount: Cents; readonly reason: string; readonly version?: number | undefined },
): Promise<ArrangementState> {
  await lockFile(ctx, fileId);
  const state = await found(ctx, fileId, id);
  await requireSeen(ctx, fileId, state, change.version);
  if (!isSettlement(state.plan) || state.status !== "active") throw fieldError("common", "settlement.notASettlement");
  const plan = recalculatedPlan(state, change.amount, ctx.clock.today());
  if (plan.total >= (plan.debt ?? plan.total + 1)) throw fieldError("amount", "settlement.offeredTooHigh");
  const subject = { key: "settlement.logRecalculated", values: { total: { cents: plan.total } } };
  // The terms of an active arrangement change by a second activation; the first day on which receipts count stays.
  await step(ctx, fileId, id, "activate", { plan, reason: change.reason, subject });
  await settleAgenda(ctx, { fileId, key: yearKey(state, ctx.clock.today()) });
  return found(ctx, fileId, id);
}

async function addClosingTerm(
  ctx: WorkCtx,
  fileId: number,
  state: ArrangementState,
  open: Cents,
  today: PlainDate,
): Promise<void> {
  const plan = withClosingTerm(state.plan, open);
  const last = plan.terms.at(-1);
  if (!last) return;
  // The debtor gets at least two weeks, even if the next period starts earlier.
  const on = last.on < addDays(today, 14) ? addDays(today, 14) : last.on;
  const terms = [...plan.terms.slice(0, -1), { ...last, on }];
  await step(ctx, fileId, state.id, "activate", {
    plan: { ...plan, terms },
    effectKey: `arrangement-closing:${state.id}:${terms.length}`,
    subject: { key: "claims.logClosingTerm", values: { amount: { cents: open }, on: { date: on } } },
  });
}

// When a file closes, its arrangement ends: completed if nothing is open, otherwise cancelled.
followFiles(async (ctx, file, change) => {
  if (change.kind !== "closed") return;
  const state = activeArrangement(await currentArrangements(ctx, file.id));
  if (!state) return;
  const { open } = balanceOf(await eventsOf(ctx.db, file.id), await loadTariffs(ctx.db), ctx.clock.today());
  await step(ctx, file.id, state.id, open === 0 ? "complete" : "cancel");
});
