/** Judges rows of a plan anew when others to the same people are taken out of it, or put back: a limit on messages counts what the plan holds. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { firstPossible } from "../../../law/rules/rules.ts";
import { capacityLeftOn } from "../calendar/day-limits.server.ts";
import { isTooMany, type PlannedRow, type Reason } from "../processing.ts";
import { DecidedMessages, isMessage } from "../steps/decided-messages.ts";
import { fingerprint, loadInputs, runEnvironment } from "./inputs.server.ts";
import { withinDay } from "./plan.server.ts";

interface PlannedMessage {
  readonly file_id: number;
  readonly round: number;
  readonly step: number;
  readonly channel: string;
  readonly verdict: string;
  readonly reasons: readonly Reason[];
}

/** The e-mails and SMS of a plan to the debtors of these files, or to their addresses, the longest due first. */
async function messagesTo(ctx: WorkCtx, runId: number, files: readonly number[]): Promise<readonly PlannedMessage[]> {
  const { rows } = await sql<PlannedMessage>`
    with told as (select d.id, d.email, d.mobile from case_file f join debtor d on d.id = f.debtor_id where f.id = ${anyOf(files)}),
      people as (select id from told
        union select d.id from told join debtor d on d.email = told.email
        union select d.id from told join debtor d on d.mobile = told.mobile)
    select r.file_id, r.round, r.step, r.channel, r.verdict, r.reasons
    from people join case_file f on f.debtor_id = people.id join run_row r on r.run_id = ${runId} and r.file_id = f.id
    where r.state = 'planned' and r.verdict in ('do', 'refuse') and r.channel in ('email', 'sms')
    order by r.due_on, r.file_id`.execute(
    asSystem(ctx.db, "a person is not written to too often, whichever file it is about"),
  );
  return rows;
}

interface Changed {
  readonly row: PlannedRow;
  readonly hash: string;
}

/** Notes what rows of a plan have become. */
async function rewrite(ctx: WorkCtx, runId: number, changed: readonly Changed[]): Promise<void> {
  const rows = changed.map(({ row, hash }) => ({
    ...{ file_id: row.fileId, step: row.position, verdict: row.verdict, reasons: row.reasons },
    ...{ possible_from: firstPossible(row.reasons), open_cents: row.openCents, cost_cents: row.costCents, hash },
  }));
  await sql`update run_row set verdict = n.verdict, reasons = n.reasons, possible_from = n.possible_from, open_cents = n.open_cents,
      cost_cents = n.cost_cents, inputs_hash = n.hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(file_id bigint, step integer, verdict text, reasons jsonb,
      possible_from text, open_cents bigint, cost_cents bigint, hash text)
    where run_row.run_id = ${runId} and run_row.file_id = n.file_id and run_row.step = n.step
      and run_row.state = 'planned'`.execute(ctx.db);
}

/** What the day still takes of each channel beside what the plan holds. */
async function roomBeside(ctx: WorkCtx, runId: number): Promise<Map<string, number>> {
  const room = await capacityLeftOn(ctx.db, ctx.clock.today());
  const held = await ctx.db
    .selectFrom("run_row")
    .select(["channel", ({ fn }) => fn.countAll<number>().as("count")])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "=", "do")
    .groupBy("channel")
    .execute();
  for (const { channel, count } of held) {
    const left = room.get(channel);
    if (left !== undefined) room.set(channel, left - count);
  }
  return room;
}

/**
 * After files were taken out of a plan or put back: what it holds for the same people keeps its place, and then those that were put back, and those
 * that were one message too many, are judged as if they were planned now. A plan of another day is not sent any more.
 */
export async function judgeAnew(
  ctx: WorkCtx,
  run: { readonly id: number; readonly asOf: string },
  files: readonly number[],
  putBack: boolean,
): Promise<void> {
  if (run.asOf !== ctx.clock.today()) return;
  const back = new Set(putBack ? files : []);
  const rows = await messagesTo(ctx, run.id, files);
  const open = rows.filter(
    ({ file_id, verdict, reasons }) => back.has(file_id) || (verdict === "refuse" && isTooMany(reasons)),
  );
  if (open.length === 0) return;
  const held = rows.filter((row) => row.verdict === "do" && !back.has(row.file_id));
  const { template_mark: mark } = await ctx.db
    .selectFrom("run")
    .select("template_mark")
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  const environment = await runEnvironment(ctx, null, false, mark);
  const inputs = await loadInputs(
    ctx.db,
    rows.map(({ file_id }) => file_id),
    environment.at.today,
  );
  const room = await roomBeside(ctx, run.id);
  for (const { channel, verdict } of open)
    if (verdict === "do" && room.has(channel)) room.set(channel, (room.get(channel) ?? 0) + 1);
  const decided = new DecidedMessages();
  const changed: Changed[] = [];
  for (const row of [...held, ...open]) {
    const read = inputs.get(row.file_id);
    const judged = read && decided.judge(read, environment);
    if (!read || judged?.kind !== "row" || !isMessage(judged.row)) continue;
    if (judged.row.position !== row.step || judged.row.round !== row.round) continue;
    const planned = open.includes(row) ? withinDay(judged, room, environment) : judged;
    if (planned.kind !== "row") continue;
    decided.add(read, planned.row, environment);
    if (open.includes(row)) changed.push({ row: planned.row, hash: fingerprint(read, planned.row, environment) });
  }
  if (changed.length > 0) await rewrite(ctx, run.id, changed);
}
