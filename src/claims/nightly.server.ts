/** What a new day means for the claims: balances of open files as of today, and arrangements whose terms fell due. */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { PlainDate } from "../kernel/dates.ts";
import { type Db, job, on } from "../platform/server/room.ts";
import { loadTariffs, tariffCorrected } from "../tariffs/tariffs.server.ts";
import { followArrangement } from "./arrangements.server.ts";
import { followPromise, promisesDue } from "./promises.server.ts";
import { refreshBalances } from "./record.server.ts";

const batchSize = 500;

/** The next files after an id that are open and whose balance is not of today, as interest runs by the day; and any that has none noted. */
async function staleFiles(db: Db, after: number, today: PlainDate): Promise<number[]> {
  const rows = await db
    .selectFrom("case_file")
    .select("id")
    .where("id", ">", after)
    .where((eb) =>
      eb.or([eb("balance_on", "is", null), eb.and([eb("status", "<>", "closed"), eb("balance_on", "<", today)])]),
    )
    .orderBy("id")
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

async function filesInArrangement(db: Db, after: number): Promise<number[]> {
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

/** Open files with a settlement in their record, also where a state suspends them. */
async function filesInSettlement(db: Db, after: number): Promise<number[]> {
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

async function openFiles(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("case_file")
    .select("id")
    .where("id", ">", after)
    .where("status", "<>", "closed")
    .orderBy("id")
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** A tariff that was wrong has been put right: what lists show of open files is reckoned anew at once, not only overnight. */
export const afterCorrection = on(tariffCorrected, async (ctx) => {
  const today = ctx.clock.today();
  for (let after = 0; !ctx.signal.aborted; ) {
    const ids = await openFiles(ctx.db, after);
    if (ids.length === 0) break;
    await ctx.tx(async ({ db }) => refreshBalances(db, ids, today, await loadTariffs(db)));
    after = ids.at(-1) ?? after;
  }
});

/** Each batch is a transaction of its own; what was done stays done when the process stops in between. */
export const refreshJob = job({
  name: "claims.refresh",
  payload: z.object({}),
  cron: "5 0 * * *",
  run: async (ctx) => {
    const today = ctx.clock.today();
    const tariffs = await loadTariffs(ctx.db);
    for (let after = 0; !ctx.signal.aborted; ) {
      const ids = await staleFiles(ctx.db, after, today);
      if (ids.length === 0) break;
      await ctx.tx(async ({ db }) => refreshBalances(db, ids, today, tariffs));
      after = ids.at(-1) ?? after;
    }
    for (const next of [filesInArrangement, filesInSettlement]) {
      for (let after = 0; !ctx.signal.aborted; ) {
        const ids = await next(ctx.db, after);
        if (ids.length === 0) break;
        for (const id of ids) await ctx.tx((tx) => followArrangement(tx, id));
        after = ids.at(-1) ?? after;
      }
    }
    for (let after = 0; !ctx.signal.aborted; ) {
      const ids = await promisesDue(ctx.db, after, today, batchSize);
      if (ids.length === 0) break;
      for (const id of ids) await ctx.tx((tx) => followPromise(tx, id));
      after = ids.at(-1) ?? after;
    }
  },
});
