/** The application assembled for one command: no session begins in it, and it is closed again whatever comes of the command. */
import { type Clock, clockFrom, systemClock } from "../../ground/platform/server/process/clock.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { createLog } from "../../ground/platform/server/process/log.ts";
import { assemble, type Vorder } from "../assemble.server.ts";

interface CommandSpec {
  readonly environment: Environment;
  /** The owner's. */
  readonly url: string;
  readonly connections?: number;
}

export async function withApplication<R>(
  { environment, url: databaseUrl, ...pools }: CommandSpec,
  use: (vorder: Vorder, clock: Clock) => Promise<R>,
): Promise<R> {
  const clock = environment.clock ? clockFrom(environment.clock) : systemClock;
  const log = createLog({ logLevel: "error" });
  const sessionSecret = "no session begins here".repeat(2);
  const vorder = await assemble({ environment, databaseUrl, sessionSecret, clock, log, ...pools });
  try {
    return await use(vorder, clock);
  } finally {
    await vorder.close();
  }
}
