/** Runs as their screens show them, and the actions of people on them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { date, shownDate } from "../../../ground/kernel/dates.ts";
import { fieldError, type Message, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { isWorkUnderWay, worksOn } from "../../../ground/platform/server/jobs/works.ts";
import { clientsById, maySeeClient } from "../../../people/customers/customers.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { stepChannels } from "../../workflows/workflows.ts";
import { addToMakeReader, capacityLeftOn, fullChannel, requireRoom } from "../calendar/day-limits.server.ts";
import { reasonGroups } from "../on-hold/reason-texts.server.ts";
import { type RunScope, type RunState, rowStates, runScope, runStates, verdicts } from "../processing.ts";
import { addContactReader, lockMessagesTo } from "../steps/contacts.server.ts";
import { countRows } from "./counts.server.ts";
import { makeJob, planJob } from "./execute.server.ts";
import { judgeAnew } from "./judged-anew.server.ts";
import type { Run, RunDetail } from "./runs.contract.ts";
import { isOwnPlan, requireSecondLook } from "./second-look.server.ts";

/** Visible runs: staff who see all files see all runs, others the runs that they planned. */
const visibleRuns = (actor: Actor): RawBuilder<SqlBool> =>
  actor.kind === "system" || (actor.kind === "staff" && actor.seesAllFiles)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`run.planned_by = ${actor.id}`;

/**
 * What other modules ask of runs: which an actor sees, who planned something, whether a plan may be sent by whoever asks, and what a day still
 * takes of each channel; with what they send themselves, by day and by recipient.
 */
export const runGuards = {
  visible: visibleRuns,
  isOwnPlan,
  requireSecondLook,
  fullChannel,
  requireRoom,
  capacityLeftOn,
  addToMakeReader,
  addContactReader,
  lockMessagesTo,
};

const runsOf = (ctx: Pick<WorkCtx, "db" | "user">) =>
  ctx.db
    .selectFrom("run")
    .leftJoin("app_user as planner", "planner.id", "run.planned_by")
    .leftJoin("app_user as starter", "starter.id", "run.started_by")
    .where(visibleRuns(ctx.user))
    .selectAll("run")
    .select(["planner.name as planner", "starter.name as starter"]);

type RunRecord = Awaited<ReturnType<ReturnType<typeof runsOf>["execute"]>>[number];

const stateOf = (state: string): RunState => runStates.find((known) => known === state) ?? "failed";

async function shown(ctx: Pick<WorkCtx, "db" | "user" | "translate" | "lang">, record: RunRecord): Promise<Run> {
  const scope = runScope.parse(record.scope);
  const counts = record.state === "making" ? await countRows(ctx.db, record.id) : record;
  const clients = await clientsById(ctx.db, scope.clients);
  const translate = (message: Message): string => ctx.translate(message, ctx.lang);
  return {
    id: record.id,
    state: stateOf(record.state),
    scope,
    clients: [...clients.values()]
      .filter(({ id }) => maySeeClient(ctx.user, id))
      .map(({ id, company }) => ({ id, text: company })),
    asOf: record.as_of,
    plannedBy: record.planner,
    plannedAt: record.planned_at.toISOString(),
    startedBy: record.starter,
    startedAt: record.started_at?.toISOString() ?? null,
    finishedAt: record.finished_at?.toISOString() ?? null,
    stopAsked: record.stop_asked_at !== null,
    dueFiles: record.due_files,
    lookedAt: record.looked_at,
    toDo: counts.to_do,
    done: counts.done,
    dropped: counts.dropped,
    failed: counts.failed,
    // Older rows contain technical error texts, which are not shown.
    error: record.error === null ? null : translate({ key: "platform.reason.internal" }),
    work: (await worksOn(ctx, [workKey(record.id)])).get(workKey(record.id)) ?? null,
    version: record.version,
  };
}

/** A run that the actor may see. @throws notFound. */
export async function requireRun(ctx: Pick<WorkCtx, "db" | "user" | "translate" | "lang">, id: number): Promise<Run> {
  const record = await runsOf(ctx).where("run.id", "=", id).executeTakeFirst();
  if (!record) throw notFound();
  return shown(ctx, record);
}

export async function runPage(
  ctx: Ctx,
  query: { offset: number; limit: number; filter: { state?: RunState | undefined } },
) {
  const state = query.filter.state;
  const base = runsOf(ctx).$if(state !== undefined, (select) => select.where("run.state", "=", state ?? ""));
  const records = await base.orderBy("run.id", "desc").limit(query.limit).offset(query.offset).execute();
  const inState = state === undefined ? sql`` : sql`and state = ${state}`;
  const total = await cappedCount(ctx.db, sql`run where ${visibleRuns(ctx.user)} ${inState}`);
  const items: Run[] = [];
  for (const record of records) items.push(await shown(ctx, record));
  return toPage(items, total, query.limit);
}

/** A run with its totals and the reasons why rows are not made. */
export async function runDetailOf(ctx: Ctx, id: number): Promise<RunDetail> {
  const run = await requireRun(ctx, id);
  const { rows } = await sql<{
    workflow_code: string;
    step: number;
    template_code: string;
    channel: string;
    verdict: string;
    state: string;
    files: number;
    open_cents: number;
    cost_cents: number;
  }>`
    select workflow_code, step, template_code, run_row.channel, verdict, run_row.state, count(*)::int as files,
      sum(run_row.open_cents)::bigint as open_cents, sum(cost_cents)::bigint as cost_cents
    from run_row join case_file on case_file.id = run_row.file_id
    where run_id = ${id} and ${visibleFiles(ctx.user)}
    group by workflow_code, step, template_code, run_row.channel, verdict, run_row.state
    order by workflow_code, step, verdict, run_row.state`.execute(ctx.db);
  return {
    ...run,
    totals: rows.map((row) => ({
      step: row.step,
      workflow: row.workflow_code,
      name: stepName(ctx, row.template_code),
      channel: stepChannels.find((known) => known === row.channel) ?? "task",
      verdict: verdicts.find((known) => known === row.verdict) ?? "wait",
      state: rowStates.find((known) => known === row.state) ?? "planned",
      files: row.files,
      openCents: row.open_cents,
      costCents: row.cost_cents,
    })),
    reasons: await reasonGroups(ctx, id),
  };
}

/** The name of a step in the reader's language; "" if a file has none. */
export const stepName = (ctx: Pick<Ctx, "translate">, template: string): string =>
  template === "" ? "" : ctx.translate({ key: stepText(template), values: { template } });

const workKey = (runId: number): string => `run:${runId}`;

function track(ctx: WorkCtx, job: typeof makeJob, runId: number): Promise<string> {
  const key = job === planJob ? "processing.jobPlan" : "processing.jobMake";
  return ctx.track(job, { runId }, ctx.translate({ key, values: { run: String(runId) } }), workKey(runId));
}

/** Requests a plan; a job creates it. */
export async function createRun(ctx: WorkCtx, scope: RunScope): Promise<Run> {
  if (scope.clients.some((client) => !maySeeClient(ctx.user, client))) throw notFound();
  const { id } = await ctx.db
    .insertInto("run")
    .values({
      state: "planning",
      scope: JSON.stringify(scope),
      as_of: ctx.clock.today(),
      planned_by: ctx.user.id || null,
      planned_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "run.plan", subject: "run", subjectId: id, after: scope });
  await track(ctx, planJob, id);
  return requireRun(ctx, id);
}

/** The run, locked until the transaction ends. @throws notFound. */
async function lockRun(ctx: WorkCtx, id: number): Promise<Run> {
  await ctx.db.selectFrom("run").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return requireRun(ctx, id);
}

async function move(ctx: WorkCtx, run: Run, change: Record<string, unknown>, action: string): Promise<Run> {
  await ctx.db
    .updateTable("run")
    .set({ ...change, ...(await countRows(ctx.db, run.id)), version: run.version + 1 })
    .where("id", "=", run.id)
    .execute();
  await ctx.audit({ action: `run.${action}`, subject: "run", subjectId: run.id });
  return requireRun(ctx, run.id);
}

const refused = (key: string, values: Message["values"] = {}): VorderError =>
  new VorderError("refused", { fields: { common: [{ key, values }] } });

function requireSameDay(ctx: WorkCtx, { asOf }: Run): void {
  if (asOf !== ctx.clock.today()) throw refused("processing.planOfYesterday", { date: shownDate(asOf) });
}

/** Messages sent since the plan may have filled the day. @throws refused. */
async function requireRoomToday(ctx: WorkCtx, id: number, { asOf }: Run): Promise<void> {
  const left = await ctx.db
    .selectFrom("run_row")
    .select(["channel", ({ fn }) => fn.countAll<number>().as("count")])
    .where("run_id", "=", id)
    .where("state", "=", "planned")
    .where("verdict", "=", "do")
    .groupBy("channel")
    .execute();
  await requireRoom(ctx, date(asOf), left, { textKey: "processing.dayFull", run: id });
}

/** Starts the execution of a plan. @throws refused for a plan of another day or without rows; conflict if it was changed meanwhile. */
export async function startRun(ctx: WorkCtx, id: number, version: number): Promise<Run> {
  const run = await lockRun(ctx, id);
  if (run.version !== version) throw new VorderError("conflict", { data: { current: run } });
  if (run.state !== "planned") throw refused("processing.notPlanned");
  requireSameDay(ctx, run);
  const { to_do, done, dropped, failed } = await countRows(ctx.db, id);
  if (to_do - done - dropped - failed === 0) throw refused("processing.nothingToMake");
  const { plannedBy } = await ctx.db
    .selectFrom("run")
    .select("planned_by as plannedBy")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const trail = { action: "run.plan", subject: "run", id };
  await requireSecondLook(ctx, { plannedBy, plannedAt: new Date(run.plannedAt), trail });
  await requireRoomToday(ctx, id, run);
  const at = ctx.clock.now();
  const started = {
    state: "making",
    started_by: ctx.user.id || null,
    started_at: at,
    stop_asked_at: null,
  };
  const moved = await move(ctx, run, started, "make");
  await track(ctx, makeJob, id);
  return moved;
}

/** Asks that a run stop. One whose job has failed for good gets another, which stops it: nobody could go on with it or end it. */
export async function requestStop(ctx: WorkCtx, id: number): Promise<Run> {
  const run = await lockRun(ctx, id);
  if (run.state !== "making") return run;
  const moved = await move(ctx, run, { stop_asked_at: ctx.clock.now() }, "askStop");
  if (!(await isWorkUnderWay(ctx.db, workKey(id)))) await track(ctx, makeJob, id);
  return moved;
}

/**
 * Retries failed rows; they are judged again like all others. In a stopped run they become pending again until somebody continues it.
 * @throws refused on another day than that of the plan: its facts no longer hold, and its files are in the next plan.
 */
export async function retryFailed(ctx: WorkCtx, id: number, fileId: number | undefined): Promise<Run> {
  const run = await lockRun(ctx, id);
  if (run.state !== "done" && run.state !== "planned" && run.state !== "making") throw refused("processing.notPlanned");
  requireSameDay(ctx, run);
  await ctx.db
    .updateTable("run_row")
    .set({ state: "planned", error: null })
    .where("run_id", "=", id)
    .where("state", "=", "failed")
    .$if(fileId !== undefined, (update) => update.where("file_id", "=", fileId ?? 0))
    .execute();
  if (run.state === "planned") return move(ctx, run, {}, "retry");
  await requireRoomToday(ctx, id, run);
  // A run that somebody has asked to stop stops all the same.
  const moved = await move(ctx, run, { state: "making", finished_at: null }, "retry");
  await track(ctx, makeJob, id);
  return moved;
}

export async function discardRun(ctx: WorkCtx, id: number): Promise<Run> {
  const run = await lockRun(ctx, id);
  if (run.state !== "planned" && run.state !== "planning" && run.state !== "failed")
    throw refused("processing.notPlanned");
  if (run.done > 0) throw refused("processing.notPlanned");
  return move(ctx, run, { state: "cancelled", finished_at: ctx.clock.now() }, "cancel");
}

/** Excludes files from a plan or includes them again. @throws validation if the plan is being or was carried out. */
export async function excludeFiles(
  ctx: WorkCtx,
  id: number,
  files: readonly number[],
  excluded: boolean,
): Promise<Run> {
  const run = await lockRun(ctx, id);
  if (run.state !== "planned") throw fieldError("common", "processing.notPlanned");
  await ctx.db
    .updateTable("run_row")
    .set({ state: excluded ? "excluded" : "planned" })
    .where("run_id", "=", id)
    .where("file_id", "in", [...files])
    .where("state", "=", excluded ? "planned" : "excluded")
    .execute();
  await judgeAnew(ctx, run, files, !excluded);
  return move(ctx, run, {}, excluded ? "exclude" : "include");
}
