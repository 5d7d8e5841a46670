/**
 * Worker threads for heavy reading: uploads, archives, bank files. The thread that serves requests never does it, so that one user's file delays
 * nobody. The number of threads is small; each task has limits of time and memory, and each owner one task at a time.
 */
import { on } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { fieldError, VorderError } from "../../../kernel/errors.ts";
import { lowerCollectors } from "./thread-priority.ts";
import type { FromThread, ToThread } from "./thread-worker.ts";

/** A function that a thread runs: its argument and result can be cloned, and it may emit pieces. */
type Runs = (input: never) => AsyncGenerator<unknown, unknown> | Promise<unknown>;
type InputOf<F extends Runs> = Parameters<F>[0];
type PieceOf<F extends Runs> = ReturnType<F> extends AsyncGenerator<infer Piece, unknown> ? Piece : never;
type ResultOf<F extends Runs> =
  ReturnType<F> extends AsyncGenerator<unknown, infer Result>
    ? Result
    : ReturnType<F> extends Promise<infer Result>
      ? Result
      : never;

/** A declared task. Its type is that of its function. */
export interface HeavyTask<F extends Runs> {
  readonly module: URL;
  readonly name: string;
  /** The limit of processor time in seconds, independent of other load on the machine. */
  readonly seconds: number;
  /** The limit of elapsed time; by default three times that, and at least two minutes. */
  readonly patience?: number;
  /** Never set: carries the type. */
  readonly runs?: F;
}

/** Declares the exported function `name` of a module as a task of threads. The module must not import database access or calls. */
export const heavyTask = <F extends Runs>(task: Omit<HeavyTask<F>, "runs">): HeavyTask<F> => task;

/** The owner of a task. */
export interface TaskOwner {
  /** The key of the owner: `user:7`. Tasks of the same owner run one after the other. */
  readonly owner: string;
  /** A background task; one thread is reserved for the others. */
  readonly isJob?: boolean;
  readonly signal?: AbortSignal;
}

/** How long an idle thread is kept: starting one takes a third of a second, and uploads often come in series. */
const idleMillis = 5 * 60_000;
/** The heap limit of a thread; buffers are outside of it, and are limited by the code that unpacks them. */
const megabytes = 512;
/** How often the limits of a task are checked. */
const lookEvery = 250;
/** The maximum number of waiting tasks per owner; further ones are refused. */
const mostWaiting = 40;

/** A waiting task. */
interface Waiting extends TaskOwner {
  readonly go: () => void;
}

interface Thread {
  readonly worker: Worker;
  end?: NodeJS.Timeout;
}

const tooHeavy = (): VorderError => fieldError("file", "platform.invalid.tooHeavy");

/** A fair pool of threads. */
export class ThreadPool {
  readonly #size: number;
  readonly #idle: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<TaskOwner>();
  /** When each owner was last served, while it has tasks here. */
  readonly #served = new Map<string, number>();
  #serial = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Starts a thread for the next task. */
  warm(): void {
    if (this.#idle.length === 0 && this.#running.size === 0) this.#giveBack(startThread());
  }

  /**
   * Runs a task and passes its pieces on as they come. @throws the task's own refusals; validation on `file` if it exceeded its processor time or
   * memory; tooMany if too many tasks of this owner wait; unavailable if it was aborted, or the machine was too busy.
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
          // The thread runs the function whose types these are.
          return next.value as ResultOf<F>;
        }
        // As above.
        yield next.value as PieceOf<F>;
      }
    } catch (error) {
      isSound = error instanceof Refused;
      throw error instanceof Refused ? error.refusal : error;
    } finally {
      // The aborted task is still running in the thread.
      if (isSound) this.#giveBack(thread);
      else void thread.worker.terminate();
      this.#running.delete(turn);
      this.#next();
    }
  }

  /** Runs a task without pieces. @throws as `stream`. */
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

  /** Starts waiting tasks: first those of the owners served longest ago. */
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
    // It keeps the process alive only while it has work.
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
    // A thread that ends while idle is replaced by the next; the listeners of its last task are removed.
    thread.worker.removeAllListeners("exit").once("exit", forget);
    thread.end = setTimeout(() => {
      forget();
      void thread.worker.terminate();
    }, idleMillis);
    thread.end.unref();
    this.#idle.push(thread);
  }
}

function startThread(): Thread {
  lowerCollectors();
  const worker = new Worker(new URL("./thread-worker.ts", import.meta.url), {
    // Nearly all objects of a row are short-lived: a large young generation means that little has to be scanned.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
  });
  // A failing thread ends without other effects: its task receives the error itself.
  worker.on("error", () => undefined);
  return { worker };
}

/** A refusal by the task; the thread can be used again. */
class Refused extends Error {
  readonly refusal: VorderError;
  constructor(refusal: VorderError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** The processor time of a thread since its start, in seconds; undefined if it has not started or does not report it. */
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
  /** Whether the task exceeded its processor time, or the machine was too busy. */
  wasTask(): boolean;
  end(): void;
}

/** Ends a task that exceeded its processor time or its elapsed time. */
function limitOf(worker: Worker, { seconds, patience = Math.max(3 * seconds, 120) }: HeavyTask<Runs>): Limit {
  const over = new AbortController();
  const begun = performance.now();
  let isTask = false;
  // A thread that does not report its processor time is busy with something that cannot be interrupted.
  let measured: { readonly first: number; readonly last: number } | undefined;
  const look = async (): Promise<void> => {
    const taken = await takenBy(worker);
    if (taken === undefined) return;
    measured = { first: measured?.first ?? taken, last: taken };
    if (measured.last - measured.first < seconds) return;
    isTask = true;
    over.abort();
  };
  const timer = setInterval(() => {
    if (performance.now() - begun < patience * 1000) return void look();
    isTask = measured === undefined;
    over.abort();
  }, lookEvery);
  void look();
  return { over: over.signal, wasTask: () => isTask, end: () => clearInterval(timer) };
}

/** Passes a task to a thread and listens until it is done. */
async function* conversation(
  worker: Worker,
  task: HeavyTask<Runs>,
  input: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, unknown> {
  const limit = limitOf(worker, task);
  const stop = signal ? AbortSignal.any([signal, limit.over]) : limit.over;
  const send = (message: ToThread): void => worker.postMessage(message);
  try {
    const messages = on(worker, "message", { signal: stop, close: ["exit"] });
    send({ module: task.module.href, name: task.name, input });
    // A thread sends only what `serve` posts.
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if ("piece" in message) {
        yield message.piece;
        send({ taken: true });
      } else if ("result" in message) return message.result;
      else if ("refused" in message) throw new Refused(new VorderError(message.refused.code, message.refused.detail));
      else throw new Error(`${task.name} failed in a thread: ${message.error}`);
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

/** The threads of this process: one per core, and at least one beside the one for background tasks. */
export const threads = new ThreadPool(Math.max(2, availableParallelism()));
