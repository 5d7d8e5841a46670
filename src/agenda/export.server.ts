/** The agenda as a file: XLSX, where a text is never a formula, or CSV, where what begins like one is defused. */
import { stringify } from "csv-stringify/sync";
import { type SqlBool, sql } from "kysely";
import writeXlsxFile from "write-excel-file/node";
import { countCap } from "../kernel/query.ts";
import { answer, blob, type Ctx } from "../platform/server/room.ts";
import { type AgendaItem, exportAgenda } from "./agenda.contract.ts";
import { readAgenda } from "./list.server.ts";
import { readItems } from "./record.server.ts";

type Cell = string | { readonly date: string } | { readonly cents: number };

const columns: readonly { readonly name: string; readonly of: (item: AgendaItem, ctx: Ctx) => Cell }[] = [
  { name: "agenda.on", of: ({ on }) => ({ date: on }) },
  { name: "agenda.subject", of: ({ subject }) => subject.text },
  { name: "agenda.file", of: ({ fileNumber }) => fileNumber },
  { name: "agenda.debtor", of: ({ debtorName }) => debtorName },
  { name: "agenda.client", of: ({ clientName }) => clientName },
  { name: "agenda.status", of: ({ status }, ctx) => ctx.say({ key: `files.status_${status}` }, ctx.lang) },
  { name: "agenda.open", of: ({ openCents }) => ({ cents: openCents }) },
  { name: "agenda.owner", of: ({ owner }) => owner?.name ?? "" },
  {
    name: "agenda.urgent",
    of: ({ urgent }, ctx) => (urgent ? ctx.say({ key: "agenda.urgent" }, ctx.lang) : ""),
  },
  { name: "agenda.note", of: ({ note }) => note ?? "" },
  { name: "agenda.outcome", of: ({ outcome }) => outcome ?? "" },
];

const decimal = (cents: number, language: string): string => {
  const plain = `${cents < 0 ? "-" : ""}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return language === "en" ? plain : plain.replace(".", ",");
};

const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function csvOf(heads: readonly string[], rows: readonly (readonly Cell[])[], language: string): string {
  const text = (cell: Cell): string =>
    typeof cell === "string" ? defused(cell) : "date" in cell ? cell.date : decimal(cell.cents, language);
  return stringify([[...heads], ...rows.map((row) => row.map(text))], {
    delimiter: language === "en" ? "," : ";",
    bom: true,
    record_delimiter: "windows",
  });
}

const sheetCell = (cell: Cell) =>
  typeof cell === "string"
    ? ({ value: cell, type: String } as const)
    : "date" in cell
      ? ({ value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: "dd-mm-yyyy" } as const)
      : ({ value: cell.cents / 100, type: Number, format: "#,##0.00" } as const);

const sheetOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  writeXlsxFile(
    [
      heads.map((value) => ({ value, type: String, fontWeight: "bold" }) as const),
      ...rows.map((row) => row.map(sheetCell)),
    ],
    { columns: heads.map(() => ({ width: 22 })), stickyRowsCount: 1 },
  ).toBuffer();

export const exportAnswer = answer(exportAgenda, async (ctx, { body }) => {
  const items =
    body.ids === undefined
      ? (await readAgenda(ctx, { offset: 0, limit: countCap, filter: body.filter })).items
      : await readItems(ctx, sql<SqlBool>`agenda_item.id = any(${body.ids}::bigint[])`);
  const heads = columns.map(({ name }) => ctx.say({ key: name }, ctx.lang));
  const rows = items.map((item) => columns.map(({ of }) => of(item, ctx)));
  await ctx.audit({
    action: "agenda.export",
    subject: "agenda",
    subjectId: 0,
    after: { format: body.format, items: items.length, filter: body.filter },
  });
  const name = `${ctx.say({ key: "agenda.fileName" }, ctx.lang)}-${ctx.clock.today()}.${body.format}`;
  return body.format === "csv"
    ? blob({ content: csvOf(heads, rows, ctx.lang), mime: "text/csv; charset=utf-8", name })
    : blob({
        content: await sheetOf(heads, rows),
        mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        name,
      });
});
