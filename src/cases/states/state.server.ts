/** The state of a file: status and phase, holds, closing and opening again. Each change is audited and told to the followers. */

import { sql } from "kysely";
import { date, type PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError, type Message } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batched, batchedRows, batchedWrite } from "../../ground/platform/server/postgres/batched.ts";
import {
  type FileState,
  lockFile,
  notifyFollowers,
  recordNextSteps,
  requireVersion,
  writeState,
} from "../files/files.server.ts";
import { type ClosingReason, type FilePhase, type FileStatus, filePhases, fileStatuses } from "../files/files.ts";
import { factsOfFile } from "./status-consistency.server.ts";
import { agreedPlace, closingProblem, type FileFacts, type FilePlace, placeProblem } from "./status-consistency.ts";
import { mayBecome } from "./transitions.ts";

export interface StatusChange {
  readonly status: FileStatus;
  /** Stays as it is where absent. */
  readonly phase?: FilePhase | undefined;
  readonly why?: Message;
  /** The version that the user saw; absent where the system decides. */
  readonly version?: number | undefined;
  /** A person chose it: what goes against a state, an arrangement or the balance is refused, where the system takes the nearest that agrees. */
  readonly byHand?: boolean;
}

/**
 * Gives a file a status and, if wanted, a phase. Nothing happens where both are as they were.
 * @throws validation on `status` where the transition is not allowed, and by hand on `status` or `phase` where the facts speak against it;
 * conflict; notFound.
 */
export async function setStatus(ctx: WorkCtx, fileId: number, change: StatusChange): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, change.version);
  if (file.status === "closed" || change.status === "closed") {
    if (file.status === change.status) return file;
    throw fieldError("status", file.status === "closed" ? "files.isClosed" : "files.closeNeedsReason");
  }
  if (!mayBecome(file.status, change.status)) {
    throw fieldError("status", "files.noSuchTransition");
  }
  const facts = await factsOfFile(ctx, file.id);
  if (change.byHand) requireAgreement(file, change, facts);
  const to = { status: change.status, phase: change.phase ?? file.phase };
  return moveFile(ctx, file, to, change.why ?? null, facts);
}

/** @throws validation where a person gives a file a place that its facts speak against; a phase not chosen follows the facts. */
function requireAgreement(file: FileState, change: StatusChange, facts: FileFacts): void {
  const { phase } = agreedPlace(file, facts);
  const problem = placeProblem({ status: change.status, phase: change.phase ?? phase }, facts);
  if (problem) throw fieldError(problem.field, problem.message.key);
}

/**
 * Gives a file a status and a phase without asking whether the one may follow the other; each is told. What its states and its arrangement
 * do not allow becomes the nearest place that they do. `known` are its facts where the caller has just read them.
 */
export async function moveFile(
  ctx: WorkCtx,
  file: FileState,
  wanted: FilePlace,
  why: Message | null,
  known?: FileFacts,
): Promise<FileState> {
  if (wanted.status === file.status && wanted.phase === file.phase) return file;
  const to = agreedPlace(wanted, known ?? (await factsOfFile(ctx, file.id)));
  if (to.status === file.status && to.phase === file.phase) return file;
  const moved = await writeState(ctx, file, { ...to, closedOn: null });
  if (to.phase !== file.phase)
    await notifyFollowers(ctx, moved, { kind: "phase", from: file.phase, to: to.phase, why });
  if (to.status !== file.status) {
    await notifyFollowers(ctx, moved, { kind: "status", from: file.status, to: to.status, why });
  }
  return moved;
}

const insertClosures = batchedWrite((db, closures: readonly Record<string, unknown>[]) =>
  sql`insert into file_closure (file_id, reason, closing_reason_id, closed_on, closed_at, user_id, note, status_before, phase_before, costs_waived)
    select file_id, reason, closing_reason_id, closed_on, closed_at, user_id, note, status_before, phase_before, costs_waived
    from jsonb_populate_recordset(null::file_closure, ${JSON.stringify(closures)}::jsonb)`.execute(db),
);

interface Reopening {
  readonly file_id: number;
  readonly reopened_at: string;
  readonly reopened_by: number | null;
}

/** Ends the present closing of files; gives where each was before it, undefined where it has none. */
const endClosure = batched(async (db, endings: readonly Reopening[]) => {
  const { rows } = await sql<{ file_id: number; status_before: string; phase_before: string }>`
    update file_closure set reopened_at = e.reopened_at, reopened_by = e.reopened_by
    from jsonb_populate_recordset(null::file_closure, ${JSON.stringify(endings)}::jsonb) as e
    where file_closure.file_id = e.file_id and file_closure.reopened_at is null
    returning file_closure.file_id, file_closure.status_before, file_closure.phase_before`.execute(db);
  const byFile = new Map(rows.map((row) => [row.file_id, row]));
  return endings.map(({ file_id }) => byFile.get(file_id));
});

const placeClosures = batchedWrite((db, places: readonly Record<string, unknown>[]) =>
  sql`update file_closure set status_before = p.status, phase_before = p.phase
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (file_id bigint, status text, phase text)
    where file_closure.file_id = p.file_id and file_closure.reopened_at is null`.execute(db),
);

/** Moves a file; one that is closed has that place when it is opened again. */
export async function moveFileOrClosure(
  ctx: WorkCtx,
  file: FileState,
  to: FilePlace,
  why: Message,
): Promise<FileState> {
  if (file.status !== "closed") return moveFile(ctx, file, to, why);
  await placeClosures(ctx.db, [{ file_id: file.id, ...to }]);
  return file;
}

export interface Closing {
  readonly reason: ClosingReason;
  /** An own reason below it. */
  readonly closingReasonId?: number | undefined;
  readonly note?: string | null | undefined;
  readonly version?: number | undefined;
  /** A person let go collection costs that were due. */
  readonly costsWaived?: boolean;
}

/**
 * Closes a file. A file that is closed already stays as it is. @throws validation on `reason` where the balance, a state or an arrangement
 * speaks against it; conflict; notFound.
 */
export async function closeFile(ctx: WorkCtx, fileId: number, closing: Closing): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, closing.version);
  if (file.status === "closed") return file;
  const problem = closingProblem(closing.reason, await factsOfFile(ctx, fileId));
  if (problem) throw fieldError("reason", problem.key, problem.values);
  const today = ctx.clock.today();
  await insertClosures(ctx.db, [
    {
      file_id: fileId,
      reason: closing.reason,
      closing_reason_id: closing.closingReasonId ?? null,
      closed_on: today,
      closed_at: ctx.clock.now().toISOString(),
      user_id: ctx.user.id || null,
      note: closing.note || null,
      status_before: file.status,
      phase_before: file.phase,
      costs_waived: closing.costsWaived ?? false,
    },
  ]);
  const closed = await writeState(ctx, file, { status: "closed", phase: file.phase, closedOn: today });
  await recordNextSteps(ctx.db, [{ fileId, step: null, on: null }]);
  await notifyFollowers(ctx, closed, { kind: "closed", reason: closing.reason, note: closing.note || null });
  return closed;
}

type Judge = (ctx: WorkCtx, file: FileState, isWaived: boolean) => Promise<Message | null>;
const owedBeside: Judge[] = [];

const waivings = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_closure")
      .select(["file_id", sql<string>`max(closed_on)`.as("on")])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("costs_waived", "is", true)
      .groupBy("file_id")
      .execute(),
  ({ file_id }) => file_id,
);

export const closingAsPaid = {
  /**
   * Lets a module above say what is still owed on a file that a person closes as paid, though nothing is open; where that is let go, it notes
   * so and what it says stands in nobody's way.
   */
  judgedBy: (judge: Judge): void => {
    owedBeside.push(judge);
  },
  /** The last day on which somebody let go the collection costs that were due, by file; it stands when the file is opened again. */
  costsWaivedOn: async (db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, PlainDate>> =>
    new Map((await waivings(db, fileIds, undefined)).map(({ file_id, on }) => [file_id, date(on)])),
};

const asPaid: ReadonlySet<ClosingReason> = new Set<ClosingReason>(["paid_in_full", "paid_directly"]);

/**
 * Closes a file for a person. @throws validation on `waiveCosts` where it is closed as paid, something else is owed and nobody said that it
 * is let go; and all that `closeFile` throws.
 */
export async function closeByHand(
  ctx: WorkCtx,
  fileId: number,
  closing: Closing & { readonly waiveCosts?: boolean | undefined },
): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  const { waiveCosts = false } = closing;
  let costsWaived = false;
  if (file.status !== "closed" && asPaid.has(closing.reason)) {
    for (const judge of owedBeside) {
      const owed = await judge(ctx, file, waiveCosts);
      if (owed && !waiveCosts) throw fieldError("waiveCosts", owed.key, owed.values);
      costsWaived ||= owed !== null;
    }
  }
  return closeFile(ctx, fileId, { ...closing, costsWaived });
}

/** Opens a closed file; it goes on in the status and phase that it was closed from. @throws validation on an open file; conflict; notFound. */
export async function reopenFile(
  ctx: WorkCtx,
  fileId: number,
  opening: { readonly note?: string | null | undefined; readonly version?: number | undefined } = {},
): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, opening.version);
  if (file.status !== "closed") throw fieldError("common", "files.isOpen");
  if (file.erasedOn !== null) throw fieldError("common", "files.isErased");
  const closure = await endClosure(ctx.db, {
    file_id: fileId,
    reopened_at: ctx.clock.now().toISOString(),
    reopened_by: ctx.user.id || null,
  });
  const before: FilePlace = {
    status: listed(fileStatuses, closure?.status_before ?? "not_started"),
    phase: listed(filePhases, closure?.phase_before ?? file.phase),
  };
  const opened = await writeState(ctx, file, {
    ...agreedPlace(before, await factsOfFile(ctx, fileId)),
    closedOn: null,
  });
  await notifyFollowers(ctx, opened, { kind: "reopened", note: opening.note || null });
  return opened;
}
