/** A thread that runs heavy tasks one after the other. It has no access to the database, and runs one task at a time. */
import { parentPort } from "node:worker_threads";
import { type ErrorCode, type ErrorDetail, VorderError } from "../../../kernel/errors.ts";
import { yieldToServing } from "./thread-priority.ts";

/** A message to a thread: a task to run, or the acknowledgement of a piece. */
export type ToThread =
  | { readonly module: string; readonly name: string; readonly input: unknown }
  | { readonly taken: true };
/** A message from a thread: a piece, the end, a refusal of the task, or its failure. */
export type FromThread =
  | { readonly piece: unknown }
  | { readonly result: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly detail: ErrorDetail } }
  | { readonly error: string };

/** The maximum number of unacknowledged pieces: enough to avoid waiting, few enough to limit memory. */
const inHand = 6;

/** Limits how far a thread runs ahead of its consumer. */
class Ahead {
  #free = inHand;
  #go: (() => void) | undefined;

  taken(): void {
    this.#free++;
    this.#go?.();
  }

  async begin(): Promise<void> {
    while (this.#free === 0) {
      await new Promise<void>((go) => {
        this.#go = go;
      });
    }
    this.#free--;
  }
}

const isGenerator = (value: unknown): value is AsyncGenerator<unknown, unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Buffers at the top level are transferred without a copy; small ones may share their memory with others. */
const moved = (value: unknown): ArrayBuffer[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.values(value).flatMap((part) =>
        part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.buffer.byteLength > Buffer.poolSize
          ? [part.buffer]
          : [],
      );

/** What the task emits and returns, sent as it comes. */
async function follow(begun: unknown, ahead: Ahead, send: (message: FromThread, bytes?: ArrayBuffer[]) => void) {
  if (!isGenerator(begun)) {
    const result = await begun;
    return send({ result }, moved(result));
  }
  for (;;) {
    const next = await begun.next();
    if (next.done) return send({ result: next.value }, moved(next.value));
    await ahead.begin();
    send({ piece: next.value }, moved(next.value));
  }
}

if (parentPort) {
  const port = parentPort;
  yieldToServing();
  const send = (message: FromThread, bytes: ArrayBuffer[] = []): void => port.postMessage(message, bytes);
  const run = async ({ module, name, input }: Exclude<ToThread, { taken: true }>, ahead: Ahead): Promise<void> => {
    try {
      const loaded: Record<string, unknown> = await import(module);
      const task = loaded[name];
      if (typeof task !== "function") throw new Error(`${module} has no function ${name}`);
      await follow(task(input), ahead, send);
    } catch (error) {
      if (error instanceof VorderError) {
        const { fields, data } = error.detail;
        send({ refused: { code: error.code, detail: { ...(fields && { fields }), ...(data && { data }) } } });
      } else send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  let ahead = new Ahead();
  port.on("message", (message: ToThread) => {
    if ("taken" in message) return ahead.taken();
    ahead = new Ahead();
    void run(message, ahead);
  });
}
