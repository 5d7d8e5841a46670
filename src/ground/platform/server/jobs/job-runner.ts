/** Runs a job of the queue: its declaration, its data in the queue, and the context of its code. */
import { sql } from "kysely";
import type { QueueResult } from "pg-boss";
import { z } from "zod";
import { type Actor, type Db, type JobCtx, type JobDecl, type ModuleServer, systemActor } from "../http/module.ts";
import { copyRows, copyText } from "../postgres/copy-rows.ts";
import type { Database } from "../postgres/database.ts";
import { carryOutDeletions, inTransaction, storageOf } from "../storage/deletions.ts";
import { asBegun } from "./begun-by.ts";
import { type Parts, workCtx } from "./work-context.ts";
import { noteWork } from "./works.ts";

export const envelope = z.object({
  payload: z.unknown(),
  /** Its row in `job_progress`. */
  progressId: z.string().optional(),
  /** Whether it was started by its schedule and is recorded in `recurring_work`. */
  recurring: z.literal(true).optional(),
});
export type Envelope = z.output<typeof envelope>;

export interface Runner {
  readonly name: string;
  readonly cron: string | undefined;
  readonly everySeconds?: number | undefined;
  readonly retries: number;
  readonly expireSeconds: number;
  readonly lanes: number;
  run(ctx: JobCtx, payload: unknown): Promise<unknown>;
}

/** One running job. */
export interface Work {
  readonly parts: Parts;
  readonly runner: Runner;
  readonly about: Envelope;
}

/** The queue of a module that listens to an event. */
export const listenerQueue = (event: string, module: string): string => `${event}--${module}`;

const jobRunner = (job: JobDecl): Runner => ({
  name: job.name,
  cron: job.cron,
  everySeconds: job.everySeconds,
  retries: job.retries ?? 3,
  expireSeconds: job.expireSeconds ?? 900,
  lanes: job.lanes ?? 1,
  run: async (ctx, payload) => job.run(ctx, job.payload.parse(payload)),
});

/** All jobs of the modules, including their listeners. */
export function runnersOf(modules: readonly ModuleServer[]): Runner[] {
  const jobs = modules.flatMap((module) => module.jobs.map(jobRunner));
  const listeners = modules.flatMap((module) =>
    module.listeners.map((listener) => ({
      name: listenerQueue(listener.event, module.name),
      cron: undefined,
      retries: 10,
      expireSeconds: 900,
      lanes: 1,
      run: listener.handle,
    })),
  );
  // The queue of a listener is named after its module and the event: of two with the same name the first would never be called.
  const twice = listeners.find(({ name }, at) => listeners.findIndex((other) => other.name === name) < at);
  if (twice) throw new Error(`a module listens twice: ${twice.name}`);
  return [...jobs, ...listeners];
}

/** The delay after which work retries an unavailable storage, unless told otherwise. */
export const usualPauseSeconds = 15;

const retryDelay = 2;

/** The longest that the queue puts off a failed try, in seconds: it doubles the delay with each, and adds up to as much again by chance. */
export const longestRetrySeconds = (triesBefore: number): number => retryDelay * 2 ** (triesBefore + 1);

/** The options of a job's queue. */
export const queueOptions = ({ retries, expireSeconds }: Runner) => ({
  retryLimit: retries,
  retryBackoff: true,
  retryDelay,
  expireInSeconds: expireSeconds,
  heartbeatSeconds: 30,
  notify: true,
});

/** Whether a queue has these options. */
export const isSetTo = (queue: QueueResult, wanted: ReturnType<typeof queueOptions>): boolean =>
  queue.retryLimit === wanted.retryLimit &&
  queue.retryBackoff === wanted.retryBackoff &&
  queue.retryDelay === wanted.retryDelay &&
  queue.expireInSeconds === wanted.expireInSeconds &&
  queue.heartbeatSeconds === wanted.heartbeatSeconds &&
  queue.notify === wanted.notify;

/** Records the result of a job: on the row of its work, or of its scheduled hour. */
export async function noteOn(db: Db, name: string, about: Envelope, change: Record<string, unknown>): Promise<void> {
  if (about.recurring) await db.updateTable("recurring_work").set(change).where("job", "=", name).execute();
  await noteWork(db, about.progressId, change);
}

/** The names of the due jobs: one statement instead of one per queue. */
export async function dueJobs(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job where state in ('created', 'retry') and start_after <= now()`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Whether another work of the same kind waits for its turn. */
export async function hasWaitingWork(db: Db, runner: Runner, about: Envelope): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from pgboss.job where name = ${runner.name} and state in ('created', 'retry')
      and start_after <= now() and data ->> 'progressId' is distinct from ${about.progressId ?? null}) as others`.execute(
    db,
  );
  return rows[0]?.others ?? false;
}

/** The context of a job. `isTurnOver` tells whether it should yield to others. */
export function jobCtx({
  database,
  parts,
  runner,
  about,
  signal,
  isTurnOver,
}: Work & { database: Database; signal: AbortSignal; isTurnOver: () => Promise<boolean> }): JobCtx {
  const { db, pool } = database;
  const { progressId } = about;
  return {
    clock: parts.clock,
    ids: parts.ids,
    random: parts.random,
    log: parts.log.child({ job: runner.name }),
    storage: {
      ...parts.storage,
      async delete(key) {
        await storageOf(parts.storage, db, parts.clock).delete(key);
        await carryOutDeletions(db, parts.storage);
      },
    },
    environment: parts.environment,
    db,
    signal,
    tx: (run, user: Actor = systemActor) =>
      inTransaction(db, parts.storage, (tx) => run(workCtx(parts, tx, asBegun(about.payload, user)))),
    translate: (message, language = systemActor.lang) => parts.texts.translate(language, message),
    progress: (done, total, note) => noteWork(db, progressId, { done, total, ...(note === undefined ? {} : { note }) }),
    result: (value) => noteWork(db, progressId, { result: JSON.stringify(value) }),
    isTurnOver,
    copy: (table, columns, rows) => copyRows(pool, table, columns, rows),
    copyText: (table, columns, text) => copyText(pool, table, columns, text),
  };
}
