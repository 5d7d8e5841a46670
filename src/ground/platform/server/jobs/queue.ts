/**
 * Jobs on pg-boss. A job is queued in the transaction of the change and delivered at least once, so each of its effects must have a key of its own.
 * Queues are named after their jobs; each listener to an event is a job of its own. Long work runs in slices: it returns to the queue if others
 * wait, pauses while the storage cannot be written, and is taken over by another worker if its worker dies.
 */
import { fromKysely, PgBoss, type SendOptions } from "pg-boss";
import type { Logger } from "pino";
import type { EnqueueOptions, ModuleServer, SystemDb } from "../http/module.ts";
import type { Database } from "../postgres/database.ts";
import { machineFaultOf, retryOnFault } from "../postgres/machine-faults.ts";
import type { Ids } from "../process/clock.ts";
import {
  dueJobs,
  type Envelope,
  envelope,
  hasWaitingWork,
  isSetTo,
  jobCtx,
  listenerQueue,
  longestRetrySeconds,
  noteOn,
  queueOptions,
  type Runner,
  runnersOf,
  usualPauseSeconds,
  type Work,
} from "./job-runner.ts";
import { reasonOf } from "./reasons.ts";
import { queueDueWork, type Recurring } from "./recurring.ts";
import type { Parts, Queue } from "./work-context.ts";
import { nextTurn, resumeWorks } from "./works.ts";

const looking = { pollingIntervalSeconds: 5, batchSize: 1, includeMetadata: true } as const;

/** How often a worker checks the schedule, and for work that no worker has. */
const clockMillis = 10_000;
/** The duration of a slice while nobody waits. */
const sliceMillis = 120_000;

/** One attempt at a job. */
interface Try {
  readonly signal: AbortSignal;
  /** Whether it is not retried automatically. */
  readonly isLast: boolean;
}

/** The queue of one process: it can always enqueue; it works only if the process is a worker. */
export class JobQueue implements Queue {
  readonly #boss: PgBoss;
  readonly #runners: ReadonlyMap<string, Runner>;
  readonly #listeners: ReadonlyMap<string, readonly string[]>;
  readonly #stopping = new AbortController();
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #log: Logger;
  readonly #pauseSeconds: number;
  readonly #workers = new Map<string, string>();
  readonly #repeating = new Set<Promise<void>>();

  constructor(spec: {
    database: Database;
    url: string;
    modules: readonly ModuleServer[];
    ids: Ids;
    log: Logger;
    works: boolean;
    pauseSeconds?: number;
  }) {
    this.#database = spec.database;
    this.#ids = spec.ids;
    this.#log = spec.log;
    this.#pauseSeconds = spec.pauseSeconds ?? usualPauseSeconds;
    // Limits the wait for a server that does not answer.
    const connection = { connectionString: spec.url, keepAlive: true, query_timeout: 60_000 };
    this.#boss = new PgBoss({
      ...connection,
      application_name: "vorder-queue",
      max: 4,
      // Its tables are created by their owner (prepare-database.ts); this role may not.
      migrate: false,
      createSchema: false,
      reindex: false,
      supervise: spec.works,
      schedule: false,
      useListenNotify: spec.works,
      monitorIntervalSeconds: 15,
    });
    this.#boss.on("error", (error) => spec.log.error({ err: error }, "queue"));
    this.#runners = new Map(runnersOf(spec.modules).map((runner) => [runner.name, runner]));
    const listeners = new Map<string, string[]>();
    for (const module of spec.modules)
      for (const { event } of module.listeners)
        listeners.set(event, [...(listeners.get(event) ?? []), listenerQueue(event, module.name)]);
    this.#listeners = listeners;
  }

  /** Creates the queues; safe in several processes at once. A queue with the right options is not changed. */
  async prepare(): Promise<void> {
    await this.#boss.start();
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const runner of this.#runners.values()) {
      const options = queueOptions(runner);
      const there = known.get(runner.name);
      if (there !== undefined && isSetTo(there, options)) continue;
      await this.#insist(() =>
        there === undefined
          ? this.#boss.createQueue(runner.name, { policy: "short", ...options })
          : this.#boss.updateQueue(runner.name, options),
      );
    }
  }

  /** Starts to work: from here on jobs run in this process. Polling jobs start after `quiet`. */
  async work(parts: Parts, quiet: Promise<unknown> = Promise.resolve()): Promise<void> {
    for (const runner of this.#runners.values()) {
      const { everySeconds } = runner;
      if (everySeconds) {
        void quiet.then(() => {
          if (!this.#stopping.signal.aborted) this.#repeat(parts, runner, everySeconds);
        });
        continue;
      }
      // The process is serving: a lost connection must not end it.
      const lanes = { localConcurrency: runner.lanes, ...(runner.lanes > 1 ? { groupConcurrency: 1 } : {}) };
      const worker: string = await this.#insist(() =>
        this.#boss.work(runner.name, { ...looking, ...lanes }, async (jobs) => {
          // Jobs queued while this one runs were not signalled: look for them when it ends, not at the next poll.
          this.#boss.notifyWorker(worker);
          for (const job of jobs) {
            const signal = AbortSignal.any([job.signal, this.#stopping.signal]);
            const isLast = job.retryCount >= job.retryLimit;
            await this.#run(parts, runner, job.data, { signal, isLast }).catch((error: unknown) => {
              if (!isLast) this.#wakeAfter(longestRetrySeconds(job.retryCount), runner);
              throw error;
            });
          }
        }),
      );
      this.#workers.set(runner.name, worker);
    }
    void quiet.then(() => this.#watchClock(parts));
  }

  /** Checks the schedule and work that no worker has, repeatedly. */
  #watchClock(parts: Parts): void {
    const { signal } = this.#stopping;
    const look = async (): Promise<void> => {
      if (signal.aborted) return;
      await this.queueDueWork(parts).catch((error: unknown) =>
        this.#log.error({ err: error }, "the clock was not looked at"),
      );
      await this.resume(parts).catch((error: unknown) =>
        this.#log.error({ err: error }, "lost work was not looked for"),
      );
    };
    let looking: Promise<void> | undefined;
    const begin = (): void => {
      if (looking) return;
      const now = look().finally(() => {
        looking = undefined;
        this.#repeating.delete(now);
      });
      looking = now;
      this.#repeating.add(now);
    };
    const timer = setInterval(begin, clockMillis);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    begin();
  }

  /** Queues scheduled work that is due, including missed runs. */
  async queueDueWork({ clock }: Pick<Parts, "clock">): Promise<void> {
    const all = [...this.#runners.values()].flatMap(({ name, cron }): Recurring[] => (cron ? [{ name, cron }] : []));
    await this.#database.db
      .transaction()
      .execute((tx) =>
        queueDueWork(tx, all, clock.now(), (name) =>
          this.#send(tx, name, { payload: {}, recurring: true }, { singletonKey: "clock" }),
        ),
      );
  }

  /** Queues work again that no worker has. */
  async resume({ clock }: Pick<Parts, "clock">): Promise<void> {
    await this.#database.db
      .transaction()
      .execute((tx) => resumeWorks(tx, clock, ({ id, job, payload }) => this.enqueueWork(tx, job, payload, id)));
  }

  #insist<R>(run: () => Promise<R>): Promise<R> {
    return retryOnFault(run, this.#stopping.signal);
  }

  async enqueue(db: SystemDb, name: string, payload: unknown, { key, after }: EnqueueOptions = {}): Promise<void> {
    const singletonKey = key ?? this.#ids.uuid();
    await this.#send(db, name, { payload }, { singletonKey, ...(after ? { startAfter: after } : {}) });
  }

  async enqueueWork(db: SystemDb, name: string, payload: unknown, progressId: string, seconds = 0): Promise<void> {
    const { turn, userId } = await nextTurn(db, progressId);
    await this.#send(
      db,
      name,
      { payload, progressId },
      {
        singletonKey: progressId,
        priority: -turn,
        ...(seconds > 0 ? { startAfter: seconds } : {}),
        // The concurrency limit is per user; system work has no user.
        ...(userId === 0 ? {} : { group: { id: String(userId) } }),
      },
    );
  }

  async #send(db: SystemDb, name: string, about: Envelope, options: SendOptions): Promise<void> {
    await this.#boss.send(name, about, { db: fromKysely(db), ...options });
  }

  async emit(db: SystemDb, event: string, payload: unknown): Promise<void> {
    for (const queue of this.#listeners.get(event) ?? []) await this.enqueue(db, queue, payload);
  }

  /** Runs a job repeatedly, each time after the previous run has ended. */
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

  /** Runs all due jobs in this call, or only those of one name: for tests and the demo data. Throws the errors of jobs. */
  async drain(parts: Parts, only?: string): Promise<number> {
    const working = { signal: this.#stopping.signal, isLast: true };
    const isWanted = ({ name }: Runner): boolean => only === undefined || only === name;
    let ran = 0;
    for (let waiting = await dueJobs(this.#database.db); ; waiting = await dueJobs(this.#database.db)) {
      const before = ran;
      for (const runner of this.#runners.values()) {
        if (!waiting.has(runner.name) || !isWanted(runner)) continue;
        // One at a time, as workers do: a job that yields must find the others waiting.
        for (;;) {
          const [job] = await this.#boss.fetch(runner.name);
          if (job === undefined) break;
          ran++;
          await this.#run(parts, runner, job.data, working);
          await this.#boss.complete(runner.name, job.id);
        }
        waiting = await dueJobs(this.#database.db);
      }
      if (ran > before) continue;
      for (const runner of this.#runners.values())
        if (runner.everySeconds && isWanted(runner)) await this.#run(parts, runner, { payload: {} }, working);
      if (only !== undefined || (await dueJobs(this.#database.db)).size === 0) return ran;
    }
  }

  /** Takes no more jobs and tells running ones to end at their next safe point; queueing continues. */
  async rest(): Promise<void> {
    this.#stopping.abort();
    for (const { name } of this.#runners.values()) await this.#boss.offWork(name, { wait: false });
  }

  /** Ends what `rest` told to end, and all connections. */
  async stop(): Promise<void> {
    await this.rest();
    await Promise.all(this.#repeating);
    await this.#boss.stop({ graceful: true, timeout: 25_000, close: true });
  }

  async #run(parts: Parts, runner: Runner, data: unknown, { signal, isLast }: Try): Promise<void> {
    const about = envelope.parse(data);
    const work = { parts, runner, about };
    const begun = performance.now();
    try {
      await this.#note(work, { state: "running", started_at: parts.clock.now(), error: null });
      const outcome = await runner.run(
        jobCtx({ ...work, database: this.#database, signal, isTurnOver: () => this.#isTurnOver(work, begun) }),
        about.payload,
      );
      if (outcome === "more") return await this.#again(work, { state: "running" });
      // Told to end, recurring work returns with a part of it done: the next worker looks for the rest.
      if (about.recurring && this.#stopping.signal.aborted)
        return await this.#again(work, { state: "waiting", error: null });
      await this.#note(work, { state: "done", finished_at: parts.clock.now() });
    } catch (error) {
      const isOurs = about.progressId !== undefined || about.recurring === true;
      // Neither counts as an attempt: the next worker continues, or the same one when the storage is available.
      if (isOurs && this.#stopping.signal.aborted) return await this.#again(work, { state: "waiting", error: null });
      if (isOurs && machineFaultOf(error) === "storageFull") {
        this.#log.warn({ err: error, job: runner.name }, "a job stands still until the storage can be written");
        return await this.#again(work, { state: "paused", error: JSON.stringify(reasonOf(error)) }, this.#pauseSeconds);
      }
      await this.#failed(work, error, isLast);
      throw error;
    } finally {
      // Missed runs follow one another.
      if (about.recurring) await this.queueDueWork(parts).catch(() => undefined);
    }
  }

  /** Returns a job to the queue, for its next slice. */
  async #again({ runner, about }: Work, change: Record<string, unknown>, seconds = 0): Promise<void> {
    const { payload, progressId, recurring } = about;
    await this.#database.db.transaction().execute(async (tx) => {
      await noteOn(tx, runner.name, about, change);
      if (progressId) return this.enqueueWork(tx, runner.name, payload, progressId, seconds);
      const singletonKey = recurring ? "clock" : this.#ids.uuid();
      await this.#send(tx, runner.name, about, { singletonKey, ...(seconds > 0 ? { startAfter: seconds } : {}) });
    });
    if (seconds > 0) this.#wakeAfter(seconds, runner);
  }

  /** Wakes a worker for a job put off: only what may be taken at once is signalled, and by itself it looks no more than every thirty seconds. */
  #wakeAfter(seconds: number, { name }: Runner): void {
    setTimeout(() => this.#boss.notifyWorker(this.#workers.get(name) ?? ""), seconds * 1000 + 250).unref();
  }

  async #failed(work: Work, error: unknown, isLast: boolean): Promise<void> {
    const { parts, runner } = work;
    const logId = this.#ids.uuid().slice(0, 8);
    this.#log.error({ err: error, job: runner.name, logId }, "job failed");
    await this.#note(work, {
      // A job that is retried has not failed: it waits.
      state: isLast ? "failed" : "waiting",
      error: JSON.stringify(reasonOf(error, logId)),
      finished_at: isLast ? parts.clock.now() : null,
    }).catch((gone: unknown) => this.#log.error({ err: gone, job: runner.name }, "a failed job could not be noted"));
  }

  #note({ runner, about }: Work, change: Record<string, unknown>): Promise<void> {
    return noteOn(this.#database.db, runner.name, about, change);
  }

  /** Whether other users' work of this kind waits, or the slice has taken long enough. */
  async #isTurnOver({ runner, about }: Work, begun: number): Promise<boolean> {
    if (this.#stopping.signal.aborted || performance.now() - begun > sliceMillis) return true;
    return hasWaitingWork(this.#database.db, runner, about);
  }
}
