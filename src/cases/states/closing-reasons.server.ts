/** Reasons for closing by hand: those of the list that are not archived, with what each asks for. */
import { fieldError } from "../../ground/kernel/errors.ts";
import { type ClosingReasonRow, closingReasons as closingReasonRows } from "../../ground/lists/lists.server.ts";
import { belowFixed } from "../../ground/lists/lists.ts";
import type { Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { type ClosingReason, closingReasons } from "../files/files.ts";

interface ChosenReason {
  readonly row: ClosingReasonRow;
  /** The fixed reason: its own, or that of the record which it stands below. */
  readonly reason: ClosingReason;
}

/** The reasons that can be chosen, each own one with the fixed reason that it belongs to. */
export async function chosenReasons(db: Db): Promise<readonly ChosenReason[]> {
  const rows = await closingReasonRows(db, "all");
  return belowFixed(rows, closingReasons)
    .filter(({ row }) => row.archivedAt === null)
    .map(({ row, code }) => ({ row, reason: code }));
}

/**
 * Whether a file may be closed by hand so. @throws validation where the reason is archived or not the one that the record belongs to,
 * or asks for a note that is not there.
 */
export async function requireReason(
  ctx: WorkCtx,
  closing: {
    readonly reason: ClosingReason;
    readonly closingReasonId?: number | undefined;
    readonly note?: string | undefined;
  },
): Promise<void> {
  const known = await chosenReasons(ctx.db);
  const chosen = known.find(({ row, reason }) =>
    closing.closingReasonId === undefined
      ? row.code === closing.reason
      : row.id === closing.closingReasonId && reason === closing.reason,
  );
  if (!chosen) throw fieldError("reason", "files.noSuchReason");
  if (chosen.row.needsNote && !closing.note) throw fieldError("note", "files.noteNeeded");
}
