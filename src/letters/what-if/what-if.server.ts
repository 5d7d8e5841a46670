/** Handles the calls of evaluations, and runs them as jobs of their author. */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { requireFile, visibleFiles } from "../../cases/files/files.server.ts";
import { allows } from "../../ground/kernel/access.ts";
import { fieldError, type Message, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import {
  type Actor,
  type Ctx,
  defineModule,
  handle,
  type JobCtx,
  job,
} from "../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../ground/platform/server/http/paged-list.ts";
import { worksOn } from "../../ground/platform/server/jobs/works.ts";
import { loadActor, userNames } from "../../people/access/access.server.ts";
import { verdicts } from "../processing/processing.ts";
import { judgedVersions } from "../workflows/workflows.server.ts";
import { stepText } from "../workflows/workflows.texts.ts";
import { dateChoices } from "../workflows/workflows.ts";
import { makeJudgement } from "./judge.server.ts";
import { carryOut } from "./move.server.ts";
import { replayHandlers, replayJob } from "./replay/replay.server.ts";
import { replayTexts } from "./replay/replay.texts.ts";
import {
  chooseForFile,
  latestWhatIf,
  listWhatIfRows,
  moveFiles,
  requestWhatIf,
  type WhatIf,
  type WhatIfRow,
  whatIfScreen,
} from "./what-if.contract.ts";
import { whatIfTexts } from "./what-if.texts.ts";
import { changes, figureKey, outcome, rowChoices, whatIfStates } from "./what-if.ts";

const payload = z.object({ id: z.number().int() });

/** Whoever asked, with the rights of now; null for somebody who may not any more. */
async function askerOf(ctx: JobCtx, id: number): Promise<Actor | null> {
  const row = await ctx.db.selectFrom("what_if").select("asked_by").where("id", "=", id).executeTakeFirst();
  const actor = row ? await loadActor(ctx.db, row.asked_by, null) : undefined;
  return actor && allows(requestWhatIf.who, actor.acl, true) ? actor : null;
}

export const judgeJob = job({
  name: "what-if.judge",
  payload,
  retries: 5,
  run: async (ctx, { id }) => {
    const actor = await askerOf(ctx, id);
    if (!actor) throw new VorderError("forbidden");
    await makeJudgement(ctx, id, actor);
  },
});

export const moveJob = job({
  name: "what-if.move",
  payload,
  retries: 5,
  run: async (ctx, { id }) => {
    const actor = await askerOf(ctx, id);
    if (!actor) throw new VorderError("forbidden");
    return carryOut(ctx, id, actor);
  },
});

const workKey = (id: number): string => `what-if:${id}`;

/** Judgements show files that their asker may see, and are that person's own. */
const ownRows = (ctx: Ctx) => ctx.db.selectFrom("what_if").where("asked_by", "=", ctx.user.id);

/** Judgements of one workflow, those of the ids that are one's own, in their order. */
async function shownOnes(ctx: Ctx, ids: readonly number[]): Promise<WhatIf[]> {
  if (ids.length === 0) return [];
  const rows = await ownRows(ctx).selectAll().where("id", "in", ids).execute();
  const [first] = rows;
  if (!first) return [];
  const versions = await judgedVersions.all(ctx.db, first.workflow_code);
  const { rows: states } = await sql<{ id: number; state: string; files: number }>`
    select r.what_if_id as id, r.state, count(*) filter (where r.state <> 'judged' or r.chosen is distinct from 'stay')::int as files from what_if_row r join what_if w on w.id = r.what_if_id
    where w.id = any(${[...ids]}::bigint[]) and r.from_version <> w.to_version group by 1, 2`.execute(ctx.db);
  const names = await userNames(
    ctx.db,
    rows.map((row) => row.asked_by),
  );
  const works = await worksOn(ctx, ids.map(workKey));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): WhatIf[] => {
    const row = byId.get(id);
    const version = row && versions.get(row.to_version);
    if (!row || !version) return [];
    const inState = (wanted: string): number => states.find((one) => one.id === id && one.state === wanted)?.files ?? 0;
    const { code, name } = version.workflow;
    return [
      {
        id,
        workflow: { id: version.workflowId, code, name },
        toVersion: row.to_version,
        live: version.state === "live",
        stale: row.state !== "judging" && version.state === "draft" && version.version !== row.draft_version,
        state: whatIfStates.find((state) => state === row.state) ?? "judging",
        asOf: row.as_of,
        askedBy: names.get(row.asked_by)?.name ?? "",
        askedAt: row.asked_at.toISOString(),
        files: row.files,
        outcome: row.outcome === null ? null : outcome.parse(row.outcome),
        toMove: inState("judged"),
        moved: inState("moved"),
        dropped: inState("dropped"),
        dates: dateChoices.find((choice) => choice === row.dates) ?? null,
        reason: row.reason,
        work: works.get(workKey(id)) ?? null,
        version: row.version,
      },
    ];
  });
}

/** @throws notFound, also for a judgement of somebody else. */
async function shown(ctx: Ctx, id: number): Promise<WhatIf> {
  const [found] = await shownOnes(ctx, [id]);
  if (!found) throw notFound();
  return found;
}

async function ask(ctx: Ctx, workflowId: number, number: number): Promise<WhatIf> {
  const version = await judgedVersions.read(ctx.db, await judgedVersions.codeOf(ctx, workflowId), number);
  const { code } = version.workflow;
  const { id } = await ctx.db
    .insertInto("what_if")
    .values({
      workflow_code: code,
      to_version: number,
      draft_version: version.version,
      state: "judging",
      as_of: ctx.clock.today(),
      asked_by: ctx.user.id,
      asked_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "whatIf.ask", subject: "what_if", subjectId: id, after: { workflow: code, number } });
  await ctx.track(
    judgeJob,
    { id },
    ctx.translate({ key: "what-if.job", values: { workflow: code, number } }),
    workKey(id),
  );
  return shown(ctx, id);
}

async function latestOnes(ctx: Ctx, workflowId: number) {
  const code = await judgedVersions.codeOf(ctx, workflowId);
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from what_if where asked_by = ${ctx.user.id} and workflow_code = ${code}
    group by to_version order by 1 desc limit 20`.execute(ctx.db);
  return {
    items: await shownOnes(
      ctx,
      rows.map(({ id }) => id),
    ),
  };
}

interface Found {
  readonly file_id: number;
  readonly number: string;
  readonly company: string;
  readonly from_version: number;
  readonly change: string;
  readonly before_template: string | null;
  readonly before_on: string | null;
  readonly before_verdict: string;
  readonly after_template: string | null;
  readonly after_on: string | null;
  readonly after_verdict: string;
  readonly keepable: string | null;
  readonly chosen: string | null;
  readonly state: string;
  readonly why: Message | null;
  readonly counted: { readonly before: number; readonly after: number } | null;
}

const rowStates = ["judged", "moved", "dropped"] as const;

function rowOf(ctx: Ctx, row: Found): WhatIfRow {
  const named = (template: string | null): string =>
    template === null
      ? ctx.translate({ key: "what-if.noStep" })
      : ctx.translate({ key: stepText(template), values: { template } });
  const verdictOf = (verdict: string) => verdicts.find((known) => known === verdict) ?? "wait";
  return {
    fileId: row.file_id,
    fileNumber: row.number,
    clientName: row.company,
    fromVersion: row.from_version,
    change: changes.find((known) => known === row.change) ?? "same",
    before: named(row.before_template),
    beforeOn: row.before_on,
    beforeVerdict: verdictOf(row.before_verdict),
    after: named(row.after_template),
    afterOn: row.after_on,
    afterVerdict: verdictOf(row.after_verdict),
    keepable: row.keepable,
    chosen: rowChoices.find((known) => known === row.chosen) ?? null,
    state: rowStates.find((known) => known === row.state) ?? "judged",
    why: row.why && ctx.translate(row.why),
    counted: row.counted,
  };
}

const orders = { fileNumber: "case_file.number", beforeOn: "r.before_on", afterOn: "r.after_on" } as const;

const rowPage = handle(listWhatIfRows, async (ctx, { params, query }) => {
  await shown(ctx, params.id);
  const { change, figure, week, only } = query.filter;
  const counted = figure === undefined ? sql`null::jsonb` : sql`r.counts -> ${figureKey(figure, week)}::text`;
  const conditions = [
    sql<SqlBool>`r.what_if_id = ${params.id}`,
    visibleFiles(ctx.user),
    ...(change === undefined ? [] : [sql<SqlBool>`r.change = ${change}`]),
    ...(figure === undefined ? [] : [sql<SqlBool>`${counted} is not null`]),
    ...(figure === undefined || only === undefined
      ? []
      : [sql<SqlBool>`${counted} -> 'before' <> ${counted} -> 'after'`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const from = sql`what_if_row r join case_file on case_file.id = r.file_id join client c on c.id = case_file.client_id`;
  const direction = query.order?.direction === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  const order = query.order ? sql`${sql.ref(orders[query.order.field])} ${direction}, r.file_id` : sql`r.file_id`;
  const { rows } = await sql<Found>`
    select r.*, ${counted} as counted, case_file.number, c.company from ${from} where ${where} order by ${order}
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const total = await cappedCount(ctx.db, sql`${from} where ${where}`);
  return toPage(
    rows.map((row) => rowOf(ctx, row)),
    total,
    query.limit,
  );
});

const move = handle(moveFiles, async (ctx, { params, body }) => {
  const seen = await shown(ctx, params.id);
  if (!seen.live) throw fieldError("common", "what-if.notLive");
  // Only the newest is shown, so only its result would be seen.
  const newer = await ownRows(ctx)
    .select("id")
    .where("workflow_code", "=", seen.workflow.code)
    .where("to_version", "=", seen.toVersion)
    .where("id", ">", seen.id)
    .limit(1)
    .executeTakeFirst();
  if (newer) throw fieldError("common", "what-if.replaced");
  const done = await ctx.db
    .updateTable("what_if")
    .set((set) => ({ state: "moving", dates: body.dates, reason: body.reason, version: set("version", "+", 1) }))
    .where("id", "=", params.id)
    .where("asked_by", "=", ctx.user.id)
    .where("version", "=", body.version)
    .where("state", "=", "judged")
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) {
    if (seen.version !== body.version) throw new VorderError("conflict", { data: { current: seen } });
    throw fieldError("common", "what-if.notJudged");
  }
  await ctx.audit({ action: "whatIf.move", subject: "what_if", subjectId: params.id, after: body });
  const values = { workflow: seen.workflow.code, number: seen.toVersion };
  await ctx.track(moveJob, { id: params.id }, ctx.translate({ key: "what-if.jobMove", values }), workKey(params.id));
  return shown(ctx, params.id);
});

/** @throws notFound, also for a file that the person does not see; validation where the file is not to be moved by it any more. */
const choose = handle(chooseForFile, async (ctx, { params: { id, file }, body: { chosen } }) => {
  // Nothing is moved between the look at its state and the choice: that would show as chosen and never have been followed.
  await ownRows(ctx).select("id").where("id", "=", id).forShare().executeTakeFirst();
  const seen = await shown(ctx, id);
  await requireFile(ctx, file);
  if (!seen.live) throw fieldError("common", "what-if.notLive");
  if (seen.state !== "judged") throw fieldError("common", "what-if.notJudged");
  const row = await ctx.db
    .selectFrom("what_if_row")
    .select("keepable")
    .where("what_if_id", "=", id)
    .where("file_id", "=", file)
    .where("from_version", "<>", seen.toVersion)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (chosen === "keep" && row.keepable === null) throw fieldError("chosen", "what-if.notKeepable");
  await ctx.db
    .updateTable("what_if_row")
    .set({ chosen })
    .where("what_if_id", "=", id)
    .where("file_id", "=", file)
    .execute();
  return shown(ctx, id);
});

export const whatIfServer = defineModule({
  name: "what-if",
  screens: [whatIfScreen],
  texts: [whatIfTexts, replayTexts],
  jobs: [judgeJob, moveJob, replayJob],
  handlers: [
    handle(requestWhatIf, (ctx, { params, body }) => ask(ctx, params.workflow, body.number)),
    handle(latestWhatIf, (ctx, { params }) => latestOnes(ctx, params.workflow)),
    rowPage,
    choose,
    move,
    ...replayHandlers,
  ],
});
