/** What actions on the workflow would make of many files; see `forecastFiles`. */
import { sql } from "kysely";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { judgedSteps } from "../../../letters/processing/processing.server.ts";
import { foreseeMove, foreseeSkip, foreseeStart } from "../../../letters/workflows/workflows.server.ts";
import type { MoveTo } from "../../../letters/workflows/workflows.ts";
import { gateReasons, lawReasons } from "../actions/actions.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { continued, type Forecast, type ForecastOf, idsOf, type Known, maySettle, moved, refused } from "./forecast.ts";
import { nameOfStep } from "./reasons.server.ts";

export async function workflow(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction & { kind: "workflow" },
): Promise<ForecastOf> {
  const next = await foreseeStart(ctx, idsOf(files), action.workflow);
  return (file) => {
    if (file.facts.status === "closed") return refused("files.isClosed");
    const place = `${action.workflow} · 0`;
    // A file that stood at its end goes on.
    const tried = file.arranged || file.facts.status === "no_more_steps";
    return tried ? undefined : continued({ ...file.facts, place }, next.get(file.id));
  };
}

export async function skip(ctx: WorkCtx, files: readonly Known[]): Promise<ForecastOf> {
  const next = await foreseeSkip(ctx, idsOf(files));
  return (file) => {
    const to = next.get(file.id);
    if (!to) return undefined;
    if ("refused" in to) return to;
    if (file.arranged) return undefined;
    const place = `${to.workflow} · ${to.position}`;
    // It is under way first, and then at its end where no step is left: two lines.
    const begun = moved({ ...file.facts, place }, { status: "in_progress", phase: to.phase }, 1);
    return continued(begun, to);
  };
}

/** Files before another step: what the law says of that step is asked as they would stand there. */
export async function move(ctx: WorkCtx, files: readonly Known[], to: MoveTo): Promise<ForecastOf> {
  const next = await foreseeMove(ctx, idsOf(files), to);
  const steps = await judgedSteps(ctx, idsOf(files), {
    changed: (situation) => {
      const changed = next.get(situation.fileId);
      return changed && "changed" in changed ? changed.changed : situation;
    },
  });
  return (file) => {
    const at = next.get(file.id);
    if (!at) return "same";
    if ("refused" in at) return at;
    const step = steps.get(file.id);
    if (file.arranged || !step || maySettle(file, "in_progress")) return undefined;
    const no = lawReasons(step);
    if (no) return { refused: no };
    const place = `${at.workflow} · ${at.position}`;
    return continued(moved({ ...file.facts, place }, { status: "in_progress", phase: at.phase }, 1), at);
  };
}

/** What is sent of files, after others whose messages to the same people are planned already. */
export async function send(
  ctx: WorkCtx,
  files: readonly Pick<Known, "id">[],
  sentAfter: readonly number[],
): Promise<(file: Pick<Known, "id">) => Forecast | undefined> {
  const steps = await judgedSteps(
    ctx,
    files.map(({ id }) => id),
    { sentAfter },
  );
  return ({ id }) => {
    const step = steps.get(id);
    if (!step) return undefined;
    const no = gateReasons(step);
    return no ? { refused: no } : { step: nameOfStep(step.template) };
  };
}

/**
 * Files of a work that are planned to be sent already and may be written to the people of these. By debtor too: representatives have other
 * addresses.
 */
export async function plannedBefore(db: Db, bulkId: number, files: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with person as materialized (
      select d.id, d.email, d.mobile from debtor d join case_file f on f.debtor_id = d.id where f.id = any(${files}::bigint[])
    ), alike as materialized (
      select id from person
      union select d.id from person join debtor d on d.email = person.email
      union select d.id from person join debtor d on d.mobile = person.mobile
    )
    select distinct bulk_row.file_id as id from alike join case_file f on f.debtor_id = alike.id
      join bulk_row on bulk_row.bulk_id = ${bulkId} and bulk_row.file_id = f.id and bulk_row.verdict = 'do'
    where f.id <> all(${files}::bigint[]) order by 1`.execute(
    asSystem(db, "a person is not written to too often, whichever file it is about"),
  );
  return rows.map(({ id }) => id);
}
