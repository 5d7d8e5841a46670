/** What a debtor can pay in a month, by the last statement of income and expenses on the timeline. */
import type { Cents } from "../kernel/money.ts";
import type { Db } from "../platform/server/room.ts";

export const capacityOfFile = async (_db: Db, _fileId: number): Promise<Cents | null> => null;
