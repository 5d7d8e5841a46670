/** Handles the calls of sent messages, of exports, and of what clients pay per record. */
import { sql } from "kysely";
import { addMonths, date, dateInAmsterdam } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { blob, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { type SheetCell, sheetBlob } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { selectClients } from "../../../people/customers/customers.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { filteredRecords, recordColumns, recordContaining, shownRecords } from "../records/list.server.ts";
import { requireRecord, visibleRecords } from "../records/visibility.server.ts";
import { type ChargeRow, exportRecords, listCharges, listPapers, readPaper } from "./papers.contract.ts";

const papers = handle(listPapers, async (ctx, { query }) => {
  const { search, client, channel, dateFrom, dateTo } = query.filter;
  let found = selectClients(ctx)
    .innerJoin("precasso_record", "precasso_record.client_id", "client.id")
    .innerJoin("precasso_message as message", "message.record_id", "precasso_record.id")
    .leftJoin("outbox", "outbox.key", "message.effect_key")
    .where(visibleRecords(ctx.user));
  if (client !== undefined) found = found.where("precasso_record.client_id", "=", client);
  if (channel !== undefined) found = found.where("message.channel", "=", channel);
  if (dateFrom !== undefined) found = found.where("message.created_on", ">=", date(dateFrom));
  if (dateTo !== undefined) found = found.where("message.created_on", "<=", date(dateTo));
  if (search !== undefined)
    found = found.where((eb) =>
      eb.or([recordContaining(search), eb("message.to_address", "ilike", containing(search))]),
    );
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select([
        "message.id",
        "message.record_id",
        "message.name",
        "precasso_record.number",
        "precasso_record.debtor_name",
        "client.company",
        "message.channel",
        "message.template_code",
        "message.subject",
        "message.body_text",
        "message.to_address",
        "message.storage_key",
        "message.created_at",
        "outbox.state",
      ])
      .orderBy("message.id", query.order?.direction ?? "desc"),
  );
  const items = rows.map((row) => ({
    id: row.id,
    recordId: row.record_id,
    name: row.name,
    number: row.number,
    debtorName: row.debtor_name,
    clientName: row.company,
    channel: (["email", "sms", "post"] as const).find((one) => one === row.channel) ?? "post",
    template: ctx.translate({ key: stepText(row.template_code), values: { template: row.template_code } }, ctx.lang),
    subject: row.subject,
    text: row.body_text,
    toAddress: row.to_address,
    hasDocument: row.storage_key !== null,
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
  return toPage(items, total, query.limit);
});

const paper = handle(readPaper, async (ctx, { params }) => {
  const record = await requireRecord(ctx, params.id);
  const found = await ctx.db
    .selectFrom("precasso_message")
    .select(["name", "storage_key"])
    .where("id", "=", params.messageId)
    .where("record_id", "=", record.id)
    .executeTakeFirst();
  if (!found?.storage_key) throw notFound();
  return blob({
    content: await ctx.storage.open(found.storage_key),
    mime: "application/pdf",
    name: found.name,
    disposition: "inline",
  });
});

const heads = [
  "number",
  "client",
  "clientRef",
  "debtor",
  "city",
  "state",
  "total",
  "open",
  "dueOn",
  "nextStep",
  "nextDueOn",
  "file",
  "createdAt",
] as const;

/** Records read at a time. */
const step = 1000;

async function* exported(ctx: Ctx, filter: Parameters<typeof filteredRecords>[1]): AsyncGenerator<SheetCell[]> {
  for (let after = 0; ; ) {
    const rows = await filteredRecords(ctx, filter)
      .select(recordColumns(ctx.user))
      .where("precasso_record.id", ">", after)
      .orderBy("precasso_record.id")
      .limit(step)
      .execute();
    for (const row of await shownRecords(ctx, rows))
      yield [
        row.number,
        row.clientName,
        row.clientRef,
        row.debtorName,
        row.city,
        ctx.translate({ key: `precasso.state_${row.state}` }, ctx.lang),
        { cents: row.totalCents },
        { cents: row.openCents },
        { date: row.dueOn },
        row.nextStep,
        row.nextDueOn === null ? null : { date: row.nextDueOn },
        row.fileNumber,
        { date: dateInAmsterdam(new Date(row.createdAt)) },
      ];
    const last = rows.at(-1)?.id;
    if (last === undefined || rows.length < step) return;
    after = last;
  }
}

const download = handle(exportRecords, async (ctx, { query }) => {
  const { format, ...filter } = query;
  const head = heads.map((key) => ctx.translate({ key: `precasso.${key}` }, ctx.lang));
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return sheetBlob(format, `precasso-${ctx.clock.today()}`, head, exported(ctx, given), ctx.lang);
});

/** That a record went with its upload, when that was undone before anything had happened to it: it is nobody's to pay. */
const undone = sql`(select from import_undo where import_undo.batch_id = precasso_record.import_id
  and import_undo.made_id = precasso_record.id and import_undo.why_key is null)`;

const charges = handle(listCharges, async (ctx) => {
  const today = ctx.clock.today();
  const since = `${addMonths(today, -11).slice(0, 7)}-01`;
  const found = await selectClients(ctx)
    .innerJoin("precasso_record", "precasso_record.client_id", "client.id")
    .where(visibleRecords(ctx.user))
    .where("precasso_record.created_on", ">=", date(since))
    .where((eb) => eb.not(eb.exists(undone)))
    .select((eb) => [
      "precasso_record.client_id",
      "client.company",
      sql<string>`to_char(precasso_record.created_on, 'YYYY-MM')`.as("month"),
      eb.fn.countAll<number>().as("records"),
      // In force on the last day of the month, or today for the current month.
      sql<number>`coalesce((select precasso_fee_cents from client_commission c where c.client_id = precasso_record.client_id
        and c.valid_from <= least(${today}::date, (date_trunc('month', min(precasso_record.created_on)) + interval '1 month - 1 day')::date)
        order by c.valid_from desc limit 1), 0)::bigint`.as("fee"),
    ])
    .groupBy(["precasso_record.client_id", "client.company", sql`to_char(precasso_record.created_on, 'YYYY-MM')`])
    .orderBy("month", "desc")
    .orderBy("client.company")
    .execute();
  const items: ChargeRow[] = found.map(({ client_id, company, month, records, fee }) => ({
    clientId: client_id,
    clientName: company,
    month,
    records,
    feeCents: Number(fee),
    totalCents: Number(fee) * records,
  }));
  return { items };
});

export const paperHandlers = [papers, paper, download, charges];
