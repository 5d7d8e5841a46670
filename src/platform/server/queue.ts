/**
 * Jobs on pg-boss. A job is queued in the transaction of the change and delivered at least once, so each of its effects must have a
 * key of its own. Queues are named like their jobs; each listener to an event is a job of its own.
 */
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { z } from "zod";
import type { Ids } from "./clock.ts";
import { copyRows, copyText } from "./copy.ts";
import type { Database } from "./database.ts";
import { carryOutDeletions, inTransaction, notingDeletions } from "./deletions.ts";
import { noteProgress } from "./progress.ts";
import { reasonOf } from "./reasons.ts";
import {
  type Actor,
  type Db,
  type EnqueueOptions,
  type JobCtx,
  type JobDecl,
  type RoomServer,
  systemActor,
} from "./room.ts";
import { insist } from "./trouble.ts";
import { type Parts, workCtx } from "./work.ts";

const envelope = z.object({ payload: z.unknown(), progressId: z.string().optional() });

interface Runner {
  readonly name: string;
  readonly cron: string | undefined;
  readonly everySeconds?: number | undefined;
  readonly retries: number;
  readonly expireSeconds: number;
  run(ctx: JobCtx, payload: unknown): Promise<void>;
}

export interface Queue {
  enqueue(db: Db, name: string, payload: unknown, options?: EnqueueOptions & { progressId?: string }): Promise<void>;
  emit(db: Db, event: string, payload: unknown): Promise<void>;
}

const listenerQueue = (event: string, room: string): string => `${event}--${room}`;

const jobRunner = (job: JobDecl): Runner => ({
  name: job.name,
  cron: job.cron,
  everySeconds: job.everySeconds,
  retries: job.retries ?? 3,
  expireSeconds: job.expireSeconds ?? 900,
  run: async (ctx, payload) => job.run(ctx, job.payload.parse(payload)),
});

function runnersOf(rooms: readonly RoomServer[]): Runner[] {
  const jobs = rooms.flatMap((room) => room.jobs.map(jobRunner));
  const listeners = rooms.flatMap((room) =>
    room.listeners.map((listener) => ({
      name: listenerQueue(listener.event, room.name),
      cron: undefined,
      retries: 10,
      expireSeconds: 900,
      run: listener.handle,
    })),
  );
  return [...jobs, ...listeners];
}

const looking = { pollingIntervalSeconds: 5, batchSize: 1, includeMetadata: true } as const;

/** One try of a job. */
interface Try {
  readonly signal: AbortSignal;
  /** Whether it is not tried again by itself. */
  readonly isLast: boolean;
}

/** The queue of one process: it can always enqueue; it works only where the process is a worker. */
export class JobQueue implements Queue {
  readonly #boss: PgBoss;
  readonly #runners: ReadonlyMap<string, Runner>;
  readonly #listeners: ReadonlyMap<string, readonly string[]>;
  readonly #stopping = new AbortController();
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #log: Logger;
  readonly #repeating = new Set<Promise<void>>();

  constructor(spec: {
    database: Database;
    url: string;
    rooms: readonly RoomServer[];
    ids: Ids;
    log: Logger;
    works: boolean;
  }) {
    this.#database = spec.database;
    this.#ids = spec.ids;
    this.#log = spec.log;
    // A server that does not answer must not be waited for without end.
    const connection = { connectionString: spec.url, keepAlive: true, query_timeout: 60_000 };
    this.#boss = new PgBoss({
      ...connection,
      application_name: "vorder-queue",
      max: 4,
      // Its tables are made by their owner (prepare-database.ts); this role could not.
      migrate: false,
      createSchema: false,
      reindex: false,
      supervise: spec.works,
      schedule: spec.works,
      useListenNotify: spec.works,
      monitorIntervalSeconds: 15,
    });
    this.#boss.on("error", (error) => spec.log.error({ err: error }, "queue"));
    this.#runners = new Map(runnersOf(spec.rooms).map((runner) => [runner.name, runner]));
    const listeners = new Map<string, string[]>();
    for (const room of spec.rooms)
      for (const { event } of room.listeners)
        listeners.set(event, [...(listeners.get(event) ?? []), listenerQueue(event, room.name)]);
    this.#listeners = listeners;
  }

  /** Makes the queues; safe to do in several processes at once. */
  async prepare(): Promise<void> {
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const runner of this.#runners.values()) {
      const options = {
        retryLimit: runner.retries,
        retryBackoff: true,
        retryDelay: 2,
        expireInSeconds: runner.expireSeconds,
        heartbeatSeconds: 30,
        notify: true,
      };
      await this.#insist(() =>
        known.has(runner.name)
          ? this.#boss.updateQueue(runner.name, options)
          : this.#boss.createQueue(runner.name, { policy: "short", ...options }),
      );
    }
  }

  /** Begins to work: from here on jobs run in this process. Those that look by themselves for what is due begin after `quiet`. */
  async work(parts: Parts, quiet: Promise<unknown> = Promise.resolve()): Promise<void> {
    for (const runner of this.#runners.values()) {
      const { everySeconds } = runner;
      if (everySeconds) {
        void quiet.then(() => {
          if (!this.#stopping.signal.aborted) this.#repeat(parts, runner, everySeconds);
        });
        continue;
      }
      // Serving has begun: a connection that is lost now must not end it.
      const worker: string = await this.#insist(() =>
        this.#boss.work(runner.name, looking, async (jobs) => {
          // What came while this runs has told nobody: it is looked for as soon as this has ended, and not at the next poll.
          this.#boss.notifyWorker(worker);
          for (const job of jobs)
            await this.#run(parts, runner, job.data, {
              signal: AbortSignal.any([job.signal, this.#stopping.signal]),
              isLast: job.retryCount >= job.retryLimit,
            });
        }),
      );
      const { cron } = runner;
      if (cron)
        await this.#insist(() => this.#boss.schedule(runner.name, cron, { payload: {} }, { tz: "Europe/Amsterdam" }));
    }
  }

  #insist<R>(run: () => Promise<R>): Promise<R> {
    return insist(run, this.#stopping.signal);
  }

  async enqueue(
    db: Db,
    name: string,
    payload: unknown,
    options: EnqueueOptions & { progressId?: string } = {},
  ): Promise<void> {
    await this.#boss.send(
      name,
      { payload, ...(options.progressId ? { progressId: options.progressId } : {}) },
      {
        db: fromKysely(db),
        singletonKey: options.key ?? this.#ids.uuid(),
        ...(options.after ? { startAfter: options.after } : {}),
      },
    );
  }

  async emit(db: Db, event: string, payload: unknown): Promise<void> {
    for (const queue of this.#listeners.get(event) ?? []) await this.enqueue(db, queue, payload);
  }

  /** Runs a job again and again, the next time only after the last has ended. */
  #repeat(parts: Parts, runner: Runner, seconds: number): void {
    const { signal } = this.#stopping;
    const timer = setInterval(() => {
      if (busy || signal.aborted) return;
      busy = true;
      const run = this.#run(parts, runner, { payload: {} }, { signal, isLast: true })
        .catch(() => undefined)
        .finally(() => {
          busy = false;
          this.#repeating.delete(run);
        });
      this.#repeating.add(run);
    }, seconds * 1000);
    let busy = false;
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  }

  /** Runs everything that is due until nothing is left, in this call: for tests and the demo portfolio. Throws what a job threw. */
  async drain(parts: Parts): Promise<number> {
    let ran = 0;
    for (let found = true; found; ) {
      found = false;
      for (const runner of this.#runners.values()) {
        const jobs = await this.#boss.fetch(runner.name, { batchSize: 20 });
        for (const job of jobs) {
          found = true;
          ran++;
          await this.#run(parts, runner, job.data, { signal: this.#stopping.signal, isLast: true });
          await this.#boss.complete(runner.name, job.id);
        }
      }
      if (!found)
        for (const runner of this.#runners.values())
          if (runner.everySeconds)
            await this.#run(parts, runner, { payload: {} }, { signal: this.#stopping.signal, isLast: true });
      found ||= await this.#anyWaiting();
    }
    return ran;
  }

  async #anyWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pgboss.job where state in ('created', 'retry') and start_after <= now()) as waiting`.execute(
      this.#database.db,
    );
    return rows[0]?.waiting ?? false;
  }

  /** Takes no more jobs and tells running ones to end at their next safe point; queueing goes on. */
  async rest(): Promise<void> {
    this.#stopping.abort();
    for (const { name } of this.#runners.values()) await this.#boss.offWork(name, { wait: false });
  }

  /** Ends what `rest` has told to end, and all connections. */
  async stop(): Promise<void> {
    await this.rest();
    await Promise.all(this.#repeating);
    await this.#boss.stop({ graceful: true, timeout: 25_000, close: true });
  }

  async #run(parts: Parts, runner: Runner, data: unknown, { signal, isLast }: Try): Promise<void> {
    const { payload, progressId } = envelope.parse(data);
    const ctx = this.#jobCtx(parts, runner, progressId, signal);
    try {
      await this.#note(progressId, { state: "running", started_at: parts.clock.now(), error: null });
      await runner.run(ctx, payload);
      await this.#note(progressId, { state: "done", finished_at: parts.clock.now() });
    } catch (error) {
      this.#log.error({ err: error, job: runner.name }, "job failed");
      // Work that was ended with its process, or that is tried again, has not failed: it waits.
      const end = isLast && !this.#stopping.signal.aborted;
      const why = this.#stopping.signal.aborted ? null : JSON.stringify(reasonOf(error));
      await this.#note(progressId, {
        state: end ? "failed" : "waiting",
        error: why,
        finished_at: end ? parts.clock.now() : null,
      }).catch((gone: unknown) => this.#log.error({ err: gone, job: runner.name }, "a failed job could not be noted"));
      throw error;
    }
  }

  #note(id: string | undefined, change: Record<string, unknown>): Promise<void> {
    return noteProgress(this.#database.db, id, change);
  }

  #jobCtx(parts: Parts, runner: Runner, progressId: string | undefined, signal: AbortSignal): JobCtx {
    const { db } = this.#database;
    return {
      clock: parts.clock,
      ids: parts.ids,
      random: parts.random,
      log: parts.log.child({ job: runner.name }),
      storage: {
        ...parts.storage,
        async delete(key) {
          await notingDeletions(parts.storage, db, parts.clock).delete(key);
          await carryOutDeletions(db, parts.storage);
        },
      },
      environment: parts.environment,
      db,
      signal,
      tx: (run, user: Actor = systemActor) => inTransaction(db, parts.storage, (tx) => run(workCtx(parts, tx, user))),
      say: (message, language = systemActor.lang) => parts.texts.say(language, message),
      progress: (done, total, note) => this.#note(progressId, { done, total, ...(note === undefined ? {} : { note }) }),
      result: (value) => this.#note(progressId, { result: JSON.stringify(value) }),
      copy: (table, columns, rows) => copyRows(this.#database.pool, table, columns, rows),
      copyText: (table, columns, text) => copyText(this.#database.pool, table, columns, text),
    };
  }
}
