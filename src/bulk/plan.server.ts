/**
 * Plans work on many files: does the very thing to each file in a transaction that is rolled back, and keeps what it would have become,
 * or why it was refused. So plan and making cannot differ. Sending is only judged, for setting a letter takes long.
 */
import { sql } from "kysely";
import { type Message, VorderError } from "../kernel/errors.ts";
import type { Actor, Db, JobCtx, WorkCtx } from "../platform/server/room.ts";
import { actOn, allowedStep } from "./acts.server.ts";
import type { BulkAction } from "./bulk.contract.ts";
import { changedFields, type Facts } from "./bulk.ts";
import { readFacts, type SeenFile } from "./facts.server.ts";

/** So many files are tried in one transaction: their rows are locked meanwhile. */
const planBatch = 20;

interface Planned {
  readonly file_id: number;
  readonly verdict: "do" | "same" | "refuse";
  readonly before: Facts | null;
  readonly after: Facts | { readonly step: string } | null;
  readonly seen_version: number | null;
  readonly reasons: readonly Message[];
}

/** What an error says to the person who asked; a fault of ours says no more than that. */
export function reasonsOf(error: unknown): readonly Message[] {
  if (!(error instanceof VorderError)) return [{ key: "bulk.fault" }];
  if (error.code === "notFound") return [{ key: "bulk.gone" }];
  if (error.code === "conflict") return [{ key: "bulk.changed" }];
  const said = Object.values(error.detail.fields ?? {}).flat();
  return said.length > 0 ? said : [{ key: "bulk.fault" }];
}

class Tried extends Error {}

async function tryOne(
  ctx: WorkCtx,
  bulkId: number,
  fileId: number,
  action: BulkAction,
  seen: SeenFile | undefined,
): Promise<Planned> {
  const known = { file_id: fileId, before: seen?.facts ?? null, seen_version: seen?.version ?? null };
  await sql`savepoint bulk_file`.execute(ctx.db);
  try {
    if (action.kind === "send") {
      const { name } = await allowedStep(ctx, fileId);
      return { ...known, verdict: "do", after: { step: name ?? "" }, reasons: [] };
    }
    await actOn(ctx, fileId, bulkId, action);
    const after = (await readFacts(ctx.db, [fileId], ctx.clock.today())).get(fileId)?.facts ?? null;
    const isSame = seen !== undefined && after !== null && changedFields(seen.facts, after).length === 0;
    return { ...known, verdict: isSame ? "same" : "do", after, reasons: [] };
  } catch (error) {
    if (!(error instanceof VorderError)) ctx.log.error({ error, bulkId, fileId }, "a file of a bulk plan failed");
    return { ...known, verdict: "refuse", after: null, reasons: reasonsOf(error) };
  } finally {
    await sql`rollback to savepoint bulk_file`.execute(ctx.db);
  }
}

/** Tries a batch in a transaction that is always rolled back. */
async function tryAll(
  ctx: JobCtx,
  bulkId: number,
  files: readonly number[],
  action: BulkAction,
  actor: Actor,
): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  try {
    await ctx.tx(async (tx) => {
      const seen = await readFacts(tx.db, files, tx.clock.today());
      for (const fileId of files) planned.push(await tryOne(tx, bulkId, fileId, action, seen.get(fileId)));
      throw new Tried();
    }, actor);
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  return planned;
}

const unlooked = (db: Db, bulkId: number) =>
  db
    .selectFrom("bulk_row")
    .select("file_id")
    .where("bulk_id", "=", bulkId)
    .where("verdict", "is", null)
    .orderBy("file_id")
    .limit(planBatch)
    .execute();

export async function planNext(ctx: JobCtx, bulkId: number, action: BulkAction, actor: Actor): Promise<number> {
  const rows = await unlooked(ctx.db, bulkId);
  if (rows.length === 0) return 0;
  const files = rows.map(({ file_id }) => file_id);
  const planned = await tryAll(ctx, bulkId, files, action, actor);
  await ctx.tx(async ({ db }) => {
    await sql`update bulk_row set verdict = n.verdict, before = n.before, after = n.after,
        seen_version = n.seen_version, reasons = n.reasons
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
        as n (file_id bigint, verdict text, before jsonb, after jsonb, seen_version int, reasons jsonb)
      where bulk_row.bulk_id = ${bulkId} and bulk_row.file_id = n.file_id and bulk_row.verdict is null`.execute(db);
  });
  return rows.length;
}
