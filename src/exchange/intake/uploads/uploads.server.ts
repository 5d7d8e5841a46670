/** The record of an upload: who may see it, and how it is shown. */

import { expressionBuilder, sql } from "kysely";
import { z } from "zod";
import { type Access, allows, holds } from "../../../ground/kernel/access.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  type Db,
  type JobCtx,
  type SystemDb,
  systemActor,
} from "../../../ground/platform/server/http/module.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSeen, asSystem, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadActor, userNames } from "../../../people/access/access.server.ts";
import { type Batch, mayUpload, style as styleSchema } from "../import/import.contract.ts";
import {
  type BatchState,
  batchStates,
  type ColumnMapping,
  type FileStyle,
  fileModes,
  type ImportMode,
  importFields,
  importModes,
  precassoModes,
} from "../import/layout.ts";

const mappingSchema = z.partialRecord(z.enum(importFields), z.number().int());
const countsSchema = z.record(z.string(), z.number());

export interface BatchRecord {
  readonly id: number;
  readonly clientId: number | null;
  readonly fileName: string;
  readonly format: "csv" | "xlsx";
  readonly mode: ImportMode;
  readonly isCleaned: boolean;
  /** Its files are over their term: nothing of it is kept but what became of it. */
  readonly isErased: boolean;
  readonly archiveKey: string | null;
  readonly sourceId: number | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string | null;
  readonly state: BatchState;
  readonly style: FileStyle;
  readonly header: readonly string[];
  readonly mapping: ColumnMapping;
  readonly rowCount: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly placedUntil: number;
  readonly filesPlaced: number;
  readonly filesUndone: number;
  readonly principalCents: number;
  readonly errorKey: string | null;
  readonly round: number;
  readonly uploadedBy: number | null;
  readonly uploadedAt: Date;
  readonly finishedAt: Date | null;
  readonly version: number;
}

const selectBatches = (db: SystemDb) => db.selectFrom("import_batch").selectAll("import_batch");
type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>["executeTakeFirstOrThrow"]>>;

function recordOf(row: Row): BatchRecord {
  return {
    id: row.id,
    clientId: row.client_id,
    fileName: row.file_name,
    format: row.format === "xlsx" ? "xlsx" : "csv",
    mode: z.enum(importModes).parse(row.mode),
    isCleaned: row.is_cleaned,
    isErased: row.erased_on !== null,
    archiveKey: row.archive_key,
    sourceId: row.source_id,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    storageKey: row.storage_key,
    state: z.enum(batchStates).parse(row.state),
    style: styleSchema.parse(row.style),
    header: row.header,
    mapping: mappingSchema.parse(row.mapping),
    rowCount: row.row_count,
    counts: countsSchema.parse(row.counts),
    placedUntil: row.placed_until,
    filesPlaced: row.files_placed,
    filesUndone: row.files_undone,
    principalCents: row.principal_cents,
    errorKey: row.error_key,
    round: row.round,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    finishedAt: row.finished_at,
    version: row.version,
  };
}

/** A batch by id, for jobs; undefined where there is none. */
export async function batchRecord(db: Db, id: number): Promise<BatchRecord | undefined> {
  const row = await selectBatches(asSystem(db, "the work on an upload goes on whoever began it"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row && recordOf(row);
}

/**
 * Whether an upload still waits for this check, and does until this transaction ends. Of one that was called off meanwhile nothing is kept: its
 * rows may have come after they were taken away.
 */
export async function isStillChecked(
  db: SystemDb,
  { batchId, round }: { readonly batchId: number; readonly round: number },
): Promise<boolean> {
  const found = selectBatches(db).where("id", "=", batchId).forUpdate();
  const batch = await found.executeTakeFirst();
  if (batch?.state === "cancelled") await db.deleteFrom("import_row").where("batch_id", "=", batchId).execute();
  return batch?.state === "checking" && batch.round === round;
}

/** Whoever began a job, with the rights of now; undefined where they may no longer do this. The system (0) begins what was fetched. */
export async function actorOf(db: Db, userId: number, who: Access): Promise<Actor | undefined> {
  if (userId === 0) return systemActor;
  const actor = await loadActor(db, userId, null);
  return actor && allows(who, actor.acl, true) ? actor : undefined;
}

/** Why an upload does not go on where whoever began its work has left, or has lost the right. */
export const noLongerAllowed = "intake.noLongerAllowed";

/** By which the work on an upload is found. */
export const checkKey = (batchId: number, round: number): string => `import:${batchId}:check:${round}`;
export const placeKey = (batchId: number): string => `import:${batchId}:place`;
export const undoKey = (batchId: number): string => `import:${batchId}:undo`;

/** Where an upload has its work now, or had it last. */
export function workKeyOf({ id, state, round }: Pick<BatchRecord, "id" | "state" | "round">): string {
  if (state === "placing" || state === "placed") return placeKey(id);
  return state === "undoing" || state === "undone" ? undoKey(id) : checkKey(id, round);
}

/** Whether an upload is at fault, and not the machine or ourselves: then trying again would not help. */
export const isOwnRefusal = (error: unknown): error is VorderError =>
  error instanceof VorderError && !["internal", "unavailable", "storageFull"].includes(error.code);

/** Notes that a batch cannot go on, and why, in the words of a text key; not where it was called off or is checked anew meanwhile. */
export async function failBatch(
  ctx: JobCtx,
  { id, round }: Pick<BatchRecord, "id" | "round">,
  error: unknown,
): Promise<void> {
  const messages = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat() : [];
  await ctx.tx((work) =>
    work.db
      .updateTable("import_batch")
      .set({ state: "failed", error_key: messages[0]?.key ?? "intake.failed", finished_at: ctx.clock.now() })
      .where("id", "=", id)
      .where("round", "=", round)
      .where("state", "in", ["checking", "placing"])
      .execute(),
  );
}

/** What was not done of an upload waits for somebody who may go on with it. What happens to the files of one that stopped happens after it. */
export const stopBatch = (ctx: JobCtx, id: number, from: BatchState, to: BatchState): Promise<void> =>
  ctx.tx(async ({ db, clock }) => {
    const finished = from === "placing" ? { finished_at: clock.now() } : {};
    const stopped = { state: to, error_key: noLongerAllowed, ...finished, version: sql<number>`version + 1` };
    await db.updateTable("import_batch").set(stopped).where("id", "=", id).where("state", "=", from).execute();
  });

const seesAll = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "staff" && holds(actor.acl, "ROLE_ADMIN"));

/** The whole database, for what is read of an upload that the actor was shown: every query says `batch.id`. */
export const ofBatch = ({ db }: Pick<Ctx, "db">, _batch: BatchRecord) =>
  asSystem(db, "of an upload that the actor was shown");

/**
 * Uploads of files are seen by who made them, and by administrators. Those of pre-collection are seen by staff who upload there, and by a
 * client's own people where they are of that client alone.
 */
function batchesSeen(user: Actor): Seen {
  const eb = expressionBuilder<DB, "import_batch">();
  const isStaff = user.kind === "staff" || user.kind === "system";
  // What somebody uploaded for a client that is no longer theirs is that client's.
  const ofClients = eb.or([
    eb("import_batch.client_id", "is", null),
    eb("import_batch.client_id", "in", [0, ...user.clientIds]),
  ]);
  const mine = eb("import_batch.uploaded_by", "=", user.id);
  const own = isStaff ? mine : eb.and([mine, ofClients]);
  const areas = [];
  if (seesAll(user)) areas.push(eb("import_batch.mode", "in", [...fileModes]));
  else if (allows(mayUpload("new"), user.acl, true))
    areas.push(eb.and([eb("import_batch.mode", "in", [...fileModes]), own]));
  if (allows(mayUpload("precasso"), user.acl, true)) {
    const theirs =
      user.clientIds.length === 0 ? own : eb.or([own, eb("import_batch.client_id", "in", [...user.clientIds])]);
    areas.push(eb.and([eb("import_batch.mode", "in", [...precassoModes]), ...(isStaff ? [] : [theirs])]));
  }
  return asSeen(areas.length === 0 ? eb.lit(false) : eb.or(areas));
}

export const visibleBatches = (ctx: Pick<Ctx, "db" | "user">) => guarded(ctx.db, batchesSeen(ctx.user), selectBatches);

/** @throws notFound, alike for another's and for an unknown upload. */
export async function requireBatch(ctx: Pick<Ctx, "db" | "user">, id: number, lock = false): Promise<BatchRecord> {
  const query = visibleBatches(ctx).where("import_batch.id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return recordOf(row);
}

type ShownCtx = Pick<Ctx, "db" | "translate" | "lang" | "user">;

/** What is shown beside uploads: the names of their clients, people and sources, their work, and others of the same content. */
async function readBeside(ctx: ShownCtx, rows: readonly BatchRecord[]) {
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  const clients =
    clientIds.length === 0
      ? []
      : await asSystem(ctx.db, "the names of the clients of uploads that were shown")
          .selectFrom("client")
          .select(["id", "company"])
          .where("id", "in", clientIds)
          .execute();
  const names = await userNames(
    ctx.db,
    rows.flatMap(({ uploadedBy }) => uploadedBy ?? []),
  );
  const twins = await visibleBatches(ctx)
    .where(
      "sha256",
      "in",
      rows.map(({ sha256 }) => sha256),
    )
    .where("state", "!=", "cancelled")
    .orderBy("import_batch.id")
    .execute();
  const sources = await sourceNames(
    ctx.db,
    rows.map(({ sourceId }) => sourceId),
  );
  const works = await worksOn(ctx, rows.map(workKeyOf));
  const documents = await documentCounts(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return { clients: new Map(clients.map((client) => [client.id, client])), names, twins, sources, works, documents };
}

/** Uploads as calls give them. */
export async function shownBatches(ctx: ShownCtx, rows: readonly BatchRecord[]): Promise<Batch[]> {
  if (rows.length === 0) return [];
  const { clients, names, twins, sources, works, documents } = await readBeside(ctx, rows);
  return rows.map((row) => {
    const twin = twins.find((other) => other.sha256 === row.sha256 && other.id < row.id);
    return {
      id: row.id,
      fileName: row.fileName,
      format: row.format,
      mode: row.mode,
      source: row.sourceId === null ? null : (sources.get(row.sourceId) ?? null),
      documents: documents.get(row.id) ?? { total: 0, left: 0 },
      original: originalOf(row),
      sizeBytes: row.sizeBytes,
      client: row.clientId === null ? null : (clients.get(row.clientId) ?? null),
      state: row.state,
      style: row.style,
      header: [...row.header],
      mapping: row.mapping,
      rows: row.rowCount,
      counts: shownCounts(row.counts),
      filesPlaced: row.filesPlaced,
      filesUndone: row.filesUndone,
      principalCents: row.principalCents,
      error: row.errorKey === null ? null : ctx.translate({ key: row.errorKey }, ctx.lang),
      work: works.get(workKeyOf(row)) ?? null,
      sameAs: twin ? { id: twin.id, fileName: twin.file_name, uploadedAt: twin.uploaded_at.toISOString() } : null,
      uploadedBy: row.uploadedBy === null ? null : (names.get(row.uploadedBy)?.name ?? null),
      uploadedAt: row.uploadedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      version: row.version,
    };
  });
}

/** What of an upload can still be downloaded as it came. */
export function originalOf(row: BatchRecord): Batch["original"] {
  if (row.state === "cancelled" || row.isErased) return "gone";
  // Once a check has found citizen service numbers in it, its bytes are for nobody.
  if (row.isCleaned) return "cleaned";
  if (row.storageKey !== null || row.archiveKey !== null) return "whole";
  return ["placed", "undoing", "undone"].includes(row.state) ? "cleaned" : "gone";
}

async function sourceNames(db: Db, ids: readonly (number | null)[]) {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map<number, { id: number; name: string }>();
  const rows = await db.selectFrom("import_source").select(["id", "name"]).where("id", "in", wanted).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function documentCounts(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("import_document")
    .select((eb) => [
      "batch_id",
      eb.fn.countAll<number>().as("total"),
      eb.fn
        .countAll<number>()
        .filterWhere((is) => is.or([is("leader", "is", null), is("problem_key", "is not", null)]))
        .as("left"),
    ])
    .where("batch_id", "in", ids)
    .groupBy("batch_id")
    .execute();
  return new Map(rows.map(({ batch_id, total, left }) => [batch_id, { total, left }]));
}

const shownCounts = (counts: Readonly<Record<string, number>>): Batch["counts"] => ({
  good: counts.good ?? 0,
  warning: counts.warning ?? 0,
  rejected: counts.rejected ?? 0,
  duplicate: counts.duplicate ?? 0,
  known: counts.known ?? 0,
  files: counts.files ?? 0,
  cents: counts.cents ?? 0,
});

export async function shownBatch(ctx: Ctx, row: BatchRecord): Promise<Batch> {
  const [shown] = await shownBatches(ctx, [row]);
  if (!shown) throw notFound();
  return shown;
}

export { recordOf };
