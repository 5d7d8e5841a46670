/** The agenda as a file. */
import { type SqlBool, sql } from "kysely";
import { countCap } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { type SheetCell, sheetBlob } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { amountHead } from "../../file-search/file-search.ts";
import { type AgendaItem, exportAgenda } from "../items/items.contract.ts";
import { readItems } from "../items/record.server.ts";
import { readAgenda } from "./list.server.ts";

const openColumn = "agenda.open";

const columns: readonly { readonly name: string; readonly of: (item: AgendaItem, ctx: Ctx) => SheetCell }[] = [
  { name: "agenda.on", of: ({ on }) => ({ date: on }) },
  { name: "agenda.subject", of: ({ subject }) => subject.text },
  { name: "agenda.file", of: ({ fileNumber }) => fileNumber },
  { name: "agenda.debtor", of: ({ debtorName }) => debtorName },
  { name: "agenda.client", of: ({ clientName }) => clientName },
  { name: "agenda.status", of: ({ status }, ctx) => ctx.translate({ key: `files.status_${status}` }, ctx.lang) },
  { name: openColumn, of: ({ openCents }) => ({ cents: openCents }) },
  { name: "agenda.owner", of: ({ owner }) => owner?.name ?? "" },
  {
    name: "agenda.urgent",
    of: ({ urgent }, ctx) => (urgent ? ctx.translate({ key: "agenda.urgent" }, ctx.lang) : ""),
  },
  { name: "agenda.note", of: ({ note }) => note ?? "" },
  { name: "agenda.outcome", of: ({ outcome }) => outcome ?? "" },
];

export const exportAnswer = handle(exportAgenda, async (ctx, { body }) => {
  const items =
    body.ids === undefined
      ? (await readAgenda(ctx, { offset: 0, limit: countCap, filter: body.filter })).items
      : await readItems(ctx, sql<SqlBool>`agenda_item.id = any(${body.ids}::bigint[])`);
  ctx.listed(items.map(({ fileId }) => fileId));
  const days = items.map(({ openOn }) => openOn);
  const heads = columns.map(({ name }) => {
    const head = ctx.translate({ key: name }, ctx.lang);
    return name === openColumn ? amountHead(head, days, (message) => ctx.translate(message, ctx.lang)) : head;
  });
  const rows = items.map((item) => columns.map(({ of }) => of(item, ctx)));
  await ctx.audit({
    action: "agenda.export",
    subject: "agenda",
    subjectId: 0,
    after: { format: body.format, items: items.length, filter: body.filter },
  });
  const name = `${ctx.translate({ key: "agenda.fileName" }, ctx.lang)}-${ctx.clock.today()}`;
  return sheetBlob(body.format, name, heads, rows, ctx.lang);
});
