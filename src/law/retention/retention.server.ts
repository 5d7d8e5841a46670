/** What goes of closed files when its term is over: what that would be now, and the nights that do it. */
import { type SqlBool, sql } from "kysely";
import { selectFiles } from "../../cases/files/files.server.ts";
import { closingReasons } from "../../cases/files/files.ts";
import { date } from "../../ground/kernel/dates.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { erasedAt, isPastTerm, retentionReasonOf, stageOf, stateOf, type Terms, termsOf } from "./due.server.ts";
import { eraseJob } from "./erase.server.ts";
import { retentionFiles, retentionScreen, retentionState } from "./retention.contract.ts";
import { retentionTexts } from "./retention.texts.ts";

const columns = { closedOn: "case_file.closed_on", number: "case_file.number" } as const;

const papersOf = (terms: Terms, what: "count(*)" | "coalesce(sum(size_bytes), 0)::bigint") =>
  sql<number>`(select ${sql.raw(what)} from document where document.file_id = case_file.id
    and case when ${isPastTerm(terms, "file")} then ${erasedAt("file")} else ${erasedAt("books")} end)`;

const list = handle(retentionFiles, async (ctx, { query }) => {
  const terms = await termsOf(ctx);
  const { filter } = query;
  const over = filter.stage
    ? isPastTerm(terms, filter.stage)
    : sql<SqlBool>`(${isPastTerm(terms, "file")} or ${isPastTerm(terms, "books")})`;
  let found = selectFiles(ctx)
    .innerJoin("client", "client.id", "case_file.client_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .where(over);
  if (filter.outcome) found = found.where(retentionReasonOf(terms), filter.outcome === "kept" ? "is not" : "is", null);
  const order = query.order ?? { field: "closedOn", direction: "asc" };
  const { rows, total } = await pagedList(ctx.db, found, query, (page) =>
    page
      .select([
        "case_file.id",
        "case_file.number",
        "client.company as clientName",
        "debtor.display_name as debtorName",
        sql<string>`case_file.closed_on`.as("closedOn"),
        sql<string | null>`(select reason from file_closure
          where file_closure.file_id = case_file.id and reopened_at is null)`.as("reason"),
        stageOf(terms).as("stage"),
        papersOf(terms, "count(*)").as("documents"),
        papersOf(terms, "coalesce(sum(size_bytes), 0)::bigint").as("bytes"),
        sql<number>`(select count(*) from message where message.file_id = case_file.id and message.erased_at is null)`.as(
          "messages",
        ),
        retentionReasonOf(terms).as("kept"),
      ])
      .orderBy(columns[order.field], order.direction)
      .orderBy("case_file.id", order.direction),
  );
  const items = rows.map((row) => ({
    ...row,
    closedOn: date(row.closedOn),
    reason: closingReasons.find((known) => known === row.reason) ?? null,
  }));
  return toPage(items, total, query.limit);
});

export const retentionServer = defineModule({
  name: "retention",
  screens: [retentionScreen],
  texts: [retentionTexts],
  handlers: [handle(retentionState, stateOf), list],
  jobs: [eraseJob],
});
