/** The messages of pre-collection of a day, for the daily limit of each channel, and what a run may still send of it. */
import { sql } from "kysely";
import { instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { runGuards } from "../../processing/processing.server.ts";

/** Those sent or waiting for a day, and those that running runs have still to make. */
runGuards.addToMakeReader(async (db, { from, until }) => {
  const { rows } = await sql<{ on: PlainDate; channel: string; count: number }>`
    select ${legalDate("m.send_after")} as "on", m.channel, count(*)::int as count from precasso_message m left join outbox on outbox.key = m.effect_key
      where m.channel in ('post', 'email', 'sms')
        and m.send_after >= ${instantInAmsterdam(from)} and m.send_after < ${instantInAmsterdam(until)}
        and coalesce(outbox.state, 'sent') not in ('cancelled', 'dead') and m.posting is distinct from 'recalled' group by 1, 2
    union all
    select run.as_of, r.channel, count(*)::int from precasso_run_row r join precasso_run run on run.id = r.run_id
      where run.state = 'making' and run.as_of >= ${from} and run.as_of < ${until}
        and r.state = 'planned' and r.verdict = 'do' group by 1, 2`.execute(db);
  return rows;
});

/** What the rows in this state of a run would send, by channel. */
const toSend = ({ db }: WorkCtx, runId: number, state: "planned" | "failed") =>
  db
    .selectFrom("precasso_run_row")
    .select(["channel", ({ fn }) => fn.countAll<number>().as("count")])
    .where("run_id", "=", runId)
    .where("state", "=", state)
    .where("verdict", "=", "do")
    .groupBy("channel")
    .execute();

/** What today still takes of each channel beside what a plan holds, but for the messages that are judged anew. */
export async function roomBeside(
  ctx: WorkCtx,
  runId: number,
  judgedAnew: readonly { readonly channel: string }[],
): Promise<Map<string, number>> {
  const room = await runGuards.capacityLeftOn(ctx.db, ctx.clock.today());
  const held = new Map((await toSend(ctx, runId, "planned")).map(({ channel, count }) => [channel, count]));
  for (const [channel, left] of room) {
    const beside = (held.get(channel) ?? 0) - judgedAnew.filter((each) => each.channel === channel).length;
    room.set(channel, Math.max(0, left - beside));
  }
  return room;
}

/** @throws refused where a channel cannot take today what the rows in this state of a run would send. */
export async function requireRoomToday(ctx: WorkCtx, runId: number, state: "planned" | "failed"): Promise<void> {
  const left = await toSend(ctx, runId, state);
  await runGuards.requireRoom(ctx, ctx.clock.today(), left, { textKey: "precasso.dayFull" });
}
