/** What came of the files that an office of bailiffs was given: a check of one, and its way back, are no further file. */
import { sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { requireOffice } from "../handover/handover.server.ts";
import { officeScreen, readOfficeFigures } from "./offices.contract.ts";
import { officeTexts } from "./offices.texts.ts";

interface Figures {
  readonly out: number;
  readonly outCents: number;
  readonly given: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly ended: number;
  readonly paid: number;
  readonly billed: number;
  readonly overdue: number | null;
  readonly days: number | null;
  readonly last: Date | null;
}

const cents = (field: string) => sql`round((r.data ->> ${field})::numeric * 100)::bigint`;

async function figuresOf({ db, user, clock }: Ctx, bailiffId: number): Promise<Figures | undefined> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where f.exclusive and f.state = 'accepted')::int as out,
      coalesce(sum(case_file.open_cents) filter (where f.exclusive and f.state = 'accepted'), 0)::bigint as "outCents",
      count(*) filter (where f.exclusive)::int as given,
      count(*) filter (where f.exclusive and f.state in ('accepted', 'processed'))::int as accepted,
      count(*) filter (where f.exclusive and f.state = 'rejected')::int as rejected,
      count(*) filter (where f.exclusive and f.state = 'processed')::int as ended,
      coalesce(sum(told.paid), 0)::bigint as paid, coalesce(sum(told.billed), 0)::bigint as billed,
      percentile_cont(0.5) within group (order by extract(epoch from told.first - b.sent_at) / 86400.0)
        filter (where told.first is not null and told.first >= b.sent_at)::float8 as days,
      max(told.last) as last,
      case when max(o.report_every_days) is not null then count(*) filter (where f.exclusive and f.state = 'accepted'
        and coalesce(f.reported_at, f.state_at) < ${clock.now()}::timestamptz - make_interval(days => o.report_every_days))::int end as overdue
    from handover_destination d join bailiff o on o.id = d.bailiff_id join handover_batch b on b.destination_id = d.id
      join handover_batch_file f on f.batch_id = b.id join case_file on case_file.id = f.file_id
      left join lateral (select min(r.received_at) as first, max(r.received_at) as last,
          sum(case when r.kind = 'payment' then ${cents("amount")} end) as paid,
          sum(case when r.kind = 'cost' then ${cents("exVat")} + coalesce(${cents("vat")}, 0) end) as billed
        from handover_report r where r.batch_file_id = f.id and r.problem is null and r.data <> '{}') told on true
    where d.bailiff_id = ${bailiffId} and b.sent_at is not null and f.data_sha256 is not null
      and ${visibleFiles(user)}`.execute(db);
  return rows[0];
}

interface Month {
  readonly month: string;
  readonly paidCents: number;
  readonly withheldCents: number;
  readonly billedCents: number;
}

/** What the office told of money, by month; so many months are shown. */
async function monthsOf({ db, user }: Ctx, bailiffId: number): Promise<Month[]> {
  const { rows } = await sql<Month>`select to_char(r.reported_on, 'YYYY-MM') as month,
      coalesce(sum(${cents("amount")}) filter (where r.kind = 'payment'), 0)::bigint as "paidCents",
      coalesce(sum(${cents("withheld")}) filter (where r.kind = 'payment'), 0)::bigint as "withheldCents",
      coalesce(sum(${cents("exVat")} + coalesce(${cents("vat")}, 0)) filter (where r.kind = 'cost'), 0)::bigint as "billedCents"
    from handover_report r join handover_destination d on d.id = r.destination_id
      join handover_batch_file f on f.id = r.batch_file_id join case_file on case_file.id = f.file_id
    where d.bailiff_id = ${bailiffId} and r.kind in ('payment', 'cost') and r.problem is null and r.data <> '{}'
      and ${visibleFiles(user)}
    group by 1 order by 1 desc limit 120`.execute(db);
  return [...rows];
}

const channels = ["download", "sftp", "https", "mail"] as const;

async function waysOf({ db }: Ctx, bailiffId: number) {
  const rows = await db
    .selectFrom("handover_destination")
    .select(["id", "name", "channel", "types", "host", "url", "email", "archived_at"])
    .select(["password", "private_key", "signing_key", "archive_password"])
    .where("bailiff_id", "=", bailiffId)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const channel = channels.find((known) => known === row.channel) ?? "download";
    const sealed = {
      download: true,
      sftp: row.password !== "" || row.private_key !== "",
      https: row.signing_key !== "",
      mail: row.archive_password !== "",
    };
    const address = { download: "", sftp: row.host, https: row.url, mail: row.email };
    return {
      id: row.id,
      name: row.name,
      channel,
      types: row.types,
      address: address[channel],
      sealed: sealed[channel],
      archived: row.archived_at !== null,
    };
  });
}

export const officesServer = defineModule({
  name: "offices",
  screens: [officeScreen],
  texts: [officeTexts],
  handlers: [
    handle(readOfficeFigures, async (ctx, { params }) => {
      requireOffice(ctx);
      const office = await ctx.db.selectFrom("bailiff").select("id").where("id", "=", params.id).executeTakeFirst();
      const of = office && (await figuresOf(ctx, office.id));
      if (!of) throw notFound();
      const { paid, billed, days, last, ...counts } = of;
      return {
        ...counts,
        paidCents: paid,
        billedCents: billed,
        costPerEuro: paid > 0 ? Math.round((billed * 100) / paid) : null,
        firstReportDays: days === null ? null : Math.round(days * 10) / 10,
        lastReportAt: last?.toISOString() ?? null,
        months: await monthsOf(ctx, params.id),
        ways: await waysOf(ctx, params.id),
      };
    }),
  ],
});
