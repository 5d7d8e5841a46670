/**
 * The day of the balances that lists show. What lists, totals, filters and exports show of a file is the balance noted on it, of one day for all of
 * them: interest runs by the day, so that a new day renews them all. What is behind is renewed by a job that looks for it, and before the first
 * reading of a day; until it is done readers are told from which day on the balances are.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Logger } from "pino";
import { z } from "zod";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Db, type JobCtx, job, type SystemDb } from "../../../ground/platform/server/http/module.ts";
import type { Clock } from "../../../ground/platform/server/process/clock.ts";
import { refreshSeparately } from "./record.server.ts";

/** So many files are renewed in one transaction: others wait for none of them longer than that takes. */
const batchSize = 500;

/** What renewing takes. */
interface Renewing {
  readonly db: SystemDb;
  readonly clock: Pick<Clock, "today">;
  readonly log: Pick<Logger, "warn">;
  readonly signal: AbortSignal;
  transaction<R>(run: (db: SystemDb) => Promise<R>): Promise<R>;
}

/** Files of which the balance is of an earlier day. Nothing grows on a closed file of which nothing is open: its balance is of every later day. */
const isBehind = (today: PlainDate): RawBuilder<SqlBool> =>
  sql<SqlBool>`(balance_on is null or (balance_on < ${today} and (status <> 'closed' or open_cents > 0)))`;

/** Every file of which a balance stands somewhere. */
const isReckoned = sql<SqlBool>`balance_on is not null`;

interface Slice {
  readonly which: RawBuilder<SqlBool>;
  readonly after: number;
  readonly today: PlainDate;
  /** Whether files that somebody holds are waited for, or left out. */
  readonly waits: boolean;
}

/** Renews the next files after an id; gives the last of them, undefined where there were none. They are locked, so that nothing entered meanwhile is lost. */
async function renewSlice(by: Renewing, { which, after, today, waits }: Slice): Promise<number | undefined> {
  return by.transaction(async (db) => {
    const { rows } = await sql<{ id: number }>`select id from case_file where id > ${after} and ${which}
      order by id limit ${batchSize} for no key update ${waits ? sql`` : sql`skip locked`}`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const failed = await refreshSeparately(db, ids, today);
    for (const [fileId, error] of failed) by.log.warn({ fileId, err: error }, "a balance cannot be reckoned");
    return ids.at(-1);
  });
}

/** Renews such files, slice by slice; what was done stays done when the process stops in between. False where it stopped. */
async function renewAll(by: Renewing, which: RawBuilder<SqlBool>, today: PlainDate, waits: boolean): Promise<boolean> {
  for (let after = 0; !by.signal.aborted; ) {
    const last = await renewSlice(by, { which, after, today, waits });
    if (last === undefined) return true;
    after = last;
  }
  return false;
}

/** The day that all balances were last found to be of, for each database; by each clock, since the demo portfolio lives in another time. */
const completeDays = new WeakMap<SystemDb, WeakMap<Renewing["clock"], PlainDate>>();

const isComplete = ({ db, clock }: Pick<Renewing, "db" | "clock">): boolean =>
  completeDays.get(db)?.get(clock) === clock.today();

function noteComplete({ db, clock }: Pick<Renewing, "db" | "clock">, day: PlainDate): void {
  const known = completeDays.get(db) ?? new WeakMap<Renewing["clock"], PlainDate>();
  completeDays.set(db, known.set(clock, day));
}

/** Renews what is behind, first what nobody holds. True where all balances are of today then. */
async function renewBehind(by: Renewing): Promise<boolean> {
  const today = by.clock.today();
  const isDone =
    (await renewAll(by, isBehind(today), today, false)) && (await renewAll(by, isBehind(today), today, true));
  if (isDone) noteComplete(by, today);
  return isDone;
}

const asJob = ({ db, clock, log, signal, tx }: JobCtx): Renewing => ({
  db,
  clock,
  log,
  signal,
  transaction: (run) => tx((work) => run(work.db)),
});

/** Sees to it that all balances are of today, for work that reads those of many files. */
export async function renewForWork(ctx: JobCtx): Promise<void> {
  if (!isComplete(ctx)) await renewBehind(asJob(ctx));
}

/** The same each night, whatever this process found before: a file that was placed at midnight itself may have been missed. */
export const renewEachNight = (ctx: JobCtx): Promise<boolean> => renewBehind(asJob(ctx));

/** All balances again, whatever day they are of: a tariff that was wrong has been put right. */
export const renewEveryBalance = (ctx: JobCtx): Promise<boolean> =>
  renewAll(asJob(ctx), isReckoned, ctx.clock.today(), true);

/** At the start, after midnight and after a sleep: a process that works looks whether balances are behind. */
export const renewalJob = job({
  name: "claims.balances",
  payload: z.object({}),
  everySeconds: 10,
  run: renewForWork,
});

/** For so long the first readers of a day wait for balances that are behind; whoever comes later does not. */
const patienceMillis = 2000;
/** After so long it is tried again where it failed. */
const againMillis = 60_000;

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis).unref());

/** The oldest day of a balance that is behind; undefined where none is. */
async function oldestBehind(db: Db, today: PlainDate): Promise<PlainDate | undefined> {
  const { rows } = await sql<{ files: number; oldest: string | null }>`
    select count(*) as files, min(balance_on) as oldest from case_file where ${isBehind(today)}`.execute(db);
  const [found] = rows;
  return found && found.files > 0 ? (parsePlainDate(found.oldest ?? "") ?? today) : undefined;
}

interface UnderWay {
  readonly from: PlainDate;
  /** Over when all are renewed, or as soon as nobody is to wait any longer. */
  readonly waited: Promise<unknown>;
}

export interface BalancesForReaders {
  /** Renews what is behind, at most so long as a reader waits. The day of all balances, or "from/to" while some are of an earlier one. */
  day(): Promise<string>;
  /** Ends what is being renewed. */
  end(): Promise<void>;
}

/** Renewal at the first reading of a day, in the process that reads. */
export function balancesForReaders(
  spec: Pick<Renewing, "db" | "clock" | "log">,
  patience = patienceMillis,
): BalancesForReaders {
  const { db, clock, log } = spec;
  const stopping = new AbortController();
  const by: Renewing = { ...spec, signal: stopping.signal, transaction: (run) => db.transaction().execute(run) };
  let underWay: Promise<UnderWay | undefined> | undefined;
  let done: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    try {
      await renewBehind(by);
      underWay = undefined;
    } catch (error) {
      log.warn({ err: error }, "balances that are behind could not be renewed");
      // It is tried again, and not by every reader.
      void pause(againMillis).then(() => {
        underWay = undefined;
      });
    }
  }

  async function begin(): Promise<UnderWay | undefined> {
    const today = clock.today();
    const from = await oldestBehind(db, today);
    if (from === undefined) {
      noteComplete(by, today);
      underWay = undefined;
      return undefined;
    }
    done = renew();
    return { from, waited: Promise.race([done, pause(patience)]) };
  }

  return {
    async day() {
      const today = clock.today();
      if (isComplete(by) || stopping.signal.aborted) return today;
      underWay ??= begin().catch((error: unknown) => {
        underWay = undefined;
        throw error;
      });
      const renewal = await underWay;
      await renewal?.waited;
      return renewal === undefined || isComplete(by) ? today : `${renewal.from}/${today}`;
    },
    async end() {
      stopping.abort();
      await underWay?.catch(() => undefined);
      await done;
    },
  };
}
