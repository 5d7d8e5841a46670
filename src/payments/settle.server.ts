/** A file whose debt is paid closes by itself; one whose payment is taken back opens again. */
import { z } from "zod";
import { appendEvents, eventsOf, followBookings } from "../claims/claims.server.ts";
import { balanceOf, isKind, standingEvents } from "../claims/claims.ts";
import { clientById } from "../customers/customers.server.ts";
import { closeFile, lockFile, reopenFile } from "../files/files.server.ts";
import type { ClosingReason } from "../files/files.ts";
import { writeLog } from "../logs/logs.server.ts";
import { event, type WorkCtx } from "../platform/server/room.ts";
import { globalSettings } from "../settings/settings.server.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";

/** A file was paid and closed; rooms above send the closing letter. */
export const fileSettled = event("payments.settled", z.object({ fileId: z.number().int(), reason: z.string() }));

/** The closing reasons that say the money came in: only such a file opens again when a payment is taken back. */
const paidReasons: readonly string[] = ["paid_in_full", "paid_directly"] satisfies ClosingReason[];

/** What may be left open on a paid file: the client's own figure, else the house's (domain facts 3.1). */
async function toleranceCents(ctx: WorkCtx, clientId: number): Promise<number> {
  const client = await clientById(ctx.db, clientId);
  return client?.writeOffToleranceCents ?? (await globalSettings(ctx.db)).closeToleranceCents;
}

/**
 * Closes an open file of which payments leave no more open than the tolerance; the rest is written off. Nothing happens on a closed
 * file, on one without any payment, or where more is open. Returns whether it closed the file.
 */
export async function settleFile(ctx: WorkCtx, fileId: number): Promise<boolean> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") return false;
  const today = ctx.clock.today();
  const events = await eventsOf(ctx.db, fileId);
  const payments = standingEvents(events).filter((one) => isKind(one, "payment"));
  const { open } = balanceOf(events, await loadTariffs(ctx.db), today);
  if (payments.length === 0 || open > (await toleranceCents(ctx, file.clientId))) return false;
  if (open > 0) {
    const reason = ctx.say({ key: "payments.tolerance" }, "nl");
    const last = events.at(-1)?.id ?? 0;
    const effectKey = `tolerance:${fileId}:${last}`;
    await appendEvents(ctx, fileId, [{ kind: "write_off", on: today, amount: open, data: { reason }, effectKey }]);
  }
  const direct = payments.every((one) => isKind(one, "payment") && one.data.receipt === "direct");
  const reason = direct ? "paid_directly" : "paid_in_full";
  await writeLog(ctx, {
    fileId,
    type: "payment",
    subject:
      open > 0 ? { key: "payments.settledLogRest", values: { rest: { cents: open } } } : { key: "payments.settledLog" },
  });
  await closeFile(ctx, fileId, { reason });
  await ctx.emit(fileSettled, { fileId, reason });
  return true;
}

/**
 * After a payment was taken back: what was written off within the tolerance stands again, and a file that had closed as paid opens
 * if more than the tolerance is open.
 */
export async function unsettleFile(ctx: WorkCtx, fileId: number): Promise<void> {
  const file = await lockFile(ctx, fileId);
  if (file.status !== "closed") return;
  const closure = await ctx.db
    .selectFrom("file_closure")
    .select("reason")
    .where("file_id", "=", fileId)
    .where("reopened_at", "is", null)
    .executeTakeFirst();
  if (closure === undefined || !paidReasons.includes(closure.reason)) return;
  const rounding = await toleranceWriteOffs(ctx, fileId);
  const on = ctx.clock.today();
  const reason = ctx.say({ key: "payments.reopenedByReturn" }, "nl");
  await appendEvents(
    ctx,
    fileId,
    rounding.map((id) => ({ kind: "reversal", on, reverses: id, data: { reason }, effectKey: `tolerance-back:${id}` })),
  );
  const { open } = balanceOf(await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db), on);
  if (open > (await toleranceCents(ctx, file.clientId))) await reopenFile(ctx, fileId, { note: reason });
}

/** The standing write-offs that `settleFile` made. */
async function toleranceWriteOffs(ctx: WorkCtx, fileId: number): Promise<number[]> {
  const standing = standingEvents(await eventsOf(ctx.db, fileId)).filter((one) => isKind(one, "write_off"));
  if (standing.length === 0) return [];
  const ids = standing.map(({ id }) => id);
  const rows = await ctx.db
    .selectFrom("claim_event")
    .select("id")
    .where("id", "in", ids)
    .where("effect_key", "like", "tolerance:%")
    .execute();
  return rows.map(({ id }) => id);
}

// A payment by hand closes the file that it pays, and one taken back by hand opens it again, in the same transaction.
followBookings(async (ctx, fileId, kind) => {
  if (kind === "reversed") await unsettleFile(ctx, fileId);
  await settleFile(ctx, fileId);
});
