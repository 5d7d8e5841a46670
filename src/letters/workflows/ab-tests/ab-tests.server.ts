/** Trials of drafts on a share of new files: started and ended by a person, and their results. */
import { type RawBuilder, sql } from "kysely";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { userNames } from "../../../people/access/access.server.ts";
import { lockDraft, refuseFaulty, versionGoesLive } from "../versions/drafts.server.ts";
import { codeOf } from "../versions/drawing.server.ts";
import { type AbTest, abTestStates, endAbTest, readAbTests, startAbTest } from "./ab-tests.contract.ts";
import { type Arm, arms, compare, filesNeeded } from "./comparison.ts";

type TrialRow = Awaited<ReturnType<typeof trialRows>>[number];

const trialRows = (ctx: Ctx, code: string, id?: number) =>
  ctx.db
    .selectFrom("workflow_trial")
    .selectAll()
    .where("workflow_code", "=", code)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .orderBy("id", "desc")
    .limit(20)
    .execute();

/** What came in after a day, less what was received beyond the claim: money that came by mistake pays nothing. */
const neededAfter = (fileId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  select coalesce(sum(case p.kind when 'payment' then p.amount_cents else -p.amount_cents end), 0)
    from claim_event p where p.file_id = ${fileId} and p.kind in ('payment', 'refund') and p.on_date > ${day}
    and not exists (select from claim_event r where r.reverses_id = p.id
      and not exists (select from claim_event again where again.reverses_id = r.id)))
  - (select o.overpaid_cents from case_file o where o.id = ${fileId})`;

/** Whether a file stands closed as paid, with the money that paid it in by a day: when somebody closed it does not matter. */
const paidBy = (fileId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  exists (select from file_closure c where c.file_id = ${fileId} and c.reopened_at is null
    and c.reason in ('paid_in_full', 'paid_directly'))
  and ${neededAfter(fileId, day)} <= 0)`;

interface Entered {
  readonly trialId: number;
  readonly arm: Arm;
  readonly files: number;
  readonly disputed: number;
  /** The day on which it had all the files that it needs. */
  readonly enoughOn: PlainDate | null;
}

/**
 * How many files began with each version, over all files whoever reads it: a part of them would say something else, and no file is shown.
 */
async function entered(ctx: Ctx, trials: readonly TrialRow[]): Promise<readonly Entered[]> {
  const { rows } = await sql<Entered>`
    select t.id as "trialId", a.arm, count(f.file_id)::int as files,
      count(f.file_id) filter (where exists (select from file_hold h where h.file_id = f.file_id and h.kind = 'dispute'))::int as disputed,
      (select n.entered_on from workflow_trial_file n where n.trial_id = t.id and n.arm = a.arm order by n.entered_on, n.file_id
        offset case a.arm when 'champion' then t.champion_files else t.challenger_files end - 1 limit 1) as "enoughOn"
    from workflow_trial t cross join (values ('champion'), ('challenger')) a(arm)
      left join workflow_trial_file f on f.trial_id = t.id and f.arm = a.arm
    where t.id = any(${trials.map(({ id }) => id)}::bigint[]) group by t.id, a.arm`.execute(
    asSystem(ctx.db, "counts over all files of a trial; no file is shown"),
  );
  return rows;
}

interface Counted {
  readonly trialId: number;
  readonly arm: Arm;
  readonly files: number;
  readonly paid: number;
}

/** The files that are compared: all that began up to the day on which both versions had enough, each with its days behind it. */
async function counted(ctx: Ctx, readable: readonly Readable[]): Promise<readonly Counted[]> {
  if (readable.length === 0) return [];
  const { rows } = await sql<Counted>`
    select f.trial_id as "trialId", f.arm, count(*)::int as files,
      count(*) filter (where ${paidBy(sql`f.file_id`, sql`f.entered_on + r.days`)})::int as paid
    from jsonb_to_recordset(${JSON.stringify(readable)}::jsonb) as r(id bigint, until date, days integer)
      join workflow_trial_file f on f.trial_id = r.id and f.entered_on <= r.until
    group by 1, 2`.execute(asSystem(ctx.db, "counts over all files of a trial; no file is shown"));
  return rows;
}

interface Readable {
  readonly id: number;
  readonly until: PlainDate;
  readonly days: number;
}

const laterOf = (a: PlainDate, b: PlainDate): PlainDate => (a > b ? a : b);

async function shownTrials(ctx: Ctx, trials: readonly TrialRow[]): Promise<AbTest[]> {
  const came = await entered(ctx, trials);
  const of = <T extends { readonly trialId: number; readonly arm: Arm }>(list: readonly T[], id: number, arm: Arm) =>
    list.find((one) => one.trialId === id && one.arm === arm);
  const untils = new Map<number, PlainDate>();
  for (const { id } of trials) {
    const [a, b] = arms.map((arm) => of(came, id, arm)?.enoughOn ?? null);
    if (a && b) untils.set(id, laterOf(a, b));
  }
  const today = ctx.clock.today();
  const readable = trials.flatMap(({ id, days }): Readable[] => {
    const until = untils.get(id);
    return until && addDays(until, days) < today ? [{ id, until, days }] : [];
  });
  const counts = await counted(ctx, readable);
  const names = await userNames(
    ctx.db,
    trials.flatMap(({ started_by, ended_by }) => [started_by ?? [], ended_by ?? []].flat()),
  );
  return trials.map((row): AbTest => {
    const [champion, challenger] = arms.map((arm) => of(counts, row.id, arm));
    const until = untils.get(row.id);
    const found = champion && challenger ? compare(champion, challenger, row.share) : null;
    // What was shared out wrongly is compared with nothing.
    const isSplit = found?.finding === "split";
    return {
      id: row.id,
      state: abTestStates.find((state) => state === row.state) ?? "stopped",
      ...{ share: row.share, days: row.days, baseline: row.baseline, difference: row.difference },
      ...{ reason: row.reason, endReason: row.end_reason, version: row.version },
      startedBy: names.get(row.started_by ?? 0)?.name ?? "",
      startedAt: row.started_at.toISOString(),
      endedBy: names.get(row.ended_by ?? 0)?.name ?? "",
      endedAt: row.ended_at?.toISOString() ?? null,
      arms: arms.map((arm) => ({
        arm,
        number: row[arm],
        files: of(came, row.id, arm)?.files ?? 0,
        needed: arm === "champion" ? row.champion_files : row.challenger_files,
        disputed: of(came, row.id, arm)?.disputed ?? 0,
        compared: isSplit ? null : (of(counts, row.id, arm)?.files ?? null),
        paid: isSplit ? null : (of(counts, row.id, arm)?.paid ?? null),
      })),
      readableOn: until ? addDays(until, row.days + 1) : null,
      result: found && {
        finding: found.finding,
        difference: 100 * found.difference,
        from: 100 * found.between.from,
        to: 100 * found.between.to,
        z: found.z,
      },
    };
  });
}

async function shownTrial(ctx: Ctx, code: string, id: number): Promise<AbTest> {
  const [trial] = await shownTrials(ctx, await trialRows(ctx, code, id));
  if (!trial) throw notFound();
  return trial;
}

/** What part of the files of this workflow was paid within ninety days, of those that began in the year before that. */
async function usualShare(ctx: Ctx, code: string): Promise<number | null> {
  const today = ctx.clock.today();
  const { rows } = await sql<{ share: number | null }>`
    select round(100.0 * count(*) filter (where ${paidBy(sql`w.file_id`, sql`w.started_on + 90`)}) / nullif(count(*), 0))::int as share
    from file_workflow w where w.workflow_code = ${code} and w.started_on between ${addDays(today, -455)} and ${addDays(today, -91)}`.execute(
    asSystem(ctx.db, "one percentage over all files of a workflow; no file is shown"),
  );
  return rows[0]?.share ?? null;
}

async function begin(ctx: Ctx, workflowId: number, body: BodyOf<typeof startAbTest>): Promise<AbTest> {
  const draft = await lockDraft(ctx, workflowId, body.version);
  const workflow = await refuseFaulty(ctx, draft);
  // No new file begins in these: a person or a task puts it there, or it is no file yet.
  if (workflow.category === "phase" || workflow.category === "precasso")
    throw fieldError("common", "workflow-trials.errorCategory");
  const live = await ctx.db
    .selectFrom("workflow_version")
    .select("number")
    .where("workflow_code", "=", draft.code)
    .where("state", "=", "live")
    .executeTakeFirst();
  if (!live) throw fieldError("common", "workflow-trials.errorNeverLive");
  const { reason, version: _seen, ...plan } = body;
  if (plan.baseline + plan.difference > 99) throw fieldError("difference", "workflow-trials.errorDifference");
  const needed = filesNeeded(plan);
  await ctx.db
    .updateTable("workflow_version")
    .set({ state: "trial", note: reason, published_at: ctx.clock.now(), published_by: ctx.user.id || null })
    .where("workflow_code", "=", draft.code)
    .where("number", "=", draft.number)
    .execute();
  try {
    const { id } = await ctx.db
      .insertInto("workflow_trial")
      .values({
        ...plan,
        ...{ workflow_code: draft.code, champion: live.number, challenger: draft.number, reason },
        ...{ champion_files: needed.champion, challenger_files: needed.challenger },
        ...{ started_by: ctx.user.id || null, started_at: ctx.clock.now() },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const after = { ...draft, ...plan, champion: live.number, reason };
    await ctx.audit({ action: "workflow.trial", subject: "workflow", subjectId: workflowId, after });
    return shownTrial(ctx, draft.code, id);
  } catch (error) {
    if (brokenConstraint(error) === "workflow_trial_running")
      throw fieldError("common", "workflow-trials.errorRunning");
    throw error;
  }
}

async function end(ctx: Ctx, workflowId: number, id: number, body: BodyOf<typeof endAbTest>): Promise<AbTest> {
  const code = await codeOf(ctx, workflowId);
  const row = await ctx.db
    .selectFrom("workflow_trial")
    .selectAll()
    .where("id", "=", id)
    .where("workflow_code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.state !== "running") throw fieldError("common", "workflow-trials.errorEnded");
  if (row.version !== body.version)
    throw new VorderError("conflict", { data: { current: await shownTrial(ctx, code, id) } });
  const { promote, reason } = body;
  const challenger = { code, number: row.challenger };
  // What it was tried with may have gone since: a template, a workflow that it hands files to.
  if (promote) await refuseFaulty(ctx, challenger);
  await ctx.db
    .updateTable("workflow_trial")
    .set({
      ...{ state: promote ? "promoted" : "stopped", end_reason: reason, version: row.version + 1 },
      ...{ ended_by: ctx.user.id || null, ended_at: ctx.clock.now() },
    })
    .where("id", "=", id)
    .execute();
  await ctx.audit({
    action: promote ? "workflow.promote" : "workflow.stopTrial",
    subject: "workflow",
    subjectId: workflowId,
    after: { ...challenger, reason },
  });
  if (promote) await versionGoesLive(ctx, challenger, reason);
  else
    await ctx.db
      .updateTable("workflow_version")
      .set({ state: "retired" })
      .where("workflow_code", "=", code)
      .where("number", "=", row.challenger)
      .execute();
  return shownTrial(ctx, code, id);
}

export const abTestHandlers: readonly Handler[] = [
  handle(readAbTests, async (ctx, { params }) => {
    const code = await codeOf(ctx, params.workflow);
    return { items: await shownTrials(ctx, await trialRows(ctx, code)), usual: await usualShare(ctx, code) };
  }),
  handle(startAbTest, (ctx, { params, body }) => begin(ctx, params.workflow, body)),
  handle(endAbTest, (ctx, { params, body }) => end(ctx, params.workflow, params.id, body)),
];
