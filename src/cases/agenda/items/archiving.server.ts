/** Archiving items and restoring them. A recurring item is planned again when it is completed. */
import { sql } from "kysely";
import { listed } from "../../../ground/kernel/listed.ts";
import { nameFrom } from "../../../ground/lists/lists.server.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { writeLogs } from "../../logs/logs.server.ts";
import { repeatUnits } from "../agenda.ts";
import { nextOccurrence } from "./planning.ts";
import { insertItems, type NewItem, recordHistory } from "./record.server.ts";

/** Somebody did it; what it was for is settled; or its file was closed. */
export type ArchivedWhy = "done" | "settled" | "file_closed";

export interface Archiving {
  readonly why: ArchivedWhy;
  readonly outcome?: string;
}

interface ArchivingOf extends Required<Archiving> {
  readonly at: Date;
  readonly by: number | null;
}

const archiveRows = (db: Db, ids: readonly number[], { why, outcome, at, by }: ArchivingOf) =>
  db
    .updateTable("agenda_item")
    .from("agenda_subject")
    .set((eb) => ({
      state: "archived",
      archived_why: why,
      outcome: outcome || null,
      archived_at: at,
      archived_by: by,
      version: eb("agenda_item.version", "+", 1),
    }))
    .whereRef("agenda_subject.id", "=", "agenda_item.subject_id")
    .where("agenda_item.id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("agenda_item.state", "=", "open")
    .returning([
      "agenda_item.id",
      "agenda_item.file_id",
      "agenda_item.subject_id",
      "agenda_item.on_date",
      "agenda_item.owner_id",
      "agenda_item.of_manager",
      "agenda_item.note",
      "agenda_item.urgent",
      "agenda_item.repeat_every",
      "agenda_item.repeat_unit",
      "agenda_item.repeat_until",
      "agenda_item.repeat_anchor",
      "agenda_subject.name as subject_name",
    ])
    .execute();

type Archived = Awaited<ReturnType<typeof archiveRows>>[number];

/** Archives those of these items that are open. */
const setArchived = batched(
  async (db, asked: readonly (ArchivingOf & { readonly ids: readonly number[] })[]) => {
    const [first] = asked;
    if (first === undefined) return [];
    const rows = await archiveRows(
      db,
      asked.flatMap(({ ids }) => ids),
      first,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []));
  },
  ({ why, outcome, by }) => JSON.stringify([why, outcome, by]),
);

/** Archives items that are open; others stay as they are. What recurs comes again only after it was done. */
export async function archiveItems(
  ctx: WorkCtx,
  ids: readonly number[],
  archiving: Archiving,
): Promise<{ readonly archived: readonly number[]; readonly planned: readonly number[] }> {
  if (ids.length === 0) return { archived: [], planned: [] };
  const rows = await setArchived(ctx.db, {
    ids,
    why: archiving.why,
    outcome: archiving.outcome ?? "",
    at: ctx.clock.now(),
    by: ctx.user.id || null,
  });
  await recordHistory(
    ctx,
    rows.map((row) => ({
      itemId: row.id,
      fileId: row.file_id,
      act: "archived",
      changes: archiving.outcome ? { outcome: [null, archiving.outcome] } : {},
    })),
  );
  if (archiving.why !== "done") return { archived: rows.map(({ id }) => id), planned: [] };
  await writeLogs(
    ctx,
    rows.map((row) => ({
      fileId: row.file_id,
      type: "note",
      category: "internal",
      subject: { key: "agenda.logDone", values: { subject: nameFrom(row.subject_name, "nl") } },
      content: archiving.outcome || row.note,
    })),
  );
  const again = await insertItems(ctx, await occurrences(ctx, rows));
  return { archived: rows.map(({ id }) => id), planned: again.map(({ id }) => id) };
}

async function occurrences(ctx: WorkCtx, rows: readonly Archived[]): Promise<NewItem[]> {
  const recurring = rows.filter((row) => row.repeat_unit !== null);
  if (recurring.length === 0) return [];
  const calendar = calendarOf(await loadTariffs(ctx.db));
  return recurring.flatMap((row) => {
    const unit = listed(repeatUnits, row.repeat_unit ?? "");
    const repeat = { every: row.repeat_every ?? 1, unit, until: row.repeat_until };
    const anchor = row.repeat_anchor ?? row.on_date;
    const on = nextOccurrence({ on: row.on_date, anchor }, repeat, ctx.clock.today(), calendar);
    if (on === undefined) return [];
    return [
      {
        fileId: row.file_id,
        subjectId: row.subject_id,
        on,
        ownerId: row.owner_id,
        ofManager: row.of_manager,
        note: row.note,
        urgent: row.urgent,
        repeat,
        anchor,
        followsId: row.id,
      },
    ];
  });
}

const reopenRows = batchedRows(
  (db, ids: readonly number[]) =>
    db
      .updateTable("agenda_item")
      .set((eb) => ({
        state: "open",
        archived_why: null,
        outcome: null,
        archived_at: null,
        archived_by: null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
      .where("state", "=", "archived")
      .returning(["id", "file_id"])
      .execute(),
  ({ id }) => id,
);

/** The items that follow these, and that nobody has touched since they were planned. */
const untouchedAfter = batchedRows(
  (db, ids: readonly number[]) =>
    asSystem(db, "what followed an item goes when it comes back")
      .selectFrom("agenda_item")
      .select(["id", "follows_id"])
      .where("follows_id", "=", sql<number>`any(${[...ids]}::bigint[])`)
      .where("state", "=", "open")
      .where("version", "=", 1)
      .execute(),
  ({ follows_id }) => follows_id ?? 0,
);

/** Takes archived items back; an item that one of them planned anew, and that nobody has touched since, goes away again. */
export async function restoreItems(ctx: WorkCtx, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await reopenRows(ctx.db, ids, undefined);
  const again = await untouchedAfter(
    ctx.db,
    rows.map(({ id }) => id),
    undefined,
  );
  await archiveItems(
    ctx,
    again.map(({ id }) => id),
    { why: "settled" },
  );
  await recordHistory(
    ctx,
    rows.map((row) => ({ itemId: row.id, fileId: row.file_id, act: "restored" })),
  );
  return rows.map(({ id }) => id);
}
