/** Runs a replay as a job of its author, and shows the differences. */
import { sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { allows } from "../../../ground/kernel/access.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import {
  type Actor,
  type Ctx,
  type Db,
  handle,
  type JobCtx,
  job,
} from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { CopyValue } from "../../../ground/platform/server/postgres/copy-rows.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { judgedVersions, loadWorkflows } from "../../workflows/workflows.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { historiesOf } from "./history.server.ts";
import { latestReplays, listReplayRows, type ReplayRow, requestReplay, type ShownReplay } from "./replay.contract.ts";
import { Months, replay, replayKinds, replayOutcome } from "./replay.ts";

const batchSize = 500;

/** The files in whose record steps of a workflow stand since a day, of those that somebody may see. */
async function filesToReplay(db: Db, code: string, since: PlainDate, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select case_file.id from case_file where ${visibleFiles(actor)} and exists (select from step_done
      where step_done.file_id = case_file.id and workflow_code = ${code} and done_on >= ${since})
    order by case_file.id`.execute(db);
  return rows.map(({ id }) => id);
}

const columns = [
  ...(["replay_id", "file_id", "step_done_id", "done_on", "kind"] as const),
  ...(["before_template", "after_template", "days"] as const),
];

async function make(ctx: JobCtx, id: number, actor: Actor): Promise<void> {
  const asked = await ctx.db.selectFrom("workflow_replay").selectAll().where("id", "=", id).executeTakeFirst();
  if (!asked || asked.outcome !== null) return;
  const { workflow_code: code, to_version: number, since } = asked;
  const { workflow, version } = await judgedVersions.read(ctx.db, code, number);
  const environment = { workflows: await loadWorkflows(ctx.db), tariffs: await loadTariffs(ctx.db), workflow, since };
  const ids = await filesToReplay(ctx.db, code, since, actor);
  const months = new Months();
  async function* rows(): AsyncGenerator<readonly CopyValue[]> {
    for (let from = 0; from < ids.length; from += batchSize) {
      ctx.signal.throwIfAborted();
      for (const [fileId, history] of await historiesOf(ctx.db, ids.slice(from, from + batchSize), environment)) {
        const replayed = replay(history, workflow);
        months.add(replayed);
        for (const { recorded, kind, done, instead, days } of replayed.decisions)
          if (kind !== "same")
            yield [id, fileId, recorded.id, recorded.on, kind, done.template, instead?.template ?? null, days];
      }
      await ctx.progress(Math.min(from + batchSize, ids.length), ids.length);
    }
  }
  // Begun again after a crash it begins anew: nothing counts before it is whole.
  await ctx.tx((tx) => tx.db.deleteFrom("workflow_replay_row").where("replay_id", "=", id).execute());
  await ctx.copy("workflow_replay_row", columns, rows());
  await ctx.tx((tx) =>
    tx.db
      .updateTable("workflow_replay")
      .set({ outcome: JSON.stringify(months.outcome()), draft_version: version })
      .where("id", "=", id)
      .execute(),
  );
}

export const replayJob = job({
  name: "what-if.replay",
  payload: z.object({ id: z.number().int() }),
  retries: 5,
  run: async (ctx, { id }) => {
    const row = await ctx.db.selectFrom("workflow_replay").select("asked_by").where("id", "=", id).executeTakeFirst();
    const actor = row ? await loadActor(ctx.db, row.asked_by, null) : undefined;
    // With the rights of now, not of when it was asked.
    if (!actor || !allows(requestReplay.who, actor.acl, true)) throw new VorderError("forbidden");
    await make(ctx, id, actor);
  },
});

const workKey = (id: number): string => `replay:${id}`;

/** Replays of one workflow, those of the ids that are one's own: they show files that their asker may see. In the order of the ids. */
async function shownOnes(ctx: Ctx, ids: readonly number[]): Promise<ShownReplay[]> {
  if (ids.length === 0) return [];
  const own = ctx.db.selectFrom("workflow_replay").where("asked_by", "=", ctx.user.id);
  const rows = await own.selectAll().where("id", "in", ids).execute();
  const [first] = rows;
  if (!first) return [];
  const versions = await judgedVersions.all(ctx.db, first.workflow_code);
  const works = await worksOn(ctx, ids.map(workKey));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): ShownReplay[] => {
    const row = byId.get(id);
    const version = row && versions.get(row.to_version);
    if (!row || !version) return [];
    return [
      {
        id,
        toVersion: row.to_version,
        stale: row.outcome !== null && version.state === "draft" && version.version !== row.draft_version,
        since: row.since,
        askedAt: row.asked_at.toISOString(),
        outcome: row.outcome === null ? null : replayOutcome.parse(row.outcome),
        work: works.get(workKey(id)) ?? null,
      },
    ];
  });
}

/** @throws notFound, also for a replay of somebody else. */
async function shown(ctx: Ctx, id: number): Promise<ShownReplay> {
  const [found] = await shownOnes(ctx, [id]);
  if (!found) throw notFound();
  return found;
}

const ask = handle(requestReplay, async (ctx, { params, body: { number, months } }) => {
  const code = await judgedVersions.codeOf(ctx, params.workflow);
  const { version } = await judgedVersions.read(ctx.db, code, number);
  const since = addMonths(ctx.clock.today(), -months);
  const { id } = await ctx.db
    .insertInto("workflow_replay")
    .values({
      ...{ workflow_code: code, to_version: number, draft_version: version, since },
      ...{ asked_by: ctx.user.id, asked_at: ctx.clock.now() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const after = { workflow: code, number, since };
  await ctx.audit({ action: "whatIf.replay", subject: "workflow_replay", subjectId: id, after });
  const values = { workflow: code, number: String(number) };
  await ctx.track(replayJob, { id }, ctx.translate({ key: "replay.job", values }), workKey(id));
  return shown(ctx, id);
});

const latest = handle(latestReplays, async (ctx, { params }) => {
  const code = await judgedVersions.codeOf(ctx, params.workflow);
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from workflow_replay where asked_by = ${ctx.user.id} and workflow_code = ${code}
    group by to_version order by 1 desc limit 20`.execute(ctx.db);
  return {
    items: await shownOnes(
      ctx,
      rows.map(({ id }) => id),
    ),
  };
});

interface Found {
  readonly file_id: number;
  readonly number: string;
  readonly company: string;
  readonly done_on: string;
  readonly kind: string;
  readonly before_template: string;
  readonly after_template: string | null;
  readonly days: number | null;
}

function rowOf(ctx: Ctx, row: Found): ReplayRow {
  const named = (template: string | null): string =>
    ctx.translate(template === null ? { key: "what-if.noStep" } : { key: stepText(template), values: { template } });
  return {
    fileId: row.file_id,
    fileNumber: row.number,
    clientName: row.company,
    doneOn: row.done_on,
    kind: replayKinds.find((kind) => kind === row.kind) ?? "same",
    before: named(row.before_template),
    after: named(row.after_template),
    days: row.days,
  };
}

const rowPage = handle(listReplayRows, async (ctx, { params, query }) => {
  await shown(ctx, params.id);
  const ofKind = query.filter.kind === undefined ? sql`` : sql`and r.kind = ${query.filter.kind}`;
  const where = sql`r.replay_id = ${params.id} ${ofKind} and ${visibleFiles(ctx.user)}`;
  const from = sql`workflow_replay_row r join case_file on case_file.id = r.file_id join client c on c.id = case_file.client_id`;
  const direction = query.order?.direction === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<Found>`
    select r.*, case_file.number, c.company from ${from} where ${where} order by r.done_on ${direction}, r.step_done_id
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const total = await cappedCount(ctx.db, sql`${from} where ${where}`);
  return toPage(
    rows.map((row) => rowOf(ctx, row)),
    total,
    query.limit,
  );
});

export const replayHandlers = [ask, latest, rowPage];
