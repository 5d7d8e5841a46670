/** Answers the dashboard: six statements, each through the visibility of whoever looks. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { filePhases } from "../../cases/files/files.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { type Ctx, type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { clientOptions } from "../../people/customers/customers.server.ts";
import { type Dashboard, dashboardScreen, readDashboard } from "./dashboard.contract.ts";
import { dashboardTexts } from "./dashboard.texts.ts";
import { periodStart, questions, twelveMonthsFrom } from "./dashboard.ts";

/** How many payments and how many questions are shown; the rest is in the list of files. */
const shownPayments = 10;
const shownQuestions = 10;

interface Scope {
  readonly db: Db;
  /** The files that count: seen by this user, of the chosen client. */
  readonly files: RawBuilder<SqlBool>;
  readonly from: PlainDate | null;
  readonly today: PlainDate;
}

/** What counts again because its reversal was reversed, or no more because that was reversed in turn, each on its own day. */
const restored = ({ files, today }: Pick<Scope, "files" | "today">) => sql`
  select e.file_id, e.id, e.on_date, e.kind,
    case when (root.depth % 2 = 0) = (root.kind = 'payment') then root.amount_cents else -root.amount_cents end as cents
  from claim_event e join claim_event undone on undone.id = e.reverses_id and undone.kind = 'reversal'
    join case_file on case_file.id = e.file_id
    cross join lateral (with recursive up(id, depth) as (select e.reverses_id, 1
        union all select r.reverses_id, up.depth + 1 from up join claim_event r on r.id = up.id where r.reverses_id is not null)
      select origin.kind, origin.amount_cents, up.depth from up join claim_event origin on origin.id = up.id
      where origin.kind in ('payment', 'refund')) root
  where ${files} and e.on_date <= ${today} and e.reverses_id is not null`;

/**
 * Money that came in: payments, less those that were reversed and what was paid back, each on its own day. So the sum over all time is
 * what the balances of these files say was paid (specification of the money engine: received less refunded).
 */
const receipts = ({ files, today }: Scope) => sql`
  select e.file_id, e.id, e.on_date, e.kind, case
      when e.kind = 'payment' or undone.kind = 'refund' then coalesce(undone.amount_cents, e.amount_cents)
      else -coalesce(undone.amount_cents, e.amount_cents) end as cents
  from case_file join claim_event e on e.file_id = case_file.id
  left join claim_event undone on undone.id = e.reverses_id
  where ${files} and e.on_date <= ${today}
    and (e.kind in ('payment', 'refund') or undone.kind in ('payment', 'refund'))
  union all ${restored({ files, today })}`;

/**
 * What was placed: the invoices of a file, counted on the day on which it was placed. What was paid since does not lessen it; an invoice
 * that was put right, taken back and made again (decision 35), counts once.
 */
const placed = ({ files, today }: Scope) => sql`
  select case_file.placed_on, (select coalesce(sum(e.amount_cents), 0)::bigint from claim_event e
    where e.file_id = case_file.id and e.kind = 'invoice' and not exists (select from claim_event r where r.reverses_id = e.id
      and not exists (select from claim_event again where again.reverses_id = r.id))) as cents
  from case_file where ${files} and placed_on <= ${today}`;

interface Totals {
  placed_files: number;
  placed_cents: number;
  closed_files: number;
}

async function totals(scope: Scope): Promise<Totals> {
  const since = (column: string) => sql`(${scope.from}::date is null or ${sql.ref(column)} >= ${scope.from}::date)`;
  const { rows } = await sql<Totals>`
    select count(*) as placed_files, coalesce(sum(cents), 0)::bigint as placed_cents,
      (select count(*) from case_file where ${scope.files} and closed_on <= ${scope.today} and ${since("closed_on")})
        as closed_files
    from (${placed(scope)}) placement where ${since("placed_on")}`.execute(scope.db);
  return rows[0] ?? { placed_files: 0, placed_cents: 0, closed_files: 0 };
}

async function collected(scope: Scope): Promise<Dashboard["collected"]> {
  const { rows } = await sql<{ payments: number; cents: number }>`
    select count(*) filter (where kind = 'payment') as payments, coalesce(sum(cents), 0)::bigint as cents
    from (${receipts(scope)}) receipt where ${scope.from}::date is null or on_date >= ${scope.from}::date`.execute(
    scope.db,
  );
  return rows[0] ?? { payments: 0, cents: 0 };
}

/** Open files by phase, in the order of the phases; one that holds none is there with nothing. */
async function byPhase({ db, files }: Scope): Promise<Dashboard["byPhase"]> {
  const { rows } = await sql<{ phase: string; files: number; cents: number }>`
    select phase, count(*) as files, coalesce(sum(open_cents), 0)::bigint as cents
    from case_file where ${files} and status <> 'closed' group by phase`.execute(db);
  return filePhases.map((phase) => ({ files: 0, cents: 0, ...rows.find((row) => row.phase === phase), phase }));
}

async function byMonth(scope: Scope): Promise<Dashboard["byMonth"]> {
  const first = twelveMonthsFrom(scope.today);
  const { rows } = await sql<{ month: string; placed: number; collected: number }>`
    select to_char(month, 'YYYY-MM') as month, coalesce(placed.cents, 0) as placed, coalesce(got.cents, 0) as collected
    from generate_series(${first}::date, ${scope.today}::date, interval '1 month') as month
    left join (select date_trunc('month', placed_on) as month, sum(cents)::bigint as cents
      from (${placed(scope)}) placement where placed_on >= ${first} group by 1) placed using (month)
    left join (select date_trunc('month', on_date) as month, sum(cents)::bigint as cents
      from (${receipts(scope)}) receipt where on_date >= ${first} group by 1) got using (month)
    order by 1`.execute(scope.db);
  return rows.map((row) => ({ month: row.month, placedCents: row.placed, collectedCents: row.collected }));
}

interface FileRow {
  file_id: number;
  number: string;
  client_ref: string;
  display_name: string;
}

const fileColumns = sql`case_file.id as file_id, case_file.number, case_file.client_ref, debtor.display_name`;
const fileName = (row: FileRow) => ({
  fileId: row.file_id,
  number: row.number,
  clientRef: row.client_ref,
  debtorName: row.display_name,
});

async function lastPayments(scope: Scope): Promise<Dashboard["payments"]> {
  const { rows } = await sql<FileRow & { on_date: PlainDate; cents: number }>`
    select ${fileColumns}, receipt.on_date, receipt.cents
    from (select * from (${receipts(scope)}) all_receipts order by on_date desc, id desc limit ${shownPayments}) receipt
    join case_file on case_file.id = receipt.file_id join debtor on debtor.id = case_file.debtor_id
    order by receipt.on_date desc, receipt.id desc`.execute(scope.db);
  return rows.map((row) => ({ ...fileName(row), on: row.on_date, cents: row.cents }));
}

/** One line for each question of each file, the oldest first; files without more steps have waited since the last one was taken. */
async function openQuestions({ db, files, today }: Scope): Promise<Dashboard["questions"]> {
  const { rows } = await sql<FileRow & { question: string; since: PlainDate | null; total: number }>`
    select ${fileColumns}, asked.question, asked.since, count(*) over () as total from (
      select h.file_id, h.kind as question, min(h.from_date) as since from file_hold h
        where h.kind in ('dispute', 'complaint') and h.lifted_at is null and (h.until_date is null or h.until_date >= ${today})
        group by h.file_id, h.kind
      union all
      select id, 'no_more_steps', coalesce((select max(done_on) from step_done
        where step_done.file_id = case_file.id), placed_on) from case_file where ${files} and status = 'no_more_steps'
    ) asked join case_file on case_file.id = asked.file_id join debtor on debtor.id = case_file.debtor_id
    where ${files} and case_file.status <> 'closed'
    order by asked.since nulls last, case_file.id limit ${shownQuestions}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => ({ ...fileName(row), question: listed(questions, row.question), since: row.since })),
  };
}

/** The clients whose files somebody may see; staff with this role choose none and see the files of all. */
const ownClients = (ctx: Ctx) =>
  ctx.user.clientIds.length === 0 ? Promise.resolve([]) : clientOptions(ctx.db, ctx.user, [...ctx.user.clientIds]);

async function dashboard(ctx: Ctx, query: { client?: number | undefined; period: "month" | "year" | "all" }) {
  const clients = await ownClients(ctx);
  // A client that is not one's own is no client, whether or not there is one with that number.
  if (query.client !== undefined && !clients.some(({ id }) => Number(id) === query.client)) throw notFound();
  const seen = visibleFiles(ctx.user);
  const today = ctx.clock.today();
  const scope: Scope = {
    db: ctx.db,
    files: query.client === undefined ? seen : sql<SqlBool>`(${seen} and case_file.client_id = ${query.client})`,
    from: periodStart(query.period, today),
    today,
  };
  const sums = await totals(scope);
  const phases = await byPhase(scope);
  return {
    clients,
    from: scope.from,
    today,
    placed: { files: sums.placed_files, cents: sums.placed_cents },
    collected: await collected(scope),
    closed: { files: sums.closed_files },
    open: {
      files: phases.reduce((sum, phase) => sum + phase.files, 0),
      cents: phases.reduce((sum, phase) => sum + phase.cents, 0),
    },
    byPhase: phases,
    byMonth: await byMonth(scope),
    payments: await lastPayments(scope),
    questions: await openQuestions(scope),
  };
}

export const dashboardServer = defineModule({
  name: "dashboard",
  screens: [dashboardScreen],
  texts: [dashboardTexts],
  handlers: [handle(readDashboard, (ctx, { query }) => dashboard(ctx, query))],
});
