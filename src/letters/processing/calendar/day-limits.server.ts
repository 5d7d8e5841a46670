/** The daily limit of messages per channel, and the number already sent or planned: over all files, for every user. */
import { sql } from "kysely";
import { addDays, instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { type MessageChannel, messageChannels } from "../../correspondence/correspondence.ts";

/** The limit of one day; null for no limit. */
export async function mostPerDay(db: Db): Promise<Readonly<Record<MessageChannel, number | null>>> {
  const { postPerDay, emailPerDay, smsPerDay } = await globalSettings(db);
  return { post: postPerDay || null, email: emailPerDay || null, sms: smsPerDay || null };
}

/** Days from one on, up to the day before another. */
interface Days {
  readonly from: PlainDate;
  readonly until: PlainDate;
}
interface Taken {
  readonly on: PlainDate;
  readonly channel: string;
  readonly count: number;
}

/** The messages of days that a later module sends: those that are still to be made, and its own that are no messages of files. */
type ToMake = (db: Db, days: Days) => Promise<readonly Taken[]>;
const readersToMake: ToMake[] = [];
export const addToMakeReader = (reader: ToMake): void => void readersToMake.push(reader);

/**
 * The messages of each day and channel, over all files: sent, waiting for the day, and on the day of a run those that running runs have still to make,
 * except those of the run `except`; and those of later modules.
 */
export async function takenOn(
  db: Db,
  { from, until }: Days,
  except = 0,
): Promise<(on: PlainDate, channel: string) => number> {
  const { rows } = await sql<Taken>`
    select ${legalDate("send_after")} as "on", message.channel, count(*)::int as count
      from message left join outbox on outbox.key = message.effect_key
      where send_after >= ${instantInAmsterdam(from)} and send_after < ${instantInAmsterdam(until)}
        and coalesce(outbox.state, 'sent') not in ('cancelled', 'dead') and message.posting is distinct from 'recalled'
      group by 1, 2
    union all
    select run.as_of, r.channel, count(*)::int from run_row r join run on run.id = r.run_id
      where run.state = 'making' and run.as_of >= ${from} and run.as_of < ${until} and run.id <> ${except}
        and r.state = 'planned' and r.verdict in ('do', 'close') group by 1, 2`.execute(
    asSystem(db, "how much goes out on a day is counted over all files"),
  );
  const more: (readonly Taken[])[] = [];
  for (const reader of readersToMake) more.push(await reader(db, { from, until }));
  const taken = new Map<string, number>();
  for (const { on, channel, count } of [...rows, ...more.flat()])
    taken.set(`${on} ${channel}`, (taken.get(`${on} ${channel}`) ?? 0) + count);
  return (on, channel) => taken.get(`${on} ${channel}`) ?? 0;
}

const oneDay = (on: PlainDate): Days => ({ from: on, until: addDays(on, 1) });

/** How many more may be sent on a day by channel; a channel without a limit is absent. */
export async function capacityLeftOn(db: Db, on: PlainDate): Promise<Map<string, number>> {
  const most = await mostPerDay(db);
  const limited = messageChannels.filter((channel) => most[channel] !== null);
  if (limited.length === 0) return new Map();
  const taken = await takenOn(db, oneDay(on));
  return new Map(limited.map((channel) => [channel, Math.max(0, (most[channel] ?? 0) - taken(on, channel))]));
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
  const taken = await takenOn(ctx.db, oneDay(on), run);
  return limited
    .map((channel) => ({ channel, count: taken(on, channel), most: most[channel] ?? 0 }))
    .find(({ channel, count, most: limit }) => count + (wanted[channel] ?? 0) > limit);
}

/** Messages that a work on many files or records would send, by channel; counts may come from the database as text. */
type Wanted = readonly { readonly channel: string; readonly count: number | string }[];

/**
 * @throws refused where a channel cannot take them on a day beside what it has already. `textKey` says so, with %channel%, %count%, %most%, %wanted%.
 * @param run these are of a run that counts as in the making already.
 */
export async function requireRoom(
  ctx: Pick<WorkCtx, "db" | "translate" | "lang">,
  on: PlainDate,
  left: Wanted,
  { textKey, run }: { readonly textKey: string; readonly run?: number },
): Promise<void> {
  const wanted = Object.fromEntries(left.map(({ channel, count }) => [channel, Number(count)]));
  const full = await fullChannel(ctx, on, wanted, run);
  if (full === undefined) return;
  const channel = ctx.translate({ key: `processing.calendar_${full.channel}` }, ctx.lang);
  const values = { channel, count: full.count, most: full.most, wanted: wanted[full.channel] ?? 0 };
  throw new VorderError("refused", { fields: { common: [{ key: textKey, values }] } });
}
