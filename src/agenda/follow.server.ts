/** The agenda goes along with its file: what stops a file is planned for, what is over is settled, a new case manager gets what is open. */
import { sql } from "kysely";
import { type FileState, followFiles } from "../files/files.server.ts";
import { type PlainDate, parsePlainDate } from "../kernel/dates.ts";
import { toldByClient } from "../logs/logs.server.ts";
import { type Listener, on, type WorkCtx } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import { planAgendas, settleAgenda } from "./plan.server.ts";
import { holdKey, plannedByHold } from "./planning.ts";
import { keepHistory } from "./record.server.ts";
import { archiveItems, restoreItems } from "./write.server.ts";

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

/** What a file has open; or what was archived only because it was closed. */
async function idsOf(ctx: WorkCtx, fileId: number, state: "open" | "archived"): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("agenda_item")
    .select("id")
    .where("file_id", "=", fileId)
    .where("state", "=", state)
    .$if(state === "archived", (found) => found.where("archived_why", "=", "file_closed"))
    .execute();
  return rows.map(({ id }) => id);
}

/** What stands in the case manager's agenda for the file goes to the next one; what is somebody else's stays. */
async function giveToManager(ctx: WorkCtx, file: FileState): Promise<void> {
  const to = file.caseManagerId;
  const { rows } = await sql<{ id: number; from: number | null }>`
    update agenda_item set owner_id = ${to}, version = agenda_item.version + 1
    from (select id, owner_id from agenda_item where file_id = ${file.id} and state = 'open' and of_manager for update) before
    where before.id = agenda_item.id and agenda_item.owner_id is distinct from ${to}
    returning agenda_item.id, before.owner_id as "from"`.execute(ctx.db);
  await keepHistory(
    ctx,
    rows.map(({ id, from }) => ({ itemId: id, fileId: file.id, act: "handed_over", changes: { owner: [from, to] } })),
  );
}

/** What a client's person wrote or asked stands in the agenda of whoever works on the file, once. */
export const readWhatClientsWrite: Listener = on(toldByClient, async (ctx, { fileId, logId }) => {
  await ctx.tx((work) => planAgendas(work, [{ fileId, subject: "client_question", key: `told-by-client:${logId}` }]));
});
