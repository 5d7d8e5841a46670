/** Handles the calls of monitoring: figures, reports, costs that offices bill, reconciliation. */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { addDays, date, instantInAmsterdam } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { calendarDate, toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { guarded } from "../../../ground/platform/server/postgres/guarded.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { ofSeenFiles } from "../batches/events.server.ts";
import { readTold } from "../batches/told.ts";
import { requireDestination } from "../destinations/record.server.ts";
import { contentOf } from "../feed/content.ts";
import { ingestText } from "../feed/feed.server.ts";
import { keptReport } from "../feed/reports.ts";
import { handoverTypes } from "../handover-batches.ts";
import { reconciled } from "./holdings.server.ts";
import { batchStatistics, enterReports, importedCosts, listReports, reconciliation } from "./monitoring.contract.ts";

const figures = z.object({
  destination_id: z.number(),
  name: z.string(),
  type: z.enum(handoverTypes),
  batches: z.number(),
  files: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  ended: z.number(),
  held: z.number(),
  cents: z.number(),
  days: z.number().nullable(),
  s30: z.number(),
  s60: z.number(),
  s90: z.number(),
  overdue: z.number().nullable(),
  paid: z.number(),
  billed: z.number(),
});

const statistics = handle(batchStatistics, async (ctx, { body }) => {
  requireOffice(ctx);
  const from = instantInAmsterdam(date(body.from ?? "2000-01-01"));
  const until = instantInAmsterdam(addDays(date(body.until ?? ctx.clock.today()), 1));
  const now = ctx.clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const silent = (days: number) =>
    sql`count(*) filter (where f.state = 'accepted' and coalesce(f.reported_at, f.state_at) < ${before(days)})::int`;
  const cents = (field: string) => sql`round((r.data ->> ${field})::numeric * 100)::bigint`;
  const { rows } = await sql<Record<string, unknown>>`select b.destination_id, d.name, b.type,
      count(distinct b.id)::int as batches, count(*)::int as files,
      count(*) filter (where f.state in ('accepted', 'processed'))::int as accepted,
      count(*) filter (where f.state = 'rejected')::int as rejected,
      count(*) filter (where f.state = 'processed')::int as ended,
      count(*) filter (where f.state = 'accepted')::int as held,
      coalesce(sum(case_file.open_cents) filter (where f.state = 'accepted'), 0)::bigint as cents,
      percentile_cont(0.5) within group (order by extract(epoch from b.receipt_at - b.sent_at) / 86400.0)
        filter (where b.receipt_at is not null)::float8 as days,
      ${silent(30)} as s30, ${silent(60)} as s60, ${silent(90)} as s90,
      case when o.report_every_days is not null then count(*) filter (where f.state = 'accepted'
        and coalesce(f.reported_at, f.state_at) < ${now}::timestamptz - make_interval(days => o.report_every_days))::int end as overdue,
      coalesce(sum(told.paid), 0)::bigint as paid, coalesce(sum(told.billed), 0)::bigint as billed
    from handover_batch_file f join handover_batch b on b.id = f.batch_id
      join handover_destination d on d.id = b.destination_id join bailiff o on o.id = d.bailiff_id
      join case_file on case_file.id = f.file_id
      left join lateral (select sum(case when r.kind = 'payment' then ${cents("amount")} end) as paid,
          sum(case when r.kind = 'cost' then ${cents("exVat")} + coalesce(${cents("vat")}, 0) end) as billed
        from handover_report r where r.batch_file_id = f.id and r.problem is null and r.data <> '{}') told on true
    where b.sent_at >= ${from} and b.sent_at < ${until} and f.data_sha256 is not null and ${visibleFiles(ctx.user)}
      and ${body.destination === undefined ? sql<SqlBool>`true` : sql<SqlBool>`b.destination_id = ${body.destination}`}
    group by b.destination_id, d.name, b.type, o.report_every_days order by d.name, b.destination_id, b.type`.execute(
    ctx.db,
  );
  return {
    items: figures
      .array()
      .parse(rows)
      .map((row) => ({
        destination: { id: row.destination_id, text: row.name },
        type: row.type,
        batches: row.batches,
        files: row.files,
        accepted: row.accepted,
        rejected: row.rejected,
        ended: row.ended,
        held: row.held,
        heldCents: row.cents,
        receiptDays: row.days === null ? null : Math.round(row.days * 10) / 10,
        silent: { days30: row.s30, days60: row.s60, days90: row.s90 },
        overdue: row.overdue,
        paidCents: row.paid,
        billedCents: row.billed,
      })),
  };
});

/** Reports of files that the reader may see; those of no file are for who sees all. */
const reportsSeen = (ctx: Ctx) =>
  guarded(ctx.db, ofSeenFiles(ctx.user), (whole) =>
    whole
      .selectFrom("handover_report as r")
      .innerJoin("handover_destination as d", "d.id", "r.destination_id")
      .innerJoin("bailiff", "bailiff.id", "d.bailiff_id")
      .leftJoin("handover_batch_file as f", "f.id", "r.batch_file_id")
      .leftJoin("case_file", "case_file.id", "f.file_id"),
  );

const flagTexts = (ctx: Ctx, flags: readonly string[]): string[] =>
  flags.map((flag) => ctx.translate({ key: `handover-batches.flag_${flag}` }, ctx.lang));

const costs = handle(importedCosts, async (ctx, { query }) => {
  requireOffice(ctx);
  const { destination, from, until } = query.filter;
  let found = reportsSeen(ctx)
    .where("r.kind", "=", "cost")
    .where("r.problem", "is", null)
    .where("case_file.id", "is not", null);
  if (destination !== undefined) found = found.where("r.destination_id", "=", destination);
  if (from !== undefined) found = found.where("r.reported_on", ">=", date(from));
  if (until !== undefined) found = found.where("r.reported_on", "<=", date(until));
  const { rows, total } = await pagedList(ctx.db, found, query, (page) =>
    page
      .select(["r.id", "r.data", "d.id as destination_id", "d.name as destination", "bailiff.id as bailiff_id"])
      .select(["r.flags", "bailiff.name as bailiff", "f.file_id", "f.office_number", "case_file.number"])
      .orderBy("r.reported_on", query.order?.direction ?? "desc")
      .orderBy("r.id", "desc"),
  );
  const items = rows.flatMap((row) => {
    const cost = keptReport(row.data, "cost");
    if (cost?.kind !== "cost" || row.file_id === null || row.number === null) return [];
    return [
      {
        id: row.id,
        destination: { id: row.destination_id, text: row.destination },
        bailiff: { id: row.bailiff_id, text: row.bailiff },
        fileId: row.file_id,
        fileNumber: row.number,
        officeNumber: row.office_number,
        on: cost.on,
        act: cost.act,
        exVatCents: centsFromDecimal(cost.exVat) ?? 0,
        vatCents: centsFromDecimal(cost.vat) ?? 0,
        chargeable: cost.chargeable,
        description: cost.description,
        flags: flagTexts(ctx, row.flags),
      },
    ];
  });
  return toPage(items, total, query.limit);
});

const amountText = /^\d+\.\d\d$/;
const dateText = calendarDate();
/** Fields that hold a code of ours, and the text of each code; a code without a text says nothing. */
const codeTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  of: { summons: "handover-batches.served_summons", title: "handover-batches.served_title" },
  interestKind: { statutory: "claims.interest_statutory", commercial: "claims.interest_commercial" },
  before: { summons: "handover-screens.before_summons", seizure: "handover-screens.before_seizure" },
  outcome: { within: "handover-batches.recovery_within", beyond: "handover-batches.recovery_beyond" },
  byDefault: { true: "handover-batches.byDefault" },
  inPerson: { true: "handover-batches.inPerson" },
  chargeable: { false: "handover-batches.notChargeable" },
};

/** A value as its reader writes it; undefined for what says nothing. */
function valueText(ctx: Ctx, field: string, value: unknown): string | undefined {
  const codes = codeTexts[field];
  if (codes) {
    const key = codes[String(value)];
    return key === undefined ? undefined : ctx.translate({ key }, ctx.lang);
  }
  if (typeof value !== "string" || value === "") return undefined;
  const day = dateText.safeParse(value).data;
  if (day !== undefined) return formatShortDate(date(day), ctx.lang);
  const amount = amountText.test(value) ? centsFromDecimal(value) : undefined;
  if (amount === undefined) return value;
  return amount === 0 ? undefined : formatMoney(amount, ctx.lang);
}

/** What a report says, in few words: the values of its own fields. */
function textOf(ctx: Ctx, data: unknown, kind: string | null): string {
  const read = keptReport(data, kind);
  if (!read) return JSON.stringify(data ?? null).slice(0, 300);
  const { key: _key, fileNumber: _number, on: _on, kind: _kind, ...rest } = read;
  const values = Object.entries(rest).map(([field, value]) => valueText(ctx, field, value));
  return values.filter((value) => value !== undefined).join(" · ");
}

const refusal = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** What law or file said against a line; undefined where they said nothing. */
function refusalText(ctx: Ctx, kept: unknown): string | undefined {
  const { key, values } = refusal.safeParse(kept).data ?? {};
  return key === undefined ? undefined : ctx.translate(values ? { key, values } : { key }, ctx.lang);
}

const reports = handle(listReports, async (ctx, { query }) => {
  requireOffice(ctx);
  const { destination, file, problem } = query.filter;
  let found = reportsSeen(ctx);
  if (destination !== undefined) found = found.where("r.destination_id", "=", destination);
  if (file !== undefined) found = found.where("f.file_id", "=", file);
  if (problem === true) found = found.where("r.problem", "is not", null).where("r.settled_at", "is", null);
  if (problem === false) found = found.where("r.problem", "is", null);
  const { rows, total } = await pagedList(ctx.db, found, query, (page) =>
    page
      .select(["r.id", "r.kind", "r.data", "r.problem", "r.reported_on", "r.received_at", "d.name as destination"])
      .select(["r.code", "r.flags", "r.refusal", "r.settled_note"])
      .select(["f.file_id", "case_file.number"])
      .orderBy("r.id", query.order?.direction ?? "desc"),
  );
  const translated = (key: string): string => ctx.translate({ key: `handover-batches.${key}` }, ctx.lang);
  const items = rows.map((row) => ({
    id: row.id,
    destination: row.destination,
    fileId: row.file_id,
    fileNumber: row.number,
    kind: row.kind === null ? null : translated(`report_${row.kind}`),
    text: textOf(ctx, row.data, row.kind),
    on: row.reported_on,
    problem: row.problem === null ? null : (refusalText(ctx, row.refusal) ?? translated(`unread_${row.problem}`)),
    problemCode: row.problem,
    code: row.code,
    flags: flagTexts(ctx, row.flags),
    settled: row.settled_note && readTold(row.settled_note, (message) => ctx.translate(message, ctx.lang)),
    receivedAt: row.received_at.toISOString(),
  }));
  return toPage(items, total, query.limit);
});

const enterHandler = handle(enterReports, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const destination = await requireDestination(ctx, params.id);
  const content = contentOf(body.text);
  if (!content) throw fieldError("text", "handover-batches.errorFeed");
  if (content.holdings && (content.on === undefined || content.on > ctx.clock.today()))
    throw fieldError("text", "handover-batches.errorFeedDay");
  const counts = await ingestText(ctx, destination, body.text);
  await ctx.audit({
    action: "handover_destination.feed",
    subject: "handover_destination",
    subjectId: params.id,
    after: counts,
  });
  return counts;
});

export const monitoringHandlers = [
  statistics,
  costs,
  reports,
  enterHandler,
  handle(reconciliation, async (ctx, { params, query }) => {
    requireOffice(ctx);
    await requireDestination(ctx, params.id);
    return reconciled(ctx, params.id, date(query.on));
  }),
];
