/** Wrong tries, counted by the network that they come from, whatever way in they were at. */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { networkOf } from "../../../people/access/access.ts";
import { mostFailuresOfNetwork } from "../debtor-page.ts";

const originOf = (ctx: Ctx): Buffer =>
  createHmac("sha256", ctx.session.keyFor("debtor-page-origin")).update(networkOf(ctx.request.ip)).digest();

/** Whether this network may still try. Tries of one network queue here, so that a hundred at once do not all find the last place free. */
export async function mayTry(ctx: Ctx): Promise<boolean> {
  const origin = originOf(ctx);
  await sql`select pg_advisory_xact_lock(${String(origin.readBigInt64BE(0))}::bigint)`.execute(ctx.db);
  const { count } = await ctx.db
    .selectFrom("debtor_page_failure")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("origin_key", "=", origin)
    .where("at", ">", new Date(ctx.clock.now().getTime() - 3_600_000))
    .executeTakeFirstOrThrow();
  return count < mostFailuresOfNetwork;
}

export const noteFailure = async (ctx: Ctx): Promise<void> => {
  await ctx.db
    .insertInto("debtor_page_failure")
    .values({ at: ctx.clock.now(), origin_key: originOf(ctx) })
    .execute();
};

/** Removes what no longer counts. */
export async function deleteOldGuesses(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("debtor_page_failure")
    .where("at", "<", new Date(now.getTime() - 86_400_000))
    .execute();
  await db.deleteFrom("debtor_page_session").where("expires_at", "<", now).execute();
}
