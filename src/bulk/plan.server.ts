/**
 * Plans work on many files. What can be told from a few questions for hundreds of files is told so (`foretell`). To every other file the very
 * thing is done in a transaction that is rolled back, and what it would have become is kept, or why it was refused. Sending is only judged,
 * for setting a letter takes long. The making asks for the truth again.
 */
import { sql } from "kysely";
import { VorderError } from "../kernel/errors.ts";
import type { LogText } from "../logs/logs.ts";
import type { Actor, Db, JobCtx, WorkCtx } from "../platform/server/room.ts";
import { LawRefusal } from "../rules/rules.server.ts";
import { actOn, allowedStep } from "./acts.server.ts";
import type { BulkAction } from "./bulk.contract.ts";
import { changedFields, type Facts } from "./bulk.ts";
import { readFacts, type SeenFile } from "./facts.server.ts";
import { foretell } from "./foretell.server.ts";
import type { Foretold, Why } from "./foretold.ts";
import { GateRefusal, lawful, nameOfStep } from "./why.server.ts";

/** So many files are told of at once. */
const planBatch = 500;
/** So many files are tried in one transaction: their rows are locked meanwhile. */
const tryBatch = 20;

interface Planned {
  readonly file_id: number;
  readonly verdict: "do" | "same" | "refuse";
  readonly before: Facts | null;
  readonly after: Facts | { readonly step: LogText } | null;
  readonly seen_version: number | null;
  readonly reasons: readonly Why[];
}

/** What an error says to the person who asked; a fault of ours says no more than that. */
export function reasonsOf(error: unknown): readonly Why[] {
  if (error instanceof GateRefusal) return error.why;
  if (error instanceof LawRefusal) return lawful(error.refusals);
  if (!(error instanceof VorderError)) return [{ key: "bulk.fault" }];
  if (error.code === "notFound") return [{ key: "bulk.gone" }];
  if (error.code === "conflict") return [{ key: "bulk.changed" }];
  const said = Object.values(error.detail.fields ?? {}).flat();
  return said.length > 0 ? said : [{ key: "bulk.fault" }];
}

class Tried extends Error {}

export async function tryOne(
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
      const { template } = await allowedStep(ctx, fileId);
      return { ...known, verdict: "do", after: { step: nameOfStep(template) }, reasons: [] };
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

export const plannedOf = (fileId: number, seen: SeenFile, told: Foretold): Planned => ({
  file_id: fileId,
  before: seen.facts,
  seen_version: seen.version,
  verdict:
    told === "same" || ("after" in told && changedFields(seen.facts, told.after).length === 0)
      ? "same"
      : "refused" in told
        ? "refuse"
        : "do",
  after: told === "same" ? seen.facts : "after" in told ? told.after : "step" in told ? { step: told.step } : null,
  reasons: told !== "same" && "refused" in told ? told.refused : [],
});

/** What can be told of files without trying; nothing where even that fails, so that each is tried and says what is the matter with it. */
async function toldOf(
  ctx: JobCtx,
  files: readonly number[],
  action: BulkAction,
  actor: Actor,
): Promise<readonly Planned[]> {
  try {
    return await ctx.tx(async (tx) => {
      const seen = await readFacts(tx.db, files, tx.clock.today());
      const told = await foretell(tx, seen, action);
      return [...told].flatMap(([id, what]) => {
        const file = seen.get(id);
        return file ? [plannedOf(id, file, what)] : [];
      });
    }, actor);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error, files: files.length }, "files of a bulk plan are tried one by one");
    return [];
  }
}

const keep = (ctx: JobCtx, bulkId: number, rows: readonly Planned[]): Promise<unknown> =>
  ctx.tx(({ db }) =>
    sql`update bulk_row set verdict = n.verdict, before = n.before, after = n.after,
        seen_version = n.seen_version, reasons = n.reasons
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (file_id bigint, verdict text, before jsonb, after jsonb, seen_version int, reasons jsonb)
      where bulk_row.bulk_id = ${bulkId} and bulk_row.file_id = n.file_id and bulk_row.verdict is null`.execute(db),
  );

/** Plans the next files of a work, `onPart` after each part; how many they were. */
export async function planNext(
  ctx: JobCtx,
  bulkId: number,
  action: BulkAction,
  actor: Actor,
  onPart: () => Promise<unknown>,
): Promise<number> {
  const files = (await unlooked(ctx.db, bulkId)).map(({ file_id }) => file_id);
  if (files.length === 0) return 0;
  const told = await toldOf(ctx, files, action, actor);
  await keep(ctx, bulkId, told);
  const known = new Set(told.map(({ file_id }) => file_id));
  const rest = files.filter((id) => !known.has(id));
  for (let from = 0; from < rest.length; from += tryBatch) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    await onPart();
    await keep(ctx, bulkId, await tryAll(ctx, bulkId, rest.slice(from, from + tryBatch), action, actor));
  }
  return files.length;
}
