/** What each action does to one file, through the public interface of the module that owns it, and how it is taken back. */
import { createAgendaItem } from "../../../cases/agenda/agenda.contract.ts";
import { planAgenda, requireOpenFile } from "../../../cases/agenda/agenda.server.ts";
import { assignManager } from "../../../cases/files/files.contract.ts";
import { assignFile, type FileState, requireFile } from "../../../cases/files/files.server.ts";
import { createLog } from "../../../cases/logs/logs.contract.ts";
import { writeNote } from "../../../cases/logs/logs.server.ts";
import {
  changeStatus,
  closeFileByHand,
  liftHoldFromFile,
  placeHoldOnFile,
  reopenFileByHand,
} from "../../../cases/states/states.contract.ts";
import {
  activeHolds,
  closeByHand,
  liftHold,
  placeHold,
  reopenFile,
  requireReason,
  setStatus,
} from "../../../cases/states/states.server.ts";
import { type Access, allows } from "../../../ground/kernel/access.ts";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { agendaSubjectRows } from "../../../ground/lists/lists.server.ts";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { doStep } from "../../../letters/processing/processing.contract.ts";
import { type JudgedStep, judgedStep, performStep } from "../../../letters/processing/processing.server.ts";
import { changeFileWorkflow, skipWorkflowStep } from "../../../letters/workflows/workflows.contract.ts";
import {
  changeWorkflow,
  fileSteps,
  formerPlace,
  loadWorkflows,
  moveToStep,
} from "../../../letters/workflows/workflows.server.ts";
import { stepText } from "../../../letters/workflows/workflows.texts.ts";
import type { MoveTo } from "../../../letters/workflows/workflows.ts";
import {
  actOnInterest,
  checkInterestAct,
  type InterestAct,
} from "../../../money/bulk-interest/bulk-interest.server.ts";
import { bookCost, freezeInterest, setInterestTerms } from "../../../money/claims/claims.contract.ts";
import { bookings, costChoices, eventsOf } from "../../../money/claims/claims.server.ts";
import { hasDuty } from "../../../people/employees/employees.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { type BulkKind, bulkActions } from "../bulk.ts";
import type { Why } from "../forecast/forecast.ts";
import { GateRefusal } from "../forecast/reasons.server.ts";
import { formerHoldOf, lastClosure, type Undoing } from "../runs/undo.server.ts";

/** Doing something to many files takes the same right as doing it to one. */
const rights: Readonly<Record<BulkKind, Access>> = {
  workflow: changeFileWorkflow.who,
  step: skipWorkflowStep.who,
  step_go: skipWorkflowStep.who,
  step_repeat: skipWorkflowStep.who,
  case_manager: assignManager.who,
  status: changeStatus.who,
  flag: placeHoldOnFile.who,
  unflag: liftHoldFromFile.who,
  note: createLog.who,
  agenda: createAgendaItem.who,
  cost: bookCost.who,
  close: closeFileByHand.who,
  reopen: reopenFileByHand.who,
  interest: freezeInterest.who,
  unfreeze: freezeInterest.who,
  interest_terms: setInterestTerms.who,
  send: doStep.who,
};

export const mayDo = (actor: Actor, kind: BulkKind): boolean => allows(rights[kind], actor.acl, true);
export const actionsOf = (actor: Actor): BulkKind[] => bulkActions.filter((kind) => mayDo(actor, kind));

const day = (field: string, text: string) => {
  const date = parsePlainDate(text);
  if (date === undefined) throw fieldError(field, "bulk.noSuchDate");
  return date;
};

/** Where four eyes are wanted nothing is sent by a work that is its owner's alone. @throws refused. */
export async function requireMaySend(ctx: WorkCtx, { kind }: BulkAction): Promise<void> {
  if (kind === "send" && (await globalSettings(ctx.db)).sendFourEyes)
    throw new VorderError("refused", { fields: { common: [{ key: "bulk.sendFourEyes" }] } });
}

/** Whether the action can be done at all, before any file is looked at. @throws validation by field of the action. */
export async function checkAction(ctx: WorkCtx, action: BulkAction): Promise<void> {
  const today = ctx.clock.today();
  await requireMaySend(ctx, action);
  if (action.kind === "workflow" && !(await loadWorkflows(ctx.db)).has(action.workflow))
    throw fieldError("action.workflow", "workflows.unknownWorkflow");
  if (action.kind === "case_manager" && action.caseManagerId !== null) {
    if (!(await hasDuty(ctx.db, action.caseManagerId, "caseManager")))
      throw fieldError("action.caseManagerId", "files.noSuchManager");
  }
  if (action.kind === "status" && action.status === "closed")
    throw fieldError("action.status", "files.closeNeedsReason");
  if (action.kind === "flag" && action.until && action.until < today)
    throw fieldError("action.until", "files.untilPast");
  if (action.kind === "flag" && action.since && day("action.since", action.since) > today)
    throw fieldError("action.since", "files.sinceInFuture");
  if (action.kind === "agenda") {
    if (!(await agendaSubjectRows(ctx.db)).some(({ id }) => id === action.subject))
      throw fieldError("action.subject", "bulk.noSuchSubject");
    if (action.on !== undefined && action.on < today) throw fieldError("action.on", "bulk.pastDay");
  }
  if (action.kind === "cost" && !(await costChoices.chargeable(ctx.db)).some(({ row }) => row.id === action.costType))
    throw fieldError("action.costType", "claims.noSuchCostType");
  if (action.kind === "close") await requireReason(ctx, action);
  if (action.kind === "step_go") {
    const definition = (await loadWorkflows(ctx.db)).get(action.workflow);
    if (!definition) throw fieldError("action.workflow", "workflows.unknownWorkflow");
    if (!definition.steps.some(({ position }) => position === action.position))
      throw fieldError("action.position", "workflow-panel.noSuchStep");
  }
  if (action.kind === "interest_terms") checkInterestAct({ kind: "terms", interest: action.interest }, "action.");
  if (action.kind === "unfreeze") day("action.from", action.from);
  if (action.kind === "interest" && action.until !== undefined && action.until <= action.from)
    throw fieldError("action.until", "claims.untilBeforeFrom");
}

/** The key under which an effect of this work is known, so that nothing is done twice. */
const keyOf = (bulkId: number): string => `bulk-${bulkId}`;

async function lift(ctx: WorkCtx, fileId: number, action: BulkAction & { kind: "unflag" }): Promise<Undoing> {
  const holds = (await activeHolds(ctx.db, [fileId], ctx.clock.today())).get(fileId) ?? [];
  const hold = holds.find(({ kind }) => kind === action.hold);
  if (!hold) throw fieldError("common", "bulk.noSuchHold");
  const former = await formerHoldOf(ctx, hold.id);
  await liftHold(ctx, fileId, hold.id, { reason: action.reason });
  return { kind: "flag", hold: former };
}

/** Moves a file in its workflow, and remembers where it was. */
async function placed(ctx: WorkCtx, file: FileState, move: () => Promise<unknown>): Promise<Undoing> {
  const place = await formerPlace(ctx, file.id);
  await move();
  return { kind: "place", place, status: file.status, phase: file.phase };
}

/** Puts a file before another step, unless the law forbids that step. @throws refused with the gate's reasons. */
async function moveLawfully(ctx: WorkCtx, fileId: number, to: MoveTo, reason: string): Promise<void> {
  if (!(await moveToStep(ctx, fileId, to, reason))) return;
  const why = lawReasons(await judgedStep(ctx, fileId));
  if (why) throw new GateRefusal(why);
}

async function note(ctx: WorkCtx, fileId: number, action: BulkAction & { kind: "note" }): Promise<Undoing> {
  const id = await writeNote(ctx, {
    fileId,
    type: "note",
    subject: maskBsn(action.subject),
    content: action.content ? maskBsn(action.content) : null,
  });
  return { kind: "line", id };
}

async function reopen(ctx: WorkCtx, fileId: number, action: BulkAction & { kind: "reopen" }): Promise<Undoing> {
  const closure = await lastClosure(ctx, fileId);
  await reopenFile(ctx, fileId, action);
  return { kind: "close", ...closure };
}

/** An act on the interest of a file, as the module of the claims knows it. */
export const interestAct = (action: BulkAction & { kind: "unfreeze" | "interest_terms" }): InterestAct =>
  action.kind === "unfreeze"
    ? { kind: "unfreeze", from: day("action.from", action.from) }
    : { kind: "terms", interest: action.interest };

async function setInterest(
  ctx: WorkCtx,
  fileId: number,
  action: BulkAction & { kind: "unfreeze" | "interest_terms" },
): Promise<Undoing | null> {
  const ids = await actOnInterest(ctx, fileId, interestAct(action), action.reason);
  return ids.length === 0 ? null : { kind: "interest", ids: [...ids] };
}

async function place(ctx: WorkCtx, file: FileState, action: BulkAction & { kind: "flag" }): Promise<Undoing | null> {
  const known = (await activeHolds(ctx.db, [file.id], ctx.clock.today())).get(file.id) ?? [];
  const until = action.until ? day("common", action.until) : null;
  const since = action.since ? day("common", action.since) : undefined;
  const { hold } = await placeHold(ctx, file.id, { kind: action.hold, reason: action.reason, until, since });
  return known.some(({ id }) => id === hold.id) ? null : { kind: "hold", id: hold.id };
}

/** The title of a cost as the claims know it. */
export const titleOf = ({ title }: BulkAction & { kind: "cost" }) =>
  title && { on: day("action.title.on", title.on), reference: title.reference };

async function charge(ctx: WorkCtx, fileId: number, bulkId: number, action: BulkAction & { kind: "cost" }) {
  const booked = await bookings.costs(ctx, fileId, {
    date: ctx.clock.today(),
    amount: action.cents,
    description: action.description,
    title: titleOf(action),
    idempotencyKey: keyOf(bulkId),
    ...(await costChoices.chosen(ctx, action)),
  });
  return { kind: "event", id: booked.id } as const;
}

/** Why a step is not sent now; undefined where the law gate lets it be done. */
export function gateReasons({ verdict, byHand, template, reasons }: JudgedStep): readonly Why[] | undefined {
  if (verdict === "do" && byHand) return [{ key: "bulk.byHand", values: { step: { text: stepText(template) } } }];
  if (verdict === "do" || verdict === "close") return undefined;
  return reasons.length === 0 ? [{ key: "bulk.noStep" }] : reasons;
}

/** Why a file is not put before a step: the law forbids it, or there is none. A step that must only wait, or is done by hand, is no reason. */
export const lawReasons = (step: JudgedStep): readonly Why[] | undefined =>
  step.verdict === "refuse" ? gateReasons(step) : undefined;

/** The next step, if the law gate lets it be done now. @throws refused with the gate's reasons. */
async function allowedStep(ctx: WorkCtx, fileId: number): Promise<JudgedStep> {
  const step = await judgedStep(ctx, fileId);
  const why = gateReasons(step);
  if (why) throw new GateRefusal(why);
  return step;
}

/** Does the action to one file. @throws what the module that owns it throws; notFound where the person does not see the file. */
export async function actOn(ctx: WorkCtx, fileId: number, bulkId: number, action: BulkAction): Promise<Undoing | null> {
  const file = await requireFile(ctx, fileId);
  switch (action.kind) {
    case "workflow":
      return placed(ctx, file, () => changeWorkflow(ctx, fileId, action));
    case "step":
      return placed(ctx, file, () => fileSteps.skip(ctx, fileId, action));
    case "step_go":
      return placed(ctx, file, () => moveLawfully(ctx, fileId, action, action.reason));
    case "step_repeat":
      return placed(ctx, file, () => moveLawfully(ctx, fileId, "again", action.reason));
    case "case_manager":
      await assignFile(ctx, fileId, action.caseManagerId);
      return { kind: "manager", id: file.caseManagerId };
    case "status":
      await setStatus(ctx, fileId, { status: action.status, phase: action.phase, byHand: true });
      return { kind: "status", status: file.status, phase: file.phase };
    case "flag":
      return place(ctx, file, action);
    case "unflag":
      return lift(ctx, fileId, action);
    case "note":
      return note(ctx, fileId, action);
    case "agenda":
      return plan(ctx, fileId, bulkId, action);
    case "cost":
      return charge(ctx, fileId, bulkId, action);
    case "close":
      if (file.status === "closed") throw fieldError("common", "files.isClosed");
      await closeByHand(ctx, fileId, action);
      return { kind: "reopen" };
    case "reopen":
      return reopen(ctx, fileId, action);
    case "interest":
      return freeze(ctx, fileId, action);
    case "unfreeze":
    case "interest_terms":
      return setInterest(ctx, fileId, action);
    case "send":
      return send(ctx, file);
  }
}

/** Does the next step. A message can be called back until it leaves, and with it what it charged; a letter is made for good. */
async function send(ctx: WorkCtx, file: FileState): Promise<Undoing | null> {
  const { position, channel } = await allowedStep(ctx, file.id);
  const place = await formerPlace(ctx, file.id);
  const before = (await eventsOf(ctx.db, file.id)).at(-1)?.id ?? 0;
  const made = await performStep(ctx, { fileId: file.id, position });
  if (made === null || (channel !== "email" && channel !== "sms")) return null;
  const charged = (await eventsOf(ctx.db, file.id)).filter(({ id, kind }) => id > before && kind === "bik");
  const events = charged.map(({ id }) => id);
  return { kind: "message", id: made.messageId, events, place, status: file.status, phase: file.phase };
}

async function freeze(ctx: WorkCtx, fileId: number, action: BulkAction & { kind: "interest" }): Promise<Undoing> {
  const { id } = await bookings.freeze(ctx, fileId, {
    from: day("common", action.from),
    until: action.until === undefined ? undefined : day("common", action.until),
    reason: action.reason,
  });
  return { kind: "event", id };
}

async function plan(
  ctx: WorkCtx,
  fileId: number,
  bulkId: number,
  action: BulkAction & { kind: "agenda" },
): Promise<Undoing> {
  const key = keyOf(bulkId);
  await requireOpenFile(ctx.db, fileId);
  await planAgenda(ctx, {
    fileId,
    subject: action.subject,
    on: action.on === undefined ? undefined : day("common", action.on),
    note: action.note,
    key,
  });
  return { kind: "agenda", key };
}
