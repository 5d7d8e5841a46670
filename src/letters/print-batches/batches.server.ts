/** Print batches as their screens show them: lists, one with its history, and its letters. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../cases/files/files.server.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { type Message, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { parsePostcode } from "../../ground/kernel/identifiers.ts";
import { toPage } from "../../ground/kernel/query.ts";
import type { Actor, Ctx, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../ground/platform/server/http/paged-list.ts";
import { worksOn } from "../../ground/platform/server/jobs/works.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { translateRefusals } from "../../law/rules/rules.server.ts";
import { visibleRecords } from "../precasso/precasso.server.ts";
import { runGuards } from "../processing/processing.server.ts";
import type { BatchDetail, BatchRow, listBatches, listPieces } from "./print-batches.contract.ts";
import {
  type BatchState,
  batchStates,
  deliveryStates,
  type EventKind,
  eventKinds,
  type PieceState,
  pieceName,
  printScope,
  readMark,
  returnReasons,
} from "./print-batches.ts";

type Reader = Pick<WorkCtx, "db" | "user">;

/** Whose batches an actor sees: staff who see all files see all batches, anybody else those of their own making. */
export const visibleBatches = (actor: Actor): RawBuilder<SqlBool> =>
  actor.kind === "system" || (actor.kind === "staff" && actor.seesAllFiles)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`b.created_by = ${actor.id}`;

interface BatchRecord {
  readonly id: number;
  readonly state: string;
  readonly scope: unknown;
  readonly duplex: boolean;
  readonly letters: number;
  readonly pages: number;
  readonly sheets: number;
  readonly created_by: number | null;
  readonly creator: string | null;
  readonly created_at: Date;
  readonly ready_at: Date | null;
  readonly sendings: number;
  readonly delivery: string | null;
  readonly delivery_error: string | null;
  readonly list_storage_key: string | null;
  readonly list_sha256: string | null;
  readonly list_bytes: number | null;
  readonly cleared_at: Date | null;
  readonly version: number;
  readonly posted: number;
  readonly returned: number;
  readonly withdrawn: number;
}

const records = (actor: Actor, where: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql<BatchRecord>`
  select b.*, u.name as creator, n.posted, n.returned, n.withdrawn
  from print_batch b left join app_user u on u.id = b.created_by
  cross join lateral (select count(posted_on)::int as posted, count(returned_on)::int as returned,
    count(withdrawn)::int as withdrawn from print_piece where batch_id = b.id) as n
  where ${visibleBatches(actor)} and ${where} ${end}`;

const stateOf = (state: string): BatchState => batchStates.find((known) => known === state) ?? "cancelled";

const shown = (row: BatchRecord): BatchRow => ({
  id: row.id,
  state: stateOf(row.state),
  letters: row.letters,
  pages: row.pages,
  sheets: row.sheets,
  createdBy: row.creator,
  createdAt: row.created_at.toISOString(),
  readyAt: row.ready_at?.toISOString() ?? null,
  posted: row.posted,
  returned: row.returned,
  withdrawn: row.withdrawn,
  version: row.version,
});

/** A batch that the actor may see. @throws notFound. */
export async function requireBatch({ db, user }: Reader, id: number): Promise<BatchRecord> {
  const [row] = (await records(user, sql`b.id = ${id}`, sql``).execute(db)).rows;
  if (!row) throw notFound();
  return row;
}

export const batchOf = async (ctx: Reader, id: number): Promise<BatchRow> => shown(await requireBatch(ctx, id));

/** The same, locked until the transaction ends. @throws notFound; conflict where it was changed since `version`. */
export async function lockBatch(ctx: WorkCtx, id: number, version?: number): Promise<BatchRecord> {
  await sql`select from print_batch where id = ${id} for update`.execute(ctx.db);
  const batch = await requireBatch(ctx, id);
  if (version !== undefined && batch.version !== version)
    throw new VorderError("conflict", { data: { current: shown(batch) } });
  return batch;
}

export const refusedBy = (key: string, values: Message["values"] = {}): VorderError =>
  new VorderError("refused", { fields: { common: [{ key: `print-batches.${key}`, values }] } });

/** Notes what happened to a batch, for its own history and for the audit trail. */
export async function noteEvent(
  ctx: WorkCtx,
  batchId: number,
  kind: EventKind,
  data: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await ctx.db
    .insertInto("print_event")
    .values({
      batch_id: batchId,
      kind,
      at: ctx.clock.now(),
      by_user: ctx.user.id || null,
      data: JSON.stringify(data),
    })
    .execute();
  await ctx.audit({ action: `print_batch.${kind}`, subject: "print_batch", subjectId: batchId, after: data });
}

export async function batchPage(ctx: Ctx, { offset, limit, order, filter }: (typeof listBatches)["query"]["_output"]) {
  const where = filter.state === undefined ? sql`true` : sql`b.state = ${filter.state}`;
  const direction = sql.raw(order?.direction === "asc" ? "asc" : "desc");
  const end = sql`order by b.id ${direction} limit ${limit} offset ${offset}`;
  const { rows } = await records(ctx.user, where, end).execute(ctx.db);
  const total = await cappedCount(ctx.db, sql`print_batch b where ${visibleBatches(ctx.user)} and ${where}`);
  return toPage(rows.map(shown), total, limit);
}

export const workKey = (batchId: number): string => `print-batch:${batchId}`;

/** A reason of ours in the reader's words; of anything else that an error may say, a sentence that says no more. */
const errorText = (translate: (message: Message) => string, error: string): string =>
  translate({ key: /^(platform|print-batches)\.[\w.]+$/.test(error) ? error : "platform.outbox.connection" });

const eventData = z.record(z.string(), z.union([z.string(), z.number()])).catch({});

/** The values of an event's sentence; why a delivery failed is said in the reader's language. */
function eventValues(data: unknown, translate: (message: Message) => string): Record<string, string | number> {
  const values = eventData.parse(data);
  return typeof values.error === "string" ? { ...values, why: errorText(translate, values.error) } : values;
}

async function eventsOf(ctx: Ctx, batchId: number): Promise<BatchDetail["events"]> {
  const translate = (message: Message): string => ctx.translate(message, ctx.lang);
  const rows = await ctx.db
    .selectFrom("print_event")
    .leftJoin("app_user", "app_user.id", "print_event.by_user")
    .select(["print_event.id", "print_event.kind", "at", "data", "app_user.name"])
    .where("batch_id", "=", batchId)
    .orderBy("print_event.id", "desc")
    .limit(200)
    .execute();
  return rows.map(({ id, kind, at, data, name }) => ({
    id,
    kind: eventKinds.find((known) => known === kind) ?? "asked",
    at: at.toISOString(),
    by: name,
    text: translate({ key: `print-batches.event_${kind}`, values: eventValues(data, translate) }),
  }));
}

export async function batchDetailOf(ctx: Ctx, id: number): Promise<BatchDetail> {
  const batch = await requireBatch(ctx, id);
  const parts = await ctx.db
    .selectFrom("print_part")
    .select(["part", "first_set", "last_set", "pages", "bytes", "sha256", "made_at"])
    .where("batch_id", "=", id)
    .orderBy("part")
    .execute();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from print_piece where batch_id = ${id}
    and ((posted_on is not null and posting_applied_at is null)
      or (returned_on is not null and return_applied_at is null))`.execute(ctx.db);
  const translate = (message: Message): string => ctx.translate(message, ctx.lang);
  const works = await worksOn(ctx, [workKey(id)]);
  return {
    ...shown(batch),
    scope: printScope.parse(batch.scope),
    duplex: batch.duplex,
    parts: parts.map((part) => ({
      part: part.part,
      firstSet: part.first_set,
      lastSet: part.last_set,
      pages: part.pages,
      bytes: part.bytes,
      sha256: part.sha256,
      made: part.made_at !== null,
    })),
    list:
      batch.list_sha256 === null || batch.list_bytes === null
        ? null
        : { sha256: batch.list_sha256, bytes: batch.list_bytes },
    cleared: batch.cleared_at !== null,
    events: await eventsOf(ctx, id),
    toApply: rows[0]?.count ?? 0,
    work: works.get(workKey(id)) ?? null,
    secondEyes: await needsSecondEyes(ctx, batch),
    delivery: deliveryStates.find((state) => state === batch.delivery) ?? null,
    deliveryError: batch.delivery_error === null ? null : errorText(translate, batch.delivery_error),
    mayJudge: batch.state === "ready" && batch.delivery !== "pending" && batch.delivery !== "uncertain",
    mayDeliver:
      batch.state === "ready" && batch.delivery !== "pending" && (await globalSettings(ctx.db)).printSftpHost !== "",
  };
}

/** Whether somebody else has to hand a batch over: whoever made it, under whatever name, does not, where the house wants four eyes. */
export async function needsSecondEyes(
  ctx: Pick<WorkCtx, "db" | "user">,
  { id, created_by }: Pick<BatchRecord, "id" | "created_by">,
): Promise<boolean> {
  const trail = { action: "print_batch.asked", subject: "print_batch", id };
  return (
    (await globalSettings(ctx.db)).sendFourEyes && (await runGuards.isOwnPlan(ctx, { plannedBy: created_by, trail }))
  );
}

/** Why a letter is not printed by its batch, or why what was told of it is not with its file yet. */
function whyOf(
  ctx: Ctx,
  { withdrawn, refused, apply_problem }: Pick<PieceRecord, "withdrawn" | "refused" | "apply_problem">,
): string | null {
  if (refused !== null)
    return translateRefusals(ctx, refused)
      .reasons.map(({ text }) => text)
      .join(" ");
  const key = withdrawn === null ? apply_problem : `print-batches.withdrawn_${withdrawn}`;
  return key === null ? null : ctx.translate({ key }, ctx.lang);
}

interface PieceRecord {
  readonly batch_id: number;
  readonly set_number: number;
  readonly part: number;
  readonly file_id: number | null;
  readonly record_id: number | null;
  readonly record_message_id: number | null;
  readonly number: string;
  readonly display_name: string;
  readonly country: string;
  readonly postcode: string;
  readonly to_postcode: string | null;
  readonly pages: number | null;
  readonly document_id: number | null;
  readonly posted_on: PlainDate | null;
  readonly returned_on: PlainDate | null;
  readonly return_reason: string | null;
  readonly withdrawn: string | null;
  readonly refused: unknown;
  readonly apply_problem: string | null;
}

const inState: Readonly<Record<PieceState, RawBuilder<SqlBool>>> = {
  waiting: sql<SqlBool>`p.posted_on is null and p.withdrawn is null`,
  posted: sql<SqlBool>`p.posted_on is not null and p.returned_on is null`,
  returned: sql<SqlBool>`p.returned_on is not null`,
  withdrawn: sql<SqlBool>`p.withdrawn is not null and p.posted_on is null`,
};

const pieceState = (row: PieceRecord): PieceState => {
  if (row.returned_on !== null) return "returned";
  if (row.posted_on !== null) return "posted";
  return row.withdrawn === null ? "waiting" : "withdrawn";
};

/** The pieces that an actor sees, with the number of their file or record and the name of whom they are for. */
const visiblePieces = (actor: Actor): RawBuilder<unknown> => sql`(
    select print_piece.*, null::bigint as record_id, case_file.number, debtor.display_name, message.to_postcode
    from print_piece join case_file on case_file.id = print_piece.file_id join debtor on debtor.id = case_file.debtor_id
    join message on message.id = print_piece.message_id
    where ${visibleFiles(actor)}
    union all
    select print_piece.*, precasso_record.id, precasso_record.number, precasso_record.debtor_name, precasso_message.to_postcode
    from print_piece join precasso_message on precasso_message.id = print_piece.record_message_id
    join precasso_record on precasso_record.id = precasso_message.record_id
    where ${visibleRecords(actor)}
  ) as p`;

/** A piece by its name, by the mark that was scanned, by the number of its file or record, or by whom it is for. */
function found(batchId: number, search: string): RawBuilder<SqlBool> {
  const mark = readMark(search);
  const named = /^(\d{1,9})-(\d{1,6})$/.exec(search);
  const [batch, set] = mark ? [mark.batch, mark.set] : named ? [Number(named[1]), Number(named[2])] : [];
  const byName = contains(["p.number", "p.display_name"], search);
  return batch === batchId && set !== undefined ? sql<SqlBool>`(p.set_number = ${set} or ${byName})` : byName;
}

/** A piece keeps its postcode as it is sorted, without spaces; it is shown as its letter has it, until it is taken away. */
function spacedPostcode({ country, postcode, to_postcode: written }: PieceRecord): string {
  if (written !== null && written.replaceAll(" ", "").toUpperCase() === postcode) return written;
  return (country === "NL" ? parsePostcode(postcode) : undefined) ?? postcode;
}

export async function piecePage(ctx: Ctx, batchId: number, query: (typeof listPieces)["query"]["_output"]) {
  await requireBatch(ctx, batchId);
  const { filter, order } = query;
  const where = [sql<SqlBool>`p.batch_id = ${batchId}`];
  if (filter.state) where.push(inState[filter.state]);
  if (filter.search) where.push(found(batchId, filter.search));
  const from = sql`${visiblePieces(ctx.user)} where ${sql.join(where, sql` and `)}`;
  const direction = sql.raw(order?.direction === "desc" ? "desc" : "asc");
  const by = order?.field === "postcode" ? sql`p.country ${direction}, p.postcode ${direction},` : sql``;
  const { rows } = await sql<PieceRecord>`select p.* from ${from}
    order by ${by} p.set_number ${direction} limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const items = rows.map((row) => ({
    set: row.set_number,
    piece: pieceName(row.batch_id, row.set_number),
    part: row.part,
    fileId: row.file_id,
    recordId: row.record_id,
    number: row.number,
    debtorName: row.display_name,
    country: row.country,
    postcode: spacedPostcode(row),
    pages: row.pages,
    documentId: row.document_id ?? row.record_message_id ?? 0,
    state: pieceState(row),
    postedOn: row.posted_on,
    returnedOn: row.returned_on,
    returnReason: returnReasons.find((known) => known === row.return_reason) ?? null,
    why: whyOf(ctx, row),
  }));
  return toPage(items, await cappedCount(ctx.db, from), query.limit);
}
