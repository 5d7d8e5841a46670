/** Makes letters as PDF/A-2b, on as many threads as there are cores. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { DocumentModel } from "../../templates/templates.ts";
import type { LetterModel } from "./letter.ts";
import type { LetterDone, LetterJob } from "./letter-worker.server.ts";

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

// Two letters in hand per thread keep it busy while the answer to the first travels.
const inHand = 2;
const threads: Thread[] = [];
const queue: { readonly job: LetterJob; readonly waiting: Waiting }[] = [];
let lastId = 0;

function lose(thread: Thread, error: Error): void {
  const at = threads.indexOf(thread);
  if (at >= 0) threads.splice(at, 1);
  for (const { reject } of thread.waiting.values()) reject(error);
  thread.waiting.clear();
  serve();
}

/** A letter that cannot be set: a name in letters that our font does not have is for a person to mend, anything else is our fault. */
function letterError(why: string): Error {
  const sign = /the text `?\\*"(.+?)\\*"`? could not be displayed/.exec(why)?.[1];
  if (sign === undefined) return new Error(`the letter could not be set: ${why}`);
  return new VorderError("refused", { fields: { common: [{ key: "correspondence.notPrintable", values: { sign } }] } });
}

function startThread(): Thread {
  const worker = new Worker(new URL("./letter-worker.server.ts", import.meta.url));
  const thread: Thread = { worker, waiting: new Map() };
  worker.on("message", (done: LetterDone) => {
    const waiting = thread.waiting.get(done.id);
    thread.waiting.delete(done.id);
    if ("pdf" in done) waiting?.resolve(done.pdf);
    else waiting?.reject(letterError(done.error));
    if (thread.waiting.size === 0) worker.unref();
    serve();
  });
  worker.on("error", (error) => lose(thread, error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => lose(thread, new Error("a thread that makes letters ended")));
  worker.unref();
  threads.push(thread);
  return thread;
}

/** The thread with the least in hand; a new one while there are idle cores. */
function freeThread(): Thread | undefined {
  const least = threads.toSorted((a, b) => a.waiting.size - b.waiting.size)[0];
  if (least && least.waiting.size === 0) return least;
  if (threads.length < availableParallelism()) return startThread();
  return least && least.waiting.size < inHand ? least : undefined;
}

function serve(): void {
  for (;;) {
    const thread = queue.length > 0 ? freeThread() : undefined;
    const next = thread && queue.shift();
    if (!thread || !next) return;
    thread.waiting.set(next.job.id, next.waiting);
    // A thread holds the process up only while it has work.
    thread.worker.ref();
    thread.worker.postMessage(next.job);
  }
}

type Work = LetterJob extends infer Job ? (Job extends LetterJob ? Omit<Job, "id"> : never) : never;

const set = (work: Work): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    lastId += 1;
    queue.push({ job: { id: lastId, ...work }, waiting: { resolve, reject } });
    serve();
  });

/** The PDF of a letter. Safe to call many times at once: the letters are shared out over the threads, in order of asking. */
export const letterPdf = (model: LetterModel, document: DocumentModel, subject: string): Promise<Uint8Array> =>
  set({ model, document, subject });

/**
 * The PDF of a page in a layout of our own, by the same threads and fonts as letters.
 * @param layout Typst; it reads the page as JSON from `sys.inputs.page`, and no text of anybody's stands in it.
 * @throws {VorderError} refused for a sign that has no place in our font.
 */
export const pagePdf = (layout: string, page: object): Promise<Uint8Array> => set({ layout, page });
