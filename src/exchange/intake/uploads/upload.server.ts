/** Takes an upload in: by a person, or fetched where a client leaves it. */

import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type Client, clientById, clientsById, maySeeClient } from "../../../people/customers/customers.server.ts";
import { type ColumnMapping, fieldsOf, type ImportMode, isOfClaims, requiredFields } from "../import/layout.ts";
import { proposeMapping } from "../reading/columns.ts";
import { rememberedFor } from "../reading/mappings.server.ts";
import type { OpenedUpload } from "../reading/reading.server.ts";
import { warmThread } from "../reading/reading-threads.server.ts";
import type { BatchRecord } from "./uploads.server.ts";

/** The largest upload: some hundred thousand rows. */
export const maxBytes = 100 * 1024 * 1024;

/** @throws validation where the client is unknown to this person, or missing from an upload that is of one client. */
export async function requireClient(
  ctx: Pick<WorkCtx, "db" | "user">,
  id: number | null,
  mode: ImportMode,
): Promise<void> {
  if (id === null && mode === "instalments") throw fieldError("client", "intake.chooseClient");
  if (id === null) return;
  const client = maySeeClient(ctx.user, id) ? await clientById(ctx.db, id) : undefined;
  // The files of an archived client go on; new claims of it are refused by every way in.
  if (!client || (isOfClaims(mode) && !client.active)) throw fieldError("client", "intake.noSuchClient");
}

/**
 * Those of the clients of checked rows that take new claims from whoever places them. Between the check and the placing a client may be archived,
 * or be no longer this person's.
 */
export async function openClients(
  ctx: Pick<WorkCtx, "db" | "user">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Client>> {
  const known = await clientsById(ctx.db, [...new Set(ids)]);
  return new Map([...known].filter(([id, { active }]) => active && maySeeClient(ctx.user, id)));
}

/** What a mapping lacks before any row could be read with it. */
export function requireColumns(
  mapping: ColumnMapping,
  header: readonly string[],
  mode: ImportMode,
  hasClient: boolean,
): void {
  const missing: string[] = requiredFields[mode].filter(
    (field) => mapping[field] === undefined && field !== "houseNumber",
  );
  if (!hasClient && mapping.clientNumber === undefined) missing.push("clientNumber");
  if (isOfClaims(mode) && mapping.lastName === undefined && mapping.companyName === undefined) missing.push("lastName");
  if (mode === "precassoPayments" && mapping.clientRef === undefined && mapping.invoiceNumber === undefined)
    missing.push("clientRef");
  if (missing.length > 0) {
    throw new VorderError("validation", {
      fields: Object.fromEntries(missing.map((field) => [`mapping.${field}`, [{ key: "intake.columnMissing" }]])),
    });
  }
  const columns = Object.values(mapping);
  if (new Set(columns).size !== columns.length) throw fieldError("mapping", "intake.columnTwice");
  if (columns.some((column) => column >= header.length)) throw fieldError("mapping", "intake.columnMissing");
}

interface Given {
  readonly bytes: Uint8Array;
  /** What was found in it. */
  readonly opened: OpenedUpload;
  readonly name: string;
  readonly clientId: number | null;
  readonly mode: ImportMode;
  readonly sourceId: number | null;
}

/** Keeps an upload that has been opened; nothing is checked or placed yet. @throws mediaType; tooLarge. */
export async function createImport(ctx: WorkCtx, given: Given): Promise<{ readonly id: number }> {
  const { documents, ...sniffed } = given.opened;
  const { table, tableName } = sniffed;
  warmThread();
  const before = await rememberedFor(ctx, given.clientId, sniffed.header);
  const stored = await storeUpload(ctx, "import", table ?? given.bytes, tableName ?? given.name);
  const archive = tableName === null ? null : await storeUpload(ctx, "import", given.bytes, given.name);
  const { id } = await ctx.db
    .insertInto("import_batch")
    .values({
      client_id: given.clientId,
      file_name: given.name,
      format: sniffed.format,
      mode: given.mode,
      source_id: given.sourceId,
      size_bytes: given.bytes.byteLength,
      sha256: (archive ?? stored).sha256,
      storage_key: stored.key,
      archive_key: archive?.key ?? null,
      state: "uploaded",
      style: JSON.stringify(sniffed.style),
      header: [...sniffed.header],
      mapping: JSON.stringify(proposeMapping(sniffed.header, before?.columns, fieldsOf[given.mode])),
      uploaded_by: ctx.user.id || null,
      uploaded_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (documents.length > 0) {
    const names = documents.map(({ position, name, size }) => ({
      batch_id: id,
      position,
      name: maskBsn(name),
      size_bytes: size,
    }));
    await ctx.db.insertInto("import_document").values(names).execute();
  }
  await ctx.audit({
    action: "intake.upload",
    subject: "import_batch",
    subjectId: id,
    after: { fileName: given.name, clientId: given.clientId, mode: given.mode, documents: documents.length },
  });
  return { id };
}

/** An upload begins to be checked with a style and columns; returns the round of that check. Whoever calls this queues the job. */
export async function beginChecking(
  ctx: Pick<WorkCtx, "db">,
  batch: BatchRecord,
  chosen: Pick<BatchRecord, "clientId" | "style" | "header" | "mapping">,
): Promise<number> {
  const round = batch.round + 1;
  await ctx.db
    .updateTable("import_batch")
    .set({
      client_id: chosen.clientId,
      style: JSON.stringify(chosen.style),
      header: [...chosen.header],
      mapping: JSON.stringify(chosen.mapping),
      state: "checking",
      round,
      error_key: null,
      // Its rows are staged anew: those that were placed before are known.
      placed_until: 0,
      version: batch.version + 1,
    })
    .where("id", "=", batch.id)
    .execute();
  return round;
}
