/** The daily processing of a settlement in debt counselling (schuldregeling): its yearly recalculation, missed terms, and final discharge. */
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { balanceOf } from "../engine/balance.ts";
import { appendEvents, eventsOf } from "../record/record.server.ts";
import { type ArrangementState, yearsRun } from "./arrangement.ts";

/** The agenda item for the recalculation due on a date. */
export const yearKey = ({ id, activeFrom }: Pick<ArrangementState, "id" | "activeFrom">, today: PlainDate): string =>
  `settlement-year:${id}:${activeFrom === null ? 0 : yearsRun(activeFrom, today)}`;

/** Plans agenda items for the case manager: for a completed year, and for missed terms. */
export async function planSettlementReview(ctx: WorkCtx, fileId: number, state: ArrangementState): Promise<void> {
  const today = ctx.clock.today();
  if (state.next === null) return;
  if (state.breaksOn !== null) {
    const key = `settlement-missed:${state.id}:${state.next.on}`;
    const note = ctx.translate({ key: "settlement.settlementMissed" }, "nl");
    await planAgenda(ctx, { fileId, subject: "missed_term", key, note });
  }
  if (state.activeFrom === null || addMonths(state.activeFrom, 12) > today) return;
  const note = ctx.translate({ key: "settlement.settlementYear" }, "nl");
  await planAgenda(ctx, { fileId, subject: "shv_review", key: yearKey(state, today), note });
}

/** Writes off what a completed settlement leaves open: final discharge (finale kwijting). */
export async function dischargeRest(ctx: WorkCtx, fileId: number, arrangement: string): Promise<void> {
  const on = ctx.clock.today();
  const { open } = balanceOf(await eventsOf(ctx.db, fileId), await loadTariffs(ctx.db), on);
  if (open <= 0) return;
  const reason = ctx.translate({ key: "settlement.finalDischarge" }, "nl");
  const { ids, added } = await appendEvents(ctx, fileId, [
    { kind: "write_off", on, amount: open, data: { reason }, effectKey: `settlement-discharge:${arrangement}` },
  ]);
  if (added === 0) return;
  await ctx.audit({ action: "claims.write_off", subject: "file", subjectId: fileId, after: { cents: open, reason } });
  await writeLog(ctx, {
    fileId,
    type: "payment",
    subject: { key: "settlement.logDischarge", values: { amount: { cents: open } } },
    ref: { kind: "claim_event", id: ids[0] ?? 0 },
  });
}
