/** Requests have priority on few cores: worker threads run with a lower priority on Linux, where each thread has its own. */
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const isLinux = process.platform === "linux";
const tasks = "/proc/self/task";
/**
 * A third of the weight of a request: enough to let requests go first. Far lower ones starve where all cores are busy: at 19 a third of a second of
 * work took 44 s beside eight busy threads, at 5 it takes 15, at 0 it takes 6.5.
 */
const yielding = 5;

/** Lowers the priority of the calling thread. */
export function yieldToServing(): void {
  // Process id 0 means this thread only.
  if (isLinux) setPriority(0, yielding);
}

let areLowered = false;

/**
 * Lowers the priority of V8's helper threads, once. They collect the garbage of all threads; at normal priority the garbage of a large file takes
 * the cores from requests. The thread that serves waits for them too, so that they must not starve either.
 */
export function lowerCollectors(): void {
  if (!isLinux || areLowered) return;
  areLowered = true;
  for (const id of readdirSync(tasks)) {
    try {
      if (readFileSync(`${tasks}/${id}/comm`, "utf8").trim() === "V8Worker") setPriority(Number(id), yielding);
    } catch {
      // The thread has ended, or the host forbids it: only speed depends on it.
    }
  }
}
