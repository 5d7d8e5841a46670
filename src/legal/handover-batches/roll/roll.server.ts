/** Lists cases by their day in court, and asks offices to take paid ones off the roll: each case once, what a person confirmed. */
import { type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { type LegalCalendar, workingDaysBefore } from "../../../ground/kernel/calendar.ts";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { sendAgain } from "../../../ground/platform/server/outbox/outbox.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { readTold } from "../batches/told.ts";
import { daysBeforeRoll } from "../feed/proceedings.ts";
import {
  confirmWithdrawalReported,
  listRoll,
  type RollCase,
  retryWithdrawal,
  rollCase,
  rollDays,
  rollDaysShown,
  withdrawCases,
} from "./roll.contract.ts";
import { withdrawalKey } from "./withdrawal.server.ts";

interface Row {
  readonly id: number;
  readonly file_id: number;
  readonly number: string;
  readonly display_name: string;
  readonly company: string;
  readonly destination_id: number;
  readonly office: string;
  readonly court: string;
  readonly case_number: string;
  readonly roll_date: PlainDate;
  readonly open_cents: number;
  readonly paid: number;
  readonly verdict: string;
  readonly withdrawal_id: number | null;
  readonly withdrawal_state: string | null;
  readonly withdrawal_error: string | null;
}

interface Wanted {
  readonly from: PlainDate;
  readonly until?: PlainDate | undefined;
  readonly destination?: number | undefined;
  readonly verdict?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** Of each file the last summons that was told, as long as no judgment came after it and its office has not closed it. */
const casesOf = (ctx: Ctx, { from, until, destination, verdict, ids }: Wanted) => sql<Row>`
  with last as (
    select distinct on (f.file_id) f.id, f.file_id, f.state, r.destination_id, r.reported_on,
      coalesce(r.data ->> 'court', '') as court, coalesce(r.data ->> 'caseNumber', '') as case_number,
      (r.data ->> 'rollDate')::date as roll_date
    from handover_report r join handover_batch_file f on f.id = r.batch_file_id
    where r.kind = 'summons' and r.problem is null and r.data ? 'rollDate'
    order by f.file_id, r.reported_on desc, r.id desc)
  select last.id, last.file_id, case_file.number, debtor.display_name, client.company, last.destination_id, d.name as office,
    last.court, last.case_number, last.roll_date, case_file.open_cents, paid.cents as paid, said.verdict,
    w.id as withdrawal_id, w.state as withdrawal_state, w.error as withdrawal_error
  from last join case_file on case_file.id = last.file_id join debtor on debtor.id = case_file.debtor_id
    join client on client.id = case_file.client_id join handover_destination d on d.id = last.destination_id
    left join roll_withdrawal_file wf on wf.batch_file_id = last.id and wf.roll_date = last.roll_date
    left join roll_withdrawal w on w.id = wf.withdrawal_id
    cross join lateral (select coalesce(sum(e.amount_cents), 0)::bigint as cents from claim_event e
      where e.file_id = last.file_id and e.kind = 'payment' and e.on_date >= last.reported_on
        -- Of a payment that stands the chain of it, its reversal and the reversal of that is odd.
        and (with recursive chain(id) as (select e.id union all select back.id from claim_event back join chain on back.reverses_id = chain.id)
          select count(*) from chain) % 2 = 1) as paid
    cross join lateral (select case when case_file.closed_on is not null or case_file.open_cents <= 0 then 'paid'
      when paid.cents > 0 then 'partly' else 'open' end as verdict) as said
  where ${visibleFiles(ctx.user)} and last.roll_date >= ${from}
    and not exists (select from handover_report j join handover_batch_file jf on jf.id = j.batch_file_id
      where jf.file_id = last.file_id and j.kind in ('judgment', 'closed') and j.problem is null and j.reported_on >= last.reported_on)
    and ${until === undefined ? sql<SqlBool>`true` : sql<SqlBool>`last.roll_date <= ${until}`}
    and ${destination === undefined ? sql<SqlBool>`true` : sql<SqlBool>`last.destination_id = ${destination}`}
    and ${verdict?.length ? sql<SqlBool>`said.verdict = any(${[...verdict]}::text[])` : sql<SqlBool>`true`}
    and ${ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`last.id = any(${[...ids]}::bigint[])`}`;

const shown = (row: Row, calendar: LegalCalendar): RollCase =>
  rollCase.parse({
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.number,
    debtorName: row.display_name,
    clientName: row.company,
    office: { id: row.destination_id, text: row.office },
    court: row.court,
    caseNumber: row.case_number,
    rollDate: row.roll_date,
    checkOn: workingDaysBefore(row.roll_date, daysBeforeRoll, calendar),
    openCents: row.open_cents,
    paidCents: row.paid,
    verdict: row.verdict,
    withdrawal:
      row.withdrawal_id === null
        ? null
        : { id: row.withdrawal_id, state: row.withdrawal_state, error: row.withdrawal_error },
  });

const list = handle(listRoll, async (ctx, { query }) => {
  requireOffice(ctx);
  const { from, until, destination, verdict } = query.filter;
  const wanted = {
    from: date(from ?? ctx.clock.today()),
    ...(until !== undefined && { until: date(until) }),
    destination,
    verdict,
  };
  const direction = query.order?.direction === "desc" ? sql`desc` : sql`asc`;
  const cases = casesOf(ctx, wanted);
  const { rows } = await sql<Row>`${cases} order by last.roll_date ${direction}, last.id
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const count = await sql<{ total: number }>`select count(*) as total from (${cases}) as cases`.execute(ctx.db);
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const errorText = (error: string | null): string | null =>
    error && readTold(error, (message) => ctx.translate(message, ctx.lang));
  const items = rows.map((row) => shown({ ...row, withdrawal_error: errorText(row.withdrawal_error) }, calendar));
  return toPage(items, count.rows[0]?.total ?? 0, query.limit);
});

const days = handle(rollDays, async (ctx, { query }) => {
  requireOffice(ctx);
  const from = date(query.from);
  const cases = casesOf(ctx, { from, until: addDays(from, rollDaysShown - 1) });
  const { rows } = await sql<{
    on: PlainDate;
    cases: number;
    paid: number;
  }>`select c.roll_date as on, count(*)::int as cases,
      count(*) filter (where c.verdict = 'paid' and c.withdrawal_id is null)::int as paid
    from (${cases}) as c group by 1 order by 1`.execute(ctx.db);
  return { items: [...rows] };
});

const withdraw = handle(withdrawCases, async (ctx, { body }) => {
  requireOffice(ctx);
  const ids = [...new Set(body.cases)];
  const { rows } = await casesOf(ctx, { from: ctx.clock.today(), ids }).execute(ctx.db);
  // A case that may not be seen, or is not on the roll any more, is not there: nothing of the choice goes then.
  if (rows.length < ids.length) throw notFound();
  if (rows.some(({ withdrawal_id }) => withdrawal_id !== null))
    throw fieldError("cases", "handover-batches.errorWithdrawn");
  let byHand = 0;
  const offices = [...new Set(rows.map(({ destination_id }) => destination_id))];
  for (const office of offices) {
    const own = rows.filter(({ destination_id }) => destination_id === office);
    const { channel } = await ctx.db
      .selectFrom("handover_destination")
      .select("channel")
      .where("id", "=", office)
      .executeTakeFirstOrThrow();
    const isByHand = channel === "download";
    if (isByHand) byHand += own.length;
    const { id } = await ctx.db
      .insertInto("roll_withdrawal")
      .values({
        key: ctx.ids.uuid(),
        destination_id: office,
        state: isByHand ? "byHand" : "pending",
        reason: body.reason,
        asked_at: ctx.clock.now(),
        asked_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    // Two people at once: the second finds the first by the key of the row, and nothing of his choice goes.
    const noted = await ctx.db
      .insertInto("roll_withdrawal_file")
      .values(
        own.map((row) => ({
          withdrawal_id: id,
          batch_file_id: row.id,
          roll_date: row.roll_date,
          case_number: row.case_number,
        })),
      )
      .onConflict((clash) => clash.doNothing())
      .returning("batch_file_id")
      .execute();
    if (noted.length < own.length) throw fieldError("cases", "handover-batches.errorWithdrawn");
    for (const { file_id, office: name } of own)
      await writeLog(ctx, {
        fileId: file_id,
        type: "status",
        subject: { key: "handover-batches.logWithdrawn", values: { office: name } },
        content: body.reason,
      });
    if (!isByHand) await ctx.send({ key: withdrawalKey(id), kind: "handover", payload: { batch: id } });
  }
  await ctx.audit({ action: "handover_roll.withdraw", subject: "handover_roll", subjectId: "", after: body });
  return { cases: rows.length, offices: offices.length, byHand };
});

/** A withdrawal of which the actor may see all files, locked. @throws notFound. */
async function requireWithdrawal(ctx: Ctx, id: number) {
  requireOffice(ctx);
  const row = await ctx.db
    .selectFrom("roll_withdrawal")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const { rows: hidden } =
    await sql`select 1 from roll_withdrawal_file w join handover_batch_file f on f.id = w.batch_file_id
    join case_file on case_file.id = f.file_id where w.withdrawal_id = ${id} and not ${visibleFiles(ctx.user)} limit 1`.execute(
      ctx.db,
    );
  if (!row || hidden.length > 0) throw notFound();
  return row;
}

export const rollHandlers = [
  days,
  list,
  withdraw,
  handle(confirmWithdrawalReported, async (ctx, { params, body }) => {
    const row = await requireWithdrawal(ctx, params.id);
    if (row.state === "told" || row.state === "pending") throw fieldError("common", "handover-batches.errorTold");
    const set = { state: "told", error: null, told_note: body.note, told_at: ctx.clock.now() };
    await ctx.db.updateTable("roll_withdrawal").set(set).where("id", "=", row.id).execute();
    await ctx.audit({
      action: "handover_roll.withdraw",
      subject: "handover_roll",
      subjectId: String(row.id),
      after: { told: body.note },
    });
    return {};
  }),
  handle(retryWithdrawal, async (ctx, { params }) => {
    const row = await requireWithdrawal(ctx, params.id);
    if (!(await sendAgain(ctx.db, ctx.clock, withdrawalKey(row.id))))
      throw fieldError("common", "handover-batches.errorTold");
    await ctx.db
      .updateTable("roll_withdrawal")
      .set({ state: "pending", error: null })
      .where("id", "=", row.id)
      .execute();
    await ctx.audit({
      action: "handover_roll.withdraw",
      subject: "handover_roll",
      subjectId: String(row.id),
      after: { again: true },
    });
    return {};
  }),
];
