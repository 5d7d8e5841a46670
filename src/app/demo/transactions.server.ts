/**
 * The transactions of the demo's engine. What is asked of jobs and listeners in one stands once it is written. Works that have nothing to do with
 * each other are done in one transaction, whose statements they share, as the rows of a run do.
 */
import {
  type Actor,
  type JobCtx,
  type SystemCtx,
  type SystemDb,
  systemActor,
} from "../../ground/platform/server/http/module.ts";
import { type Parts, type Queue, workCtx } from "../../ground/platform/server/jobs/work-context.ts";
import { recordUndelivered } from "../../ground/platform/server/outbox/outbox.ts";
import { runBatched, runSparing } from "../../ground/platform/server/postgres/batched.ts";
import { mostTogether } from "./lots.ts";

/** A job or an event that waits for its turn. */
export interface Waiting {
  readonly name: string;
  readonly payload: unknown;
  readonly progressId: string | undefined;
}

/** A queue that keeps its jobs in a list. */
const queueInto = (waiting: Waiting[]): Queue => ({
  async enqueue(_db, name, payload) {
    waiting.push({ name, payload, progressId: undefined });
  },
  async enqueueWork(_db, name, payload, progressId) {
    waiting.push({ name, payload, progressId });
  },
  async emit(_db, event, payload) {
    waiting.push({ name: `on ${event}`, payload, progressId: undefined });
  },
});

/** The file of an event; what names none is apart from all others. */
const fileOf = ({ payload }: Waiting): unknown =>
  typeof payload === "object" && payload !== null && "fileId" in payload ? payload.fileId : payload;

/** Takes what waits in succession of one event, as far as it is of different files. */
function takeAlike(waiting: Waiting[]): readonly Waiting[] {
  const files = new Set<unknown>();
  const end = waiting.findIndex((each) => {
    const isApart = each.name !== waiting[0]?.name || files.has(fileOf(each)) || files.size === mostTogether;
    files.add(fileOf(each));
    return isApart;
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

export type Transact = JobCtx["tx"];
type ContextOf = (user: Actor) => SystemCtx;

/** A work in a transaction that others share; gives what tells whoever waits for it. */
type Shared = (ctxOf: ContextOf) => Promise<() => void>;

interface Asked {
  readonly shared: Shared;
  readonly alone: () => Promise<void>;
}

/** The transactions of several jobs that run side by side: once each of them waits for one, or is over, they get one for all. */
class SharedTransactions {
  readonly #together: (works: readonly Shared[]) => Promise<readonly (() => void)[]>;
  readonly #alone: Transact;
  #running: number;
  #asked: Asked[] = [];

  /** `together` does works in one transaction, all or nothing; `alone` does one in its own. */
  constructor(jobs: number, together: (works: readonly Shared[]) => Promise<readonly (() => void)[]>, alone: Transact) {
    this.#running = jobs;
    this.#together = together;
    this.#alone = alone;
  }

  readonly tx: Transact = (run, user = systemActor) =>
    new Promise((resolve, reject) => {
      this.#asked.push({
        shared: async (ctxOf) => {
          const result = await run(ctxOf(user));
          return () => resolve(result);
        },
        alone: () => this.#alone(run, user).then(resolve, reject),
      });
      this.#beginIfAllWait();
    });

  /** A job is over. */
  leave(): void {
    this.#running--;
    this.#beginIfAllWait();
  }

  #beginIfAllWait(): void {
    if (this.#asked.length > 0 && this.#asked.length >= this.#running) void this.#begin();
  }

  async #begin(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const works = asked.map(({ shared }) => shared);
    const resolvers = works.length === 1 ? undefined : await this.#together(works).catch(() => undefined);
    if (resolvers) for (const resolve of resolvers) resolve();
    else for (const each of asked) await each.alone();
  }
}

export class Transactions {
  readonly #spec: { readonly db: SystemDb; readonly parts: Parts };
  readonly #waiting: Waiting[] = [];

  constructor(db: SystemDb, parts: Parts) {
    this.#spec = { db, parts };
  }

  /** What waits first: a job, or events that are told side by side; empty where nothing does. */
  next(): readonly Waiting[] {
    const [first] = this.#waiting;
    if (first?.name.startsWith("on ")) return takeAlike(this.#waiting);
    return this.#waiting.splice(0, 1);
  }

  // What goes outside is kept, never carried: these messages are of the past, to people who do not exist.
  #contextOf(tx: SystemDb, user: Actor, asked: Waiting[]): SystemCtx {
    const ctx = workCtx({ ...this.#spec.parts, queue: queueInto(asked) }, tx, user);
    return { ...ctx, send: (item) => recordUndelivered(ctx, item) };
  }

  async #transact<R>(run: (tx: SystemDb, asked: Waiting[]) => Promise<R>): Promise<R> {
    const asked: Waiting[] = [];
    const result = await this.#spec.db.transaction().execute((tx) => run(tx, asked));
    this.#waiting.push(...asked);
    return result;
  }

  /** A work in a transaction of its own, which may be done by several people. */
  inside<R>(run: (tx: SystemDb, ctxOf: ContextOf) => Promise<R>): Promise<R> {
    return this.#transact((tx, asked) => run(tx, (user) => this.#contextOf(tx, user, asked)));
  }

  readonly alone: Transact = (run, user = systemActor) => this.inside((_tx, ctxOf) => run(ctxOf(user)));

  /** Works in one transaction: each is done, or all are not. */
  readonly #together = (works: readonly Shared[]): Promise<readonly (() => void)[]> =>
    this.#transact(async (tx, asked) => {
      const ran = await runBatched(tx, works, (work) => this.#noted(tx, work));
      return ran.map((outcome) => {
        if ("threw" in outcome) throw outcome.threw;
        asked.push(...outcome.done.own);
        return outcome.done.result;
      });
    });

  async #noted<R>(tx: SystemDb, work: (ctxOf: ContextOf) => Promise<R>) {
    const own: Waiting[] = [];
    return { result: await work((user) => this.#contextOf(tx, user, own)), own };
  }

  /** One transaction for so many jobs that run side by side. */
  shared(jobs: number): SharedTransactions {
    return new SharedTransactions(jobs, this.#together, this.alone);
  }

  /** Does works in one transaction, without those that are refused, and gives what refused them. @throws where one fails: then none is done. */
  sparing(
    works: readonly ((tx: SystemDb, ctxOf: ContextOf) => Promise<void>)[],
    isRefusal: (error: unknown) => boolean,
  ): Promise<readonly unknown[]> {
    return this.#transact(async (tx, asked) => {
      const work = (each: (typeof works)[number]) => this.#noted(tx, (ctxOf) => each(tx, ctxOf));
      const ran = await runSparing(tx, works, work, isRefusal);
      for (const each of works) {
        const outcome = ran.get(each);
        if (outcome && "done" in outcome) asked.push(...outcome.done.own);
      }
      return [...ran.values()].flatMap((outcome) => ("threw" in outcome ? [outcome.threw] : []));
    });
  }
}
