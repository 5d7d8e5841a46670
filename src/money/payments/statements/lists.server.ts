/** Lists of accounts, uploads, statements and entries. */

import { sql } from "kysely";
import { z } from "zod";
import { readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { countCap, toPage } from "../../../ground/kernel/query.ts";
import type { Ctx, Input } from "../../../ground/platform/server/http/module.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import { contains } from "../../../ground/platform/server/postgres/like-pattern.ts";
import type { listEntries, listImports, listStatements } from "../payments.contract.ts";
import { accountKinds, importStates } from "../payments.ts";
import { logText, shownEntries, toEntry, visibleBank } from "../review/entries.server.ts";
import { bookingsOf, suggestionsOf } from "../review/review.server.ts";
import { workKeyOf } from "./import.server.ts";

/** Own accounts with the last statement of each. */
export async function accountRows(ctx: Ctx) {
  const { rows } = await sql<{
    id: number;
    iban: string;
    name: string;
    kind: string;
    active: boolean;
    version: number;
    to_date: string | null;
    closing_cents: number | null;
  }>`
    select a.id, a.iban, a.name, a.kind, a.active, a.version, s.to_date, s.closing_cents
    from bank_account a left join lateral (select to_date, closing_cents from bank_statement where account_id = a.id
      order by to_date desc, id desc limit 1) s on true
    where ${visibleBank(ctx.user)} order by a.active desc, a.kind, a.name`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    iban: row.iban,
    name: row.name,
    kind: z.enum(accountKinds).parse(row.kind),
    active: row.active,
    lastStatement: row.to_date,
    closingCents: row.closing_cents,
    version: row.version,
  }));
}

const storedTotals = z.object({
  statements: z.number().default(0),
  entries: z.number().default(0),
  known: z.number().default(0),
});

/** The latest uploads; the results are counted from the current entries. */
export async function importPage(ctx: Ctx, { query }: Input<typeof listImports>) {
  const from = ctx.db.selectFrom("bank_import").where(visibleBank(ctx.user));
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select from bank_import where ${visibleBank(ctx.user)} limit ${countCap + 1}) found`.execute(
    ctx.db,
  );
  const rows = await from
    .leftJoin("app_user", "app_user.id", "bank_import.uploaded_by")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("bank_entry")
          .whereRef("bank_entry.import_id", "=", "bank_import.id")
          .select([
            sql<number>`count(*) filter (where bank_entry.state = 'matched')`.as("booked"),
            sql<number>`count(*) filter (where bank_entry.state in ('review', 'unmatched'))`.as("review"),
            sql<number>`count(*) filter (where bank_entry.state = 'ignored')`.as("ignored"),
            sql<number>`coalesce(sum(bank_entry.amount_cents) filter (where bank_entry.amount_cents > 0), 0)::bigint`.as(
              "cents",
            ),
          ])
          .as("entry"),
      (join) => join.onTrue(),
    )
    .selectAll("bank_import")
    .select(["app_user.name as uploader", "entry.booked", "entry.review", "entry.ignored", "entry.cents"])
    .orderBy("bank_import.id", query.order?.direction ?? "desc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const works = await worksOn(
    ctx,
    rows.map(({ id }) => workKeyOf(id)),
  );
  const items = rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    format: row.format,
    state: z.enum(importStates).parse(row.state),
    refusal: row.refusal === null ? null : translateLogText(logText.parse(row.refusal), readerOf(ctx)),
    totals: {
      ...storedTotals.parse(row.totals),
      booked: row.booked ?? 0,
      review: row.review ?? 0,
      ignored: row.ignored ?? 0,
      cents: row.cents ?? 0,
    },
    work: works.get(workKeyOf(row.id)) ?? null,
    uploadedBy: row.uploader ?? ctx.translate({ key: "payments.system" }, ctx.lang),
    uploadedAt: row.uploaded_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }));
  return toPage(items, counted.rows[0]?.count ?? 0, query.limit);
}

/** The totals of a statement's entries, by state and by direction. */
const entrySums = [
  sql<number>`count(*)`.as("entries"),
  sql<number>`count(*) filter (where bank_entry.state = 'matched')`.as("matched"),
  sql<number>`count(*) filter (where bank_entry.state in ('review', 'unmatched'))`.as("review"),
  sql<number>`count(*) filter (where bank_entry.state = 'ignored')`.as("ignored"),
  sql<number>`coalesce(sum(bank_entry.amount_cents) filter (where bank_entry.amount_cents > 0), 0)::bigint`.as(
    "credit",
  ),
  sql<number>`coalesce(sum(bank_entry.amount_cents) filter (where bank_entry.amount_cents < 0), 0)::bigint`.as("debit"),
];

/** Statements with their totals, counted from the current entries. */
export async function statementPage(ctx: Ctx, { query }: Input<typeof listStatements>) {
  const { account } = query.filter;
  let from = ctx.db
    .selectFrom("bank_statement")
    .innerJoin("bank_account", "bank_account.id", "bank_statement.account_id")
    .where(visibleBank(ctx.user));
  if (account !== undefined) from = from.where("bank_statement.account_id", "=", account);
  const counted = await ctx.db
    .selectFrom(
      from
        .select(sql`1`.as("one"))
        .limit(countCap + 1)
        .as("found"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const direction = query.order?.direction ?? "desc";
  const rows = await from
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("bank_entry")
          .whereRef("bank_entry.statement_id", "=", "bank_statement.id")
          .select(entrySums)
          .as("entry"),
      (join) => join.onTrue(),
    )
    .selectAll("bank_statement")
    .select(["bank_account.iban", "bank_account.name as account_name"])
    .select(["entry.entries", "entry.matched", "entry.review", "entry.ignored", "entry.credit", "entry.debit"])
    .$if(query.order?.field === "account", (found) => found.orderBy("bank_account.name", direction))
    .orderBy("bank_statement.to_date", query.order?.field === "account" ? "desc" : direction)
    .orderBy("bank_statement.id", "desc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    account: { id: row.account_id, iban: row.iban, name: row.account_name },
    number: row.number,
    from: row.from_date,
    to: row.to_date,
    currency: row.currency,
    openingCents: row.opening_cents,
    closingCents: row.closing_cents,
    creditCents: row.credit ?? 0,
    debitCents: row.debit ?? 0,
    entries: row.entries ?? 0,
    matched: row.matched ?? 0,
    review: row.review ?? 0,
    ignored: row.ignored ?? 0,
    remarks: z
      .array(logText)
      .parse(row.remarks)
      .map((remark) => translateLogText(remark, readerOf(ctx))),
  }));
  return toPage(items, counted.count, query.limit);
}

const orders = {
  valueDate: "bank_entry.value_date",
  amountCents: "bank_entry.amount_cents",
  counterpartyName: "bank_entry.counterparty_name",
} as const;

/** Entries filtered by state, statement and words; by default the oldest value date first, the order of work. */
export async function entryPage(ctx: Ctx, { query }: Input<typeof listEntries>) {
  const { state, statement, search } = query.filter;
  let found = shownEntries(ctx);
  if (state !== undefined) found = found.where("bank_entry.state", "=", state);
  if (statement !== undefined) found = found.where("bank_entry.statement_id", "=", statement);
  if (search) {
    const iban = search.replace(/\s/g, "").toUpperCase();
    found = found.where((eb) =>
      eb.or([
        contains(["bank_entry.counterparty_name", "bank_entry.description"], search),
        eb("bank_entry.counterparty_iban", "=", iban),
        eb("bank_entry.structured_ref", "=", iban),
        eb("case_file.number", "=", search.trim()),
      ]),
    );
  }
  const counted = await ctx.db
    .selectFrom(
      found
        .clearSelect()
        .select(sql`1`.as("one"))
        .limit(countCap + 1)
        .as("found"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy(orders[query.order?.field ?? "valueDate"], query.order?.direction ?? "asc")
    .orderBy("bank_entry.id")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return toPage(
    rows.map((row) => toEntry(ctx, row)),
    counted.count,
    query.limit,
  );
}

/** One entry with its candidate files and its bookings. @throws notFound */
export async function entryDetail(ctx: Ctx, id: number) {
  const row = await shownEntries(ctx).where("bank_entry.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return {
    ...toEntry(ctx, row),
    suggestions: await suggestionsOf(ctx, row.match),
    bookings: await bookingsOf(ctx, id),
  };
}
