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
import { type BatchHead, documentPieces, jsonPieces } from "./document.ts";
import type { BatchRow } from "./record.server.ts";
import { rowsToSend } from "./work.server.ts";

type Reader = Pick<WorkCtx | JobCtx, "db" | "storage">;

const record = z.looseObject({
  fileNumber: z.string(),
  documents: z.array(z.looseObject({ path: z.string(), sha256: z.string(), mime: z.string() })),
});

const erased = () => new VorderError("refused", { fields: { common: [{ key: "handover-batches.errorErased" }] } });

/** So many files of a batch are looked at together. */
const sliceSize = 200;

/** The records of a batch as they were fixed, one after the other. @throws refused where one was erased. */
async function* recordsOf(ctx: Reader, keys: readonly string[]): AsyncGenerator<z.infer<typeof record>> {
  for (const key of keys) yield record.parse(JSON.parse(Buffer.from(await ctx.storage.get(key)).toString("utf8")));
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

interface Going {
  readonly fileId: number;
  readonly key: string;
}

/** Where the bytes of the documents of some files lie, by file and hash. */
async function keysOf(ctx: Reader, fileIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const db = asSystem(ctx.db, "the package of a file holds the papers that were judged to go with it");
  const kept = await db
    .selectFrom("document")
    .select(["file_id", "sha256", "storage_key"])
    .where("file_id", "in", fileIds)
    .unionAll(
      db
        .selectFrom("log_attachment")
        .innerJoin("file_log", "file_log.id", "log_attachment.log_id")
        .select(["file_log.file_id", "log_attachment.sha256", "log_attachment.storage_key"])
        .where("file_log.file_id", "in", fileIds)
        .where("removed_at", "is", null),
    )
    .execute();
  return new Map(
    kept.flatMap(({ file_id, sha256, storage_key }) =>
      storage_key === null ? [] : [[`${file_id} ${sha256}`, storage_key] as const],
    ),
  );
}

/** Where the bytes of the documents lie; one that was taken away since is left out. */
async function papersOf(ctx: Reader, going: readonly Going[]): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (let from = 0; from < going.length; from += sliceSize) {
    const slice = going.slice(from, from + sliceSize);
    const keys = await keysOf(
      ctx,
      slice.map(({ fileId }) => fileId),
    );
    let at = 0;
    for await (const { documents } of recordsOf(
      ctx,
      slice.map(({ key }) => key),
    )) {
      const { fileId } = slice[at++] ?? { fileId: 0 };
      for (const { path, sha256 } of documents) {
        const storageKey = keys.get(`${fileId} ${sha256}`);
        if (storageKey !== undefined) papers.push({ path, storageKey });
      }
    }
  }
  return papers;
}

/** A batch as it goes: read from storage whenever it is asked for, the same bytes each time, and never whole in memory. */
export interface Package {
  /** Name of the document with the data of all files. */
  readonly name: string;
  readonly papers: readonly Paper[];
  /** The document in the format of the office. */
  text(): AsyncIterable<string>;
  /** The document as JSON with the documents of the files in it. */
  json(): AsyncIterable<string>;
}

/** @throws refused where a record was erased. */
export async function packageOf(ctx: Reader, batch: BatchRow, destination: string): Promise<Package> {
  const format = z.enum(formats).parse(batch.format);
  const rows = await rowsToSend(ctx, batch.id).execute();
  const going = rows.map(({ file_id: fileId, storage_key: key }): Going => {
    if (key === null) throw erased();
    return { fileId, key };
  });
  const papers = await papersOf(ctx, going);
  const rules = mapping.parse(batch.mapping ?? []);
  const head = headOf(batch, destination);
  const records = () =>
    recordsOf(
      ctx,
      going.map(({ key }) => key),
    );
  async function* contents(): AsyncGenerator<readonly [string, string]> {
    for (const { path, storageKey } of papers)
      yield [path, Buffer.from(await ctx.storage.get(storageKey)).toString("base64")];
  }
  return {
    name: `${batch.key}.${format}`,
    papers,
    text: () => documentPieces(format, rules, head, records()),
    json: () => jsonPieces(rules, head, records(), contents()),
  };
}

/** The package as a ZIP, packed while it is read. Its time is that of the batch, so that it reads alike each time. */
export function zipOf({ storage }: Reader, batch: BatchRow, { name, text, papers }: Package): Readable {
  const changedAt = batch.queued_at ?? batch.made_at;
  const entries: ZipEntry[] = [
    { name, changedAt, open: async () => Readable.from(text()) },
    ...papers.map(({ path, storageKey }) => ({ name: path, changedAt, open: () => storage.open(storageKey) })),
  ];
  return zipStream(entries);
}
