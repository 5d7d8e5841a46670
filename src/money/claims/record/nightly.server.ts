/** The nightly processing of claims: balances as of today, and arrangements with terms that fell due. */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { job, on, type SystemCtx, type SystemDb } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { doInLots } from "../../../ground/platform/server/postgres/batched.ts";
import { tariffCorrected } from "../../../ground/tariffs/tariffs.server.ts";
import { followArrangement } from "../agreements/arrangements.server.ts";
import { followPromise, promisesDue } from "../agreements/promises.server.ts";
import { noteClosedOpen } from "./closed-open.server.ts";
import { renewEachNight, renewEveryBalance } from "./renewal.server.ts";

const batchSize = 500;

async function filesInArrangement(db: SystemDb, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("case_file")
    .select("id")
    .where("id", ">", after)
    .where("status", "=", "term_payment")
    .orderBy("id")
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open files with a settlement in their record, including those that a state suspends. */
async function filesInSettlement(db: SystemDb, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("case_file")
    .select("id")
    .where("id", ">", after)
    .where("status", "not in", ["closed", "term_payment"])
    .where(
      sql<SqlBool>`id in (select file_id from claim_event where kind = 'arrangement' and data -> 'plan' ->> 'kind' = 'shv')`,
    )
    .orderBy("id")
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** A tariff was corrected: balances in lists are recalculated at once, not only overnight. */
export const afterCorrection = on(tariffCorrected, async (ctx) => {
  // Told to end before all are: the next worker begins again.
  if (!(await renewEveryBalance(ctx))) throw new VorderError("unavailable");
});

/** Each batch is one transaction; completed batches stay if the process stops. */
export const refreshJob = job({
  name: "claims.refresh",
  payload: z.object({}),
  cron: "5 0 * * *",
  run: async (ctx) => {
    const today = ctx.clock.today();
    const failures = new RecordFailures(ctx);
    const alone = (file: number, run: () => Promise<void>) => failures.attempt({ file }, run);
    await renewEachNight(ctx);
    for (const next of [filesInArrangement, filesInSettlement]) {
      for (let after = 0; !ctx.signal.aborted; ) {
        const ids = await next(ctx.db, after);
        if (ids.length === 0) break;
        await doInLots<number, SystemCtx>(ctx.tx, ids, followArrangement, alone);
        after = ids.at(-1) ?? after;
      }
    }
    for (let after = 0; !ctx.signal.aborted; ) {
      const ids = await promisesDue(ctx.db, after, today, batchSize);
      if (ids.length === 0) break;
      await doInLots<number, SystemCtx>(ctx.tx, ids, followPromise, alone);
      after = ids.at(-1) ?? after;
    }
    await noteClosedOpen(ctx, failures);
    failures.end();
  },
});
