/** What a work comes to in all: sums before and after by outcome, how many files change in what, and why others do not. */
import { type RawBuilder, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import type { bulkTotals } from "../bulk.contract.ts";
import { countedFacts, type Fact, type FactField, outcomes } from "../bulk.ts";
import { shown } from "../runs/file-facts.server.ts";
import { requireRun } from "../runs/runs.server.ts";
import { changedStep, translateStep, translateWhy, why } from "./reasons.server.ts";

/** So many effects, and so many reasons, are told at most: the commonest. */
const mostShown = 50;

/** Each file that was looked at, and what it is or would be; it stays as it was where nothing becomes of it. */
const looked = ({ user }: Ctx, id: number): RawBuilder<unknown> => sql`(
  select case when bulk_row.state = 'planned' then verdict else bulk_row.state end as outcome, before,
    case when bulk_row.state in ('done', 'kept') then coalesce(made, before)
      when bulk_row.state = 'planned' and verdict = 'do' and after -> 'openCents' is not null then after
      else before end as after,
    case when bulk_row.state = 'planned' and verdict = 'do' then after -> 'step' end as step,
    coalesce(error, reasons) as reasons
  from bulk_row join case_file on case_file.id = bulk_row.file_id
  where bulk_id = ${id} and verdict is not null and ${visibleFiles(user)}) as looked`;

type Sums = Omit<ReplyOf<typeof bulkTotals>["outcomes"][number], "outcome">;

const sumOf = (field: FactField): RawBuilder<unknown> => sql`jsonb_build_object(
  'before', coalesce(sum((before ->> ${field})::bigint), 0), 'after', coalesce(sum((after ->> ${field})::bigint), 0))`;

async function sums(ctx: Ctx, id: number) {
  const { rows } = await sql<Sums & { outcome: string }>`select outcome, count(*) as files,
      ${sumOf("openCents")} as open, ${sumOf("interestCents")} as interest, ${sumOf("costsCents")} as costs
    from ${looked(ctx, id)} group by outcome`.execute(ctx.db);
  return outcomes.flatMap((outcome) => {
    const found = rows.find((row) => row.outcome === outcome);
    return found ? [{ ...found, outcome }] : [];
  });
}

async function effects(ctx: Ctx, id: number) {
  const fields = sql.join(countedFacts.map((field) => sql`(${field}, before -> ${field}, after -> ${field})`));
  const { rows } = await sql<{
    field: (typeof countedFacts)[number] | "step";
    was: Fact;
    becomes: Fact;
    files: number;
  }>`
    select field, was, becomes, count(*) as files
    from ${looked(ctx, id)}, lateral (values ${fields}, ('step', null::jsonb, step)) as effect (field, was, becomes)
    where outcome in ('do', 'done', 'kept') and was is distinct from becomes
    group by field, was, becomes order by files desc, field, was, becomes limit ${mostShown}`.execute(ctx.db);
  return rows.map(({ field, was, becomes, files }) => ({
    field,
    before: field === "step" ? null : shown(ctx, field, was),
    after: field === "step" ? translateStep(ctx, changedStep.shape.step.parse(becomes)) : shown(ctx, field, becomes),
    files,
  }));
}

/** Each reason by itself: a file that is refused for two is counted with both. From when on it no longer holds differs from file to file. */
async function reasons(ctx: Ctx, id: number) {
  const { rows } = await sql<{ reason: unknown; files: number }>`
    select case when each ? 'rule' then each || '{"possibleFrom": null}' else each end as reason, count(*) as files
    from ${looked(ctx, id)}, lateral jsonb_array_elements(reasons) as each
    where outcome in ('refuse', 'dropped', 'failed', 'kept')
    group by 1 order by files desc, reason limit ${mostShown}`.execute(ctx.db);
  return rows.map(({ reason, files }) => ({ text: translateWhy(ctx, why.parse(reason)), files }));
}

export async function totalsOf(ctx: Ctx, id: number): Promise<ReplyOf<typeof bulkTotals>> {
  await requireRun(ctx, id);
  return { outcomes: await sums(ctx, id), effects: await effects(ctx, id), reasons: await reasons(ctx, id) };
}
