/** The secrets of all modules, sealed anew together: at the start, and where the key is changed. */
import { resealSources } from "../intake/intake.server.ts";
import type { Environment } from "../platform/server/environment.ts";
import type { Db } from "../platform/server/room.ts";
import { resealSettings } from "../settings/settings.server.ts";

/** Seals what stands in the tables as it was typed, or under an older key. */
export const resealAll = (db: Db, environment: Environment): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await resealSettings(tx, environment);
    await resealSources(tx, environment);
  });
