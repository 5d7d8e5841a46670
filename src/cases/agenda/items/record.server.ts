/** The record of agenda items: who may see which, how they are read, and the only functions that write them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import { nameFrom } from "../../../ground/lists/lists.server.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSeen, asSystem, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import { dayOfBalance } from "../../file-search/file-search.ts";
import { visibleFiles } from "../../files/files.server.ts";
import { filePhases, fileStatuses } from "../../files/files.ts";
import { type Repeat, repeatUnits } from "../agenda.ts";
import type { AgendaItem } from "./items.contract.ts";

export type Reader = Pick<Ctx, "db" | "user" | "lang" | "clock">;

/** Which files' agendas an actor may see: the house's own people those of the files that they may see, a client's people none at all. */
export const visibleAgendas = (user: Actor): Seen =>
  user.kind === "staff" || user.kind === "system" ? visibleFiles(user) : asSeen(sql<SqlBool>`false`);

/** Every query of this module begins here. */
export const visibleItems = ({ db, user }: Pick<Reader, "db" | "user">) =>
  guarded(db, visibleAgendas(user), (whole) =>
    whole
      .selectFrom("agenda_item")
      .innerJoin("case_file", "case_file.id", "agenda_item.file_id")
      .innerJoin("client", "client.id", "case_file.client_id")
      .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
      .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
      .leftJoin("app_user as owner", "owner.id", "agenda_item.owner_id"),
  );

const named = (column: string) => sql<string | null>`(select u.name from app_user u where u.id = ${sql.ref(column)})`;

export const itemColumns = [
  "agenda_item.id",
  "agenda_item.file_id",
  "agenda_item.subject_id",
  "agenda_item.on_date",
  "agenda_item.owner_id",
  "agenda_item.note",
  "agenda_item.urgent",
  "agenda_item.repeat_every",
  "agenda_item.repeat_unit",
  "agenda_item.repeat_until",
  "agenda_item.state",
  "agenda_item.archived_why",
  "agenda_item.outcome",
  "agenda_item.archived_at",
  "agenda_item.created_at",
  "agenda_item.version",
  "case_file.number as file_number",
  "case_file.phase as phase",
  "case_file.status as status",
  "case_file.open_cents as open_cents",
  "case_file.balance_on as balance_on",
  "client.company as client_name",
  "debtor.display_name as debtor_name",
  "agenda_subject.code as subject_code",
  "agenda_subject.name as subject_name",
  "owner.name as owner_name",
  named("agenda_item.archived_by").as("archived_by_name"),
  named("agenda_item.created_by").as("created_by_name"),
] as const;

type Found = Awaited<ReturnType<typeof itemsBy>>[number];

const itemsBy = (ctx: Pick<Reader, "db" | "user">, where: RawBuilder<SqlBool>) =>
  visibleItems(ctx).select(itemColumns).where(where).orderBy("agenda_item.on_date").orderBy("agenda_item.id").execute();

const repeatOf = (row: Found): Repeat | null =>
  row.repeat_every === null || row.repeat_unit === null
    ? null
    : { every: row.repeat_every, unit: listed(repeatUnits, row.repeat_unit), until: row.repeat_until };

const states = ["open", "archived"] as const;
const reasons = ["done", "settled", "file_closed"] as const;

export const toItem = (row: Found, { lang, clock }: Pick<Reader, "lang" | "clock">): AgendaItem => ({
  id: row.id,
  fileId: row.file_id,
  fileNumber: row.file_number,
  clientName: row.client_name,
  debtorName: row.debtor_name,
  phase: listed(filePhases, row.phase),
  status: listed(fileStatuses, row.status),
  openCents: row.open_cents,
  openOn: dayOfBalance({ status: row.status, openCents: row.open_cents, notedOn: row.balance_on }, clock.today()),
  currency: "EUR",
  subject: { id: row.subject_id, code: row.subject_code, text: nameFrom(row.subject_name, lang) },
  on: row.on_date,
  overdue: row.state === "open" && row.on_date < clock.today(),
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? "" },
  note: row.note,
  urgent: row.urgent,
  repeat: repeatOf(row),
  state: listed(states, row.state),
  archivedWhy: row.archived_why === null ? null : listed(reasons, row.archived_why),
  outcome: row.outcome,
  archivedAt: row.archived_at?.toISOString() ?? null,
  archivedBy: row.archived_by_name,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  version: row.version,
});

/** The items that meet a condition, of those that the reader may see. */
export const readItems = async (ctx: Reader, where: RawBuilder<SqlBool>): Promise<AgendaItem[]> =>
  (await itemsBy(ctx, where)).map((row) => toItem(row, ctx));

/** Archived items that a file's agenda still shows. */
const archivedShown = 50;

/** The agenda of a file that the reader may see. */
export async function readFileAgenda(ctx: Reader, fileId: number) {
  const ofFile = visibleItems(ctx).select(itemColumns).where("agenda_item.file_id", "=", fileId);
  const open = await ofFile
    .where("agenda_item.state", "=", "open")
    .orderBy("agenda_item.on_date")
    .orderBy("agenda_item.id")
    .execute();
  const archived = await ofFile
    .where("agenda_item.state", "=", "archived")
    .orderBy("agenda_item.archived_at", "desc")
    .orderBy("agenda_item.id", "desc")
    .limit(archivedShown)
    .execute();
  return { items: open.map((row) => toItem(row, ctx)), archived: archived.map((row) => toItem(row, ctx)) };
}

/** @throws notFound, also for an item of a file that the reader may not see. */
export async function requireItem(ctx: Reader, id: number): Promise<AgendaItem> {
  const [item] = await readItems(ctx, sql<SqlBool>`agenda_item.id = ${id}`);
  if (!item) throw notFound();
  return item;
}

/**
 * All of these items, locked until the transaction ends. @throws notFound where one is not there for the reader, so that nobody learns
 * which numbers exist.
 */
export async function lockItems(ctx: Reader, ids: readonly number[]): Promise<AgendaItem[]> {
  const wanted = [...new Set(ids)];
  const found = await readItems(ctx, sql<SqlBool>`agenda_item.id = any(${wanted}::bigint[])`);
  if (found.length < wanted.length) throw notFound();
  return lockVisible(ctx, wanted);
}

/** Those of these items that the reader may see, locked until the transaction ends. */
export async function lockVisible(ctx: Reader, ids: readonly number[]): Promise<AgendaItem[]> {
  // In order of their ids, so that two who take the same items wait for each other and never lock each other out.
  await sql`select from agenda_item where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    asSystem(ctx.db, "locked first and read as the actor may see them"),
  );
  return readItems(ctx, sql<SqlBool>`agenda_item.id = any(${[...ids]}::bigint[])`);
}

export type Act = "planned" | "changed" | "archived" | "restored" | "handed_over";
export type Changes = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

export interface ItemEvent {
  readonly itemId: number;
  readonly fileId: number;
  readonly act: Act;
  readonly changes?: Changes;
}

/** Keeps what happened to items, for the history of their files and in the audit trail. */
export async function recordHistory(
  ctx: Pick<WorkCtx, "db" | "user" | "clock" | "audit">,
  happened: readonly ItemEvent[],
): Promise<void> {
  if (happened.length === 0) return;
  const rows = happened.map(({ itemId, fileId, act, changes = {} }) => ({
    item_id: itemId,
    file_id: fileId,
    at: ctx.clock.now().toISOString(),
    user_id: ctx.user.id || null,
    user_name: ctx.user.name,
    acting_for: ctx.user.previous?.username ?? null,
    act,
    changes,
  }));
  await insertHistory(ctx.db, rows);
  await ctx.audit(
    ...happened.map(({ itemId, fileId, act, changes = {} }) => {
      const side = (at: 0 | 1) => Object.fromEntries(Object.entries(changes).map(([field, pair]) => [field, pair[at]]));
      return {
        action: `agenda.${act}`,
        subject: "agenda_item",
        subjectId: itemId,
        before: side(0),
        after: { file: fileId, ...side(1) },
      };
    }),
  );
}

const insertHistory = batchedWrite((db, rows: readonly Record<string, unknown>[]) =>
  sql`insert into agenda_history (item_id, file_id, at, user_id, user_name, acting_for, act, changes)
    select item_id, file_id, at, user_id, user_name, acting_for, act, changes
    from jsonb_populate_recordset(null::agenda_history, ${JSON.stringify(rows)}::jsonb)`.execute(db),
);

export interface NewItem {
  readonly fileId: number;
  readonly subjectId: number;
  readonly on: PlainDate;
  readonly ownerId: number | null;
  readonly ofManager: boolean;
  readonly note?: string | null | undefined;
  readonly urgent?: boolean | undefined;
  readonly repeat?: Repeat | null | undefined;
  /** The first day of what recurs, where it is not this one. */
  readonly anchor?: PlainDate | undefined;
  readonly key?: string | undefined;
  readonly followsId?: number | undefined;
}

/** Writes new items in one statement. One whose key its file has had before is left out: it was planned once, and that is enough. */
export async function insertItems(
  ctx: Pick<WorkCtx, "db" | "user" | "clock" | "audit">,
  items: readonly NewItem[],
): Promise<{ readonly id: number; readonly fileId: number }[]> {
  if (items.length === 0) return [];
  const rows = items.map((item) => ({
    file_id: item.fileId,
    subject_id: item.subjectId,
    on_date: item.on,
    owner_id: item.ownerId,
    of_manager: item.ofManager,
    note: item.note || null,
    urgent: item.urgent ?? false,
    repeat_every: item.repeat?.every ?? null,
    repeat_unit: item.repeat?.unit ?? null,
    repeat_until: item.repeat?.until ?? null,
    repeat_anchor: item.repeat ? (item.anchor ?? item.on) : null,
    follows_id: item.followsId ?? null,
    item_key: item.key ?? null,
    created_at: ctx.clock.now().toISOString(),
    created_by: ctx.user.id || null,
  }));
  const made = await insertRows(ctx.db, rows);
  await recordHistory(
    ctx,
    made.map(({ id, fileId, onDate }) => ({ itemId: id, fileId, act: "planned", changes: { on: [null, onDate] } })),
  );
  return made;
}

interface ItemRow {
  readonly file_id: number;
  readonly [column: string]: unknown;
}

interface Made {
  readonly id: number;
  readonly fileId: number;
  readonly onDate: string;
}

/** Inserts the items of files, each file's at once; gives those that were new. */
const insertRows = batched(async (db, asked: readonly (readonly ItemRow[])[]) => {
  const { rows } = await sql<Made>`
    insert into agenda_item (file_id, subject_id, on_date, owner_id, of_manager, note, urgent, repeat_every, repeat_unit,
      repeat_until, repeat_anchor, follows_id, item_key, created_at, created_by)
    select file_id, subject_id, on_date, owner_id, of_manager, note, urgent, repeat_every, repeat_unit, repeat_until,
      repeat_anchor, follows_id, item_key, created_at, created_by
    from jsonb_populate_recordset(null::agenda_item, ${JSON.stringify(asked.flat())}::jsonb)
    on conflict (file_id, item_key) where item_key is not null do nothing
    returning id, file_id as "fileId", on_date as "onDate"`.execute(db);
  if (asked.length === 1) return [rows];
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId);
  return asked.map((items) => [...new Set(items.map(({ file_id }) => file_id))].flatMap((id) => byFile.get(id) ?? []));
});
