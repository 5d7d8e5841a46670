/** The state of a file: status and phase, holds, closing and opening again. Each change is audited and told to the followers. */
import type { PlainDate } from "../kernel/dates.ts";
import { fieldError, type Message, notFound, VorderError } from "../kernel/errors.ts";
import type { Db, WorkCtx } from "../platform/server/room.ts";
import {
  type ClosingReason,
  type FileChange,
  type FilePhase,
  type FileStatus,
  filePhases,
  fileStatuses,
  type HoldKind,
  holdKinds,
  mayBecome,
  phaseUnderHold,
  statusUnderHold,
} from "./files.ts";
import { type FileState, listed, lockFile } from "./record.server.ts";

type Follower = (ctx: WorkCtx, file: FileState, change: FileChange) => Promise<void>;
const followers: Follower[] = [];

/** Lets a room above take part in every change of a file, in the same transaction: the timeline writes its line so. */
export const followFiles = (follower: Follower): void => {
  followers.push(follower);
};

export async function tellFollowers(ctx: WorkCtx, file: FileState, change: FileChange): Promise<void> {
  for (const follow of followers) await follow(ctx, file, change);
}

/** @throws conflict with the present state, where somebody else changed the file since `version` was read. */
export function requireVersion(file: FileState, version: number | undefined): void {
  if (version !== undefined && version !== file.version) {
    throw new VorderError("conflict", {
      data: { current: { id: file.id, phase: file.phase, status: file.status, version: file.version } },
    });
  }
}

export interface StatusChange {
  readonly status: FileStatus;
  /** Stays as it is where absent. */
  readonly phase?: FilePhase | undefined;
  readonly why?: Message;
  /** The version that the user saw; absent where the system decides. */
  readonly version?: number | undefined;
}

/**
 * Gives a file a status and, if wanted, a phase. Nothing happens where both are as they were.
 * @throws validation on `status` where the transition is not allowed; conflict; notFound.
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
  return moveFile(ctx, file, { status: change.status, phase: change.phase ?? file.phase }, change.why ?? null);
}

async function moveFile(
  ctx: WorkCtx,
  file: FileState,
  to: { readonly status: FileStatus; readonly phase: FilePhase },
  why: Message | null,
): Promise<FileState> {
  if (to.status === file.status && to.phase === file.phase) return file;
  const moved = await writeState(ctx, file, { ...to, closedOn: null });
  if (to.phase !== file.phase) await tellFollowers(ctx, moved, { kind: "phase", from: file.phase, to: to.phase, why });
  if (to.status !== file.status) {
    await tellFollowers(ctx, moved, { kind: "status", from: file.status, to: to.status, why });
  }
  return moved;
}

async function writeState(
  ctx: WorkCtx,
  file: FileState,
  to: { readonly status: FileStatus; readonly phase: FilePhase; readonly closedOn: PlainDate | null },
): Promise<FileState> {
  const moved = { ...file, ...to, version: file.version + 1 };
  await ctx.db
    .updateTable("case_file")
    .set({ status: to.status, phase: to.phase, closed_on: to.closedOn, version: moved.version })
    .where("id", "=", file.id)
    .execute();
  await ctx.audit({
    action: "file.state",
    subject: "file",
    subjectId: file.id,
    before: { status: file.status, phase: file.phase },
    after: { status: to.status, phase: to.phase },
  });
  return moved;
}

export interface Hold {
  readonly id: number;
  readonly fileId: number;
  readonly kind: HoldKind;
  readonly reason: string | null;
  readonly from: PlainDate;
  /** The last day of the hold; null until somebody lifts it. */
  readonly until: PlainDate | null;
  readonly placedAt: Date;
  readonly placedBy: string | null;
}

/** The holds that lie on these files on a day, oldest first. Files without any are not in the map. */
export async function activeHolds(
  db: Db,
  fileIds: readonly number[],
  on: PlainDate,
): Promise<ReadonlyMap<number, readonly Hold[]>> {
  const found = new Map<number, Hold[]>();
  if (fileIds.length === 0) return found;
  const rows = await db
    .selectFrom("file_hold")
    .leftJoin("app_user", "app_user.id", "file_hold.placed_by")
    .select([
      "file_hold.id",
      "file_id",
      "file_hold.kind",
      "reason",
      "from_date",
      "until_date",
      "placed_at",
      "app_user.name as placed_by_name",
    ])
    .where("file_id", "in", fileIds)
    .where("lifted_at", "is", null)
    .where((eb) => eb.or([eb("until_date", "is", null), eb("until_date", ">=", on)]))
    .orderBy("file_hold.id")
    .execute();
  for (const row of rows) {
    const hold: Hold = {
      id: row.id,
      fileId: row.file_id,
      kind: listed(holdKinds, row.kind),
      reason: row.reason,
      from: row.from_date,
      until: row.until_date,
      placedAt: row.placed_at,
      placedBy: row.placed_by_name,
    };
    found.set(row.file_id, [...(found.get(row.file_id) ?? []), hold]);
  }
  return found;
}

export interface NewHold {
  readonly kind: HoldKind;
  readonly reason?: string | null | undefined;
  readonly until?: PlainDate | null | undefined;
  readonly version?: number | undefined;
}

/**
 * Stops a file. A hold of the same kind that already lies on it is returned as it is. @throws validation on a closed file or a
 * date in the past; conflict; notFound.
 */
export async function placeHold(
  ctx: WorkCtx,
  fileId: number,
  wanted: NewHold,
): Promise<{ readonly file: FileState; readonly hold: Hold }> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, wanted.version);
  const today = ctx.clock.today();
  const until = wanted.until ?? null;
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  if (until !== null && until < today) throw fieldError("until", "files.untilPast");
  const present = (await activeHolds(ctx.db, [fileId], today)).get(fileId) ?? [];
  const same = present.find((hold) => hold.kind === wanted.kind);
  if (same) return { file, hold: same };
  const placedAt = ctx.clock.now();
  // Only the first hold remembers where the file was; a second one is placed on a file that stands still already.
  const [first] = present.length
    ? await ctx.db
        .selectFrom("file_hold")
        .select(["status_before", "phase_before"])
        .where("file_id", "=", fileId)
        .where("lifted_at", "is", null)
        .orderBy("id")
        .limit(1)
        .execute()
    : [];
  const inserted = await ctx.db
    .insertInto("file_hold")
    .values({
      file_id: fileId,
      kind: wanted.kind,
      reason: wanted.reason || null,
      from_date: today,
      until_date: until,
      status_before: first?.status_before ?? file.status,
      phase_before: first?.phase_before ?? file.phase,
      placed_by: ctx.user.id || null,
      placed_at: placedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const hold: Hold = {
    id: inserted.id,
    fileId,
    kind: wanted.kind,
    reason: wanted.reason || null,
    from: today,
    until,
    placedAt,
    placedBy: ctx.user.name,
  };
  const to = statusUnderHold(wanted.kind);
  // A suspended file stays suspended under a lighter hold.
  const status = file.status === "suspend" ? "suspend" : to;
  await tellFollowers(ctx, file, { kind: "held", hold: wanted.kind, until, reason: hold.reason });
  const moved = await moveFile(
    ctx,
    file,
    { status, phase: phaseUnderHold(wanted.kind, file.phase) },
    {
      key: `files.hold_${wanted.kind}`,
    },
  );
  return { file: moved, hold };
}

/** Lifts a hold; when it was the last, the file goes on where it was stopped. @throws notFound; conflict. */
export async function liftHold(ctx: WorkCtx, fileId: number, holdId: number, version?: number): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, version);
  const lifted = await ctx.db
    .updateTable("file_hold")
    .set({ lifted_at: ctx.clock.now(), lifted_by: ctx.user.id || null })
    .where("id", "=", holdId)
    .where("file_id", "=", fileId)
    .where("lifted_at", "is", null)
    .returning(["kind", "status_before", "phase_before"])
    .executeTakeFirst();
  if (!lifted) throw notFound();
  const kind = listed(holdKinds, lifted.kind);
  await tellFollowers(ctx, file, { kind: "released", hold: kind });
  await ctx.audit({ action: "file.release", subject: "file", subjectId: fileId, after: { holdId, kind } });
  if (file.status === "closed") return file;
  const left = (await activeHolds(ctx.db, [fileId], ctx.clock.today())).get(fileId) ?? [];
  const to =
    left.length === 0
      ? { status: listed(fileStatuses, lifted.status_before), phase: listed(filePhases, lifted.phase_before) }
      : {
          status: left.some((hold) => statusUnderHold(hold.kind) === "suspend")
            ? ("suspend" as const)
            : ("paused" as const),
          phase: left.some((hold) => phaseUnderHold(hold.kind, "amicable") === "shv") ? ("shv" as const) : file.phase,
        };
  return moveFile(ctx, file, to, { key: "files.holdLifted" });
}

export interface Closing {
  readonly reason: ClosingReason;
  /** An own reason below it. */
  readonly closingReasonId?: number | undefined;
  readonly note?: string | null | undefined;
  readonly version?: number | undefined;
}

/** Closes a file. A file that is closed already stays as it is. @throws conflict; notFound. */
export async function closeFile(ctx: WorkCtx, fileId: number, closing: Closing): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, closing.version);
  if (file.status === "closed") return file;
  const today = ctx.clock.today();
  await ctx.db
    .insertInto("file_closure")
    .values({
      file_id: fileId,
      reason: closing.reason,
      closing_reason_id: closing.closingReasonId ?? null,
      closed_on: today,
      closed_at: ctx.clock.now(),
      user_id: ctx.user.id || null,
      note: closing.note || null,
      status_before: file.status,
      phase_before: file.phase,
    })
    .execute();
  const closed = await writeState(ctx, file, { status: "closed", phase: file.phase, closedOn: today });
  await ctx.db
    .updateTable("case_file")
    .set({ next_step: null, next_step_values: null, next_action_on: null })
    .where("id", "=", fileId)
    .execute();
  await tellFollowers(ctx, closed, { kind: "closed", reason: closing.reason, note: closing.note || null });
  return closed;
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
  const closure = await ctx.db
    .updateTable("file_closure")
    .set({ reopened_at: ctx.clock.now(), reopened_by: ctx.user.id || null })
    .where("file_id", "=", fileId)
    .where("reopened_at", "is", null)
    .returning(["status_before", "phase_before"])
    .executeTakeFirst();
  const opened = await writeState(ctx, file, {
    status: listed(fileStatuses, closure?.status_before ?? "not_started"),
    phase: listed(filePhases, closure?.phase_before ?? file.phase),
    closedOn: null,
  });
  await tellFollowers(ctx, opened, { kind: "reopened", note: opening.note || null });
  return opened;
}
