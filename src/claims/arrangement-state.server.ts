/** The arrangements of a file as they stand today. */
import type { WorkCtx } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import { type ArrangementState, arrangementsOf } from "./arrangement.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";
import { eventsOf } from "./record.server.ts";

export const currentArrangements = async (ctx: WorkCtx, fileId: number): Promise<ArrangementState[]> =>
  arrangementsOf(
    await eventsOf(ctx.db, fileId),
    ctx.clock.today(),
    calendarOf(await loadTariffs(ctx.db)),
    await arrangementRulesOf(ctx.db, fileId),
  );
