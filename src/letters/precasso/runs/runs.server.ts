/** Handles the calls of runs over records: plan, review, carry out, pause, retry. */
import { sql } from "kysely";
import { z } from "zod";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { isWorkUnderWay, worksOn } from "../../../ground/platform/server/jobs/works.ts";
import { selectClients } from "../../../people/customers/customers.server.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { translateReasons } from "../records/detail.server.ts";
import type { Reason } from "../records/judge.ts";
import { fileOf, recordContaining } from "../records/list.server.ts";
import { visibleRecords } from "../records/visibility.server.ts";
import { requireRoomToday } from "./day-limits.server.ts";
import { judgeAnew } from "./judged-anew.server.ts";
import { makeJob } from "./make.server.ts";
import { planJob } from "./plan.server.ts";
import { rowCount } from "./row-counts.server.ts";
import { rowStates, runStates, verdicts } from "./run.ts";
import {
  cancelPrecasso,
  excludePrecasso,
  listPrecassoRows,
  listPrecassoRuns,
  makePrecasso,
  planPrecasso,
  type Run,
  readPrecassoRun,
  retryPrecasso,
  stopPrecasso,
} from "./runs.contract.ts";

const savedReasons = z.array(
  z.object({
    rule: z.string(),
    article: z.string(),
    textKey: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    possibleFrom: z.string().nullable(),
  }),
);
const savedError = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const nameOf = (ctx: Ctx, template: string): string =>
  ctx.translate({ key: stepText(template), values: { template } }, ctx.lang);

const runs = (ctx: Pick<Ctx, "db">) =>
  ctx.db
    .selectFrom("precasso_run as run")
    .leftJoin("app_user as planner", "planner.id", "run.planned_by")
    .leftJoin("app_user as starter", "starter.id", "run.started_by");

const runColumns = [
  "run.id",
  "run.state",
  "run.as_of",
  "planner.name as planned_by_name",
  "run.planned_at",
  "starter.name as started_by_name",
  "run.started_at",
  "run.finished_at",
  "run.stop_asked_at",
  "run.version",
  rowCount("toDo").as("to_do"),
  rowCount("done").as("done"),
  rowCount("dropped").as("dropped"),
  rowCount("failed").as("failed"),
  rowCount("kept").as("kept"),
  rowCount("excluded").as("excluded"),
] as const;

const findRun = (ctx: Pick<Ctx, "db">, id: number) =>
  runs(ctx).select(runColumns).where("run.id", "=", id).executeTakeFirst();
type RunRowRead = NonNullable<Awaited<ReturnType<typeof findRun>>>;

const toRun = (row: RunRowRead): Run => ({
  id: row.id,
  state: runStates.find((state) => state === row.state) ?? "planning",
  asOf: row.as_of,
  plannedBy: row.planned_by_name,
  plannedAt: row.planned_at.toISOString(),
  startedBy: row.started_by_name,
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  stopAsked: row.stop_asked_at !== null,
  toDo: row.to_do,
  done: row.done,
  dropped: row.dropped,
  failed: row.failed,
  kept: row.kept,
  excluded: row.excluded,
  version: row.version,
});

async function requireRun(ctx: Pick<Ctx, "db">, id: number, lock = false): Promise<Run> {
  if (lock) await ctx.db.selectFrom("precasso_run").select("id").where("id", "=", id).forUpdate().execute();
  const row = await findRun(ctx, id);
  if (!row) throw notFound();
  return toRun(row);
}

const refused = (key: string): VorderError => new VorderError("refused", { fields: { common: [{ key }] } });

async function move(ctx: Ctx, run: Run, change: Record<string, unknown>, action: string): Promise<Run> {
  await ctx.db
    .updateTable("precasso_run")
    .set((set) => ({ ...change, version: set("version", "+", 1) }))
    .where("id", "=", run.id)
    .execute();
  await ctx.audit({ action: `precassoRun.${action}`, subject: "precasso_run", subjectId: run.id });
  return requireRun(ctx, run.id);
}

const workKey = (id: number): string => `precasso-run:${id}`;

const plan = handle(planPrecasso, async (ctx, { body }) => {
  const { id } = await ctx.db
    .insertInto("precasso_run")
    .values({
      state: "planning",
      scope: JSON.stringify(body),
      as_of: ctx.clock.today(),
      planned_by: ctx.user.id || null,
      planned_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "precassoRun.plan", subject: "precasso_run", subjectId: id, after: body });
  const title = ctx.translate({ key: "precasso.jobPlan", values: { run: String(id) } });
  await ctx.track(planJob, { runId: id }, title, workKey(id));
  return requireRun(ctx, id);
});

const track = (ctx: Ctx, id: number): Promise<string> =>
  ctx.track(
    makeJob,
    { runId: id },
    ctx.translate({ key: "precasso.jobMake", values: { run: String(id) } }),
    workKey(id),
  );

const make = handle(makePrecasso, async (ctx, { params, body }) => {
  const run = await requireRun(ctx, params.id, true);
  if (run.version !== body.version) throw new VorderError("conflict", { data: { current: run } });
  if (run.state !== "planned") throw refused("precasso.notPlanned");
  if (run.asOf !== ctx.clock.today()) throw refused("precasso.planOfYesterday");
  if (run.toDo - run.done - run.dropped - run.failed < 1) throw refused("precasso.nothingToMake");
  const planned = await ctx.db
    .selectFrom("precasso_run")
    .select(["planned_by as plannedBy", "planned_at as plannedAt"])
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  const trail = { action: "precassoRun.plan", subject: "precasso_run", id: run.id };
  await runGuards.requireSecondLook(ctx, { ...planned, trail });
  await requireRoomToday(ctx, run.id, "planned");
  const change = { state: "making", started_by: ctx.user.id || null, started_at: ctx.clock.now(), stop_asked_at: null };
  const moved = await move(ctx, run, change, "make");
  await track(ctx, run.id);
  return moved;
});

const stop = handle(stopPrecasso, async (ctx, { params }) => {
  const run = await requireRun(ctx, params.id, true);
  if (run.state !== "making") return run;
  const moved = await move(ctx, run, { stop_asked_at: ctx.clock.now() }, "stop");
  // A job that has failed for good sees nothing: another one stops the run.
  if (!(await isWorkUnderWay(ctx.db, workKey(run.id)))) await track(ctx, run.id);
  return moved;
});

const retry = handle(retryPrecasso, async (ctx, { params }) => {
  const run = await requireRun(ctx, params.id, true);
  if (run.state === "planning" || run.state === "cancelled") throw refused("precasso.notPlanned");
  if (run.asOf !== ctx.clock.today()) throw refused("precasso.planOfYesterday");
  if (run.state !== "planned") await requireRoomToday(ctx, run.id, "failed");
  await ctx.db
    .updateTable("precasso_run_row")
    .set({ state: "planned", error: null })
    .where("run_id", "=", run.id)
    .where("state", "=", "failed")
    .execute();
  // What nobody has started, or somebody has stopped, is not started by this.
  if (run.state === "planned") return move(ctx, run, {}, "retry");
  const moved = await move(ctx, run, { state: "making", finished_at: null }, "retry");
  await track(ctx, run.id);
  return moved;
});

const cancel = handle(cancelPrecasso, async (ctx, { params }) => {
  const run = await requireRun(ctx, params.id, true);
  if ((run.state !== "planned" && run.state !== "planning") || run.done + run.dropped + run.failed > 0)
    throw refused("precasso.notPlanned");
  return move(ctx, run, { state: "cancelled", finished_at: ctx.clock.now() }, "cancel");
});

const exclude = handle(excludePrecasso, async (ctx, { params, body }) => {
  const run = await requireRun(ctx, params.id, true);
  if (run.state !== "planned") throw refused("precasso.notPlanned");
  await ctx.db
    .updateTable("precasso_run_row")
    .set({ state: body.excluded ? "excluded" : "planned" })
    .where("run_id", "=", run.id)
    .where("record_id", "in", body.records)
    .where("state", "=", body.excluded ? "planned" : "excluded")
    .execute();
  await judgeAnew(ctx, run, body.records, !body.excluded);
  return move(ctx, run, {}, body.excluded ? "exclude" : "include");
});

const list = handle(listPrecassoRuns, async (ctx, { query }) => {
  const { state } = query.filter;
  let found = runs(ctx);
  if (state !== undefined) found = found.where("run.state", "=", state);
  const rows = await found
    .select(runColumns)
    .orderBy("run.id", query.order?.direction ?? "desc")
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return toPage(rows.map(toRun), count, query.limit);
});

const read = handle(readPrecassoRun, async (ctx, { params }) => {
  const run = await requireRun(ctx, params.id);
  const key = workKey(run.id);
  const works = await worksOn(ctx, [key]);
  const totals = await ctx.db
    .selectFrom("precasso_run_row")
    .select((eb) => [
      "step",
      "template_code",
      "channel",
      "verdict",
      "state",
      eb.fn.countAll<number>().as("records"),
      sql<number>`sum(open_cents)::bigint`.as("open"),
    ])
    .where("run_id", "=", run.id)
    .groupBy(["step", "template_code", "channel", "verdict", "state"])
    .orderBy("step")
    .execute();
  return {
    ...run,
    work: works.get(key) ?? null,
    totals: totals.map((row) => ({
      step: row.step,
      name: nameOf(ctx, row.template_code),
      channel: row.channel,
      verdict: verdicts.find((one) => one === row.verdict) ?? ("wait" as const),
      state: rowStates.find((one) => one === row.state) ?? ("planned" as const),
      records: row.records,
      openCents: Number(row.open),
    })),
  };
});

function errorText(ctx: Ctx, error: unknown): string | null {
  if (error === null) return null;
  const { key, values } = savedError.parse(error);
  return ctx.translate({ key, ...(values && { values }) }, ctx.lang);
}

type RowsQuery = (typeof listPrecassoRows)["query"]["_output"];

/** A page of a run's rows, of the records that the reader may see. */
function rowPage({ db, user }: Ctx, run: number, query: RowsQuery) {
  const { verdict, state, search } = query.filter;
  let found = selectClients({ db, user })
    .innerJoin("precasso_record", "precasso_record.client_id", "client.id")
    .innerJoin("precasso_run_row as row", "row.record_id", "precasso_record.id")
    .leftJoin("case_file", "case_file.id", "row.file_id")
    .where("row.run_id", "=", run)
    .where(visibleRecords(user));
  if (verdict !== undefined) found = found.where("row.verdict", "=", verdict);
  if (state !== undefined) found = found.where("row.state", "=", state);
  if (search !== undefined) found = found.where(recordContaining(search));
  const { field, direction } = query.order ?? { field: "number" as const, direction: "asc" as const };
  return pagedList(db, found, query, (all) =>
    all
      .select([
        "row.record_id",
        "precasso_record.number",
        "precasso_record.debtor_name",
        "client.company",
        "row.template_code",
        "row.channel",
        "row.verdict",
        "row.state",
        "row.due_on",
        "row.open_cents",
        "row.reasons",
        "row.error",
        "row.message_id",
        fileOf(user, "id").as("file_id"),
        fileOf(user, "number").as("file_number"),
      ])
      .orderBy(field === "openCents" ? "row.open_cents" : "row.record_id", direction)
      .orderBy("row.record_id"),
  );
}

const rowsOf = handle(listPrecassoRows, async (ctx, { params, query }) => {
  await requireRun(ctx, params.id);
  const { rows, total } = await rowPage(ctx, params.id, query);
  const items = rows.map((row) => {
    const reasons: readonly Reason[] = savedReasons.parse(row.reasons);
    return {
      recordId: row.record_id,
      number: row.number,
      debtorName: row.debtor_name,
      clientName: row.company,
      stepName: nameOf(ctx, row.template_code),
      channel: row.channel,
      verdict: verdicts.find((one) => one === row.verdict) ?? ("wait" as const),
      state: rowStates.find((one) => one === row.state) ?? ("planned" as const),
      dueOn: row.due_on,
      openCents: row.open_cents,
      reasons: translateReasons(ctx, reasons),
      error: errorText(ctx, row.error),
      messageId: row.message_id,
      fileId: row.file_id === null ? null : Number(row.file_id),
      fileNumber: row.file_number,
    };
  });
  return toPage(items, total, query.limit);
});

export const runHandlers = [plan, list, read, rowsOf, exclude, make, stop, retry, cancel];
