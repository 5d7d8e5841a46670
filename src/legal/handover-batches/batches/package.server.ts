/** What goes to an office, put together from what was fixed of each file: the same bytes each time it is asked for. */
import { Readable } from "node:stream";
import { z } from "zod";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { type ZipEntry, zipStream } from "../../../ground/platform/server/storage/zip-stream.ts";
import { formats } from "../handover-batches.ts";
import { mapping } from "../mapping/mapping.ts";
import { type BatchHead, documentOf } from "./document.ts";
import type { BatchRow } from "./record.server.ts";
import { goingRows } from "./work.server.ts";

type Reader = Pick<WorkCtx | JobCtx, "db" | "storage">;

const record = z.looseObject({
  fileNumber: z.string(),
  documents: z.array(z.looseObject({ path: z.string(), sha256: z.string(), mime: z.string() })),
});

const erased = () => new VorderError("refused", { fields: { common: [{ key: "handover-batches.errorErased" }] } });

/** The records of a batch as they were fixed. @throws refused where one was erased. */
async function recordsOf(ctx: Reader, batch: BatchRow) {
  const rows = await goingRows(ctx, batch.id).execute();
  const records: { readonly fileId: number; readonly record: z.infer<typeof record> }[] = [];
  for (const row of rows) {
    if (row.storage_key === null) throw erased();
    const text = Buffer.from(await ctx.storage.get(row.storage_key)).toString("utf8");
    records.push({ fileId: row.file_id, record: record.parse(JSON.parse(text)) });
  }
  return records;
}

const headOf = (batch: BatchRow, destination: string): BatchHead => ({
  batchId: batch.key,
  type: batch.type,
  destination,
  createdAt: (batch.queued_at ?? batch.made_at).toISOString(),
  count: batch.count ?? 0,
  totalAmount: decimalFromCents(batch.total_cents ?? 0),
  checksum: batch.sha256 ?? "",
});

interface Paper {
  readonly path: string;
  readonly storageKey: string;
}

/** Where the bytes of the documents lie; one that was taken away since is left out. */
async function papersOf(ctx: Reader, fileId: number, documents: z.infer<typeof record>["documents"]): Promise<Paper[]> {
  const db = asSystem(ctx.db, "the package of a file holds the papers that were judged to go with it");
  const kept = await db
    .selectFrom("document")
    .select(["sha256", "storage_key"])
    .where("file_id", "=", fileId)
    .unionAll(
      db
        .selectFrom("log_attachment")
        .innerJoin("file_log", "file_log.id", "log_attachment.log_id")
        .select(["log_attachment.sha256", "log_attachment.storage_key"])
        .where("file_log.file_id", "=", fileId)
        .where("removed_at", "is", null),
    )
    .execute();
  const keys = new Map(
    kept.flatMap(({ sha256, storage_key }) => (storage_key === null ? [] : [[sha256, storage_key]])),
  );
  return documents.flatMap(({ path, sha256 }) => {
    const storageKey = keys.get(sha256);
    return storageKey === undefined ? [] : [{ path, storageKey }];
  });
}

export interface Package {
  /** The document with the data of all files. */
  readonly name: string;
  readonly text: string;
  readonly papers: readonly Paper[];
}

export async function packageOf(ctx: Reader, batch: BatchRow, destination: string): Promise<Package> {
  const format = z.enum(formats).parse(batch.format);
  const files = await recordsOf(ctx, batch);
  const records = files.map((file) => file.record);
  const papers: Paper[] = [];
  for (const file of files) papers.push(...(await papersOf(ctx, file.fileId, file.record.documents)));
  const text = documentOf(format, mapping.parse(batch.mapping ?? []), headOf(batch, destination), records);
  return { name: `${batch.key}.${format}`, text, papers };
}

/** The package as a ZIP, packed while it is read. Its time is that of the batch, so that it reads alike each time. */
export function zipOf({ storage }: Reader, batch: BatchRow, { name, text, papers }: Package): Readable {
  const changedAt = batch.queued_at ?? batch.made_at;
  const entries: ZipEntry[] = [
    { name, changedAt, open: async () => Readable.from([Buffer.from(text)]) },
    ...papers.map(({ path, storageKey }) => ({ name: path, changedAt, open: () => storage.open(storageKey) })),
  ];
  return zipStream(entries);
}

/** The data of all files as JSON with their documents in it. */
export async function jsonWithDocuments(ctx: Reader, { text, papers }: Package): Promise<string> {
  const document = z.looseObject({ files: z.array(z.looseObject({})) }).parse(JSON.parse(text));
  const contents: Record<string, string> = {};
  for (const { path, storageKey } of papers)
    contents[path] = Buffer.from(await ctx.storage.get(storageKey)).toString("base64");
  return JSON.stringify({ ...document, contents });
}
