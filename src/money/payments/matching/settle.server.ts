/** A file whose debt is paid closes by itself; one whose payment is taken back opens again. */
import { sql } from "kysely";
import { z } from "zod";
import { openAgendaOf, planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { type FileState, lockFile } from "../../../cases/files/files.server.ts";
import type { ClosingReason } from "../../../cases/files/files.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { closeFile, moveFile, reopenFile } from "../../../cases/states/states.server.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { event, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { clientById } from "../../../people/customers/customers.server.ts";
import { appendEvents, eventsOf, receipts } from "../../claims/claims.server.ts";
import { balanceOf, type ClaimEvent, isKind, standingEvents } from "../../claims/claims.ts";

/** A file was paid and closed; later modules send the closing letter. */
export const fileSettled = event("payments.settled", z.object({ fileId: z.number().int(), reason: z.string() }));

/** The closing reasons of a paid file: only such a file reopens when a payment is reversed. */
const paidReasons: readonly string[] = ["paid_in_full", "paid_directly"] satisfies ClosingReason[];

/** The amount that may stay open on a paid file: the client's own, otherwise the provider's (domain facts 3.1). */
async function toleranceCents(ctx: WorkCtx, clientId: number): Promise<number> {
  const client = await clientById(ctx.db, clientId);
  return client?.writeOffToleranceCents ?? (await globalSettings(ctx.db)).closeToleranceCents;
}

const overpaymentKeys = (fileId: number): string => `overpayment:${fileId}`;

/** The key includes the last payment: a completed item does not cover later payments. */
const overpaymentKey = (fileId: number, events: readonly ClaimEvent[]): string =>
  `${overpaymentKeys(fileId)}:${standingEvents(events).findLast((one) => isKind(one, "payment"))?.id ?? 0}`;

/**
 * Hands an overpayment to staff: an agenda item, a timeline line, and no further steps if nothing is open. When it has been refunded, moved or taken
 * back, the item is completed, and a file that owes something again goes on.
 */
async function noteOverpayment(ctx: WorkCtx, file: FileState, { events, overpaid, isPaid }: Paid): Promise<void> {
  const planned = new Set((await openAgendaOf(ctx.db, [file.id])).get(file.id)?.map(({ subject }) => subject));
  const isWaiting = planned.has("overpayment");
  if (overpaid === 0) {
    await settleAgenda(ctx, { fileId: file.id, keyPrefix: overpaymentKeys(file.id) });
    // It stopped only for what was paid too much: that was taken back, or moved, and something is owed again.
    const goesOn = isWaiting && !isPaid && file.status === "no_more_steps" && !planned.has("workflow_ended");
    if (goesOn) await moveFile(ctx, file, { status: "in_progress", phase: file.phase }, { key: "payments.owedAgain" });
    return;
  }
  const key = overpaymentKey(file.id, events);
  const values = { amount: { cents: overpaid } };
  const note = ctx.translate({ key: "payments.overpaidNote", values: { amount: decimalFromCents(overpaid) } }, "nl");
  if (!isWaiting && (await planAgenda(ctx, { fileId: file.id, subject: "overpayment", key, note })))
    await writeLog(ctx, { fileId: file.id, type: "payment", subject: { key: "payments.overpaidLog", values } });
  if (!isPaid || file.status === "closed") return;
  await moveFile(ctx, file, { status: "no_more_steps", phase: file.phase }, { key: "payments.overpaidWhy" });
}

/** The answer of a later module about a file that is about to close as paid: more was claimed, the closing must wait, or nothing. */
export type BeforeClosing = "claimed" | "held" | "nothing";
type Claimant = (ctx: WorkCtx, file: FileState, toleranceCents: number) => Promise<BeforeClosing>;
const claimants: Claimant[] = [];

/** Registers a later module that claims what is still owed before a file closes as paid, in the same transaction. */
export const beforeSettling = (claimant: Claimant): void => {
  claimants.push(claimant);
};

/**
 * The result for a file that may be paid: closed; paid with an overpayment to handle; kept open by costs that were claimed or wait for a decision;
 * or open as before.
 */
export type Settled = "closed" | "overpaid" | "costs" | "open";

async function firstClaim(ctx: WorkCtx, file: FileState, tolerance: number): Promise<BeforeClosing> {
  for (const claimant of claimants) {
    const found = await claimant(ctx, file, tolerance);
    if (found !== "nothing") return found;
  }
  return "nothing";
}

/**
 * Closes an open file with payments and no more open than the tolerance; the rest is written off. Does nothing on a closed file, on one without
 * payments, or if more is open. A file with an overpayment does not close.
 */
export async function settleFile(ctx: WorkCtx, fileId: number): Promise<Settled> {
  const file = await lockFile(ctx, fileId);
  const tolerance = await toleranceCents(ctx, file.clientId);
  const first = await paidOf(ctx, fileId, tolerance);
  const before = first.isPaid && file.status !== "closed" ? await firstClaim(ctx, file, tolerance) : "nothing";
  const paid = before === "claimed" ? await paidOf(ctx, fileId, tolerance) : first;
  await noteOverpayment(ctx, file, paid);
  if (file.status === "closed" || !paid.isPaid) return before === "claimed" ? "costs" : "open";
  if (paid.overpaid > 0) return "overpaid";
  if (before === "held") return "costs";
  await closePaid(ctx, fileId, paid);
  return "closed";
}

/** What is open and received on a file today, and whether it counts as paid. */
interface Paid {
  readonly events: readonly ClaimEvent[];
  readonly open: number;
  readonly overpaid: number;
  readonly isPaid: boolean;
}

async function paidOf(ctx: WorkCtx, fileId: number, tolerance: number): Promise<Paid> {
  const events = await eventsOf(ctx.db, fileId);
  const { open, overpaid } = balanceOf(events, await loadTariffs(ctx.db), ctx.clock.today());
  const isPaid = open <= tolerance && standingEvents(events).some((one) => isKind(one, "payment"));
  return { events, open, overpaid, isPaid };
}

async function closePaid(ctx: WorkCtx, fileId: number, { events, open }: Paid): Promise<void> {
  const payments = standingEvents(events).filter((one) => isKind(one, "payment"));
  const today = ctx.clock.today();
  if (open > 0) {
    const reason = ctx.translate({ key: "payments.tolerance" }, "nl");
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
}

const presentClosures = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_closure")
      .select(["file_id", "reason"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("reopened_at", "is", null)
      .execute(),
  ({ file_id }) => file_id,
);

/** A payment that is taken back after its file was closed for another reason leaves it closed: a person decides what follows. */
async function handReturnToStaff(ctx: WorkCtx, fileId: number): Promise<void> {
  const events = await eventsOf(ctx.db, fileId);
  const reversal = events.findLast((one) => isKind(one, "reversal"));
  const payment = events.find(({ id }) => id === reversal?.reverses);
  if (!reversal || payment?.kind !== "payment") return;
  const note = ctx.translate(
    { key: "payments.returnedAfterClosing", values: { amount: decimalFromCents(payment.amount) } },
    "nl",
  );
  await planAgenda(ctx, { fileId, subject: "review", key: `returned-after-closing:${reversal.id}`, note });
}

/** After a payment was reversed: reverses write-offs within the tolerance, and reopens a file closed as paid if more than the tolerance is open. */
async function unsettleFile(ctx: WorkCtx, fileId: number): Promise<void> {
  const file = await lockFile(ctx, fileId);
  if (file.status !== "closed") return;
  const [closure] = await presentClosures(ctx.db, [fileId], undefined);
  if (closure === undefined || !paidReasons.includes(closure.reason)) return handReturnToStaff(ctx, fileId);
  const rounding = await toleranceWriteOffs(ctx, fileId);
  const on = ctx.clock.today();
  const reason = ctx.translate({ key: "payments.reopenedByReturn" }, "nl");
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
  const rows = await asSystem(ctx.db, "the balance of a file is settled from all its events")
    .selectFrom("claim_event")
    .select("id")
    .where("id", "in", ids)
    .where("effect_key", "like", "tolerance:%")
    .execute();
  return rows.map(({ id }) => id);
}

// A payment closes the paid file, and its reversal reopens it, in the same transaction.
receipts.follow(async (ctx, fileId, kind) => {
  if (kind === "reversed") await unsettleFile(ctx, fileId);
  await settleFile(ctx, fileId);
});
