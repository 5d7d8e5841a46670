/** The answers to the calls of the import: upload, choice of style and columns, preview, placing, and the rejected rows back. */

import { createHash } from "node:crypto";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { z } from "zod";
import { clientById, maySeeClient } from "../customers/customers.server.ts";
import { fieldError, VorderError } from "../kernel/errors.ts";
import { countCap, toPage } from "../kernel/query.ts";
import { storeUpload } from "../lists/lists.server.ts";
import { answer, blob, type Ctx } from "../platform/server/room.ts";
import { type BatchRecord, recordOf, requireBatch, shownBatch, shownBatches, visibleBatches } from "./batch.server.ts";
import { checkJob } from "./check.server.ts";
import { isBsnColumn, proposeMapping, titlesOf } from "./columns.ts";
import {
  cancelImport,
  checkImport,
  downloadLayout,
  downloadRejected,
  listImportRows,
  listImports,
  placeImport,
  readImport,
  sampleImport,
  style as styleSchema,
  uploadImport,
} from "./intake.contract.ts";
import { type ColumnMapping, importFields, requiredFields, verdicts } from "./intake.ts";
import { rememberedFor, rememberMapping } from "./mappings.server.ts";
import { placeJob } from "./place-job.server.ts";
import { readSample, sniff } from "./reader.server.ts";

/** The largest upload: some hundred thousand rows. */
const maxBytes = 100 * 1024 * 1024;

async function requireClient(ctx: Ctx, id: number | null): Promise<void> {
  if (id === null) return;
  if (!maySeeClient(ctx.user, id) || !(await clientById(ctx.db, id))) throw fieldError("client", "intake.noSuchClient");
}

const upload = answer(uploadImport, async (ctx, { body, files }) => {
  const [file] = files;
  if (!file || file.size === 0) throw fieldError("file", "intake.noFile");
  if (file.size > maxBytes) throw new VorderError("tooLarge");
  // A customer's own upload is for the one client it stands for, unless it names another that it may see.
  const own = ctx.user.kind !== "staff" && ctx.user.clientIds.length === 1 ? ctx.user.clientIds[0] : undefined;
  const clientId = body.client ?? own ?? null;
  await requireClient(ctx, clientId);
  const bytes = await file.bytes();
  const sniffed = await sniff(bytes);
  const before = await rememberedFor(ctx, clientId, sniffed.header);
  const stored = await storeUpload(ctx, "import", bytes, file.name);
  const mapping = proposeMapping(sniffed.header, before?.columns);
  const { id } = await ctx.db
    .insertInto("import_batch")
    .values({
      client_id: clientId,
      file_name: file.name,
      format: sniffed.format,
      size_bytes: file.size,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      storage_key: stored.key,
      state: "uploaded",
      style: JSON.stringify(sniffed.style),
      header: [...sniffed.header],
      mapping: JSON.stringify(mapping),
      uploaded_by: ctx.user.id,
      uploaded_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "intake.upload",
    subject: "import_batch",
    subjectId: id,
    after: { fileName: file.name, clientId },
  });
  return shownBatch(ctx, await requireBatch(ctx, id));
});

const read = answer(readImport, async (ctx, { params }) => shownBatch(ctx, await requireBatch(ctx, params.id)));

const masked = (header: readonly string[], rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map((cell, column) => (isBsnColumn(header[column] ?? "") ? cell.replace(/\d/g, "*") : cell)));

const sample = answer(sampleImport, async (ctx, { params, query }) => {
  const batch = await requireBatch(ctx, params.id);
  if (batch.storageKey === null) return { header: [...batch.header], rows: [] };
  const chosen = styleSchema.parse({ ...batch.style, ...query });
  const { header, sample: rows } = await readSample(await ctx.storage.get(batch.storageKey), batch.format, chosen);
  return { header, rows: masked(header, rows.slice(0, 20)) };
});

/** What a mapping lacks before any row could be read with it. */
function requireColumns(mapping: ColumnMapping, header: readonly string[], hasClient: boolean): void {
  const missing: string[] = requiredFields.filter((field) => mapping[field] === undefined && field !== "houseNumber");
  if (!hasClient && mapping.clientNumber === undefined) missing.push("clientNumber");
  if (mapping.lastName === undefined && mapping.companyName === undefined) missing.push("lastName");
  if (missing.length > 0) {
    throw new VorderError("validation", {
      fields: Object.fromEntries(missing.map((field) => [`mapping.${field}`, [{ key: "intake.columnMissing" }]])),
    });
  }
  const columns = Object.values(mapping);
  if (new Set(columns).size !== columns.length) throw fieldError("mapping", "intake.columnTwice");
  if (columns.some((column) => column >= header.length)) throw fieldError("mapping", "intake.columnMissing");
}

const check = answer(checkImport, async (ctx, { params, body }) => {
  const batch = await requireBatch(ctx, params.id, true);
  requireVersion(batch, body.version);
  if (batch.storageKey === null || !["uploaded", "checked", "checking", "failed"].includes(batch.state)) {
    throw fieldError("common", "intake.tooLate");
  }
  await requireClient(ctx, body.client);
  const { header } = await readSample(await ctx.storage.get(batch.storageKey), batch.format, body.style);
  requireColumns(body.mapping, header, body.client !== null);
  const round = batch.round + 1;
  await ctx.db
    .updateTable("import_batch")
    .set({
      client_id: body.client,
      style: JSON.stringify(body.style),
      header,
      mapping: JSON.stringify(body.mapping),
      state: "checking",
      round,
      error_key: null,
      version: batch.version + 1,
    })
    .where("id", "=", batch.id)
    .execute();
  if (body.client !== null) {
    const chosen = { style: body.style, columns: titlesOf(header, body.mapping) };
    await rememberMapping(ctx, body.client, { name: batch.fileName, header }, chosen);
  }
  const clientIds = ctx.user.kind === "staff" ? null : [...ctx.user.clientIds];
  const title = ctx.say({ key: "intake.jobCheck", values: { file: batch.fileName } }, ctx.lang);
  const job = await ctx.track(checkJob, { batchId: batch.id, round, clientIds }, title);
  return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job };
});

function requireVersion(batch: BatchRecord, version: number): void {
  if (batch.version !== version)
    throw new VorderError("conflict", {
      data: { current: { id: batch.id, state: batch.state, version: batch.version } },
    });
}

const place = answer(placeImport, async (ctx, { params, body }) => {
  const batch = await requireBatch(ctx, params.id, true);
  requireVersion(batch, body.version);
  if (batch.state !== "checked") throw fieldError("common", "intake.notChecked");
  if ((batch.counts.files ?? 0) === 0) throw fieldError("common", "intake.nothingToPlace");
  await ctx.db
    .updateTable("import_batch")
    .set({ state: "placing", version: batch.version + 1 })
    .where("id", "=", batch.id)
    .execute();
  const title = ctx.say({ key: "intake.jobPlace", values: { file: batch.fileName } }, ctx.lang);
  const job = await ctx.track(placeJob, { batchId: batch.id, userId: ctx.user.id }, title);
  return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job };
});

const cancel = answer(cancelImport, async (ctx, { params, body }) => {
  const batch = await requireBatch(ctx, params.id, true);
  requireVersion(batch, body.version);
  if (batch.state === "placing" || batch.state === "placed") throw fieldError("common", "intake.tooLate");
  await ctx.db.deleteFrom("import_row").where("batch_id", "=", batch.id).execute();
  await ctx.db
    .updateTable("import_batch")
    .set({ state: "cancelled", storage_key: null, finished_at: ctx.clock.now(), version: batch.version + 1 })
    .where("id", "=", batch.id)
    .execute();
  await ctx.audit({ action: "intake.cancel", subject: "import_batch", subjectId: batch.id });
  if (batch.storageKey !== null) await ctx.storage.delete(batch.storageKey);
  return shownBatch(ctx, await requireBatch(ctx, batch.id));
});

const problemsSchema = z.array(
  z.object({
    field: z.enum(importFields).nullable(),
    key: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    warning: z.boolean().optional(),
  }),
);

const problemsOf = (ctx: Ctx, raw: unknown) =>
  (raw === null ? [] : problemsSchema.parse(raw)).map(({ field, key, values, warning }) => ({
    field,
    message: ctx.say(values ? { key, values } : { key }, ctx.lang),
    warning: warning ?? false,
  }));

const like = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const rows = answer(listImportRows, async (ctx, { params, query }) => {
  const batch = await requireBatch(ctx, params.id);
  const { verdict, search } = query.filter;
  let found = ctx.db.selectFrom("import_row").where("batch_id", "=", batch.id);
  if (verdict) found = found.where("verdict", "=", verdict);
  if (search) found = found.where(sql<string>`array_to_string(cells, ' ')`, "ilike", like(search));
  const page = await found
    .leftJoin("case_file", "case_file.id", "import_row.file_id")
    .select(["row_number", "verdict", "cells", "problems", "amount_cents", "file_id", "case_file.number"])
    .orderBy("row_number", query.order?.direction ?? "asc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = await ctx.db
    .selectFrom(
      found
        .select("row_number")
        .limit(countCap + 1)
        .as("counted"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const items = page.map((row) => ({
    row: row.row_number,
    verdict: z.enum(verdicts).parse(row.verdict),
    cells: row.cells,
    problems: problemsOf(ctx, row.problems),
    amountCents: row.amount_cents,
    file: row.file_id !== null && row.number !== null ? { id: row.file_id, number: row.number } : null,
  }));
  return toPage(items, total.count, query.limit);
});

const rejected = answer(downloadRejected, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  const found = await ctx.db
    .selectFrom("import_row")
    .select(["cells", "problems"])
    .where("batch_id", "=", batch.id)
    .where("verdict", "=", "rejected")
    .orderBy("row_number")
    .execute();
  const reasonOf = (raw: unknown): string =>
    problemsOf(ctx, raw)
      .filter(({ warning }) => !warning)
      .map(({ field, message }) =>
        field === null ? message : `${ctx.say({ key: `intake.field_${field}` }, ctx.lang)}: ${message}`,
      )
      .join(" / ");
  const lines = [
    [...batch.header, ctx.say({ key: "intake.reason" }, ctx.lang)],
    ...found.map(({ cells, problems }) => [...cells, reasonOf(problems)]),
  ];
  return blob({
    content: stringify(lines, {
      delimiter: batch.format === "csv" ? batch.style.separator : ";",
      bom: true,
      escape_formulas: true,
    }),
    mime: "text/csv; charset=utf-8",
    name: batch.fileName.replace(/(\.\w+)?$/, `-${ctx.say({ key: "intake.rejectedName" }, ctx.lang)}.csv`),
  });
});

const layoutNames: Readonly<Record<string, string>> = { houseNumber: "house_no" };
const snake = (field: string): string =>
  layoutNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// A person and a claim that cannot exist, so that an example that is uploaded by mistake harms nobody.
const exampleLine: Readonly<Record<string, string>> = {
  clientNumber: "10001",
  clientRef: "VOORBEELD-1",
  debtorType: "P",
  gender: "V",
  initials: "A.B.",
  lastName: "Voorbeeld",
  street: "Voorbeeldstraat",
  houseNumber: "12",
  addition: "A",
  postcode: "1012 AB",
  city: "Amsterdam",
  country: "NL",
  email: "voorbeeld@example.nl",
  language: "nl",
  invoiceNumber: "F-2026-001",
  invoiceDate: "01-03-2026",
  dueDate: "31-03-2026",
  amount: "123,45",
  claimTitle: "Koopovereenkomst",
  legalType: "sale",
  description: "Bestelling 2026-001",
  vatReclaim: "Y",
  dispute: "N",
};

const layout = answer(downloadLayout, async (ctx) =>
  blob({
    content: stringify([importFields.map(snake), importFields.map((field) => exampleLine[field] ?? "")], {
      delimiter: ";",
      bom: true,
    }),
    mime: "text/csv; charset=utf-8",
    name: `${ctx.say({ key: "intake.layoutName" }, ctx.lang)}.csv`,
  }),
);

const list = answer(listImports, async (ctx, { query }) => {
  let found = visibleBatches(ctx);
  if (query.filter.client !== undefined) found = found.where("client_id", "=", query.filter.client);
  if (query.filter.state !== undefined) found = found.where("state", "=", query.filter.state);
  const page = await found
    .orderBy("import_batch.id", query.order?.direction ?? "desc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = await ctx.db
    .selectFrom(
      found
        .clearSelect()
        .select("import_batch.id")
        .limit(countCap + 1)
        .as("counted"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return toPage(await shownBatches(ctx, page.map(recordOf)), total.count, query.limit);
});

export const importAnswers = [upload, read, sample, check, rows, place, cancel, rejected, layout, list];
