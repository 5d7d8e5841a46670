/** The public interface of the demo: fills an empty installation with a portfolio that has a history. */
import { sql } from "kysely";
import { addDays, addMonths, instantInAmsterdam, type PlainDate, weekday } from "../../ground/kernel/dates.ts";
import type { Db, ModuleServer } from "../../ground/platform/server/http/module.ts";
import type { Parts } from "../../ground/platform/server/jobs/work-context.ts";
import type { Database } from "../../ground/platform/server/postgres/database.ts";
import { type Clock, handClock, type Ids, type Random } from "../../ground/platform/server/process/clock.ts";
import { fillInBulk } from "./bulk.server.ts";
import { demoEngine, type EngineSpec } from "./engine.server.ts";
import { History } from "./history.server.ts";
import { DemoPrecasso, precassoWeeks } from "./precasso.server.ts";
import { type Chance, chanceOf } from "./seeded-random.ts";
import { setUp } from "./setup.server.ts";
import { demoPassword, demoUsers } from "./staff.ts";
import { DemoVisitors, visitorWeeks } from "./visitors.server.ts";

export interface DemoSpec {
  /** How many files; about this many are placed. */
  readonly files: number;
  /** The same seed on the same day gives the same portfolio. */
  readonly seed: number;
  /** How far the history goes back. */
  readonly months?: number;
  /** The present: the history ends here. */
  readonly clock: Clock;
  readonly parts: Parts;
  readonly database: Database;
  /** Every module of the process, for their answers, jobs and listeners. */
  readonly modules: readonly ModuleServer[];
  /** Files by the lot, without letters and runs; so by itself from `largestHistory` on. */
  readonly bulk?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The house grows: above 1 more files are placed in each week than in the one before. */
const growth = 1.4;

/** How long the history is, unless told otherwise. */
const usualMonths = 24;

const idsOf = (chance: Chance): Ids => ({
  uuid: () => {
    const hex = Array.from({ length: 32 }, () => chance.whole(0, 15).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  },
});

const randomOf = (chance: Chance): Random => ({
  bytes: (count) => Uint8Array.from({ length: count }, () => chance.whole(0, 255)),
});

/** What two engines of one portfolio have each for itself. */
type Clocked = Pick<EngineSpec, "parts" | "clock">;

/** Whether nobody has been here yet. */
export async function isEmptyInstallation(db: Db): Promise<boolean> {
  const user = await db.selectFrom("app_user").select("id").limit(1).executeTakeFirst();
  return user === undefined;
}

const mark = { action: "demo.complete", subject: "demo" };

/** Whether a demo portfolio was begun here and made to its end; one that was broken off cannot go on, for its story is told in order. */
export async function isDemoComplete(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject", "=", mark.subject)
    .where("action", "=", mark.action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What to tell the person who started the demo: the names to log in with. */
export const demoLogins = (): string =>
  `Log in as ${demoUsers.map(({ username }) => username).join(", ")}; the password of each is ${demoPassword}`;

/** The Mondays of the history: the first in its first week, the last in the last week that is over. */
function mondaysOf(today: PlainDate, months: number): readonly PlainDate[] {
  const start = addMonths(today, -months);
  const mondays: PlainDate[] = [];
  for (
    let monday = addDays(start, (8 - weekday(start)) % 7);
    addDays(monday, 4) <= today;
    monday = addDays(monday, 7)
  ) {
    mondays.push(monday);
  }
  return mondays;
}

/** Above this size a portfolio has files, claims, workflows, payments and holds, but no letters and runs (see `bulk.server.ts`). */
export const largestHistory = 20_000;

/** Makes the users and clients. `fill` then makes the files with their history, the oldest first. */
export async function beginDemo(spec: DemoSpec): Promise<{ readonly fill: () => Promise<void> }> {
  const chance = chanceOf(spec.seed);
  const mondays = mondaysOf(spec.clock.today(), spec.months ?? usualMonths);
  const clock = handClock(instantInAmsterdam(mondays[0] ?? spec.clock.today(), 8));
  // Ids and random bytes have a chance of their own, so that one more of them leaves the story as it is.
  const own = chanceOf(spec.seed ^ 0x5bd1e995);
  const parts: Parts = { ...spec.parts, ids: idsOf(own), random: randomOf(own) };
  const signal = spec.signal ?? new AbortController().signal;
  // A demo that a crash breaks off is made anew, so that its commits need not wait for the disk.
  const database = spec.database.relaxed("vorder-demo");
  const engineOf = (own: Clocked) => demoEngine({ database, modules: spec.modules, signal, ...own });
  const engine = engineOf({ parts, clock });
  const cast = await setUp(engine);
  const complete = async (): Promise<void> => {
    // The story ends with the last week that is over; what its files owe is shown as of the day on which it is told.
    clock.set(spec.clock.now());
    await engine.nightly("claims.balances");
    await engine.work(async (ctx) => {
      // With this commit all before it lies on the disk.
      await sql`set local synchronous_commit = on`.execute(ctx.db);
      await ctx.audit({ ...mark, subjectId: spec.seed });
    });
  };
  if (spec.bulk ?? spec.files > largestHistory) {
    const { files: count, seed, onProgress } = spec;
    const today = spec.clock.today();
    const start = mondays[0] ?? today;
    const inBulk = async (): Promise<void> => {
      const second = engineOf({ parts: { ...parts, ids: idsOf(chanceOf(~seed)) }, clock: handClock(clock.now()) });
      await fillInBulk([engine, second], spec.database.pool, cast, { count, seed, start, today, onProgress });
      await complete();
    };
    return { fill: () => inBulk().finally(database.close) };
  }
  const fill = async (): Promise<void> => {
    const history = new History(engine, cast, chance, spec.seed);
    const precasso = new DemoPrecasso(engine, cast, spec.seed);
    const visitors = new DemoVisitors(engine, cast, spec.seed, spec.clock.now());
    let placed = 0;
    for (const [at, monday] of mondays.entries()) {
      signal.throwIfAborted();
      const until = Math.round(spec.files * ((at + 1) / mondays.length) ** growth);
      if (mondays.length - at <= precassoWeeks) await precasso.week(monday);
      await history.week(monday, until - placed);
      if (mondays.length - at <= visitorWeeks) await visitors.week(monday);
      placed = until;
      spec.onProgress?.(at + 1, mondays.length);
    }
    await history.lastDay(spec.clock.today());
    await complete();
  };
  return { fill: () => fill().finally(database.close) };
}

/** Makes the whole of the demo portfolio in an empty installation. */
export async function seedDemo(spec: DemoSpec): Promise<void> {
  const { fill } = await beginDemo(spec);
  await fill();
}
