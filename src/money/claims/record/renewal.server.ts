/**
 * The date of the balances in lists. Lists, totals, filters and exports show stored balances, all as of the same date: because interest accrues
 * daily, each new day renews them all. A job renews outdated balances, as does the first read of a day; until all are renewed, readers are shown
 * the date of the balances.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Logger } from "pino";
import { z } from "zod";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Db, type JobCtx, job, type SystemDb } from "../../../ground/platform/server/http/module.ts";
import type { Clock } from "../../../ground/platform/server/process/clock.ts";
import { refreshSeparately } from "./record.server.ts";

/** The number of files renewed in one transaction: others wait for locks no longer than that takes. */
const batchSize = 500;

/** What renewing takes. */
interface Renewing {
  readonly db: SystemDb;
  readonly clock: Pick<Clock, "today">;
  readonly log: Pick<Logger, "warn">;
  readonly signal: AbortSignal;
  transaction<R>(run: (db: SystemDb) => Promise<R>): Promise<R>;
}

/** Files whose balance is of an earlier day. A closed file with nothing open accrues nothing: its balance is valid for all later days. */
const isBehind = (today: PlainDate): RawBuilder<SqlBool> =>
  sql<SqlBool>`(balance_on is null or (balance_on < ${today} and (status <> 'closed' or open_cents > 0)))`;

/** All files with a stored balance. */
const isReckoned = sql<SqlBool>`balance_on is not null`;

interface Slice {
  readonly which: RawBuilder<SqlBool>;
  readonly after: number;
  readonly today: PlainDate;
  /** Whether locked files are waited for, or skipped. */
  readonly waits: boolean;
}

/**
 * Renews the next files after an id; returns the last of them, undefined if there were none. They are locked, so that no event entered meanwhile is
 * lost.
 */
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

/** Renews such files in slices; completed slices stay if the process stops. False if it stopped. */
async function renewAll(by: Renewing, which: RawBuilder<SqlBool>, today: PlainDate, waits: boolean): Promise<boolean> {
  for (let after = 0; !by.signal.aborted; ) {
    const last = await renewSlice(by, { which, after, today, waits });
    if (last === undefined) return true;
    after = last;
  }
  return false;
}

/** The date of which all balances were last found to be, per database and clock, because the demo data have another time. */
const completeDays = new WeakMap<SystemDb, WeakMap<Renewing["clock"], PlainDate>>();

const isComplete = ({ db, clock }: Pick<Renewing, "db" | "clock">): boolean =>
  completeDays.get(db)?.get(clock) === clock.today();

function noteComplete({ db, clock }: Pick<Renewing, "db" | "clock">, day: PlainDate): void {
  const known = completeDays.get(db) ?? new WeakMap<Renewing["clock"], PlainDate>();
  completeDays.set(db, known.set(clock, day));
}

/** Renews outdated balances, first those of unlocked files. True if all are of today then. */
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

/** Ensures that all balances are of today, for jobs that read many files. */
export async function renewForWork(ctx: JobCtx): Promise<void> {
  if (!isComplete(ctx)) await renewBehind(asJob(ctx));
}

/** The same each night, regardless of this process's cache: a file created exactly at midnight may have been missed. */
export const renewEachNight = (ctx: JobCtx): Promise<boolean> => renewBehind(asJob(ctx));

/** Renews all balances, of any date: a tariff was corrected. */
export const renewEveryBalance = (ctx: JobCtx): Promise<boolean> =>
  renewAll(asJob(ctx), isReckoned, ctx.clock.today(), true);

/** At the start, after midnight and after sleep: a working process checks for outdated balances. */
export const renewalJob = job({
  name: "claims.balances",
  payload: z.object({}),
  everySeconds: 10,
  run: renewForWork,
});

/** The first readers of a day wait this long for outdated balances; later ones do not. */
const patienceMillis = 2000;
/** The delay of a retry after a failure. */
const againMillis = 60_000;

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis).unref());

/** The oldest date of an outdated balance; undefined if there is none. */
async function oldestBehind(db: Db, today: PlainDate): Promise<PlainDate | undefined> {
  const { rows } = await sql<{ files: number; oldest: string | null }>`
    select count(*) as files, min(balance_on) as oldest from case_file where ${isBehind(today)}`.execute(db);
  const [found] = rows;
  return found && found.files > 0 ? (parsePlainDate(found.oldest ?? "") ?? today) : undefined;
}

interface UnderWay {
  readonly from: PlainDate;
  /** Resolves when all are renewed, or when the waiting time is over. */
  readonly waited: Promise<unknown>;
}

export interface BalancesForReaders {
  /** Renews outdated balances, waiting at most as long as a reader may. Returns the date of all balances, or "from/to" while some are older. */
  day(): Promise<string>;
  /** Stops a running renewal. */
  end(): Promise<void>;
}

/** Renewal at the first read of a day, in the process that reads. */
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
      // It is retried later, not by every reader.
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
