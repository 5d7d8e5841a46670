/** The daily limit of messages per channel, and the number already sent or planned: over all files, for every user. */
import { sql } from "kysely";
import { addDays, instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { type MessageChannel, messageChannels } from "../../correspondence/correspondence.ts";

/** The limit of one day; null for no limit. */
export async function mostPerDay(db: Db): Promise<Readonly<Record<MessageChannel, number | null>>> {
  const { postPerDay, emailPerDay, smsPerDay } = await globalSettings(db);
  return { post: postPerDay || null, email: emailPerDay || null, sms: smsPerDay || null };
}

/** The messages of a day that a later module sends: those that are still to be made, and its own that are no messages of files; by channel. */
type ToMake = (db: Db, on: PlainDate) => Promise<readonly { readonly channel: string; readonly count: number }[]>;
const readersToMake: ToMake[] = [];
export const addToMakeReader = (reader: ToMake): void => void readersToMake.push(reader);

/**
 * The messages of a day: sent, waiting for it, and on the day of a run those that running runs have still to make, except those of the run
 * `except`; and those of later modules.
 */
async function takenOn(db: Db, on: PlainDate, except: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ channel: string; count: number }>`
    select channel, sum(count)::int as count from (
      select message.channel, count(*) from message left join outbox on outbox.key = message.effect_key
        where send_after >= ${instantInAmsterdam(on)} and send_after < ${instantInAmsterdam(addDays(on, 1))}
          and coalesce(outbox.state, 'sent') not in ('cancelled', 'dead') and message.posting is distinct from 'recalled' group by 1
      union all
      select r.channel, count(*) from run_row r join run on run.id = r.run_id
        where run.state = 'making' and run.as_of = ${on} and run.id <> ${except}
          and r.state = 'planned' and r.verdict in ('do', 'close') group by 1) as each
    group by 1`.execute(asSystem(db, "how much goes out on a day is counted over all files"));
  const taken = new Map(rows.map(({ channel, count }) => [channel, count]));
  for (const reader of readersToMake)
    for (const { channel, count } of await reader(db, on)) taken.set(channel, (taken.get(channel) ?? 0) + count);
  return taken;
}

/** How many more may be sent on a day by channel; a channel without a limit is absent. */
export async function capacityLeftOn(db: Db, on: PlainDate): Promise<Map<string, number>> {
  const most = await mostPerDay(db);
  const limited = messageChannels.filter((channel) => most[channel] !== null);
  if (limited.length === 0) return new Map();
  const taken = await takenOn(db, on, 0);
  return new Map(limited.map((channel) => [channel, Math.max(0, (most[channel] ?? 0) - (taken.get(channel) ?? 0))]));
}

/**
 * The first channel of which a day cannot take that many more, with the number already planned. Locks the day until the transaction ends, so that
 * concurrent callers wait for each other.
 */
export async function fullChannel(
  ctx: Pick<WorkCtx, "db">,
  on: PlainDate,
  wanted: Readonly<Partial<Record<string, number>>>,
  run = 0,
): Promise<{ readonly channel: MessageChannel; readonly count: number; readonly most: number } | undefined> {
  const most = await mostPerDay(ctx.db);
  const limited = messageChannels.filter((channel) => most[channel] !== null && (wanted[channel] ?? 0) > 0);
  if (limited.length === 0) return undefined;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${on}`}, 0))`.execute(ctx.db);
  const taken = await takenOn(ctx.db, on, run);
  return limited
    .map((channel) => ({ channel, count: taken.get(channel) ?? 0, most: most[channel] ?? 0 }))
    .find(({ channel, count, most: limit }) => count + (wanted[channel] ?? 0) > limit);
}
