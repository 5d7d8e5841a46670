/** Agreements with a debtor: requested by the client's users, approved by staff, within the client's limits. */
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile, requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { balanceOf } from "../engine/balance.ts";
import type { ArrangementPlan, TermFrequency } from "../engine/events.ts";
import type { ArrangementRow } from "../engine/statement.contract.ts";
import { arrangementOut } from "../engine/statement.server.ts";
import { eventsOf } from "../record/record.server.ts";
import {
  allowTermPayment,
  changeArrangement,
  previewArrangement,
  proposeArrangement,
  readAgreements,
  requestArrangement,
} from "./agreements.contract.ts";
import { type ArrangementState, planProblems } from "./arrangement.ts";
import { type ArrangementPreview, type ArrangementRequest, previewOf } from "./arrangement-plan.server.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";
import { currentArrangements } from "./arrangement-state.server.ts";
import { changeTo, propose, requireReasonBeyondLimits } from "./arrangements.server.ts";
import { capacityOfFile } from "./payment-capacity.server.ts";
import { promisesOf } from "./promises.server.ts";

const termsPerYear: Readonly<Record<TermFrequency, number>> = { week: 52, twoWeeks: 26, fourWeeks: 13, month: 12 };

/** The highest total of a plan's terms in one month, rounded to whole cents. */
export const perMonth = ({ frequency, terms }: Pick<ArrangementPlan, "frequency" | "terms">): Cents =>
  Math.round((Math.max(...terms.map(({ amount }) => amount)) * termsPerYear[frequency]) / 12);

const isHouse = ({ user }: Pick<Ctx, "user">): boolean => user.kind === "staff" || user.kind === "system";

/** Only staff can approve: users of a client may hold some of the staff roles. @throws forbidden. */
function requireHouse(ctx: Ctx): void {
  if (!isHouse(ctx)) throw new VorderError("forbidden");
}

const preview = handle(previewArrangement, async (ctx, { params, query }) => {
  await requireFile(ctx, params.id);
  const { plan, closingTerm, warnings } = await previewOf(ctx, params.id, query);
  return {
    total: plan.total,
    terms: [...plan.terms],
    closingTerm,
    warnings: [...warnings],
    perMonth: perMonth(plan),
    capacity: await capacityOfFile(ctx.db, params.id),
  };
});

const proposal = handle(proposeArrangement, async (ctx, { params, body }) => {
  await requireFile(ctx, params.id);
  requireHouse(ctx);
  if (body.activate) await requireReason(ctx, params.id, body, body.reason);
  return arrangementOut(await propose(ctx, params.id, body));
});

/** @throws validation on `reason` if the terms exceed the client's limits and no reason is given. */
async function requireReason(ctx: Ctx, fileId: number, request: ArrangementRequest, reason: string): Promise<void> {
  const { plan } = await previewOf(ctx, fileId, request);
  await requireReasonBeyondLimits(ctx, fileId, plan, reason);
}

/** Whether an arrangement of the file was broken so recently that a person judges the next one: else it would stand still again and again. */
async function brokeOneLately(ctx: Ctx, fileId: number, months: number): Promise<boolean> {
  const since = addMonths(ctx.clock.today(), -months);
  return (await currentArrangements(ctx, fileId)).some(
    ({ status, endedOn }) => status === "broken" && endedOn !== null && endedOn > since,
  );
}

/** Whether the client lets its users agree on this without approval. */
async function isSelfService(ctx: Ctx, fileId: number, request: ArrangementRequest): Promise<boolean> {
  const rules = await arrangementRulesOf(ctx.db, fileId);
  const { plan } = await previewOf(ctx, fileId, request);
  const capacity = await capacityOfFile(ctx.db, fileId);
  const affordable = capacity === null || perMonth(plan) <= capacity;
  const isWithin = plan.total <= rules.selfService && affordable && planProblems(plan, rules).length === 0;
  return isWithin && !(await brokeOneLately(ctx, fileId, rules.missWindowMonths));
}

/**
 * Requests an arrangement for the debtor: it starts at once within the client's limits, otherwise it waits for the case manager.
 * @throws notFound; validation if none can be requested now, or beside invalid terms.
 */
export async function storeArrangementRequest(
  ctx: Ctx,
  fileId: number,
  { note, ...terms }: ArrangementRequest & { readonly note: string },
): Promise<ArrangementRow & { readonly approved: boolean }> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "suspend") throw fieldError("common", "agreements.suspended");
  const waiting = (await currentArrangements(ctx, fileId)).some(({ status }) => status === "proposed");
  if (waiting) throw fieldError("common", "agreements.alreadyAsked");
  const approved = await isSelfService(ctx, fileId, terms);
  const state = await propose(ctx, fileId, { ...terms, activate: approved, reason: note });
  if (!approved)
    await planAgenda(ctx, { fileId: file.id, subject: "debtor_proposal", key: `arrangement-asked:${state.id}` });
  return { ...arrangementOut(state), approved };
}

/** The terms over what is open today, and whether they would start without approval. @throws validation beside the terms. */
export async function foreseeArrangement(
  ctx: Ctx,
  fileId: number,
  request: ArrangementRequest,
): Promise<ArrangementPreview & { readonly approved: boolean }> {
  await requireFile(ctx, fileId);
  return { ...(await previewOf(ctx, fileId, request)), approved: await isSelfService(ctx, fileId, request) };
}

const request = handle(requestArrangement, (ctx, { params, body }) => storeArrangementRequest(ctx, params.id, body));

interface ProposalLine {
  readonly fileId: number;
  readonly eventId: number | null;
}

async function proposalLine(ctx: Ctx, logId: number): Promise<ProposalLine> {
  const row = await selectFiles(ctx)
    .innerJoin("file_log", "file_log.file_id", "case_file.id")
    .select(["file_log.file_id", "file_log.ref_kind", "file_log.ref_id", "file_log.type"])
    .where("file_log.id", "=", logId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { fileId: row.file_id, eventId: row.ref_kind === "arrangement" ? row.ref_id : null };
}

/** The arrangement that a timeline line proposes, if the proposal is still waiting. */
async function proposedBy(ctx: Ctx, { fileId, eventId }: ProposalLine): Promise<ArrangementState | undefined> {
  if (eventId === null) return undefined;
  const event = (await eventsOf(ctx.db, fileId)).find(({ id }) => id === eventId);
  if (event?.kind !== "arrangement") return undefined;
  return (await currentArrangements(ctx, fileId)).find(({ id }) => id === event.data.arrangement);
}

const termsGiven = (body: {
  readonly first?: PlainDate | undefined;
  readonly frequency?: TermFrequency | undefined;
  readonly interest?: "runs" | "frozen" | undefined;
  readonly count?: number | undefined;
  readonly amount?: Cents | undefined;
}): ArrangementRequest | undefined => {
  const { first, frequency, interest = "runs", count, amount } = body;
  return first && frequency ? { first, frequency, interest, count, amount } : undefined;
};

const allow = handle(allowTermPayment, async (ctx, { params, body }) => {
  requireHouse(ctx);
  const line = await proposalLine(ctx, params.id);
  await lockFile(ctx, line.fileId);
  const proposed = await proposedBy(ctx, line);
  const terms = termsGiven(body);
  if (terms) {
    // Other terms than were requested: they replace the proposal.
    await requireReason(ctx, line.fileId, terms, body.reason);
    if (proposed?.status === "proposed")
      await changeTo(ctx, line.fileId, proposed.id, {
        action: "cancel",
        reason: ctx.translate({ key: "agreements.otherTerms" }),
        replaced: true,
      });
    return arrangementOut(await propose(ctx, line.fileId, { ...terms, activate: true, reason: body.reason }));
  }
  if (!proposed) throw fieldError("first", "agreements.noTermsOnLine");
  if (proposed.status === "proposed") await requireReasonBeyondLimits(ctx, line.fileId, proposed.plan, body.reason);
  const change = { action: "activate", reason: body.reason } as const;
  return arrangementOut(await changeTo(ctx, line.fileId, proposed.id, change));
});

const change = handle(changeArrangement, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  requireHouse(ctx);
  if (body.action === "activate") {
    const state = (await currentArrangements(ctx, file.id)).find(({ id }) => id === params.arrangement);
    if (state?.status === "proposed") await requireReasonBeyondLimits(ctx, file.id, state.plan, body.reason);
  }
  return arrangementOut(await changeTo(ctx, params.id, params.arrangement, body));
});

const overview = handle(readAgreements, async (ctx, { params }) => {
  const file = await requireFile(ctx, params.id);
  const today = ctx.clock.today();
  const events = await eventsOf(ctx.db, file.id);
  const { minimumTerm, maximumMonths, selfService, ...rules } = await arrangementRulesOf(ctx.db, file.id);
  const { graceWorkingDays, breakAfterDays, allowedMisses } = rules;
  return {
    today,
    open: balanceOf(events, await loadTariffs(ctx.db), today).open,
    closed: file.status === "closed",
    decides: isHouse(ctx),
    limits: { minimumTerm, maximumMonths, selfService, graceWorkingDays, breakAfterDays, allowedMisses },
    capacity: await capacityOfFile(ctx.db, file.id),
    arrangements: (await currentArrangements(ctx, file.id)).map(arrangementOut),
    promises: await promisesOf(ctx.db, file.id, events),
  };
});

export const arrangementAnswers: readonly Handler[] = [preview, proposal, request, allow, change, overview];
