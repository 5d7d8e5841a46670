/** Enters the status that a provider reports: once, under a lock, for any number of reports. */
import { planAgenda } from "../../cases/agenda/agenda.server.ts";
import { writeLog } from "../../cases/logs/logs.server.ts";
import { dateInAmsterdam } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { receipts } from "../claims/claims.server.ts";
import { moveOf, type OnlineState, onlineStates, type ProviderPayment } from "./online-payments.ts";

export const stateOf = (text: string): OnlineState => onlineStates.find((known) => known === text) ?? "uncertain";

type Row = Awaited<ReturnType<typeof lockedPayment>>;

const lockedPayment = ({ db }: WorkCtx, id: number) =>
  db.selectFrom("online_payment").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

const change = (ctx: WorkCtx, id: number, set: Readonly<Record<string, unknown>>) =>
  ctx.db.updateTable("online_payment").set(set).where("id", "=", id).execute();

async function book(ctx: WorkCtx, row: Row, reported: ProviderPayment): Promise<void> {
  const today = ctx.clock.today();
  const paidOn = reported.paidAt ? dateInAmsterdam(reported.paidAt) : today;
  const booked = await receipts.book(ctx, row.file_id, {
    date: paidOn < today ? paidOn : today,
    amount: row.amount_cents,
    kind: "agency",
    reference: reported.id,
    idempotencyKey: `online:${row.id}`,
    // The provider's own date, not one entered by a person.
    dateConfirmed: true,
  });
  await change(ctx, row.id, {
    state: "paid",
    provider_id: reported.id,
    claim_event_id: booked.id,
    settled_at: ctx.clock.now(),
    checkout_url: null,
  });
}

async function reverse(ctx: WorkCtx, row: Row, reported: ProviderPayment): Promise<void> {
  const reason = ctx.translate({ key: "online-payments.reversed" }, "nl");
  await receipts.reverse(ctx, row.file_id, row.claim_event_id ?? 0, { reason });
  await change(ctx, row.id, { state: "reversed", returned_cents: reported.returnedCents, settled_at: ctx.clock.now() });
}

/** Enters a reported status. Idempotent. */
export async function settle(ctx: WorkCtx, id: number, reported: ProviderPayment): Promise<void> {
  const row = await lockedPayment(ctx, id);
  const known = { key: row.key, cents: row.amount_cents, state: stateOf(row.state), returnedCents: row.returned_cents };
  const move = moveOf(known, reported);
  if (move.do === "book") {
    await book(ctx, row, reported);
    // Paid and refunded before it was first read.
    if (reported.returnedCents > 0) await settle(ctx, id, reported);
  } else if (move.do === "reverse") await reverse(ctx, row, reported);
  else if (move.do === "look") {
    const note = ctx.translate({ key: `online-payments.look_${move.why}` }, "nl");
    const key = `online-payment:${id}:${move.why}:${reported.returnedCents}`;
    await planAgenda(ctx, { fileId: row.file_id, subject: "review", key, note, urgent: true });
    if (move.why === "part") await change(ctx, id, { returned_cents: reported.returnedCents });
  } else if (move.do === "note") {
    const isOver = move.state !== "open";
    await change(ctx, id, {
      state: move.state,
      provider_id: reported.id,
      ...(reported.checkoutUrl !== null && !isOver && { checkout_url: reported.checkoutUrl }),
      ...(isOver && { settled_at: ctx.clock.now(), checkout_url: null }),
    });
  }
}

/** Records that a payment cannot be created, with a timeline line; does nothing if it is known to be open or paid meanwhile. */
export async function giveUp(ctx: WorkCtx, id: number, state: "refused" | "uncertain"): Promise<void> {
  const row = await lockedPayment(ctx, id);
  if (row.state !== "waiting") return;
  await change(ctx, id, { state, ...(state === "refused" && { settled_at: ctx.clock.now() }) });
  await writeLog(ctx, {
    fileId: row.file_id,
    type: "payment",
    subject: {
      key: `online-payments.${state === "refused" ? "logRefused" : "logUncertain"}`,
      values: { amount: { cents: row.amount_cents } },
    },
  });
}
