/** Judges rows of a plan anew when others to the same people are taken out of it, or put back: a limit on messages counts what the plan holds. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { isTooMany } from "../../processing/processing.ts";
import type { Reason } from "../records/judge.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { roomBeside } from "./day-limits.server.ts";
import {
  noteContact,
  type PlannedRow,
  placed,
  plannedRow,
  type Taken,
  textsMark,
  withContacted,
} from "./plan.server.ts";
import { runScope } from "./run.ts";

interface PlannedMessage {
  readonly record_id: number;
  readonly step: number;
  readonly channel: string;
  readonly verdict: string;
  readonly reasons: readonly Reason[];
}

/** The e-mails and SMS of a plan to the addresses of these records, the longest due first. */
async function messagesTo(
  { db }: WorkCtx,
  runId: number,
  records: readonly number[],
): Promise<readonly PlannedMessage[]> {
  const { rows } = await sql<PlannedMessage>`
    with told as (select unnest(array[email, mobile]) as address from precasso_record where id = ${anyOf(records)})
    select r.record_id, r.step, r.channel, r.verdict, r.reasons
    from precasso_run_row r join precasso_record p on p.id = r.record_id
    where r.run_id = ${runId} and r.state = 'planned' and r.verdict in ('do', 'refuse') and r.channel in ('email', 'sms')
      and (p.email in (select address from told) or p.mobile in (select address from told))
    order by r.due_on, r.record_id`.execute(db);
  return rows;
}

/** Notes what rows of a plan have become. */
async function rewrite({ db }: WorkCtx, runId: number, changed: readonly PlannedRow[]): Promise<void> {
  await sql`update precasso_run_row set verdict = n.verdict, reasons = n.reasons::jsonb, open_cents = n.open_cents, inputs_hash = n.inputs_hash
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as n(record_id bigint, verdict text, reasons text, open_cents bigint, inputs_hash text)
    where precasso_run_row.run_id = ${runId} and precasso_run_row.record_id = n.record_id
      and precasso_run_row.state = 'planned'`.execute(db);
}

/**
 * After records were taken out of a plan or put back: what it holds for the same people keeps its place, and then those that were put back, and those
 * that were one message too many, are judged as if they were planned now. A plan of another day is not sent any more.
 */
export async function judgeAnew(
  ctx: WorkCtx,
  run: { readonly id: number; readonly asOf: string },
  records: readonly number[],
  isBack: boolean,
): Promise<void> {
  const environment = await recordEnvironment(ctx);
  const { today } = environment.at;
  if (run.asOf !== today) return;
  const back = new Set(isBack ? records : []);
  const rows = await messagesTo(ctx, run.id, records);
  const open = rows.filter((row) => back.has(row.record_id) || (row.verdict === "refuse" && isTooMany(row.reasons)));
  if (open.length === 0) return;
  const { scope: asked } = await ctx.db
    .selectFrom("precasso_run")
    .select("scope")
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  const scope = runScope.parse(asked);
  const words = await textsMark(ctx.db);
  const situations = await loadSituations(
    ctx.db,
    rows.map(({ record_id }) => record_id),
    today,
  );
  const room = await roomBeside(
    ctx,
    run.id,
    open.filter(({ verdict }) => verdict === "do"),
  );
  const taken: Taken = { do: 0, other: 0, room, contacted: new Map() };
  const changed: PlannedRow[] = [];
  const held = rows.filter((row) => row.verdict === "do" && !open.includes(row));
  for (const row of [...held, ...open]) {
    const read = situations.get(row.record_id);
    const planned = read && plannedRow(withContacted(read, taken), run.id, scope, environment, words);
    if (!read || planned?.step !== row.step) continue;
    const rows = open.includes(row) ? placed(planned, taken, scope, environment) : [planned];
    for (const each of rows) noteContact(read, each, taken, today);
    if (open.includes(row)) changed.push(...rows);
  }
  await rewrite(ctx, run.id, changed);
}
