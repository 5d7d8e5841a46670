/** What a debtor can pay per month, from the last statement of income and expenses on the timeline. */

import { capacityOf } from "../../../cases/logs/logs.server.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";

/** Null without a statement of income and expenses. */
export const capacityOfFile = async (db: Db, fileId: number): Promise<Cents | null> =>
  (await capacityOf(db, fileId))?.capacityCents ?? null;
