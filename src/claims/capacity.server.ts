/** What a debtor can pay in a month, by the last statement of income and expenses on the timeline. */
import type { Cents } from "../kernel/money.ts";
import { capacityOf } from "../logs/logs.server.ts";
import type { Db } from "../platform/server/room.ts";

/** Null where nobody stated income and expenses. */
export const capacityOfFile = async (db: Db, fileId: number): Promise<Cents | null> =>
  (await capacityOf(db, fileId))?.capacityCents ?? null;
