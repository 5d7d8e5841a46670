/** The agenda as a file. */
import { type SqlBool, sql } from "kysely";
import { countCap } from "../kernel/query.ts";
import { answer, type Ctx } from "../platform/server/room.ts";
import { type SheetCell, sheetBlob } from "../platform/server/sheets.ts";
import { type AgendaItem, exportAgenda } from "./agenda.contract.ts";
import { readAgenda } from "./list.server.ts";
import { readItems } from "./record.server.ts";

const columns: readonly { readonly name: string; readonly of: (item: AgendaItem, ctx: Ctx) => SheetCell }[] = [
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
  const name = `${ctx.say({ key: "agenda.fileName" }, ctx.lang)}-${ctx.clock.today()}`;
  return sheetBlob(body.format, name, heads, rows, ctx.lang);
});
