/** The thread that judges the rows of uploads: whoever is served meanwhile waits for nobody's hundred thousand rows. */
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { VorderError } from "../kernel/errors.ts";
import type { StagedAll, StagedPiece, StagingTask } from "./stage-rows.server.ts";
import type { FromStaging, ToStaging } from "./stage-worker.server.ts";

/** An idle thread is kept so long: it takes a third of a second to begin, and whoever uploads one file often uploads another. */
const keptFor = 5 * 60_000;

let idle: { readonly worker: Worker; readonly end: NodeJS.Timeout } | undefined;

function startThread(): Worker {
  const worker = new Worker(new URL("./stage-worker.server.ts", import.meta.url), {
    // Nearly all that a row makes is gone with the row: with room for many, little has to be looked through to find the rest.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const forget = (): void => {
    if (idle?.worker === worker) idle = undefined;
  };
  worker.on("exit", forget);
  // One that fails while it is idle is replaced by the next upload; whoever waits for its rows hears of it by himself.
  worker.on("error", forget);
  worker.unref();
  return worker;
}

function takeThread(): Worker {
  if (!idle) return startThread();
  const { worker, end } = idle;
  clearTimeout(end);
  idle = undefined;
  return worker;
}

function giveBack(worker: Worker): void {
  if (idle) {
    void worker.terminate();
    return;
  }
  worker.unref();
  const end = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, keptFor);
  end.unref();
  idle = { worker, end };
}

/** Begins a thread for the upload that is about to be checked, if none waits. */
export function warmThread(): void {
  if (!idle) giveBack(startThread());
}

/**
 * The rows of an upload, judged by a thread. @throws validation where the file is no table that can be read; unavailable where it was
 * broken off.
 */
export async function* stagedByThread(task: StagingTask, signal: AbortSignal): AsyncGenerator<StagedPiece, StagedAll> {
  const worker = takeThread();
  const tell = (told: ToStaging): void => worker.postMessage(told);
  let isSound = false;
  // It holds the process up only while it has work.
  worker.ref();
  try {
    const messages = on(worker, "message", { signal, close: ["exit"] });
    tell({ task });
    for await (const [said] of messages as AsyncIterable<[FromStaging]>) {
      if ("piece" in said) {
        yield said.piece;
        tell({ taken: true });
        continue;
      }
      isSound = !("error" in said);
      if ("all" in said) return said.all;
      if ("refused" in said) throw new VorderError("validation", said.refused ? { fields: said.refused } : {});
      throw new Error(`a thread that judges rows failed: ${said.error}`);
    }
    throw new Error("a thread that judges rows ended");
  } catch (error) {
    throw signal.aborted ? new VorderError("unavailable", { cause: error }) : error;
  } finally {
    if (isSound) giveBack(worker);
    else void worker.terminate();
  }
}
