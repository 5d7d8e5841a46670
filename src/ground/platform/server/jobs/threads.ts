/**
 * Threads for what is heavy to read: uploads, archives, bank files. The thread that serves people never does it, so that one person's file
 * holds up nobody. There are few threads; each task has a limit of time and of memory, and nobody has two tasks under way.
 */
import { on } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { fieldError, VorderError } from "../../../kernel/errors.ts";
import { lowerCollectors } from "./thread-priority.ts";
import type { FromThread, ToThread } from "./thread-worker.ts";

/** A function that a thread runs: it takes what can be cloned, may hand pieces on, and returns a result. */
type Runs = (input: never) => AsyncGenerator<unknown, unknown> | Promise<unknown>;
type InputOf<F extends Runs> = Parameters<F>[0];
type PieceOf<F extends Runs> = ReturnType<F> extends AsyncGenerator<infer Piece, unknown> ? Piece : never;
type ResultOf<F extends Runs> =
  ReturnType<F> extends AsyncGenerator<unknown, infer Result>
    ? Result
    : ReturnType<F> extends Promise<infer Result>
      ? Result
      : never;

/** A declared task. The type is that of the function which does it. */
export interface HeavyTask<F extends Runs> {
  readonly module: URL;
  readonly name: string;
  /** Seconds of a processor that it may take: what a file asks of a machine, however busy that is with others. */
  readonly seconds: number;
  /** How long somebody waits for it at most; where absent three times that, and two minutes at least. */
  readonly patience?: number;
  /** Never filled: carries the type. */
  readonly runs?: F;
}

/** Declares the exported function `name` of a module as a task of threads. The module must bring no database and no calls. */
export const heavyTask = <F extends Runs>(task: Omit<HeavyTask<F>, "runs">): HeavyTask<F> => task;

/** For whom something is read. */
export interface TaskOwner {
  /** Whoever shares one turn: `user:7`. What the same owner asks for waits until the one before has ended. */
  readonly owner: string;
  /** Nobody waits at a screen for it; one thread is left to those who do. */
  readonly isJob?: boolean;
  readonly signal?: AbortSignal;
}

/** An idle thread is kept so long: it takes a third of a second to begin, and whoever uploads one file often uploads another. */
const keptFor = 5 * 60_000;
/** What a thread may hold in objects; bytes lie outside of it, and are limited by whoever unpacks them. */
const megabytes = 512;
/** How often the clocks of a task are looked at. */
const lookEvery = 250;
/** So many of one owner may wait; who sends more is told to wait. */
const mostWaiting = 40;

/** What waits for a thread. */
interface Waiting extends TaskOwner {
  readonly go: () => void;
}

interface Thread {
  readonly worker: Worker;
  end?: NodeJS.Timeout;
}

const tooHeavy = (): VorderError => fieldError("file", "platform.invalid.tooHeavy");

/** A number of threads that are shared out fairly. */
export class ThreadPool {
  readonly #size: number;
  readonly #idle: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<TaskOwner>();
  /** When each owner was served last, as long as it has something here. */
  readonly #served = new Map<string, number>();
  #serial = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Has a thread ready for whoever comes next. */
  warm(): void {
    if (this.#idle.length === 0 && this.#running.size === 0) this.#giveBack(startThread());
  }

  /**
   * Runs a task and hands its pieces on as they come. @throws what the task throws of the catalogue; validation on `file` where it took too
   * much of a processor or too much memory; tooMany where too much of this owner waits; unavailable where it was broken off, and where the
   * machine had no time for it.
   */
  async *stream<F extends Runs>(
    task: HeavyTask<F>,
    input: InputOf<F>,
    turn: TaskOwner,
  ): AsyncGenerator<PieceOf<F>, ResultOf<F>> {
    await this.#turn(turn);
    const thread = this.#take();
    let isSound = false;
    try {
      const answers = conversation(thread.worker, task, input, turn.signal);
      for (;;) {
        const next = await answers.next();
        if (next.done) {
          isSound = true;
          // The thread runs the very function whose types these are.
          return next.value as ResultOf<F>;
        }
        // As above.
        yield next.value as PieceOf<F>;
      }
    } catch (error) {
      isSound = error instanceof Refused;
      throw error instanceof Refused ? error.refusal : error;
    } finally {
      // What was broken off is still at work in there.
      if (isSound) this.#giveBack(thread);
      else void thread.worker.terminate();
      this.#running.delete(turn);
      this.#next();
    }
  }

  /** Runs a task that hands no pieces on. @throws as `stream`. */
  async run<F extends Runs>(task: HeavyTask<F>, input: InputOf<F>, turn: TaskOwner): Promise<ResultOf<F>> {
    const all = this.stream(task, input, turn);
    for (;;) {
      const next = await all.next();
      if (next.done) return next.value;
    }
  }

  #turn(turn: TaskOwner): Promise<void> {
    return new Promise((resolve, reject) => {
      if (turn.signal?.aborted) return reject(new VorderError("unavailable"));
      if (this.#waiting.filter(({ owner }) => owner === turn.owner).length >= mostWaiting)
        return reject(new VorderError("tooMany"));
      const giveUp = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new VorderError("unavailable"));
      };
      const waiting: Waiting = {
        ...turn,
        go: () => {
          turn.signal?.removeEventListener("abort", giveUp);
          this.#running.add(turn);
          this.#served.set(turn.owner, ++this.#serial);
          resolve();
        },
      };
      turn.signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #mayBegin({ owner, isJob }: TaskOwner): boolean {
    const running = [...this.#running];
    if (running.length >= this.#size || running.some((one) => one.owner === owner)) return false;
    return !isJob || running.filter((one) => one.isJob).length < this.#size - 1;
  }

  /** Lets begin whoever may: first those who were served longest ago. */
  #next(): void {
    const may = this.#waiting.filter((one) => this.#mayBegin(one));
    const last = ({ owner }: TaskOwner): number => this.#served.get(owner) ?? 0;
    const [first] = may.toSorted((one, other) => last(one) - last(other));
    if (!first) {
      if (this.#waiting.length === 0 && this.#running.size === 0) this.#served.clear();
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    first.go();
    this.#next();
  }

  #take(): Thread {
    const thread = this.#idle.pop() ?? startThread();
    clearTimeout(thread.end);
    // It holds the process up only while it has work.
    thread.worker.ref();
    return thread;
  }

  #giveBack(thread: Thread): void {
    const forget = (): void => {
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      clearTimeout(thread.end);
    };
    thread.worker.unref();
    // One that ends while it is idle is replaced by the next; the listeners of whoever had it before are gone.
    thread.worker.removeAllListeners("exit").once("exit", forget);
    thread.end = setTimeout(() => {
      forget();
      void thread.worker.terminate();
    }, keptFor);
    thread.end.unref();
    this.#idle.push(thread);
  }
}

function startThread(): Thread {
  lowerCollectors();
  const worker = new Worker(new URL("./thread-worker.ts", import.meta.url), {
    // Nearly all that a row makes is gone with the row: with room for many, little has to be looked through to find the rest.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
  });
  // A thread that fails ends, and nothing else does: whoever waits for it hears of it by himself.
  worker.on("error", () => undefined);
  return { worker };
}

/** What a task refused with an error of the catalogue; the thread is as good as before. */
class Refused extends Error {
  readonly refusal: VorderError;
  constructor(refusal: VorderError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** What a thread has taken of a processor since it began, in seconds; undefined where it has not begun or does not say. */
async function takenBy(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1e6;
  } catch {
    return undefined;
  }
}

interface Limit {
  readonly over: AbortSignal;
  /** Whether it was the task that took too much, and not the machine that had no time for it. */
  wasTask(): boolean;
  end(): void;
}

/** Ends a task that has taken more of a processor than it may, or that somebody has waited for too long. */
function limitOf(worker: Worker, { seconds, patience = Math.max(3 * seconds, 120) }: HeavyTask<Runs>): Limit {
  const over = new AbortController();
  const begun = performance.now();
  let isTask = false;
  // A thread that never says what it takes is in the midst of something that cannot be interrupted.
  let said: { readonly first: number; readonly last: number } | undefined;
  const look = async (): Promise<void> => {
    const taken = await takenBy(worker);
    if (taken === undefined) return;
    said = { first: said?.first ?? taken, last: taken };
    if (said.last - said.first < seconds) return;
    isTask = true;
    over.abort();
  };
  const timer = setInterval(() => {
    if (performance.now() - begun < patience * 1000) return void look();
    isTask = said === undefined;
    over.abort();
  }, lookEvery);
  void look();
  return { over: over.signal, wasTask: () => isTask, end: () => clearInterval(timer) };
}

/** Hands a task to a thread and listens until it is done. */
async function* conversation(
  worker: Worker,
  task: HeavyTask<Runs>,
  input: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, unknown> {
  const limit = limitOf(worker, task);
  const stop = signal ? AbortSignal.any([signal, limit.over]) : limit.over;
  const tell = (told: ToThread): void => worker.postMessage(told);
  try {
    const messages = on(worker, "message", { signal: stop, close: ["exit"] });
    tell({ module: task.module.href, name: task.name, input });
    // A thread answers with what `serve` posts, and with nothing else.
    for await (const [said] of messages as AsyncIterable<[FromThread]>) {
      if ("piece" in said) {
        yield said.piece;
        tell({ taken: true });
      } else if ("result" in said) return said.result;
      else if ("refused" in said) throw new Refused(new VorderError(said.refused.code, said.refused.detail));
      else throw new Error(`${task.name} failed in a thread: ${said.error}`);
    }
    throw new Error(`the thread of ${task.name} ended`);
  } catch (error) {
    if (isOutOfMemory(error) || limit.wasTask()) throw tooHeavy();
    if (stop.aborted) throw new VorderError("unavailable", { cause: error });
    throw error;
  } finally {
    limit.end();
  }
}

/** The threads of this process: one for each core, and at least one beside the one that jobs may have. */
export const threads = new ThreadPool(Math.max(2, availableParallelism()));
