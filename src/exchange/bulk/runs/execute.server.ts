/** Plans, makes and takes back works on many files, as their jobs: part by part, until nothing is left or somebody asks to stop. */
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { allows } from "../../../ground/kernel/access.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { type JobCtx, type JobOutcome, job } from "../../../ground/platform/server/http/module.ts";
import { listedBalances } from "../../../money/claims/claims.server.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { mayDo } from "../actions/actions.server.ts";
import { bulkAction, makeBulk } from "../bulk.contract.ts";
import type { BulkState } from "../bulk.ts";
import { planNext } from "../forecast/plan.server.ts";
import { type Changing, changeNext, isLeft } from "./batch.server.ts";

/** Fewest and most files of one transaction, and how long it is to take: whoever wants to change one of its files waits that long. */
const fewest = 25;
const most = 500;
const batchMillis = 400;

/** How many files the next transaction takes, after one of so many that took so long. */
export const nextSize = (size: number, millis: number): number =>
  Math.max(fewest, Math.min(most, millis < batchMillis ? size * 2 : Math.floor(size / 2)));

/** A worker that finds only rows that another has looks again after so long. */
const lookAgainMillis = 200;

type Moving = "planning" | Changing;
const ends: Readonly<Record<Moving, BulkState>> = { planning: "planned", making: "done", undoing: "undone" };

const isMoving = (state: string): state is Moving => state === "planning" || state === "making" || state === "undoing";

async function end(ctx: JobCtx, bulkId: number, from: Moving, to: BulkState, errorKey: string | null): Promise<void> {
  await ctx.tx(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("bulk")
      .set((eb) => ({
        state: to,
        error_key: errorKey,
        stop_asked_at: null,
        finished_at: to === "planned" ? null : tx.clock.now(),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", bulkId)
      .where("state", "=", from)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await tx.audit({ action: `bulk.${to}`, subject: "bulk", subjectId: bulkId });
  });
}

async function progress(ctx: JobCtx, id: number, state: Moving, files: number): Promise<void> {
  const { rows } = await sql<{ done: number; total: number }>`select
      count(*) filter (where case ${state} when 'planning' then verdict is not null
        when 'making' then state in ('done', 'dropped', 'failed') else state in ('undone', 'kept') end) as done,
      count(*) filter (where case ${state} when 'making' then verdict = 'do' and state <> 'excluded' else true end)
        as total
    from bulk_row where bulk_id = ${id}`.execute(ctx.db);
  await ctx.progress(rows[0]?.done ?? 0, Math.max(1, rows[0]?.total ?? files));
}

/** So seldom it is counted how far a work is, which goes through all its rows. */
const countMillis = 1000;

/** Goes on with a work until it is done or asked to stop. Twice at once does no harm: each file is one worker's. */
async function continueWork(ctx: JobCtx, bulkId: number): Promise<JobOutcome> {
  let after = 0;
  let size = fewest;
  let counted = Number.NEGATIVE_INFINITY;
  for (let round = 0; ; round++) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    if (round > 0 && (await ctx.isTurnOver())) return "more";
    const row = await ctx.db.selectFrom("bulk").selectAll().where("id", "=", bulkId).executeTakeFirst();
    if (!row || !isMoving(row.state)) return;
    if (row.stop_asked_at !== null && row.state === "making") return end(ctx, bulkId, "making", "planned", null);
    const action = bulkAction.parse(row.action);
    // The rights of now decide: who has lost them since does nothing more.
    const actor = await loadActor(ctx.db, row.user_id, null);
    if (!actor || !allows(makeBulk.who, actor.acl, true) || !mayDo(actor, action.kind))
      return end(ctx, bulkId, row.state, "failed", "bulk.noLongerAllowed");
    const { state, files } = row;
    const onPart = async (): Promise<void> => {
      if (performance.now() - counted < countMillis) return;
      await progress(ctx, bulkId, state, files);
      counted = performance.now();
    };
    await onPart();
    const began = ctx.clock.now().getTime();
    if (state === "planning") {
      await listedBalances.renewed(ctx);
      if ((await planNext(ctx, bulkId, action, actor, onPart)) > 0) continue;
    } else {
      const work = { id: bulkId, action, actor };
      const changed = await changeNext(ctx, work, state, { after, limit: size });
      size = nextSize(size, ctx.clock.now().getTime() - began);
      const isThrough = changed.length === 0 && after === 0;
      // Rows that another worker had and left lie behind: the last look begins at the first.
      after = changed.at(-1) ?? 0;
      if (!isThrough || (await changeNext(ctx, work, state, { stuck: fewest })).length > 0) continue;
      if (await isLeft(ctx, bulkId, state)) {
        await setTimeout(lookAgainMillis);
        continue;
      }
    }
    await progress(ctx, bulkId, state, files);
    await ctx.result({ bulkId });
    return end(ctx, bulkId, state, ends[state], null);
  }
}

const payload = z.object({ bulkId: z.number().int() });

export const bulkJob = job({
  name: "bulk.work",
  payload,
  retries: 10,
  expireSeconds: 3600,
  run: (ctx, { bulkId }) => continueWork(ctx, bulkId),
});
