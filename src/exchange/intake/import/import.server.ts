/** The handlers of the calls of the import: upload, choice of style and columns, preview, placing, and the rejected rows back. */

import { sql } from "kysely";
import { z } from "zod";
import { allows, holds } from "../../../ground/kernel/access.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle, type Input, preparedHandler } from "../../../ground/platform/server/http/module.ts";
import { countUpToCap, pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { isBsnColumn } from "../reading/columns.ts";
import type { OpenedUpload } from "../reading/reading.server.ts";
import { openUploadInThread, readSampleInThread } from "../reading/reading-threads.server.ts";
import { downloadHandlers } from "../uploads/downloads.server.ts";
import { createImport, maxBytes, requireClient } from "../uploads/upload.server.ts";
import {
  ofBatch,
  recordOf,
  requireBatch,
  shownBatch,
  shownBatches,
  visibleBatches,
} from "../uploads/uploads.server.ts";
import { changesOf, problemsOf } from "./findings.server.ts";
import {
  cancelImport,
  checkImport,
  listImportDocuments,
  listImportRows,
  listImports,
  mayUpload,
  placeImport,
  readImport,
  sampleImport,
  style as styleSchema,
  uploadImport,
} from "./import.contract.ts";
import { areaOf, changesFiles, fileModes, type ImportMode, precassoModes, verdicts } from "./layout.ts";
import { placeJob } from "./place-job.server.ts";
import { requireVersion, startHandlers } from "./start.server.ts";
import { checkJob } from "./validate.server.ts";

/** What comes is looked into before a transaction is open, in a thread. */
async function openedUpload(ctx: Ctx, { body, files }: Input<typeof uploadImport>) {
  const [file] = files;
  if (!file || file.size === 0) throw fieldError("file", "intake.noFile");
  if (file.size > maxBytes) throw new VorderError("tooLarge");
  if (!allows(mayUpload(body.mode), ctx.user.acl, true)) throw new VorderError("forbidden");
  if (changesFiles(body.mode) && !holds(ctx.user.acl, "ROLE_FILE_EDIT")) throw new VorderError("forbidden");
  const opened = await openUploadInThread(ctx.user, file);
  // Documents belong to files: there is nowhere to keep those of a claim that is none yet.
  if (areaOf(body.mode) === "precasso" && opened.documents.length > 0)
    throw fieldError("file", "intake.noDocumentsHere");
  return { file, opened };
}

/** An upload by a person; nothing is checked yet. A customer's own is for the one client it stands for, unless it names another that it may see. */
export async function createUpload(
  ctx: Ctx,
  sent: { readonly bytes: Uint8Array; readonly opened: OpenedUpload; readonly name: string; readonly mode: ImportMode },
  client: number | undefined,
) {
  const own = ctx.user.kind !== "staff" && ctx.user.clientIds.length === 1 ? ctx.user.clientIds[0] : undefined;
  const clientId = client ?? own ?? null;
  await requireClient(ctx, clientId, sent.mode);
  const { id } = await createImport(ctx, { ...sent, clientId, sourceId: null });
  return shownBatch(ctx, await requireBatch(ctx, id));
}

const upload = preparedHandler(uploadImport, openedUpload, async (ctx, { body }, { file, opened }) =>
  createUpload(ctx, { bytes: await file.bytes(), opened, name: file.name, mode: body.mode }, body.client),
);

const read = handle(readImport, async (ctx, { params }) => shownBatch(ctx, await requireBatch(ctx, params.id)));

const masked = (header: readonly string[], rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map((cell, column) => (isBsnColumn(header[column] ?? "") ? cell.replace(/\d/g, "*") : cell)));

const sample = handle(sampleImport, async (ctx, { params, query }) => {
  const batch = await requireBatch(ctx, params.id);
  if (batch.storageKey === null) return { header: [...batch.header], rows: [] };
  const chosen = styleSchema.parse({ ...batch.style, ...query });
  const { header, sample: rows } = await readSampleInThread(ctx.user, {
    bytes: await ctx.storage.get(batch.storageKey),
    format: batch.format,
    style: chosen,
  });
  return { header, rows: masked(header, rows.slice(0, 20)) };
});

const cancel = handle(cancelImport, async (ctx, { params, body }) => {
  const batch = await requireBatch(ctx, params.id, true);
  requireVersion(batch, body.version);
  // What was placed before its placing stopped is not given up with the rest.
  if (batch.filesPlaced > 0 || ["placing", "placed", "undoing", "undone"].includes(batch.state))
    throw fieldError("common", "intake.tooLate");
  await ctx.db.deleteFrom("import_row").where("batch_id", "=", batch.id).execute();
  await ctx.db.deleteFrom("import_document").where("batch_id", "=", batch.id).execute();
  await ctx.db
    .updateTable("import_batch")
    .set({
      state: "cancelled",
      storage_key: null,
      archive_key: null,
      finished_at: ctx.clock.now(),
      version: batch.version + 1,
    })
    .where("id", "=", batch.id)
    .execute();
  await ctx.audit({ action: "intake.cancel", subject: "import_batch", subjectId: batch.id });
  for (const key of [batch.storageKey, batch.archiveKey]) if (key !== null) await ctx.storage.delete(key);
  return shownBatch(ctx, await requireBatch(ctx, batch.id));
});

const rows = handle(listImportRows, async (ctx, { params, query }) => {
  const batch = await requireBatch(ctx, params.id);
  const { verdict, search } = query.filter;
  let found = ofBatch(ctx, batch).selectFrom("import_row").where("import_row.batch_id", "=", batch.id);
  if (verdict) found = found.where("verdict", "=", verdict);
  if (search) found = found.where(sql<string>`array_to_string(cells, ' ')`, "ilike", containing(search));
  const page = await found
    .leftJoin("case_file", "case_file.id", "import_row.file_id")
    .leftJoin("import_undo", (join) =>
      join
        .on("import_undo.batch_id", "=", batch.id)
        .on((eb) =>
          eb.or([
            eb("import_undo.file_id", "=", eb.ref("import_row.file_id")),
            eb("import_undo.made_id", "=", eb.ref("import_row.made_id")),
          ]),
        ),
    )
    .select([
      "row_number",
      "verdict",
      "cells",
      "problems",
      "data",
      "amount_cents",
      "import_row.file_id",
      "case_file.number",
      "import_row.made_id",
      "made_number",
      "why_key",
    ])
    .orderBy("row_number", query.order?.direction ?? "asc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = await countUpToCap(ctx.db, found);
  const items = page.map((row) => ({
    row: row.row_number,
    verdict: z.enum(verdicts).parse(row.verdict),
    cells: row.cells,
    // After an import was taken back: why this file stayed.
    problems: [
      ...problemsOf(ctx, row.problems),
      ...(row.why_key === null
        ? []
        : [{ field: null, message: ctx.translate({ key: row.why_key }, ctx.lang), warning: true }]),
    ],
    changes: changesOf(ctx, row.data),
    amountCents: row.amount_cents,
    file: row.file_id !== null && row.number !== null ? { id: row.file_id, number: row.number } : null,
    made: row.made_id !== null && row.made_number !== null ? { id: row.made_id, number: row.made_number } : null,
  }));
  return toPage(items, total, query.limit);
});

const documents = handle(listImportDocuments, async (ctx, { params, query }) => {
  const batch = await requireBatch(ctx, params.id);
  let found = ofBatch(ctx, batch)
    .selectFrom("import_document")
    .leftJoin("document", "document.id", "import_document.document_id")
    .leftJoin("case_file", "case_file.id", "document.file_id")
    .where("import_document.batch_id", "=", batch.id);
  if (query.filter.left === "yes") found = found.where("import_document.problem_key", "is not", null);
  if (query.filter.left === "no") found = found.where("import_document.problem_key", "is", null);
  const { rows: page, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select([
        "import_document.position",
        "import_document.name",
        "import_document.size_bytes",
        "import_document.leader",
        "import_document.problem_key",
        "case_file.id as file_id",
        "case_file.number",
      ])
      .orderBy(sql`lower(import_document.name) collate "C"`, query.order?.direction ?? "asc")
      .orderBy("import_document.position"),
  );
  const items = page.map((row) => ({
    position: row.position,
    name: row.name,
    sizeBytes: row.size_bytes,
    row: row.leader,
    file: row.file_id !== null && row.number !== null ? { id: row.file_id, number: row.number } : null,
    problem: row.problem_key === null ? null : ctx.translate({ key: row.problem_key }, ctx.lang),
  }));
  return toPage(items, total, query.limit);
});

const list = handle(listImports, async (ctx, { query }) => {
  let found = visibleBatches(ctx);
  if (query.filter.client !== undefined) found = found.where("client_id", "=", query.filter.client);
  const { state, mode, search, uploadedBy, source, area = "file" } = query.filter;
  // Each area has lists of its own; one that names a kind gets that.
  if (mode === undefined) found = found.where("mode", "in", [...(area === "file" ? fileModes : precassoModes)]);
  if (state !== undefined) found = found.where("state", "=", state);
  if (mode !== undefined) found = found.where("mode", "=", mode);
  if (uploadedBy !== undefined) found = found.where("uploaded_by", "=", uploadedBy);
  if (source !== undefined) found = found.where("source_id", "=", source);
  if (search !== undefined) found = found.where("file_name", "ilike", containing(search));
  const page = await found
    .orderBy("import_batch.id", query.order?.direction ?? "desc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = await countUpToCap(ctx.db, found.clearSelect());
  return toPage(await shownBatches(ctx, page.map(recordOf)), total, query.limit);
});

export const importHandlers = [
  upload,
  read,
  sample,
  rows,
  documents,
  cancel,
  list,
  ...startHandlers({ check: checkImport, place: placeImport }, { area: "file", check: checkJob, place: placeJob }),
  ...downloadHandlers,
];
