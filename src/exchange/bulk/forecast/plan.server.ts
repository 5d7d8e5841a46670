/**
 * Plans work on many files. What can be told from a few questions for hundreds of files is told so (`forecastFiles`). To every other file the very
 * thing is done in a transaction that is rolled back, and what it would have become is kept, or why it was refused. Sending is only judged,
 * for setting a letter takes long. The making asks for the truth again.
 */
import { sql } from "kysely";
import type { LogText } from "../../../cases/logs/logs.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Actor, Db, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { endsSlice } from "../../../ground/platform/server/jobs/reasons.ts";
import { isStuck, rowTries, StuckRows, waitForOneRow } from "../../../ground/platform/server/jobs/stuck-rows.ts";
import { runBatched } from "../../../ground/platform/server/postgres/batched.ts";
import { machineFaultOf, reachedLimit } from "../../../ground/platform/server/postgres/machine-faults.ts";
import { LawRefusal } from "../../../law/rules/rules.server.ts";
import { actOn } from "../actions/actions.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { changedFields, type Facts } from "../bulk.ts";
import { readFacts, type SeenFile } from "../runs/file-facts.server.ts";
import { forecastFiles } from "./forecast.server.ts";
import type { Forecast, Why } from "./forecast.ts";
import { plannedBefore, send } from "./forecast-steps.server.ts";
import { GateRefusal, lawful } from "./reasons.server.ts";

/** So many files are told of at once. */
const planBatch = 500;
/** So many of them in a row: while what was told of some is written, the next are read. */
const batchesInRow = 4;
/** So many files are tried in one transaction: their rows are locked meanwhile. */
const tryBatch = 100;

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
  if (reachedLimit(error)) return [{ key: "platform.reason.limit" }];
  if (!(error instanceof VorderError)) return [{ key: "bulk.fault" }];
  if (error.code === "notFound") return [{ key: "bulk.gone" }];
  if (error.code === "conflict") return [{ key: "bulk.changed" }];
  const messages = Object.values(error.detail.fields ?? {}).flat();
  return messages.length > 0 ? messages : [{ key: "bulk.fault" }];
}

class Tried extends Error {}

/** The names of the steps that are sent of files one after the other, behind what is planned already. @throws GateRefusal where one is not. */
async function stepsToSend(ctx: WorkCtx, bulkId: number, files: readonly number[]): Promise<(id: number) => LogText> {
  const told = await send(
    ctx,
    files.map((id) => ({ id })),
    await plannedBefore(ctx.db, bulkId, files),
  );
  return (id) => {
    const what = told({ id });
    if (what && what !== "same" && "refused" in what) throw new GateRefusal(what.refused);
    if (!what || what === "same" || !("step" in what))
      throw new VorderError("internal", { cause: `file ${id} cannot be judged` });
    return what.step;
  };
}

/** Does the action to files in a transaction that must be rolled back; what each has become, or why it was refused. @throws BatchFailed. */
export async function tryFiles(
  ctx: WorkCtx,
  bulkId: number,
  files: readonly number[],
  action: BulkAction,
): Promise<readonly Planned[]> {
  const today = ctx.clock.today();
  const seen = await readFacts(ctx.db, files, today);
  const sendable = action.kind === "send" ? await stepsToSend(ctx, bulkId, files) : undefined;
  const outcomes = await runBatched(ctx.db, files, async (fileId) => {
    if (sendable) return sendable(fileId);
    await actOn(ctx, fileId, bulkId, action);
    return null;
  });
  const became = await readFacts(ctx.db, files, today);
  return files.map((fileId, at): Planned => {
    const before = seen.get(fileId);
    const known = { file_id: fileId, before: before?.facts ?? null, seen_version: before?.version ?? null };
    const outcome = outcomes[at];
    if (outcome && "done" in outcome) {
      if (outcome.done !== null) return { ...known, verdict: "do", after: { step: outcome.done }, reasons: [] };
      const after = became.get(fileId)?.facts ?? null;
      const isSame = before !== undefined && after !== null && changedFields(before.facts, after).length === 0;
      return { ...known, verdict: isSame ? "same" : "do", after, reasons: [] };
    }
    const error = outcome?.threw;
    if (machineFaultOf(error) !== undefined) throw error;
    if (!(error instanceof VorderError)) ctx.log.error({ error, bulkId, fileId }, "a file of a bulk plan failed");
    return { ...known, verdict: "refuse", after: null, reasons: reasonsOf(error) };
  });
}

/** The plan of a work, as its job goes through it. */
interface Planning {
  readonly bulkId: number;
  readonly action: BulkAction;
  readonly actor: Actor;
}

/** Tries files in a transaction that is always rolled back. */
async function tried(
  ctx: JobCtx,
  { bulkId, action, actor }: Planning,
  files: readonly number[],
): Promise<readonly Planned[]> {
  let planned: readonly Planned[] = [];
  try {
    await ctx.tx(async (tx) => {
      if (files.length === 1) await waitForOneRow(tx.db);
      planned = await tryFiles(tx, bulkId, files, action);
      throw new Tried();
    }, actor);
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  return planned;
}

/** Tries one file; undefined where it came to a limit of the database and is to be tried again behind the others. */
async function tryOne(
  ctx: JobCtx,
  planning: Planning,
  { file_id, attempts }: Unlooked,
  stuck: StuckRows,
): Promise<Planned | undefined> {
  try {
    const [planned] = await tried(ctx, planning, [file_id]);
    stuck.wentOn();
    return planned;
  } catch (error) {
    const isAgain = isStuck(ctx, error);
    if (!isAgain && endsSlice(ctx, error)) throw error;
    ctx.log.error({ err: error, bulkId: planning.bulkId, file: file_id }, "a file of a bulk plan failed");
    if (isAgain) await postpone(ctx.db, planning.bulkId, [file_id]);
    if (isAgain) stuck.stuck(error);
    if (isAgain && attempts + 1 < rowTries) return undefined;
    return { file_id, before: null, seen_version: null, verdict: "refuse", after: null, reasons: reasonsOf(error) };
  }
}

/** Tries files at once; one by one where a statement for all of them failed. What is not in the answer is to be tried again. */
async function tryAll(ctx: JobCtx, planning: Planning, rows: readonly Unlooked[]): Promise<readonly Planned[]> {
  if (rows.every(({ attempts }) => attempts === 0)) {
    const files = rows.map(({ file_id }) => file_id);
    const together = await tried(ctx, planning, files).catch((error: unknown) => {
      if (ctx.signal.aborted) throw error;
      ctx.log.warn({ err: error, bulkId: planning.bulkId }, "files of a bulk plan are tried one by one");
    });
    if (together) return together;
  }
  const stuck = new StuckRows();
  const each: Planned[] = [];
  for (const row of rows) {
    const planned = await tryOne(ctx, planning, row, stuck);
    if (planned) each.push(planned);
  }
  return each;
}

const unlooked = (db: Db, bulkId: number, tried: "never" | "in vain") =>
  db
    .selectFrom("bulk_row")
    .select(["file_id", "attempts"])
    .where("bulk_id", "=", bulkId)
    .where("verdict", "is", null)
    .where("attempts", tried === "never" ? "=" : ">", 0)
    .orderBy("file_id")
    .limit(planBatch * batchesInRow)
    .execute();

type Unlooked = Awaited<ReturnType<typeof unlooked>>[number];

/** The next files that were not looked at; those that were tried in vain only when no others are left. */
async function nextFiles({ db }: JobCtx, bulkId: number): Promise<readonly Unlooked[]> {
  const fresh = await unlooked(db, bulkId, "never");
  return fresh.length > 0 ? fresh : unlooked(db, bulkId, "in vain");
}

/** Puts files behind the others. */
export const postpone = (db: Db, bulkId: number, files: readonly number[]): Promise<unknown> =>
  db
    .updateTable("bulk_row")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("bulk_id", "=", bulkId)
    .where("file_id", "=", sql<number>`any(${files}::bigint[])`)
    .execute();

export const plannedOf = (fileId: number, seen: SeenFile, told: Forecast): Planned => ({
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
async function reportsToApply(
  ctx: JobCtx,
  { bulkId, action, actor }: Planning,
  files: readonly number[],
): Promise<readonly Planned[]> {
  try {
    return await ctx.tx(async (tx) => {
      const seen = await readFacts(tx.db, files, tx.clock.today());
      const sentAfter = action.kind === "send" ? await plannedBefore(tx.db, bulkId, files) : [];
      const forecasts = await forecastFiles(tx, seen, action, sentAfter);
      return [...forecasts].flatMap(([id, what]) => {
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
        seen_version = n.seen_version, reasons = n.reasons, attempts = 0
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (file_id bigint, verdict text, before jsonb, after jsonb, seen_version int, reasons jsonb)
      where bulk_row.bulk_id = ${bulkId} and bulk_row.file_id = n.file_id and bulk_row.verdict is null`.execute(db),
  );

/** Writes what is told of files, and gives those of which nothing is. */
async function keepTold(ctx: JobCtx, planning: Planning, files: readonly Unlooked[]): Promise<readonly Unlooked[]> {
  const { bulkId, action } = planning;
  const known = new Set<number>();
  // What a part sends to a person counts for the next, which reads it from the plan.
  const readsAhead = action.kind !== "send";
  const partAt = (from: number) => {
    const part = files.slice(from, from + planBatch).map(({ file_id }) => file_id);
    const reading = reportsToApply(ctx, planning, part);
    // It is awaited once the part before it is written; until then a rejection must not count as unhandled.
    reading.catch(() => undefined);
    return reading;
  };
  let coming = partAt(0);
  for (let from = 0; from < files.length; from += planBatch) {
    const told = await coming;
    const isLast = from + planBatch >= files.length;
    if (!isLast && readsAhead) coming = partAt(from + planBatch);
    await keep(ctx, bulkId, told);
    if (!isLast && !readsAhead) coming = partAt(from + planBatch);
    for (const { file_id } of told) known.add(file_id);
  }
  return files.filter(({ file_id }) => !known.has(file_id));
}

/** Plans the next files of a work, `onPart` after each part; how many they were. */
export async function planNext(
  ctx: JobCtx,
  bulkId: number,
  action: BulkAction,
  actor: Actor,
  onPart: () => Promise<unknown>,
): Promise<number> {
  const files = await nextFiles(ctx, bulkId);
  if (files.length === 0) return 0;
  const planning = { bulkId, action, actor };
  const rest = await keepTold(ctx, planning, files);
  for (let from = 0; from < rest.length; from += tryBatch) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    await onPart();
    await keep(ctx, bulkId, await tryAll(ctx, planning, rest.slice(from, from + tryBatch)));
  }
  return files.length;
}
