/** What the first start makes besides tables, and what the start says. */

import { systemActor } from "../../ground/platform/server/http/module.ts";
import { workCtx } from "../../ground/platform/server/jobs/work-context.ts";
import { createFirstAdmin } from "../../people/access/access.server.ts";
import type { Vorder } from "../assemble.server.ts";
import { beginDemo, demoLogins, isDemoComplete, isEmptyInstallation } from "../demo/demo.server.ts";

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

/** How somebody gets into an installation where nobody has a password yet; empty as soon as an administrator has one. */
async function firstDoor({ database, parts }: Vorder): Promise<string> {
  if (parts.environment.role === "worker") return "";
  const door = await database.db.transaction().execute((db) => createFirstAdmin(workCtx(parts, db, systemActor)));
  if (!door) return "";
  const until = door.expiresAt.toISOString().slice(0, 16).replace("T", " ");
  return `Nobody has a password yet. Choose one for the administrator ${door.username}, until ${until} UTC:\n${door.link}`;
}

/** Makes the demo's users and clients where nobody has been yet, so that one can log in at once; the files follow by `fill`. */
export async function firstRun(vorder: Vorder, signal: AbortSignal, print: (text: string) => void): Promise<FirstRun> {
  const { database, parts, modules } = vorder;
  const { environment, log, clock } = parts;
  if (!environment.demo || environment.env === "prod")
    return { notice: await firstDoor(vorder), fill: async () => undefined };
  const empty = environment.role !== "web" && (await isEmptyInstallation(database.db));
  if (!empty) {
    // The demo was off when this installation began: its administrator is waiting for a password.
    const door = environment.role === "web" && (await isEmptyInstallation(database.db)) ? "" : await firstDoor(vorder);
    if (door !== "") return { notice: door, fill: async () => undefined };
    const isWhole = environment.role === "web" || (await isDemoComplete(database.db));
    return { notice: isWhole ? demoLogins() : `${demoLogins()}\n${brokenOff}`, fill: async () => undefined };
  }
  const demo = await beginDemo({ files: demoFiles, seed: demoSeed, clock, parts, database, modules, signal });
  const started = performance.now();
  const fill = async (): Promise<void> => {
    try {
      await demo.fill();
      print(`The demo portfolio is complete, after ${Math.round((performance.now() - started) / 1000)} seconds.`);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, "the demo portfolio was broken off");
    }
  };
  return {
    notice: `${demoLogins()}\nThe demo portfolio is being made beside this; its files come in, the oldest first.`,
    fill,
  };
}
