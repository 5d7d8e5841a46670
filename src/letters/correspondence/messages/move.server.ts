/** Moves messages that wait to another day. */
import { sql } from "kysely";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { postponeOutbox } from "../../../ground/platform/server/outbox/outbox.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { sendMoment } from "./compose.server.ts";
import { logTypeOf } from "./messages.ts";

/** What a letter of a later day waits for: the begin of its day. E-mails and SMS leave at nine, or when contact is allowed (Bki art. 4.2). */
const messageHour = 9;

/**
 * Moves what has not left of these messages to a day, with a line on the timeline of each file that says why. The caller has asked whether the
 * files may be seen. @returns the ids that were moved; all others went, or were withdrawn before.
 */
export async function moveMessages(
  ctx: WorkCtx,
  ids: readonly number[],
  on: PlainDate,
  reason: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number; file_id: number; channel: string; subject: string; key: string }>`
    select id, file_id, channel, coalesce(nullif(subject, ''), body_text) as subject, effect_key as key from message
    where id = any(${[...ids]}::bigint[]) and document_id is null order by id for update`.execute(
    asSystem(ctx.db, "of messages that were shown to whoever moves them"),
  );
  const moment = await sendMoment(ctx, "NL", instantInAmsterdam(on, messageHour));
  const moved = [];
  for (const row of rows) {
    const at = row.channel === "post" ? instantInAmsterdam(on) : moment;
    if (!(await postponeOutbox(ctx.db, row.key, at))) continue;
    await ctx.db.updateTable("message").set({ send_after: at }).where("id", "=", row.id).execute();
    moved.push(row);
  }
  await writeLogs(
    ctx,
    moved.map(({ file_id, channel, subject }) => ({
      fileId: file_id,
      type: logTypeOf(channel),
      subject: { key: "correspondence.logMoved", values: { subject, on: { date: on } } },
      content: reason,
    })),
  );
  for (const { id } of moved)
    await ctx.audit({ action: "message.move", subject: "message", subjectId: id, after: { on, reason } });
  return moved.map(({ id }) => id);
}
