/** Undoes one's own entry of today: its effects are withdrawn, and the item is assigned again. */

import { sql } from "kysely";
import { dateInAmsterdam } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import { agendaQueue, settleAgenda } from "../../agenda/agenda.server.ts";
import { requireFile } from "../../files/files.server.ts";
import { withdrawLine } from "../../logs/logs.server.ts";
import { activeHolds, liftHold } from "../../states/states.server.ts";
import { nextKey } from "./outcome.server.ts";

const rowOf = ({ db }: Ctx, id: number) =>
  db.selectFrom("work_outcome").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

/** Whether somebody gave an item another day, closed it or opened it again after an instant. */
async function wasMovedSince({ db }: Ctx, itemId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`select from agenda_history where item_id = ${itemId} and at > ${at}
    and (act in ('archived', 'restored') or changes -> 'on' is not null) limit 1`.execute(db);
  return rows.length > 0;
}

/** The item is open again, on the day on which it stood. @throws validation where somebody did something with it since. */
async function reopen(ctx: Ctx, { item_id, before_on, at }: Row): Promise<void> {
  const [item] = await agendaQueue.lockVisible(ctx, [item_id]);
  if (!item) throw notFound();
  if (item.status === "closed") throw fieldError("common", "agenda.fileClosed");
  const moved = before_on !== null;
  if ((item.state === "open") !== moved || (await wasMovedSince(ctx, item_id, at)))
    throw fieldError("common", "work-queue.changedSince");
  if (moved) await agendaQueue.move(ctx, [item], () => ({ on: before_on }));
  else await agendaQueue.restore(ctx, [item_id]);
}

/** @throws notFound for another's or one of another day; validation where it is taken back already, or something rests on it. */
export async function takeBack(ctx: Ctx, id: number): Promise<{ readonly item: number }> {
  const row = await rowOf(ctx, id);
  if (row?.user_id !== ctx.user.id || dateInAmsterdam(row.at) !== ctx.clock.today()) throw notFound();
  await requireFile(ctx, row.file_id);
  if (row.undone_at !== null) throw fieldError("common", "work-queue.undoneAlready");
  await reopen(ctx, row);
  await settleAgenda(ctx, { fileId: row.file_id, key: nextKey(row.id) });
  const reason = ctx.translate({ key: "work-queue.undoReason" }, "nl");
  if (row.promise_id !== null) await arranging.takePromiseBack(ctx, row.file_id, row.promise_id, reason);
  if (row.hold_id !== null) {
    const lying = (await activeHolds(ctx.db, [row.file_id], ctx.clock.today())).get(row.file_id) ?? [];
    if (lying.some((hold) => hold.id === row.hold_id)) await liftHold(ctx, row.file_id, row.hold_id);
  }
  if (row.attempt_id !== null)
    await ctx.db
      .updateTable("call_attempt")
      .set({ line: null, person: null })
      .where("id", "=", row.attempt_id)
      .execute();
  if (row.log_id !== null) await withdrawLine(ctx, row.file_id, row.log_id, reason);
  await ctx.db.updateTable("work_outcome").set({ undone_at: ctx.clock.now() }).where("id", "=", id).execute();
  await ctx.audit({ action: "work.undone", subject: "agenda_item", subjectId: row.item_id, after: { outcome: id } });
  if (!(await agendaQueue.take(ctx, row.item_id))) throw fieldError("common", "agenda.inOtherHands");
  return { item: row.item_id };
}
