/** What other rooms do with the agenda: plan, look, settle, hand over. */
import { type SqlBool, sql } from "kysely";
import { addWorkingDays, nextOfficeDay } from "../kernel/calendar.ts";
import { latest, type PlainDate } from "../kernel/dates.ts";
import { VorderError } from "../kernel/errors.ts";
import type { Db, WorkCtx } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import type { SubjectCode } from "./agenda.ts";
import { insertItems, type NewItem } from "./record.server.ts";
import { type ArchivedWhy, archiveItems } from "./write.server.ts";

export interface AgendaPlan {
  readonly fileId: number;
  /** A code that the code knows, or the id of a record in the list of subjects. */
  readonly subject: SubjectCode | number;
  /** Moved to a day on which the office works; by the subject's own term where absent. */
  readonly on?: PlainDate | undefined;
  /** The file's case manager where absent. */
  readonly ownerId?: number | undefined;
  readonly note?: string | undefined;
  readonly urgent?: boolean | undefined;
  /** What plans it: a file gets no second item of the same key, not even after the first was archived. */
  readonly key?: string | undefined;
}

/** Plans items, whoever may see their files; returns how many were new. */
export async function planAgendas(ctx: WorkCtx, plans: readonly AgendaPlan[]): Promise<number> {
  if (plans.length === 0) return 0;
  const subjects = await subjectsOf(ctx.db, plans);
  const managers = await managersOf(
    ctx.db,
    plans.map(({ fileId }) => fileId),
  );
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const today = ctx.clock.today();
  const items = plans.map((plan): NewItem => {
    const subject = subjects.get(plan.subject);
    if (!subject) throw new VorderError("internal", { cause: `no agenda subject ${plan.subject}` });
    const manager = managers.get(plan.fileId) ?? null;
    return {
      fileId: plan.fileId,
      subjectId: subject.id,
      on: plan.on
        ? nextOfficeDay(latest(plan.on, today), calendar)
        : nextOfficeDay(addWorkingDays(today, subject.workingDays, calendar), calendar),
      ownerId: plan.ownerId ?? manager,
      ofManager: plan.ownerId === undefined || plan.ownerId === manager,
      note: plan.note,
      urgent: plan.urgent,
      key: plan.key,
    };
  });
  return (await insertItems(ctx, items)).length;
}

/** Plans one item, and says whether it is new; see `planAgendas`. */
export const planAgenda = async (ctx: WorkCtx, plan: AgendaPlan): Promise<boolean> =>
  (await planAgendas(ctx, [plan])) > 0;

interface Subject {
  readonly id: number;
  readonly workingDays: number;
}

/** The subjects of plans, by their codes and by their ids. */
async function subjectsOf(
  db: Db,
  plans: readonly AgendaPlan[],
): Promise<ReadonlyMap<AgendaPlan["subject"] | string, Subject>> {
  const ids = plans.flatMap(({ subject }) => (typeof subject === "number" ? [subject] : []));
  const codes = plans.flatMap(({ subject }) => (typeof subject === "string" ? [subject] : []));
  const rows = await db
    .selectFrom("agenda_subject")
    .select(["id", "code", "working_days as workingDays"])
    .where(sql<SqlBool>`(code = any(${codes}::text[]) or id = any(${ids}::bigint[]))`)
    .execute();
  return new Map<number | string, Subject>(rows.flatMap((row) => [[row.code, row] as const, [row.id, row] as const]));
}

async function managersOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db
    .selectFrom("case_file")
    .select(["id", "case_manager_id"])
    .where(sql<SqlBool>`id = any(${[...new Set(fileIds)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.case_manager_id]));
}

export interface OpenItem {
  readonly id: number;
  readonly subject: string;
  readonly on: PlainDate;
  readonly ownerId: number | null;
}

/** The open items of files, the first ones first; files without any are not in the map. */
export async function openAgendaOf(
  db: Db,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, readonly OpenItem[]>> {
  const rows = await db
    .selectFrom("agenda_item")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select(["agenda_item.id", "file_id", "agenda_subject.code as subject", "on_date as on", "owner_id as ownerId"])
    .where(sql<SqlBool>`file_id = any(${[...fileIds]}::bigint[])`)
    .where("state", "=", "open")
    .orderBy("on_date")
    .orderBy("agenda_item.id")
    .execute();
  const found = new Map<number, OpenItem[]>();
  for (const { file_id, ...item } of rows) {
    const items = found.get(file_id);
    if (items) items.push(item);
    else found.set(file_id, [item]);
  }
  return found;
}

/** Archives what a file has open of a subject or a key, because what it was planned for has been dealt with; returns how many. */
export async function settleAgenda(
  ctx: WorkCtx,
  what: { readonly fileId: number; readonly subject?: SubjectCode; readonly key?: string; readonly keyPrefix?: string },
  why: ArchivedWhy = "settled",
): Promise<number> {
  const { fileId, subject, key, keyPrefix } = what;
  const rows = await ctx.db
    .selectFrom("agenda_item")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select("agenda_item.id")
    .where("file_id", "=", fileId)
    .where("state", "=", "open")
    .$if(subject !== undefined, (found) => found.where("agenda_subject.code", "=", subject ?? ""))
    .$if(key !== undefined, (found) => found.where("item_key", "=", key ?? ""))
    .$if(keyPrefix !== undefined, (found) => found.where(sql<SqlBool>`starts_with(item_key, ${keyPrefix ?? ""})`))
    .execute();
  return (
    await archiveItems(
      ctx,
      rows.map(({ id }) => id),
      { why },
    )
  ).archived.length;
}

/** How many open items stand in somebody's agenda. */
export async function openItemsOf(db: Db, ownerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("agenda_item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives all open items of one person to another; returns how many. */
export async function handOverAgenda(ctx: WorkCtx, from: number, to: number): Promise<number> {
  const { rows } = await sql`
    with given as (update agenda_item set owner_id = ${to}, version = version + 1
      where owner_id = ${from} and state = 'open' returning id, file_id)
    insert into agenda_history (item_id, file_id, at, user_id, user_name, acting_for, act, changes)
    select id, file_id, ${ctx.clock.now()}, ${ctx.user.id || null}, ${ctx.user.name}, ${ctx.user.previous?.username ?? null},
      'handed_over', jsonb_build_object('owner', jsonb_build_array(${from}::bigint, ${to}::bigint)) from given
    returning item_id`.execute(ctx.db);
  if (rows.length > 0) {
    await ctx.audit({
      action: "agenda.handOver",
      subject: "app_user",
      subjectId: from,
      after: { to, items: rows.length },
    });
  }
  return rows.length;
}
