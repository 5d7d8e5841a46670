/** Works on many files as calls see them: asked for, shown, started, stopped, thrown away and taken back. Each is its owner's alone. */

import { type Selectable, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { filesChosenBy, filesNamedBy } from "../../../cases/file-search/file-search.server.ts";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { readerOf, translateLogValue } from "../../../cases/logs/logs.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { agendaSubjectRows, nameIn } from "../../../ground/lists/lists.server.ts";
import type { Ctx, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { Bulk } from "../../../ground/platform/server/postgres/database.types.ts";
import { runGuards } from "../../../letters/processing/processing.server.ts";
import { costChoices } from "../../../money/claims/claims.server.ts";
import { people } from "../../../people/employees/employees.server.ts";
import { checkAction, mayDo, requireMaySend } from "../actions/actions.server.ts";
import { type BulkAction, type BulkRun, bulkAction, bulkRun, type Chosen } from "../bulk.contract.ts";
import { maxFiles, maxLines, pastedLines } from "../bulk.ts";
import { requireRoomToSend } from "./day-limits.server.ts";
import { bulkJob } from "./execute.server.ts";

type Run = Selectable<Bulk>;
type Missing = BulkRun["missing"];
const shownMissing = 1000;

/** A work is its owner's alone: it is planned and made with that person's rights. */
export async function requireRun(ctx: Pick<Ctx, "db" | "user">, id: number, lock = false): Promise<Run> {
  const own = ctx.db.selectFrom("bulk").selectAll().where("id", "=", id).where("user_id", "=", ctx.user.id);
  const run = await (lock ? own.forUpdate() : own).executeTakeFirst();
  if (!run) throw notFound();
  return run;
}

/** An amount or a date as the reader's language writes it. */
export const written = (
  ctx: Pick<Ctx, "translate" | "lang">,
  value: { readonly cents: number } | { readonly date: string },
) => String(translateLogValue(value, readerOf(ctx)));

async function detailOf(ctx: Ctx, action: BulkAction): Promise<string> {
  const translate = (key: string): string => ctx.translate({ key }, ctx.lang);
  const on = (date: string): string => written(ctx, { date });
  switch (action.kind) {
    case "workflow":
      return action.workflow;
    case "case_manager":
      return action.caseManagerId === null
        ? translate("bulk.nobody")
        : ((await people(ctx.db, [action.caseManagerId])).get(action.caseManagerId)?.name ?? "");
    case "status":
      return translate(`files.status_${action.status}`);
    case "flag":
    case "unflag":
      return translate(`files.hold_${action.hold}`);
    case "note":
      return action.subject;
    case "agenda": {
      const subject = (await agendaSubjectRows(ctx.db, "all")).find(({ id }) => id === action.subject);
      return subject ? nameIn(subject.name, ctx.lang) : "";
    }
    case "cost": {
      const cost = (await costChoices.chargeable(ctx.db)).find(({ row }) => row.id === action.costType);
      return `${cost ? nameIn(cost.row.name, ctx.lang) : action.description} ${written(ctx, action)}`;
    }
    case "close":
      return translate(`files.reason_${action.reason}`);
    case "interest":
      return action.until === undefined ? on(action.from) : `${on(action.from)} – ${on(action.until)}`;
    case "unfreeze":
      return on(action.from);
    default:
      return "";
  }
}

async function countsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BulkRun["counts"]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<BulkRun["counts"] & { bulk_id: number }>`select bulk_id,
      count(verdict) as looked, count(*) filter (where verdict = 'do') as "do",
      count(*) filter (where verdict = 'same') as same, count(*) filter (where verdict = 'refuse') as refuse,
      count(*) filter (where state = 'excluded') as excluded, count(*) filter (where state = 'done') as done,
      count(*) filter (where state = 'dropped') as dropped, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'undone') as undone, count(*) filter (where state = 'kept') as kept,
      count(*) filter (where state = 'done' and undo is not null) as undoable
    from bulk_row where bulk_id = any(${[...ids]}::bigint[]) group by bulk_id`.execute(db);
  return new Map(rows.map(({ bulk_id, ...counts }) => [bulk_id, counts]));
}

const noCounts = {
  looked: 0,
  do: 0,
  same: 0,
  refuse: 0,
  excluded: 0,
  done: 0,
  dropped: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  undoable: 0,
};

const missingOf = z.array(z.object({ line: z.number(), text: z.string() }));

export async function shownRuns(ctx: Ctx, runs: readonly Run[]): Promise<BulkRun[]> {
  const counts = await countsOf(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const works = await worksOn(
    ctx,
    runs.map(({ id }) => workKey(id)),
  );
  const shown: BulkRun[] = [];
  for (const run of runs) {
    const action = bulkAction.parse(run.action);
    const detail = await detailOf(ctx, action);
    const missing = missingOf.parse(run.missing);
    shown.push(
      bulkRun.parse({
        id: run.id,
        kind: action.kind,
        title: [ctx.translate({ key: `bulk.action_${action.kind}` }, ctx.lang), detail]
          .filter((part) => part)
          .join(": "),
        state: run.state,
        by: z.object({ by: z.string() }).parse(run.chosen).by,
        files: run.files,
        missing: missing.slice(0, shownMissing),
        missingCount: missing.length,
        counts: counts.get(run.id) ?? noCounts,
        error: run.error_key === null ? null : ctx.translate({ key: run.error_key }, ctx.lang),
        work: works.get(workKey(run.id)) ?? null,
        stopAsked: run.stop_asked_at !== null,
        askedAt: run.asked_at.toISOString(),
        finishedAt: run.finished_at?.toISOString() ?? null,
        version: run.version,
      }),
    );
  }
  return shown;
}

export async function shownRun(ctx: Ctx, id: number): Promise<BulkRun> {
  const [shown] = await shownRuns(ctx, [await requireRun(ctx, id)]);
  if (!shown) throw notFound();
  return shown;
}

/** The files that pasted lines name, by number or by the client's reference, and the lines that name none or several. */
async function pastedFiles(ctx: Ctx, pasted: string): Promise<{ readonly ids: number[]; readonly missing: Missing }> {
  const lines = pastedLines(pasted);
  if (lines.length > maxLines) throw fieldError("chosen.numbers", "bulk.tooManyLines", { max: maxLines });
  const named = await filesNamedBy(
    ctx,
    lines.map(({ text }) => text),
  );
  const missing = lines.filter(({ text }) => !named.has(text));
  return {
    ids: [...new Set(named.values())],
    missing: missing.map(({ line, text }) => ({ line, text: cutText(text, 100) })),
  };
}

async function conditionOf(ctx: Ctx, chosen: Chosen) {
  if (chosen.by === "filter") return { where: await filesChosenBy(ctx, chosen.filter), missing: [] };
  const { ids, missing } =
    chosen.by === "numbers" ? await pastedFiles(ctx, chosen.numbers) : { ids: chosen.files, missing: [] };
  return {
    where: sql<SqlBool>`case_file.id = any(${[...ids]}::bigint[]) and ${visibleFiles(ctx.user)}`,
    missing,
  };
}

/** Chooses the files of a work and has it planned. @throws validation where nothing is chosen, too much, or the action cannot be. */
export async function createBulkRun(ctx: Ctx, chosen: Chosen, action: BulkAction): Promise<BulkRun> {
  if (!mayDo(ctx.user, action.kind)) throw new VorderError("forbidden");
  await checkAction(ctx, action);
  const { where, missing } = await conditionOf(ctx, chosen);
  const run = await ctx.db
    .insertInto("bulk")
    .values({
      user_id: ctx.user.id,
      action: JSON.stringify(action),
      // What was pasted is told by its lines; the files themselves are the rows.
      chosen: JSON.stringify(chosen.by === "filter" ? chosen : { by: chosen.by }),
      missing: JSON.stringify(missing),
      state: "planning",
      asked_at: ctx.clock.now(),
      files: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { numAffectedRows } = await sql`insert into bulk_row (bulk_id, file_id)
    select ${run.id}::bigint, case_file.id from case_file where ${where} limit ${maxFiles + 1}`.execute(ctx.db);
  const files = Number(numAffectedRows ?? 0);
  if (files === 0) throw fieldError("common", chosen.by === "filter" ? "bulk.nothing" : "bulk.nothingPasted");
  if (files > maxFiles) throw fieldError("common", "bulk.tooMany", { max: maxFiles });
  await ctx.db.updateTable("bulk").set({ files }).where("id", "=", run.id).execute();
  await ctx.audit({ action: "bulk.plan", subject: "bulk", subjectId: run.id, after: { files, action, by: chosen.by } });
  await begin(ctx, run.id, "bulk.jobPlan", files);
  return shownRun(ctx, run.id);
}

const workKey = (bulkId: number): string => `bulk:${bulkId}`;

async function begin(ctx: WorkCtx, bulkId: number, key: string, files: number): Promise<void> {
  await ctx.track(bulkJob, { bulkId }, ctx.translate({ key, values: { files } }, ctx.lang), workKey(bulkId));
}

const conflict = async (ctx: Ctx, id: number): Promise<VorderError> =>
  new VorderError("conflict", { data: { current: await shownRun(ctx, id) } });

async function move(
  ctx: Ctx,
  run: Run,
  changes: Partial<Pick<Run, "state" | "started_at" | "finished_at" | "stop_asked_at">>,
  verb: string,
) {
  await ctx.db
    .updateTable("bulk")
    .set({ ...changes, version: run.version + 1 })
    .where("id", "=", run.id)
    .execute();
  await ctx.audit({ action: `bulk.${verb}`, subject: "bulk", subjectId: run.id });
  return shownRun(ctx, run.id);
}

/** What goes to debtors goes no earlier than the settings want, and no more of it on a day. @throws refused. */
async function requireSendable(ctx: Ctx, run: Run): Promise<void> {
  const action = bulkAction.parse(run.action);
  if (action.kind !== "send") return;
  await requireMaySend(ctx, action);
  await runGuards.requireSecondLook(ctx, { plannedBy: null, plannedAt: run.asked_at });
  await requireRoomToSend(ctx, run.id);
}

/** Starts the making. @throws conflict; validation where it is not planned or nothing is to be done. */
export async function startRun(ctx: Ctx, id: number, version: number): Promise<BulkRun> {
  const run = await requireRun(ctx, id, true);
  if (run.version !== version) throw await conflict(ctx, id);
  if (run.state !== "planned") throw fieldError("common", "bulk.notPlanned");
  if (!mayDo(ctx.user, bulkAction.parse(run.action).kind)) throw new VorderError("forbidden");
  const { left } = await ctx.db
    .selectFrom("bulk_row")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("bulk_id", "=", id)
    .where("verdict", "=", "do")
    .where("state", "=", "planned")
    .executeTakeFirstOrThrow();
  if (left === 0) throw fieldError("common", "bulk.nothingToDo");
  await requireSendable(ctx, run);
  await begin(ctx, id, "bulk.jobMake", left);
  return move(ctx, run, { state: "making", started_at: ctx.clock.now(), stop_asked_at: null }, "make");
}

export async function requestStop(ctx: Ctx, id: number): Promise<BulkRun> {
  const run = await requireRun(ctx, id, true);
  if (run.state !== "making") throw fieldError("common", "bulk.notMaking");
  return move(ctx, run, { stop_asked_at: ctx.clock.now() }, "stop");
}

export async function discardBulkRun(ctx: Ctx, id: number): Promise<BulkRun> {
  const run = await requireRun(ctx, id, true);
  if (run.state !== "planned" && run.state !== "planning") throw fieldError("common", "bulk.notPlanned");
  if (run.started_at !== null) throw fieldError("common", "bulk.begun");
  return move(ctx, run, { state: "cancelled", finished_at: ctx.clock.now() }, "cancel");
}

/** Takes back what was made. @throws conflict; validation where nothing can be taken back. */
export async function startUndo(ctx: Ctx, id: number, version: number): Promise<BulkRun> {
  const run = await requireRun(ctx, id, true);
  if (run.version !== version) throw await conflict(ctx, id);
  const { kind } = bulkAction.parse(run.action);
  const isOver = run.state === "done" || (run.state === "planned" && run.started_at !== null);
  if (!isOver) throw fieldError("common", "bulk.notUndoable");
  if (!mayDo(ctx.user, kind)) throw new VorderError("forbidden");
  const undo = (await countsOf(ctx.db, [id])).get(id)?.undoable ?? 0;
  if (undo === 0) throw fieldError("common", "bulk.notUndoable");
  await begin(ctx, id, "bulk.jobUndo", undo);
  return move(ctx, run, { state: "undoing", finished_at: null }, "undo");
}

export async function exclude(ctx: Ctx, id: number, files: readonly number[], excluded: boolean): Promise<BulkRun> {
  const run = await requireRun(ctx, id, true);
  if (run.state !== "planned") throw fieldError("common", "bulk.notPlanned");
  await ctx.db
    .updateTable("bulk_row")
    .set({ state: excluded ? "excluded" : "planned" })
    .where("bulk_id", "=", id)
    .where("file_id", "in", [...files])
    .where("state", "=", excluded ? "planned" : "excluded")
    .execute();
  return move(ctx, run, {}, excluded ? "exclude" : "include");
}
