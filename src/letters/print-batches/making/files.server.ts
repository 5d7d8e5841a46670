/** The downloads of a print batch: parts, list, checksums, all of them as one ZIP. */
import { Readable } from "node:stream";
import { sql } from "kysely";
import { notFound } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, type Db, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { csvMime } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { type ZipEntry, zipStream } from "../../../ground/platform/server/storage/zip-stream.ts";
import { noteEvent, refusedBy, requireBatch } from "../batches.server.ts";
import { mostLetters } from "../print-batches.ts";
import { refusedPieces } from "./judge.server.ts";

export interface BatchFile {
  readonly name: string;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
}

const partName = (batchId: number, part: number): string =>
  `print-${batchId}-part-${String(part).padStart(4, "0")}.pdf`;
const listName = (batchId: number): string => `print-${batchId}-list.csv`;
export const sumsName = (batchId: number): string => `print-${batchId}-sha256.txt`;

/** The files of a batch, the list last; none where it is not ready or they are gone. */
export async function filesOf(db: Db, batchId: number): Promise<readonly BatchFile[]> {
  const batch = await db
    .selectFrom("print_batch")
    .select(["list_storage_key", "list_sha256", "list_bytes"])
    .where("id", "=", batchId)
    .executeTakeFirst();
  if (!batch?.list_storage_key) return [];
  const parts = await db
    .selectFrom("print_part")
    .select(["part", "storage_key", "sha256", "bytes"])
    .where("batch_id", "=", batchId)
    .orderBy("part")
    .execute();
  return [
    ...parts.flatMap(({ part, storage_key: key, sha256, bytes }) =>
      key === null || sha256 === null ? [] : [{ name: partName(batchId, part), key, sha256, bytes: bytes ?? 0 }],
    ),
    {
      name: listName(batchId),
      key: batch.list_storage_key,
      sha256: batch.list_sha256 ?? "",
      bytes: batch.list_bytes ?? 0,
    },
  ];
}

/** The checksums of files as `sha256sum -c` reads them. */
export const sumsOf = (files: readonly BatchFile[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");

/** The files whose letters are fetched, for the trail of who saw which file. */
async function fileIds(db: Db, batchId: number, part?: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct file_id as id from print_piece where batch_id = ${batchId}
    and withdrawn is null and file_id is not null and (${part ?? null}::integer is null or part = ${part ?? null}::integer)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Whoever fetches a batch to print it gets no letter that may not go any more, and none that waits for another batch.
 * @throws refused where there is one.
 */
async function requireAllMayGo(ctx: Ctx, batchId: number, part?: number): Promise<void> {
  const { state, delivery } = await requireBatch(ctx, batchId);
  if (state === "cancelled") throw refusedBy("notPrinted");
  if (state !== "ready" || delivery === "uncertain") return;
  const { length } = await refusedPieces(ctx, batchId, part);
  if (length > 0) throw refusedBy("mustJudge", { letters: length });
}

async function oneFile(ctx: Ctx, batchId: number, name: string, part?: number) {
  await requireAllMayGo(ctx, batchId, part);
  const file = (await filesOf(ctx.db, batchId)).find((each) => each.name === name);
  if (!file) throw notFound();
  ctx.listed(await fileIds(ctx.db, batchId, part));
  return file;
}

export async function partBlob(ctx: Ctx, batchId: number, part: number) {
  // No batch has more parts than letters, and the database counts no further.
  if (part > mostLetters) throw notFound();
  const { key, name } = await oneFile(ctx, batchId, partName(batchId, part), part);
  return blob({ content: await ctx.storage.open(key), mime: "application/pdf", name });
}

export async function listBlob(ctx: Ctx, batchId: number) {
  const { key, name } = await oneFile(ctx, batchId, listName(batchId));
  return blob({ content: await ctx.storage.open(key), mime: csvMime, name });
}

/** All files of a batch as one ZIP that is packed while it is read, and is the same whenever it is; undefined where they are gone. */
export async function archiveOf({ db, storage }: Pick<WorkCtx, "db" | "storage">, batchId: number) {
  const files = await filesOf(db, batchId);
  const batch = await db.selectFrom("print_batch").select("ready_at").where("id", "=", batchId).executeTakeFirst();
  const changedAt = batch?.ready_at;
  if (files.length === 0 || !changedAt) return undefined;
  const entries: ZipEntry[] = [
    ...files.map(({ name, key }) => ({ name, changedAt, open: () => storage.open(key) })),
    { name: sumsName(batchId), changedAt, open: async () => Readable.from([Buffer.from(sumsOf(files))]) },
  ];
  return { name: `print-${batchId}.zip`, open: async () => zipStream(entries) };
}

export async function batchBlob(ctx: Ctx, batchId: number) {
  await requireAllMayGo(ctx, batchId);
  const archive = await archiveOf(ctx, batchId);
  if (!archive) throw notFound();
  ctx.listed(await fileIds(ctx.db, batchId));
  return blob({ content: await archive.open(), mime: "application/zip", name: archive.name });
}

/** Takes the copies of letters away, and with them the postcodes; the letters themselves stay with their files. */
export async function clearFiles(ctx: WorkCtx, batchId: number): Promise<void> {
  // Also the parts of one that was withdrawn before it had its list.
  const { rows } = await sql<{ key: string }>`select storage_key as key from print_part
    where batch_id = ${batchId} and storage_key is not null
    union all select list_storage_key from print_batch where id = ${batchId} and list_storage_key is not null`.execute(
    ctx.db,
  );
  for (const { key } of rows) await ctx.storage.delete(key);
  await sql`update print_part set storage_key = null where batch_id = ${batchId}`.execute(ctx.db);
  await sql`update print_piece set postcode = '' where batch_id = ${batchId}`.execute(ctx.db);
  await sql`update print_batch set list_storage_key = null, cleared_at = ${ctx.clock.now()}, version = version + 1
    where id = ${batchId}`.execute(ctx.db);
  await noteEvent(ctx, batchId, "cleared");
}
