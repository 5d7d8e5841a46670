/**
 * Somebody who looks at lists while something happens, in a thread of its own: what a drill itself prepares and sends in the meantime does
 * not lengthen the times.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import type { Caller } from "./drill-caller.ts";

const order = z.object({
  base: z.string(),
  headers: z.record(z.string(), z.string()),
  paths: z.array(z.string()).nonempty(),
});
const times = z.array(z.number());

/** So long somebody waits before looking at the next list, in milliseconds. */
const pause = 20;

/** Begins to ask for the lists at these paths, one after the other; what it returns ends that and gives how long each took, in milliseconds. */
export function watch(somebody: Caller, paths: readonly [string, ...string[]]): () => Promise<readonly number[]> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { base: somebody.base(), headers: somebody.headers, paths },
  });
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  worker.once("message", (value) => resolve(times.parse(value)));
  worker.once("error", reject);
  return () => {
    worker.postMessage("stop");
    return promise;
  };
}

async function look(): Promise<void> {
  const { base, headers, paths } = order.parse(workerData);
  const taken: number[] = [];
  let isOver = false;
  parentPort?.once("message", () => {
    isOver = true;
  });
  for (let at = 0; !isOver; at++) {
    const begun = performance.now();
    const response = await fetch(base + paths[at % paths.length], { headers });
    await response.text();
    taken.push(performance.now() - begun);
    await new Promise((go) => setTimeout(go, pause));
  }
  parentPort?.postMessage(taken);
}

if (!isMainThread) await look();
