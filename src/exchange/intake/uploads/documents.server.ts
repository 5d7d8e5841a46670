/** Documents that came beside the rows: which row each belongs to, and how they are kept with the files. */
import { sql } from "kysely";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { allowedUpload } from "../../../ground/lists/lists.server.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { attachDocument } from "../../../letters/correspondence/correspondence.server.ts";
import { proveNotice } from "../../../money/notices/notices.server.ts";
import { readPartsInThread } from "../reading/reading-threads.server.ts";
import { ambiguous, NamedRows, namesNotice } from "./documents.ts";
import type { BatchRecord } from "./uploads.server.ts";

/** Gives every document the row that its name speaks of, and says of the others why they are left. */
export async function matchDocuments(db: Db, batch: BatchRecord): Promise<void> {
  if (batch.archiveKey === null) return;
  const documents = await db
    .selectFrom("import_document")
    .select(["position", "name"])
    .where("batch_id", "=", batch.id)
    .orderBy("position")
    .execute();
  const rows = await db
    .selectFrom("import_row")
    .select(["leader", "client_ref", "invoice_number"])
    .where("batch_id", "=", batch.id)
    .where("verdict", "in", ["good", "warning"])
    .execute();
  const named = new NamedRows();
  for (const { leader, client_ref, invoice_number } of rows)
    if (leader) named.add(leader, [client_ref, invoice_number]);
  const endings = new Set((await allowedUpload(db, "attachment")).flatMap(({ extensions }) => extensions));
  const judged = documents.map(({ position, name }) => {
    const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
    if (!endings.has(ending)) return { position, leader: null, problem: "intake.documentKind" };
    const leader = named.find(name);
    if (leader === ambiguous) return { position, leader: null, problem: "intake.documentAmbiguous" };
    return { position, leader: leader ?? null, problem: leader === undefined ? "intake.documentUnknown" : null };
  });
  await sql`update import_document set leader = j.leader, problem_key = j.problem
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j(position integer, leader integer, problem text)
    where batch_id = ${batch.id} and import_document.position = j.position`.execute(db);
}

interface Placed {
  readonly leader: number;
  readonly fileId: number;
}

/** Keeps the documents of some rows with their files. What turns out to be of no allowed kind is left out and says so. */
export async function attachDocuments(
  ctx: WorkCtx,
  batch: BatchRecord,
  placed: readonly Placed[],
  archive: Uint8Array | null,
): Promise<void> {
  if (archive === null || placed.length === 0) return;
  const fileOf = new Map(placed.map(({ leader, fileId }) => [leader, fileId]));
  const documents = await ctx.db
    .selectFrom("import_document")
    .select(["position", "name", "leader"])
    .where("batch_id", "=", batch.id)
    .where("document_id", "is", null)
    .where("problem_key", "is", null)
    .where("leader", "in", [...fileOf.keys()])
    .orderBy("position")
    .execute();
  if (documents.length === 0) return;
  const parts = await readPartsInThread(batch.uploadedBy, archive, new Set(documents.map(({ position }) => position)));
  const kept = new Map<number, number>();
  for (const { position, name, leader } of documents) {
    const fileId = fileOf.get(leader ?? 0);
    const bytes = parts.get(position);
    if (fileId === undefined || bytes === undefined) continue;
    const outcome = await attached(ctx, fileId, { name, bytes });
    if (outcome.document_id !== undefined) {
      kept.set(fileId, (kept.get(fileId) ?? 0) + 1);
      if (namesNotice(name)) await proveNotice(ctx, fileId, { source: "document", id: outcome.document_id });
    }
    await ctx.db
      .updateTable("import_document")
      .set(outcome)
      .where("batch_id", "=", batch.id)
      .where("position", "=", position)
      .execute();
  }
  await writeLogs(
    ctx,
    [...kept].map(([fileId, count]) => ({
      fileId,
      type: "document" as const,
      subject: { key: "intake.logDocuments", values: { file: batch.fileName, count } },
    })),
  );
}

async function attached(ctx: WorkCtx, fileId: number, given: { readonly name: string; readonly bytes: Uint8Array }) {
  try {
    return { document_id: await attachDocument(ctx, fileId, given) };
  } catch (error) {
    if (!(error instanceof VorderError) || (error.code !== "mediaType" && error.code !== "tooLarge")) throw error;
    return { problem_key: error.code === "tooLarge" ? "intake.documentTooLarge" : "intake.documentKind" };
  }
}
