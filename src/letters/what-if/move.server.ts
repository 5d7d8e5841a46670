/** Carries out a judgement: moves its files to the live version, each in a transaction of its own, once. */
import { VorderError } from "../../ground/kernel/errors.ts";
import type { Actor, JobCtx, JobOutcome } from "../../ground/platform/server/http/module.ts";
import { moveToLive } from "../workflows/workflows.server.ts";
import { dateChoices } from "../workflows/workflows.ts";

const batchSize = 100;

interface Plan {
  readonly id: number;
  readonly toVersion: number;
  readonly dates: (typeof dateChoices)[number];
  readonly reason: string;
}

/** What became of a file: it went on since, or was closed or moved by somebody, and is left as it is. */
async function moveOne(ctx: JobCtx, plan: Plan, actor: Actor, fileId: number, version: number): Promise<void> {
  const note = (state: "moved" | "dropped") =>
    ctx.tx((tx) =>
      tx.db
        .updateTable("what_if_row")
        .set({ state })
        .where("what_if_id", "=", plan.id)
        .where("file_id", "=", fileId)
        .where("state", "=", "judged")
        .execute(),
    );
  try {
    await ctx.tx(async (tx) => {
      const row = await tx.db
        .selectFrom("what_if_row")
        .select("state")
        .where("what_if_id", "=", plan.id)
        .where("file_id", "=", fileId)
        .forUpdate()
        .executeTakeFirst();
      if (row?.state !== "judged") return;
      const isMoved = await moveToLive(tx, fileId, { dates: plan.dates, reason: plan.reason, version });
      await tx.db
        .updateTable("what_if_row")
        .set({ state: isMoved ? "moved" : "dropped" })
        .where("what_if_id", "=", plan.id)
        .where("file_id", "=", fileId)
        .execute();
    }, actor);
  } catch (error) {
    const isTheirs = error instanceof VorderError && ["conflict", "validation", "notFound"].includes(error.code);
    if (!isTheirs) throw error;
    await note("dropped");
  }
}

/** Goes on with a move until every file of an older version was looked at. Another version that went live meanwhile ends it. */
export async function carryOut(ctx: JobCtx, id: number, actor: Actor): Promise<JobOutcome> {
  const row = await ctx.db.selectFrom("what_if").selectAll().where("id", "=", id).executeTakeFirst();
  const dates = dateChoices.find((choice) => choice === row?.dates);
  if (row?.state !== "moving" || !dates) return;
  const plan: Plan = { id, toVersion: row.to_version, dates, reason: row.reason };
  const waiting = ctx.db
    .selectFrom("what_if_row")
    .where("what_if_id", "=", id)
    .where("state", "=", "judged")
    .where("from_version", "<>", row.to_version);
  const { left } = await waiting.select((of) => of.fn.countAll<number>().as("left")).executeTakeFirstOrThrow();
  for (let done = 0; ; ) {
    ctx.signal.throwIfAborted();
    const files = await waiting.select(["file_id", "place_version"]).orderBy("file_id").limit(batchSize).execute();
    if (files.length === 0) break;
    for (const { file_id, place_version } of files) await moveOne(ctx, plan, actor, file_id, place_version);
    done += files.length;
    await ctx.progress(Math.min(done, Number(left)), Number(left));
    if (await ctx.isTurnOver()) return "more";
  }
  await ctx.tx((tx) =>
    tx.db
      .updateTable("what_if")
      .set((set) => ({ state: "moved", version: set("version", "+", 1) }))
      .where("id", "=", id)
      .where("state", "=", "moving")
      .execute(),
  );
}
