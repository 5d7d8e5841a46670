/** Keeps the agenda in step with its file: holds plan items, ended holds settle them, a new case manager takes over open items. */
import { sql } from "kysely";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Listener, on, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { type FileState, followFiles } from "../../files/files.server.ts";
import { clientWrote } from "../../logs/logs.server.ts";
import { archiveItems, restoreItems } from "./archiving.server.ts";
import { planAgendas, settleAgenda } from "./plan.server.ts";
import { holdKey, plannedByHold } from "./planning.ts";
import { recordHistory } from "./record.server.ts";
import { visitSubject } from "./visits.server.ts";

followFiles(async (ctx, file, change) => {
  if (change.kind === "held") {
    const calendar = calendarOf(await loadTariffs(ctx.db));
    const today = ctx.clock.today();
    const until: PlainDate | null = change.until === null ? null : (parsePlainDate(change.until) ?? null);
    await planAgendas(
      ctx,
      plannedByHold(change.hold, today, until, calendar).map(({ subject, on }) => ({
        fileId: file.id,
        subject,
        on,
        note: change.reason ?? undefined,
        key: holdKey(change.hold, `${subject}:${ctx.ids.uuid()}`),
      })),
    );
  }
  if (change.kind === "released") await settleAgenda(ctx, { fileId: file.id, keyPrefix: holdKey(change.hold) });
  if (change.kind === "manager") await giveToManager(ctx, file);
  if (change.kind === "closed") await archiveItems(ctx, await idsOf(ctx, file.id, "open"), { why: "file_closed" });
  if (change.kind === "reopened") await restoreItems(ctx, await idsOf(ctx, file.id, "archived"));
});

/** What a file has open; or what was archived only because it was closed, but for visits: what the law says of those has to be asked anew. */
async function idsOf(ctx: WorkCtx, fileId: number, state: "open" | "archived"): Promise<number[]> {
  return (await itemRows(ctx.db, [fileId], state)).map(({ id }) => id);
}

const itemRows = batchedRows(
  (db, fileIds: readonly number[], state: "open" | "archived") =>
    asSystem(db, "what happens to a file moves all its items")
      .selectFrom("agenda_item")
      .select(["id", "file_id"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("state", "=", state)
      .$if(state === "archived", (found) =>
        found
          .where("archived_why", "=", "file_closed")
          .where("subject_id", "not in", (subjects) =>
            subjects.selectFrom("agenda_subject").select("id").where("code", "=", visitSubject),
          ),
      )
      .execute(),
  ({ file_id }) => file_id,
);

/** Gives the items of files that stand in their case managers' agendas to other people; by file, with whose they were. */
const giveItems = batched(async (db, given: readonly { readonly file_id: number; readonly to: number | null }[]) => {
  const { rows } = await sql<{ id: number; file_id: number; from: number | null }>`
    update agenda_item set owner_id = before.to_id, version = agenda_item.version + 1
    from (select i.id, i.owner_id, g.to_id from agenda_item i
      join jsonb_to_recordset(${JSON.stringify(given.map(({ file_id, to }) => ({ file_id, to_id: to })))}::jsonb)
        as g(file_id bigint, to_id bigint) on g.file_id = i.file_id
      where i.state = 'open' and i.of_manager for update of i) before
    where before.id = agenda_item.id and agenda_item.owner_id is distinct from before.to_id
    returning agenda_item.id, agenda_item.file_id, before.owner_id as "from"`.execute(db);
  return given.map(({ file_id }) => rows.filter((row) => row.file_id === file_id));
});

/** What stands in the case manager's agenda for the file goes to the next one; what is somebody else's stays. */
async function giveToManager(ctx: WorkCtx, file: FileState): Promise<void> {
  const to = file.caseManagerId;
  const rows = await giveItems(ctx.db, { file_id: file.id, to });
  await recordHistory(
    ctx,
    rows.map(({ id, from }) => ({ itemId: id, fileId: file.id, act: "handed_over", changes: { owner: [from, to] } })),
  );
}

/** What a client's person wrote or asked stands in the agenda of whoever works on the file, once. */
export const planReadingOfClientMessages: Listener = on(clientWrote, async (ctx, { fileId, logId }) => {
  await ctx.tx((work) => planAgendas(work, [{ fileId, subject: "client_question", key: `told-by-client:${logId}` }]));
});
