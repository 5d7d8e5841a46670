/** The arrangements of a file as they stand today. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { eventsOf } from "../record/record.server.ts";
import { type ArrangementState, arrangementsOf } from "./arrangement.ts";
import { arrangementRulesOf } from "./arrangement-rules.server.ts";

export const currentArrangements = async (ctx: WorkCtx, fileId: number): Promise<ArrangementState[]> =>
  arrangementsOf(
    await eventsOf(ctx.db, fileId),
    ctx.clock.today(),
    calendarOf(await loadTariffs(ctx.db)),
    await arrangementRulesOf(ctx.db, fileId),
  );
