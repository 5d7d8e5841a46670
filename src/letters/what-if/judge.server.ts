/** Evaluates the open files of a workflow with another version of it: by the functions that plan runs, in batches; only results are written. */
import { sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { latest, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Actor, Db, JobCtx } from "../../ground/platform/server/http/module.ts";
import type { CopyValue } from "../../ground/platform/server/postgres/copy-rows.ts";
import { calendarOf } from "../../ground/tariffs/tariffs.ts";
import { listedBalances } from "../../money/claims/claims.server.ts";
import { balanceOf, judgeNotice } from "../../money/claims/claims.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "../processing/processing.server.ts";
import { type FileInputs, type PlannedRow, planFile, stepBik } from "../processing/processing.ts";
import { judgedVersions, versionMoves } from "../workflows/workflows.server.ts";
import { comingSteps, type Situation, stepFacts, type Workflow } from "../workflows/workflows.ts";
import {
  type Change,
  changeBetween,
  counterOf,
  type FileCounts,
  type FilePosition,
  type ForeseenEvent,
  Weeks,
} from "./what-if.ts";

const batchSize = 1000;

/** The open files in a workflow that somebody may see; those of a running trial are left where they are, or it would compare nothing. */
export async function filesToJudge(db: Db, code: string, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select case_file.id from case_file join file_workflow on file_workflow.file_id = case_file.id
    where file_workflow.workflow_code = ${code} and case_file.closed_on is null and ${visibleFiles(actor)}
      and not exists (select from workflow_version v where v.workflow_code = file_workflow.workflow_code
        and v.number = file_workflow.definition_version and v.state = 'trial')
    order by case_file.id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Judged {
  readonly stand: FilePosition;
  readonly happenings: readonly ForeseenEvent[];
}

/** Whether its steps come by themselves; those of a phase do while the file is watched. */
const isRunning = ({ status }: Situation, { category }: Workflow): boolean =>
  status === "in_progress" || status === "not_started" || (category === "phase" && status.startsWith("monitoring"));

/** What is coming for a file that moves, with the costs that would be charged on the way. */
function coming(inputs: FileInputs, environment: RunEnvironment): readonly ForeseenEvent[] {
  const { situation } = inputs;
  const { place, events, placedOn: fallback, happened } = situation;
  const definition = place && environment.workflows.of(place);
  if (!place || !definition || !isRunning(situation, definition)) return [];
  const { tariffs, at } = environment;
  const notice = judgeNotice(events, tariffs, at.today);
  const { open } = balanceOf(events, tariffs, at.today);
  const facts = stepFacts(events, notice, open, inputs.reach, { fallback, happened });
  const dates = comingSteps(definition, place, facts, at.today, calendarOf(tariffs));
  return definition.steps.flatMap((step) => {
    const on = dates.get(step.position);
    if (!on) return [];
    const happening: ForeseenEvent = { on, what: counterOf(step.channel), by: 1 };
    if (step.effect !== "bik") return [happening];
    // While the term of the 14-day letter runs nothing may be charged yet: then what that letter announces.
    const cents =
      stepBik(inputs, step, notice, environment)?.total ||
      (stepBik(inputs, { effect: "notice14" }, notice, environment)?.total ?? 0);
    return [happening, { on, what: "costCents", by: cents }];
  });
}

const standOf = (row: PlannedRow): FilePosition => ({
  key: row.step?.key ?? null,
  template: row.step?.template ?? null,
  on: row.step ? row.dueOn : null,
  verdict: row.verdict,
});

function judge(inputs: FileInputs, environment: RunEnvironment): Judged {
  const planned = planFile(inputs, environment);
  if (planned.kind === "notDue")
    return { stand: { key: null, template: null, on: null, verdict: "wait" }, happenings: [] };
  const { row } = planned;
  // Without its tariff no amount is told, never one of 0.
  const isUnknown = row.reasons.some(({ rule }) => rule === "tariffMissing");
  const refused: ForeseenEvent[] =
    row.verdict === "refuse" ? [{ on: latest(row.dueOn, environment.at.today), what: "refusals", by: 1 }] : [];
  const steps = isUnknown || row.verdict === "close" ? [] : coming(inputs, environment);
  return { stand: standOf(row), happenings: [...steps, ...refused] };
}

export interface JudgedFile {
  readonly fileId: number;
  readonly placeVersion: number;
  readonly fromVersion: number;
  readonly change: Change;
  readonly before: FilePosition;
  readonly after: FilePosition;
  readonly keepable: PlainDate | null;
  readonly counts: FileCounts;
}

interface Judging {
  readonly to: Workflow;
  readonly now: RunEnvironment;
  readonly there: RunEnvironment;
  readonly kept: ReadonlySet<number>;
  readonly weeks: Weeks;
}

function judgeFile(inputs: FileInputs, { to, now, there, kept, weeks }: Judging): JudgedFile | undefined {
  const { situation } = inputs;
  const { place } = situation;
  if (!place) return undefined;
  const moved = versionMoves.foresee(
    situation,
    to,
    { workflows: now.workflows, tariffs: now.tariffs, today: now.at.today },
    "new",
  );
  const position = { ...place, definitionVersion: to.version, ...moved?.position };
  const before = judge(inputs, now);
  // As moving leaves it: what stands at the end of its workflow goes on where that version has a step for it.
  const goesOn = situation.status === "no_more_steps" && moved !== undefined && moved.after !== null;
  const status = goesOn ? "in_progress" : situation.status;
  const after = judge({ ...inputs, situation: { ...situation, status, place: position } }, there);
  const change = changeBetween(before.stand, after.stand, kept);
  const counts = weeks.add({ before: before.happenings, after: after.happenings });
  weeks.note(change);
  return {
    fileId: situation.fileId,
    placeVersion: place.version,
    fromVersion: place.definitionVersion,
    change,
    before: before.stand,
    after: after.stand,
    keepable: moved?.keepable ?? null,
    counts,
  };
}

const columns = [
  "what_if_id",
  "file_id",
  "place_version",
  "from_version",
  "change",
  "before_template",
  "before_on",
  "before_verdict",
  "after_template",
  "after_on",
  "after_verdict",
  "keepable",
  "counts",
  "state",
] as const;

const record = (id: number, file: JudgedFile): readonly CopyValue[] => [
  id,
  file.fileId,
  file.placeVersion,
  file.fromVersion,
  file.change,
  file.before.template,
  file.before.on,
  file.before.verdict,
  file.after.template,
  file.after.on,
  file.after.verdict,
  file.keepable,
  JSON.stringify(file.counts),
  "judged",
];

async function* rows(ctx: JobCtx, id: number, ids: readonly number[], judging: Judging) {
  for (let from = 0; from < ids.length; from += batchSize) {
    ctx.signal.throwIfAborted();
    const inputs = await loadInputs(ctx.db, ids.slice(from, from + batchSize), judging.now.at.today);
    for (const each of inputs.values()) {
      const file = judgeFile(each, judging);
      if (file) yield record(id, file);
    }
    await ctx.progress(Math.min(from + batchSize, ids.length), ids.length);
  }
}

/** Judges what was asked for. Begun again after a crash it begins anew: nothing counts before it is whole. */
export async function makeJudgement(ctx: JobCtx, id: number, actor: Actor): Promise<void> {
  const asked = await ctx.db.selectFrom("what_if").selectAll().where("id", "=", id).executeTakeFirst();
  if (asked?.state !== "judging") return;
  const version = await judgedVersions.read(ctx.db, asked.workflow_code, asked.to_version);
  const now = await runEnvironment(ctx, null);
  const to = version.workflow;
  await listedBalances.renewed(ctx);
  const ids = await filesToJudge(ctx.db, asked.workflow_code, actor);
  const judging: Judging = {
    to,
    now,
    there: { ...now, workflows: now.workflows.judging(to) },
    kept: new Set(to.steps.map(({ key }) => key)),
    weeks: new Weeks(now.at.today),
  };
  await ctx.tx((tx) => tx.db.deleteFrom("what_if_row").where("what_if_id", "=", id).execute());
  const files = await ctx.copy("what_if_row", columns, rows(ctx, id, ids, judging));
  await ctx.tx(async ({ db }) => {
    await db
      .updateTable("what_if")
      .set((set) => ({
        state: "judged",
        as_of: now.at.today,
        draft_version: version.version,
        outcome: JSON.stringify(judging.weeks.outcome()),
        files,
        version: set("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("state", "=", "judging")
      .execute();
    // The asker's own judgement before this one is read no more; one that moved files says which.
    await db
      .deleteFrom("what_if")
      .where("asked_by", "=", asked.asked_by)
      .where("workflow_code", "=", asked.workflow_code)
      .where("to_version", "=", asked.to_version)
      .where("state", "=", "judged")
      .where("id", "<", id)
      .execute();
  });
}
