/** A thread that reads and judges the rows of uploads, one upload after the other. It has no way to the database or the network. */
import { parentPort } from "node:worker_threads";
import { type ErrorDetail, VorderError } from "../kernel/errors.ts";
import { type StagedAll, type StagedPiece, type StagingTask, stageRows } from "./stage-rows.server.ts";

/** What a thread is told: an upload to stage, or that a piece of it has been taken. */
export type ToStaging = { readonly task: StagingTask } | { readonly taken: true };
/** What it tells: a piece, the end, or why the file cannot be read. */
export type FromStaging =
  | { readonly piece: StagedPiece }
  | { readonly all: StagedAll }
  | { readonly refused: ErrorDetail["fields"] }
  | { readonly error: string };

/** So many pieces may lie between the thread and who takes them: enough that neither waits, few enough that no memory fills. */
const inHand = 6;

/** Keeps a thread from running ahead of who takes its pieces. */
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

if (parentPort) {
  const port = parentPort;
  const tell = (said: FromStaging, moved: ArrayBuffer[] = []): void => port.postMessage(said, moved);
  const stage = async (task: StagingTask, ahead: Ahead): Promise<void> => {
    try {
      const pieces = stageRows(task);
      for (;;) {
        const next = await pieces.next();
        if (next.done) return tell({ all: next.value });
        await ahead.begin();
        tell({ piece: next.value }, [next.value.text.buffer]);
      }
    } catch (error) {
      if (error instanceof VorderError && error.code === "validation") tell({ refused: error.detail.fields });
      else tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  let ahead = new Ahead();
  port.on("message", (told: ToStaging) => {
    if ("taken" in told) return ahead.taken();
    ahead = new Ahead();
    void stage(told.task, ahead);
  });
}
