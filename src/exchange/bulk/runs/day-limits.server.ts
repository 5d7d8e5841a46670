/** The messages that works on many files have still to send, for the daily limit of each channel. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { runGuards } from "../../../letters/processing/processing.server.ts";

const startedOn = legalDate("b.started_at");

/** Rows left of works that send, by the channel of the step that each was planned with. */
async function leftToSend(db: Db, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{
    on: PlainDate;
    channel: string;
    count: number;
  }>`select ${startedOn} as "on", s.channel, count(*)::int as count
    from bulk b join bulk_row r on r.bulk_id = b.id and r.state = 'planned' and r.verdict = 'do'
    join (select template_code, min(channel) as channel from workflow_step where channel in ('post', 'email', 'sms') group by 1) as s
      on s.template_code = r.after #>> '{step,values,template}'
    where b.action ->> 'kind' = 'send' and ${where} group by 1, 2`.execute(
    asSystem(db, "how much goes out on a day is counted over all works"),
  );
  return rows;
}

runGuards.addToMakeReader((db, { from, until }) =>
  leftToSend(db, sql<SqlBool>`b.state = 'making' and ${startedOn} >= ${from} and ${startedOn} < ${until}`),
);

/** @throws refused where a channel cannot take today what a work would send. */
export async function requireRoomToSend(ctx: WorkCtx, bulkId: number): Promise<void> {
  const left = await leftToSend(ctx.db, sql<SqlBool>`b.id = ${bulkId}`);
  await runGuards.requireRoom(ctx, ctx.clock.today(), left, { textKey: "bulk.sendDayFull" });
}
