/** The handlers of the list of files: searched, exported, opened by its number; and the files visited last. */
import { sql } from "kysely";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import { countCap, toPage } from "../../ground/kernel/query.ts";
import { type Ctx, handle, redirect } from "../../ground/platform/server/http/module.ts";
import { csvBlob } from "../../ground/platform/server/storage/spreadsheets.ts";
import { visibleFiles } from "../files/files.server.ts";
import { parseFileNumber } from "../files/files.ts";
import {
  exportColumns,
  exportFiles,
  type FileRow,
  lastFiles,
  postSearch,
  searchFiles,
} from "./file-search.contract.ts";
import { amountHead } from "./file-search.ts";
import { rowColumns, rowJoins, toRow } from "./list-rows.server.ts";
import { fileByNumber, findFiles } from "./search.server.ts";

const search = handle(searchFiles, async (ctx, { query }) => {
  const { items, total } = await findFiles(ctx, query);
  return toPage(items, total, query.limit);
});

const columnTexts: Readonly<Record<(typeof exportColumns)[number], string>> = {
  number: "files.number",
  clientRef: "files.clientRef",
  clientName: "files.client",
  debtorName: "files.debtor",
  city: "files.city",
  phase: "files.phase",
  status: "files.status",
  caseManager: "files.caseManager",
  placedOn: "files.placedOn",
  nextStep: "files.nextStep",
  nextActionOn: "files.nextActionOn",
  principalCents: "files.principal",
  openCents: "files.open",
};

const isAmount = (column: (typeof exportColumns)[number]): boolean =>
  column === "principalCents" || column === "openCents";

function cell(ctx: Ctx, row: FileRow, column: (typeof exportColumns)[number]): string {
  const value = row[column];
  if (value === null) return "";
  if (column === "phase" || column === "status") return ctx.translate({ key: `files.${column}_${value}` }, ctx.lang);
  if (typeof value !== "number") return value;
  const amount = decimalFromCents(value);
  return ctx.lang === "en" ? amount : amount.replace(".", ",");
}

const exportList = handle(exportFiles, async (ctx, { query }) => {
  const columns = query.filter.columns?.length ? query.filter.columns : exportColumns;
  const { items } = await findFiles(ctx, { ...query, offset: 0, limit: countCap });
  ctx.listed(items.map(({ id }) => id));
  const days = items.map(({ openOn }) => openOn);
  const head = columns.map((column) => {
    const name = ctx.translate({ key: columnTexts[column] }, ctx.lang);
    return isAmount(column) ? amountHead(name, days, (message) => ctx.translate(message, ctx.lang)) : name;
  });
  const rows = items.map((row) => columns.map((column) => cell(ctx, row, column)));
  // While balances are being renewed each row says of which day its own are.
  if (columns.some(isAmount) && new Set(days).size > 1) {
    head.push(ctx.translate({ key: "files.asOf" }, ctx.lang));
    for (const [at, row] of rows.entries()) row.push(days[at] ?? "");
  }
  const name = `${ctx.translate({ key: "files.exportName" }, ctx.lang)}-${ctx.clock.today()}.csv`;
  return csvBlob(name, head, rows, { language: ctx.lang });
});

const headerSearch = handle(postSearch, async (ctx, { body }) => {
  const number = parseFileNumber(body.search);
  const id = number === undefined ? undefined : await fileByNumber(ctx, number);
  if (id !== undefined) return redirect(`/file/show-new/${id}`);
  return redirect(body.search === "" ? "/file/search" : `/file/search?search=${encodeURIComponent(body.search)}`);
});

const visited = handle(lastFiles, async (ctx) => {
  const { rows } = await sql<Parameters<typeof toRow>[0] & { at: Date }>`
    select ${rowColumns(ctx.clock.today())}, file_visit.at
    from file_visit join case_file on case_file.id = file_visit.file_id ${rowJoins}
    where file_visit.user_id = ${ctx.user.id} and ${visibleFiles(ctx.user)}
    order by file_visit.at desc limit 100`.execute(ctx.db);
  return { items: rows.map((row) => ({ ...toRow(row, ctx), visitedAt: row.at.toISOString() })) };
});

export const listHandlers = [search, exportList, headerSearch, visited];
