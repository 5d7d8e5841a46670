/** What other modules do with the agenda: plan, look, settle, hand over. */
import { type SqlBool, sql } from "kysely";
import { addWorkingDays, nextOfficeDay } from "../../../ground/kernel/calendar.ts";
import { latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { visitJudge } from "../../logs/logs.server.ts";
import type { SubjectCode } from "../agenda.ts";
import { type ArchivedWhy, archiveItems } from "./archiving.server.ts";
import { insertItems, type NewItem, visibleAgendas } from "./record.server.ts";
import { visitSubject } from "./visits.server.ts";

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

/** Plans items, whoever may see their files; returns how many were new. @throws refused beside `field` for a visit against the law. */
export async function planAgendas(ctx: WorkCtx, plans: readonly AgendaPlan[], field = "on"): Promise<number> {
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
  let made = 0;
  const visitId = subjects.get(visitSubject)?.id;
  for (const each of items.filter(({ subjectId }) => subjectId === visitId)) {
    await visitJudge().planned(ctx, { fileId: each.fileId, on: each.on, itemId: null, field });
    made += (await insertItems(ctx, [each])).length;
  }
  const others = items.filter(({ subjectId }) => subjectId !== visitId);
  return made + (await insertItems(ctx, others)).length;
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
  const rows = await subjectRows(
    db,
    plans.map(({ subject }) => String(subject)),
    undefined,
  );
  return new Map<number | string, Subject>(rows.flatMap((row) => [[row.code, row] as const, [row.id, row] as const]));
}

const subjectRows = batchedRows(
  async (db, keys: readonly string[]) =>
    (
      await sql<Subject & { readonly code: string; readonly key: string }>`
        select s.id, s.code, s.working_days as "workingDays", k.key
        from unnest(${[...keys]}::text[]) as k(key) join agenda_subject s on s.code = k.key or s.id::text = k.key`.execute(
        db,
      )
    ).rows,
  ({ key }) => key,
);

async function managersOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const rows = await managerRows(db, fileIds, undefined);
  return new Map(rows.map((row) => [row.id, row.case_manager_id]));
}

const managerRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    asSystem(db, "an item is given to whoever handles its file")
      .selectFrom("case_file")
      .select(["id", "case_manager_id"])
      .where(sql<SqlBool>`id = any(${[...new Set(fileIds)]}::bigint[])`)
      .execute(),
  ({ id }) => id,
);

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
  const rows = await asSystem(db, "what is planned already is not planned again")
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

/** What a file has open, and what was archived only because it was closed and comes back when it is opened again. */
const unsettledRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    asSystem(db, "what is planned already is not planned again")
      .selectFrom("agenda_item")
      .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
      .select([
        "agenda_item.id",
        "agenda_item.file_id",
        "agenda_item.item_key",
        "agenda_item.on_date",
        "agenda_item.state",
        "agenda_subject.code",
      ])
      .where(sql<SqlBool>`file_id = any(${[...fileIds]}::bigint[])`)
      .where((eb) =>
        eb.or([
          eb("state", "=", "open"),
          eb.and([eb("state", "=", "archived"), eb("archived_why", "=", "file_closed")]),
        ]),
      )
      .execute(),
  ({ file_id }) => file_id,
);

const settleArchived = batchedWrite((db, ids: readonly number[]) =>
  db
    .updateTable("agenda_item")
    .set((eb) => ({ archived_why: "settled" satisfies ArchivedWhy, version: eb("version", "+", 1) }))
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("archived_why", "=", "file_closed" satisfies ArchivedWhy)
    .execute(),
);

/**
 * Archives what a file has open of a subject or a key, because what it was planned for has been dealt with; returns how many. On a closed file it
 * does not come back with its opening.
 */
export async function settleAgenda(
  ctx: WorkCtx,
  what: {
    readonly fileId: number;
    readonly subject?: SubjectCode;
    readonly key?: string;
    readonly keyPrefix?: string;
    /** Not what is planned under this key. */
    readonly exceptKey?: string;
    /** Only what was planned for this day or before it. */
    readonly until?: PlainDate;
  },
  why: ArchivedWhy = "settled",
): Promise<number> {
  const { fileId, subject, key, keyPrefix, exceptKey, until } = what;
  const unsettled = await unsettledRows(ctx.db, [fileId], undefined);
  const rows = unsettled.filter(
    (row) =>
      (subject === undefined || row.code === subject) &&
      (key === undefined || row.item_key === key) &&
      (exceptKey === undefined || row.item_key !== exceptKey) &&
      (until === undefined || row.on_date <= until) &&
      (keyPrefix === undefined || row.item_key?.startsWith(keyPrefix)),
  );
  const idsOf = (state: string): number[] => rows.filter((row) => row.state === state).map(({ id }) => id);
  const gone = idsOf("archived");
  if (gone.length > 0) await settleArchived(ctx.db, gone);
  return (await archiveItems(ctx, idsOf("open"), { why })).archived.length;
}

/** How many open items stand in somebody's agenda. */
export async function openItemsOf(db: Db, ownerId: number): Promise<number> {
  const { count } = await asSystem(db, "only a number: the open items of somebody who leaves, whoever hands them over")
    .selectFrom("agenda_item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives the open items of one person, as far as whoever does it sees their files, to another; returns how many. */
export async function handOverAgenda(ctx: WorkCtx, from: number, to: number): Promise<number> {
  const { rows } = await sql`
    with given as (update agenda_item set owner_id = ${to}, version = version + 1
      where owner_id = ${from} and state = 'open'
        and file_id in (select case_file.id from case_file where ${visibleAgendas(ctx.user)}) returning id, file_id)
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
