/** The facts that the place of a file must agree with, read from its records. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import { notFound } from "../kernel/errors.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import type { ClosingFacts, StandingHold } from "./standing.ts";

let arranged: RawBuilder<SqlBool> = sql<SqlBool>`false`;

/** Says, as a condition on one `case_file`, when an arrangement runs: the claims know. */
export const arrangedWhere = (condition: RawBuilder<SqlBool>): void => {
  arranged = condition;
};

/** The states that lie on the file of the row, as one column. */
const holdsOn = (on: PlainDate): RawBuilder<readonly StandingHold[]> =>
  sql<
    readonly StandingHold[]
  >`coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'effect', effect) order by id)
    from file_hold where file_hold.file_id = case_file.id and lifted_at is null
      and (until_date is null or until_date >= ${on})), '[]'::jsonb)`;

/** The facts of files today, by id. */
export async function factsOf(
  ctx: Pick<WorkCtx, "db" | "clock">,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, ClosingFacts>> {
  const { rows } = await sql<ClosingFacts & { id: number }>`
    select id, ${holdsOn(ctx.clock.today())} as holds, ${arranged} as arranged,
      array(select distinct kind from file_hold where file_hold.file_id = case_file.id) as known,
      open_cents as "openCents", overpaid_cents as "overpaidCents", paid_cents as "paidCents"
    from case_file where id = any(${[...fileIds]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts of one file today. */
export async function factsOfFile(ctx: Pick<WorkCtx, "db" | "clock">, fileId: number): Promise<ClosingFacts> {
  const facts = (await factsOf(ctx, [fileId])).get(fileId);
  if (!facts) throw notFound();
  return facts;
}

/** A page of open files whose place may disagree with the facts, after an id; each is judged by `agreedPlace`. */
export async function doubtfulFiles(
  ctx: Pick<WorkCtx, "db" | "clock">,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select case_file.id from case_file
    left join lateral (select bool_or(effect = 'suspend') as suspends, bool_or(effect = 'pause') as pauses,
        bool_or(kind in ('shv', 'wsnp')) as counselled from file_hold
      where file_hold.file_id = case_file.id and lifted_at is null
        and (until_date is null or until_date >= ${ctx.clock.today()})) as hold on true
    where case_file.id > ${after} and case_file.status <> 'closed' and (
      (hold.suspends and case_file.status <> 'suspend')
      or (hold.pauses and case_file.status not in ('paused', 'suspend', 'term_payment'))
      or (hold.pauses and case_file.status = 'term_payment' and not ${arranged})
      or (coalesce(hold.counselled, false) <> (case_file.phase = 'shv'))
      or (not coalesce(hold.suspends or hold.pauses, false)
        and (case_file.status = 'term_payment') <> (${arranged}) and case_file.status not in ('paused', 'suspend')))
    order by case_file.id limit ${limit}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
