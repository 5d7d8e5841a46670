/** The thread of a batch in progress. It ends with its batch, and is restarted after some parts to release the typesetter's memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PartDone, PartJob } from "./print-worker.server.ts";

const partsOfThread = 10;

export interface PrintThread {
  /** @throws where the thread ended without an answer. */
  set(part: PartJob): Promise<PartDone>;
  close(): Promise<void>;
}

export function printThread(): PrintThread {
  let worker: Worker | undefined;
  let done = 0;
  const end = async (): Promise<void> => {
    const ending = worker;
    worker = undefined;
    done = 0;
    await ending?.terminate();
  };
  return {
    async set(part) {
      if (done >= partsOfThread) await end();
      worker ??= new Worker(new URL("./print-worker.server.ts", import.meta.url));
      const used = worker;
      done++;
      const gone = new AbortController();
      const ended = once(used, "exit", { signal: gone.signal }).then(() => {
        throw new Error("the thread that sets print batches ended");
      });
      try {
        used.postMessage(part);
        const [answer] = await Promise.race([once(used, "message", { signal: gone.signal }), ended]);
        return answer;
      } catch (error) {
        await end();
        throw error;
      } finally {
        gone.abort();
        ended.catch(() => undefined);
      }
    },
    close: end,
  };
}
