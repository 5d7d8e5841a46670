/** Bulk actions on interest: new terms, or the end of freezes (domain facts 2.3, 2.4). */
import { sql } from "kysely";
import { lockFile } from "../../cases/files/files.server.ts";
import { writeLog } from "../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import type { DebtRefusal } from "../../law/rules/rules.ts";
import {
  appendEvents,
  eventsOf,
  foreseeBalances,
  interestTerms,
  loadEvents,
  refusalsFor,
} from "../claims/claims.server.ts";
import {
  type Balance,
  balanceOf,
  type ClaimEvent,
  type InterestTerms,
  isKind,
  type NewEvent,
  standingEvents,
  termsOf,
} from "../claims/claims.ts";

/** New terms of the file, or the end of interest freezes from a date on. A freeze caused by a state of the file ends with that state. */
export type InterestAct =
  | { readonly kind: "terms"; readonly interest: InterestTerms }
  | { readonly kind: "unfreeze"; readonly from: PlainDate };

/** @throws validation on `interest.…` below the field that the caller names. */
export function checkInterestAct(act: InterestAct, under: string): void {
  if (act.kind === "terms") interestTerms.check(act.interest, `${under}interest`);
}

/** The events of an action on one file; none if they would change nothing. */
function eventsFor(
  act: InterestAct,
  events: readonly ClaimEvent[],
  ofStates: ReadonlySet<number>,
  today: PlainDate,
  reason: string,
): NewEvent[] {
  const standing = standingEvents(events);
  if (act.kind === "terms") {
    const { interest, bik } = termsOf(standing);
    if (interestTerms.same(interest, act.interest)) return [];
    return [{ kind: "terms", on: today, data: { interest: act.interest, bik }, field: "interest" }];
  }
  const { from } = act;
  return standing.flatMap((event): NewEvent[] => {
    if (!isKind(event, "freeze") || ofStates.has(event.id)) return [];
    if (event.data.until !== undefined && event.data.until <= from) return [];
    const ended: NewEvent = { kind: "reversal", on: today, reverses: event.id, data: { reason } };
    // The freeze up to that date stays in force.
    if (event.on >= from) return [ended];
    return [ended, { kind: "freeze", on: event.on, data: { ...event.data, until: from } }];
  });
}

/** The freezes of these files that were caused by states. */
async function freezesOfStates(db: Db, fileIds: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set((await stateFreezes(db, fileIds, undefined)).map(({ id }) => id));
}

const stateFreezes = batchedRows(
  (db, fileIds: readonly number[]) =>
    asSystem(db, "freezes by a state are those of the file, whoever changes it")
      .selectFrom("claim_event")
      .select(["id", "file_id"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("kind", "=", "freeze")
      .where("effect_key", "like", "state-freeze:%")
      .execute(),
  ({ file_id }) => file_id,
);

/** The balances of files today after an action; null for files that it does not change. */
export async function foreseeInterest(
  ctx: Pick<WorkCtx, "db" | "clock">,
  fileIds: readonly number[],
  act: InterestAct,
): Promise<ReadonlyMap<number, Balance | null>> {
  if (fileIds.length === 0) return new Map();
  const ofStates = await freezesOfStates(ctx.db, fileIds);
  const today = ctx.clock.today();
  return foreseeBalances(ctx.db, fileIds, today, (events) => eventsFor(act, events, ofStates, today, ""));
}

/** Why the law gate forbids an action on files; files without a refusal are not in the map. */
export async function foreseeRefusals(
  ctx: Pick<WorkCtx, "db" | "clock">,
  fileIds: readonly number[],
  act: InterestAct,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  if (fileIds.length === 0) return new Map();
  const ofStates = await freezesOfStates(ctx.db, fileIds);
  const entered = await loadEvents(ctx.db, fileIds);
  const files = [...entered].map(([fileId, events]) => ({
    fileId,
    events: eventsFor(act, events, ofStates, ctx.clock.today(), ""),
  }));
  return refusalsFor(ctx, files);
}

async function enter(
  ctx: WorkCtx,
  fileId: number,
  before: readonly ClaimEvent[],
  events: readonly NewEvent[],
  reason: string,
): Promise<readonly number[]> {
  const tariffs = await loadTariffs(ctx.db);
  const charged = (of: readonly ClaimEvent[]) => ({
    cents: balanceOf(of, tariffs, ctx.clock.today()).interestCharged,
  });
  const { ids } = await appendEvents(ctx, fileId, events);
  const after = await eventsOf(ctx.db, fileId);
  await ctx.audit({
    action: "claims.interest",
    subject: "file",
    subjectId: fileId,
    before: { charged: charged(before).cents },
    after: { changes: events.map(({ kind, on, data }) => ({ kind, on, data })), reason },
  });
  await writeLog(ctx, {
    fileId,
    type: "payment",
    subject: { key: "interest.logChanged", values: { before: charged(before), after: charged(after) } },
    content: reason,
    ref: { kind: "claim_event", id: ids[0] ?? 0 },
  });
  return ids;
}

/** Performs the action on one file; returns the ids of the events entered, none if nothing changes. @throws notFound; validation on a closed file. */
export async function actOnInterest(
  ctx: WorkCtx,
  fileId: number,
  act: InterestAct,
  reason: string,
): Promise<readonly number[]> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") throw fieldError("common", "claims.fileClosed");
  const before = await eventsOf(ctx.db, fileId);
  const ofStates = await freezesOfStates(ctx.db, [fileId]);
  const events = eventsFor(act, before, ofStates, ctx.clock.today(), reason);
  return events.length === 0 ? [] : enter(ctx, fileId, before, events, reason);
}

/** Reverses the events of such an action. Events reversed otherwise stay as they are. @throws notFound. */
export async function undoInterest(
  ctx: WorkCtx,
  fileId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await lockFile(ctx, fileId);
  const before = await eventsOf(ctx.db, fileId);
  const reversed = new Set(before.map(({ reverses }) => reverses));
  const on = ctx.clock.today();
  const events = before
    .filter(({ id }) => ids.includes(id) && !reversed.has(id))
    .map(({ id }): NewEvent => ({ kind: "reversal", on, reverses: id, data: { reason }, effectKey: `reversal:${id}` }));
  if (events.length > 0) await enter(ctx, fileId, before, events, reason);
}
