/** The secrets of all modules, sealed anew together: at the start, and where the key is changed. */

import { resealSources } from "../../exchange/intake/intake.server.ts";
import type { SystemDb } from "../../ground/platform/server/http/module.ts";
import { resealOutbox } from "../../ground/platform/server/outbox/outbox.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { resealSettings } from "../../ground/settings/settings.server.ts";
import { resealDestinations } from "../../legal/handover-batches/handover-batches.server.ts";
import { resealFactors } from "../../people/access/access.server.ts";

/** Seals what stands in the tables as it was typed, or under an older key. */
export const resealAll = (db: SystemDb, environment: Environment): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await resealSettings(tx, environment);
    await resealFactors(tx, environment);
    await resealSources(tx, environment);
    await resealDestinations(tx, environment);
    await resealOutbox(tx, environment);
  });
