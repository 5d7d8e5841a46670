/** What the first start makes besides tables, and what the start says. */
import { beginDemo, demoLogins, isDemoComplete, isEmptyInstallation } from "../demo/demo.server.ts";
import type { Vorder } from "./assemble.server.ts";

export interface FirstRun {
  /** What to tell the person who started it. */
  readonly notice: string;
  /** Fills an empty installation with the demo portfolio; begun once the address is served, it goes on beside it. Never rejects. */
  readonly fill: () => Promise<void>;
}

/** The size of the demo portfolio, and the seed that everybody's is made from. */
const demoFiles = 2000;
const demoSeed = 1;

const brokenOff =
  "The demo portfolio was broken off while it was made, so that only a part of it is here. With an empty DATA_DIR (or another DATABASE_URL) it is made anew.";

/** Makes the demo's users and clients where nobody has been yet, so that one can log in at once; the files follow by `fill`. */
export async function firstRun(vorder: Vorder, signal: AbortSignal, say: (text: string) => void): Promise<FirstRun> {
  const { database, parts, rooms } = vorder;
  const { environment, log, clock } = parts;
  if (!environment.demo || environment.env === "prod") return { notice: "", fill: async () => undefined };
  const empty = environment.role !== "web" && (await isEmptyInstallation(database.db));
  if (!empty) {
    const isWhole = environment.role === "web" || (await isDemoComplete(database.db));
    return { notice: isWhole ? demoLogins() : `${demoLogins()}\n${brokenOff}`, fill: async () => undefined };
  }
  const demo = await beginDemo({ files: demoFiles, seed: demoSeed, clock, parts, database, rooms, signal });
  const started = performance.now();
  const fill = async (): Promise<void> => {
    try {
      await demo.fill();
      say(`The demo portfolio is complete, after ${Math.round((performance.now() - started) / 1000)} seconds.`);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, "the demo portfolio was broken off");
    }
  };
  return {
    notice: `${demoLogins()}\nThe demo portfolio is being made beside this; its files come in, the oldest first.`,
    fill,
  };
}
