/** Applies an evaluation: moves its files to the live version, each in a transaction of its own, once. */
import { type Message, VorderError } from "../../ground/kernel/errors.ts";
import type { Actor, Db, JobCtx, JobOutcome } from "../../ground/platform/server/http/module.ts";
import { versionMoves } from "../workflows/workflows.server.ts";
import { dateChoices } from "../workflows/workflows.ts";

const batchSize = 100;

interface Plan {
  readonly id: number;
  readonly toVersion: number;
  readonly dates: (typeof dateChoices)[number];
  readonly reason: string;
}

const wentOn: Message = { key: "what-if.why_wentOn" };
const chosenToStay: Message = { key: "what-if.why_stay" };

/** Why a file cannot be moved, of an error that is about the file; undefined of any other. */
function whyNot(error: unknown): Message | undefined {
  if (!(error instanceof VorderError)) return undefined;
  if (error.code === "conflict" || error.code === "notFound") return wentOn;
  return error.code === "validation" ? (error.detail.fields?.common?.[0] ?? wentOn) : undefined;
}

/**
 * Moves a file as was chosen for it alone or for all, or notes why it is left: it was chosen to stay, went on since, was closed or moved by
 * somebody, or something is under way on it.
 */
async function moveOne(ctx: JobCtx, plan: Plan, actor: Actor, fileId: number, version: number): Promise<void> {
  const { id, toVersion: to, dates, reason } = plan;
  const note = (db: Db, why: Message | null) =>
    db
      .updateTable("what_if_row")
      .set({ state: why ? "dropped" : "moved", why: why && JSON.stringify(why) })
      .where("what_if_id", "=", id)
      .where("file_id", "=", fileId)
      .where("state", "=", "judged")
      .execute();
  try {
    await ctx.tx(async (tx) => {
      const row = await tx.db
        .selectFrom("what_if_row")
        .select(["state", "chosen"])
        .where("what_if_id", "=", id)
        .where("file_id", "=", fileId)
        .forUpdate()
        .executeTakeFirst();
      if (row?.state !== "judged") return;
      if (row.chosen === "stay") return note(tx.db, chosenToStay);
      const own = dateChoices.find((choice) => choice === row.chosen);
      const isMoved = await versionMoves.move(tx, fileId, { to, dates: own ?? dates, reason, version });
      await note(tx.db, isMoved ? null : wentOn);
    }, actor);
  } catch (error) {
    const why = whyNot(error);
    if (!why) throw error;
    await ctx.tx((tx) => note(tx.db, why));
  }
}

/** Goes on with a move until every file of an older version was looked at. Where another version went live meanwhile, what is left stays. */
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
