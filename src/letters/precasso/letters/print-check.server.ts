/** Judges letters in a client's name again that were made and wait to be printed. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { printRefusals, type Reason } from "../records/judge.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";

/** The number of letters that are judged at a time. */
const lettersPerRead = 1000;

/** Why letters may not go any more, by message; what may go is left out. */
export async function refusedRecordLetters(
  ctx: Pick<WorkCtx, "db" | "clock">,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Reason[]>> {
  const refused = new Map<number, readonly Reason[]>();
  if (messageIds.length === 0) return refused;
  const environment = await recordEnvironment(ctx);
  for (let from = 0; from < messageIds.length; from += lettersPerRead) {
    const letters = await ctx.db
      .selectFrom("precasso_message")
      .select(["id", "record_id", "created_on"])
      .where("id", "in", messageIds.slice(from, from + lettersPerRead))
      .execute();
    const records = [...new Set(letters.map(({ record_id }) => record_id))];
    const situations = await loadSituations(ctx.db, records, environment.at.today);
    for (const { id, record_id, created_on: madeOn } of letters) {
      const situation = situations.get(record_id);
      const reasons = situation ? printRefusals({ id, madeOn }, situation, environment) : [];
      if (reasons.length > 0) refused.set(id, reasons);
    }
  }
  return refused;
}
