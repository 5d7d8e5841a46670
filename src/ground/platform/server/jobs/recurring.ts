/**
 * Scheduled work. The last hour that was taken is stored in the database, so that a run missed while no worker was active is made up at the next
 * start, once, for any number of missed runs and starting processes.
 */
import { CronExpressionParser } from "cron-parser";
import { sql } from "kysely";
import { amsterdamClock } from "../../../kernel/dates.ts";
import type { Db } from "../http/module.ts";

export interface Recurring {
  readonly name: string;
  /** In Amsterdam time. */
  readonly cron: string;
}

/** An instant in Amsterdam time: "2026-11-20T10:00". */
export function wallClock(instant: Date): string {
  const { date, minutes } = amsterdamClock(instant);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Hours are compared as local time: one that is skipped in spring is past at the next minute shown, and one that is repeated in autumn is the same
 * hour.
 */
const onTheFace = (cron: string, shown: string) =>
  CronExpressionParser.parse(cron, { tz: "UTC", currentDate: new Date(`${shown}:00.001Z`) });
const minuteOf = (hour: { toISOString(): string | null }): string => hour.toISOString()?.slice(0, 16) ?? "";

/** The last hour at or before an instant. */
export const lastHour = (cron: string, now: Date): string => minuteOf(onTheFace(cron, wallClock(now)).prev());

/** The first hour after an instant. */
export const nextHour = (cron: string, now: Date): string => minuteOf(onTheFace(cron, wallClock(now)).next());

/** An hour that was past for longer than this when it was taken was missed. */
const lateMinutes = 5;

const minutesSince = (hour: string, shown: string): number =>
  (Date.parse(`${shown}Z`) - Date.parse(`${hour}Z`)) / 60_000;

const underWay = new Set(["waiting", "running", "paused"]);

// An arbitrary lock number: one process at a time checks the schedule.
const clockLock = 7_205_331;

/**
 * Takes the due hours in the transaction that queues their work. Missed runs follow one another in the order of the day, because nightly jobs build
 * on earlier ones; the others do not wait.
 */
export async function queueDueWork(
  db: Db,
  all: readonly Recurring[],
  now: Date,
  enqueue: (name: string) => Promise<void>,
): Promise<void> {
  const { rows: locked } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${clockLock}) as got`.execute(
    db,
  );
  if (!locked[0]?.got) return;
  const rows = await db.selectFrom("recurring_work").selectAll().execute();
  const known = new Map(rows.map((row) => [row.job, row]));
  // Earlier releases kept the schedule in the queue's own table, without the hours taken.
  const { rows: former } = await sql<{ name: string }>`delete from pgboss.schedule returning name`.execute(db);
  const had = new Set(former.map(({ name }) => name));
  const shown = wallClock(now);
  let catchingUp = rows.some(({ missed, state }) => missed && underWay.has(state));
  const hours = all.map((one) => ({ ...one, due: lastHour(one.cron, now) })).sort((a, b) => (a.due < b.due ? -1 : 1));
  for (const { name, due } of hours) {
    const before = known.get(name);
    if (before ? before.due_at >= due || underWay.has(before.state) : !had.has(name)) {
      // A new schedule has missed nothing.
      if (!before) await db.insertInto("recurring_work").values({ job: name, due_at: due, state: "known" }).execute();
      continue;
    }
    const missed = minutesSince(due, shown) > lateMinutes;
    if (missed && catchingUp) continue;
    catchingUp ||= missed;
    const taken = { due_at: due, missed, state: "waiting", started_at: null, finished_at: null, error: null };
    await db
      .insertInto("recurring_work")
      .values({ job: name, ...taken })
      .onConflict((conflict) => conflict.column("job").doUpdateSet(taken))
      .execute();
    await enqueue(name);
  }
}

/** Runs a failed job again: as if its last hour had not been taken. False if it has not failed. */
export async function rerunFailed(db: Db, job: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recurring_work")
    .set({ due_at: "" })
    .where("job", "=", job)
    .where("state", "=", "failed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
