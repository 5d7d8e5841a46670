/** What happened to the agenda of a file, as people read it: names and dates instead of ids. */
import { z } from "zod";
import { listed } from "../../../ground/kernel/listed.ts";
import { agendaSubjectRows, nameFrom, nameIn } from "../../../ground/lists/lists.server.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { people } from "../../../people/employees/employees.server.ts";
import { selectFiles } from "../../files/files.server.ts";
import { type AgendaHistory, agendaActs, agendaFields } from "./items.contract.ts";

const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]));
const repeatShape = z.object({ every: z.number(), unit: z.string(), until: z.string().nullable() });

interface Names {
  readonly owners: ReadonlyMap<number, { readonly name: string }>;
  readonly subjects: ReadonlyMap<number, string>;
}

function valueText(ctx: Ctx, names: Names, field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (field === "owner") return names.owners.get(Number(value))?.name ?? String(value);
  if (field === "subject") return names.subjects.get(Number(value)) ?? String(value);
  if (typeof value === "boolean") return ctx.translate({ key: value ? "platform.yes" : "platform.no" }, ctx.lang);
  const repeat = repeatShape.safeParse(value);
  if (repeat.success)
    return ctx.translate({ key: `agenda.every_${repeat.data.unit}`, values: { count: repeat.data.every } }, ctx.lang);
  return String(value);
}

/** Lines of a file's agenda history, newest first. The reader may see the file: that is for the caller to know. */
export async function readHistories(
  ctx: Ctx,
  fileId: number,
  query: {
    readonly offset: number;
    readonly limit: number;
    readonly order?: { readonly direction: "asc" | "desc" } | undefined;
  },
): Promise<{ items: AgendaHistory[]; total: number }> {
  const found = selectFiles(ctx)
    .innerJoin("agenda_history", "agenda_history.file_id", "case_file.id")
    .innerJoin("agenda_item", "agenda_item.id", "agenda_history.item_id")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .where("agenda_history.file_id", "=", fileId);
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select([
        "agenda_history.id",
        "agenda_history.item_id",
        "agenda_history.at",
        "agenda_history.user_name",
        "agenda_history.acting_for",
        "agenda_history.act",
        "agenda_history.changes",
        "agenda_subject.name as subject",
      ])
      .orderBy("agenda_history.id", query.order?.direction ?? "desc"),
  );
  const read = rows.map((row) => ({ ...row, changes: changesShape.parse(row.changes) }));
  const ownerIds = read.flatMap(({ changes }) => (changes.owner ?? []).map(Number).filter((id) => id > 0));
  const names: Names = {
    owners: await people(ctx.db, ownerIds),
    subjects: new Map((await agendaSubjectRows(ctx.db, "all")).map((row) => [row.id, nameIn(row.name, ctx.lang)])),
  };
  return {
    total,
    items: read.map((row) => ({
      id: row.id,
      itemId: row.item_id,
      subject: nameFrom(row.subject, ctx.lang),
      at: row.at.toISOString(),
      userName: row.user_name,
      actingFor: row.acting_for,
      act: listed(agendaActs, row.act),
      changes: agendaFields.flatMap((field) => {
        const pair = row.changes[field];
        return pair
          ? [{ field, from: valueText(ctx, names, field, pair[0]), to: valueText(ctx, names, field, pair[1]) }]
          : [];
      }),
    })),
  };
}
