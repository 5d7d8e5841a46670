/** Documents and notes about a client. */
import type { Selectable } from "kysely";
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import { blob, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import type { ClientDocument as DocumentTable } from "../../../ground/platform/server/postgres/database.types.ts";
import { editableClient, requireClient, requireStaff } from "../record/clients.server.ts";
import {
  addClientDocument,
  addNote,
  type ClientDocument,
  downloadClientDocument,
  dropClientDocument,
  dropNote,
  listClientDocuments,
  listNotes,
  updateClientDocument,
} from "./documents.contract.ts";
import { documentKinds, documentTypes, maxDocumentBytes } from "./documents.ts";

type Row = Selectable<DocumentTable> & { readonly uploader: string | null };

const isStaff = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";

/** The documents of a client, as far as the reader may see them: its own people see what is shared with them. */
function documentsOf(ctx: Ctx, clientId: number) {
  const found = ctx.db
    .selectFrom("client_document")
    .leftJoin("app_user", "app_user.id", "client_document.uploaded_by")
    .selectAll("client_document")
    .select("app_user.name as uploader")
    .where("client_document.client_id", "=", clientId);
  return isStaff(ctx) ? found : found.where("client_document.shared", "=", true);
}

const shown = (ctx: Ctx, row: Row): ClientDocument => ({
  id: row.id,
  kind: documentKinds.find((kind) => kind === row.kind) ?? "other",
  name: row.name,
  mime: row.mime,
  sizeBytes: row.size_bytes,
  validUntil: row.valid_until,
  expired: row.valid_until !== null && row.valid_until < ctx.clock.today(),
  shared: row.shared,
  uploadedAt: row.uploaded_at.toISOString(),
  uploadedBy: isStaff(ctx) ? row.uploader : null,
  version: row.version,
});

async function requireDocument(ctx: Ctx, clientId: number, id: number): Promise<Row> {
  const row = await documentsOf(ctx, clientId).where("client_document.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const audited = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  sha256: row.sha256,
  validUntil: row.valid_until,
  shared: row.shared,
});

const upload = handle(addClientDocument, async (ctx, { params, body, files }) => {
  const client = await editableClient(ctx, params.id);
  const [file] = files.filter(({ field }) => field === "file");
  if (!file || files.length !== 1 || file.size === 0) throw fieldError("file", "customers.errorFile");
  if (file.size > maxDocumentBytes) throw new VorderError("tooLarge");
  const stored = await storeUpload(ctx, "document", await file.bytes(), file.name);
  if (!(stored.mime in documentTypes)) {
    await ctx.storage.discard(stored.key);
    throw new VorderError("mediaType");
  }
  const { id } = await ctx.db
    .insertInto("client_document")
    .values({
      client_id: client.id,
      kind: body.kind,
      name: file.name.slice(-255) || "document",
      mime: stored.mime,
      size_bytes: stored.size,
      sha256: stored.sha256,
      storage_key: stored.key,
      valid_until: body.validUntil === null ? null : date(body.validUntil),
      shared: body.shared,
      uploaded_at: ctx.clock.now(),
      uploaded_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = await requireDocument(ctx, client.id, id);
  await ctx.audit({ action: "client.addDocument", subject: "client", subjectId: client.id, after: audited(made) });
  return shown(ctx, made);
});

const update = handle(updateClientDocument, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const before = await requireDocument(ctx, client.id, params.documentId);
  const done = await ctx.db
    .updateTable("client_document")
    .set((eb) => ({
      kind: body.kind,
      valid_until: body.validUntil === null ? null : date(body.validUntil),
      shared: body.shared,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", before.id)
    .where("version", "=", body.version)
    .executeTakeFirst();
  const now = await requireDocument(ctx, client.id, before.id);
  const current = shown(ctx, now);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
  await ctx.audit({
    action: "client.updateDocument",
    subject: "client",
    subjectId: client.id,
    before: audited(before),
    after: audited(now),
  });
  return current;
});

const drop = handle(dropClientDocument, async (ctx, { params }) => {
  const client = await editableClient(ctx, params.id);
  const before = await requireDocument(ctx, client.id, params.documentId);
  await ctx.db.deleteFrom("client_document").where("id", "=", before.id).execute();
  await ctx.audit({ action: "client.dropDocument", subject: "client", subjectId: client.id, before: audited(before) });
  // Last, so that a deletion that is undone has not lost the content.
  await ctx.storage.delete(before.storage_key);
  return {};
});

const download = handle(downloadClientDocument, async (ctx, { params }) => {
  const client = await requireClient(ctx, params.id);
  const row = await requireDocument(ctx, client.id, params.documentId);
  return blob({ content: await ctx.storage.get(row.storage_key), mime: row.mime, name: row.name });
});

async function notesOf(ctx: Ctx, clientId: number) {
  const rows = await ctx.db
    .selectFrom("client_note")
    .leftJoin("app_user", "app_user.id", "client_note.created_by")
    .selectAll("client_note")
    .select("app_user.name as author")
    .where("client_note.client_id", "=", clientId)
    .orderBy("client_note.id", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    createdBy: row.author,
    own: row.created_by === ctx.user.id,
  }));
}

const note = handle(addNote, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const { id } = await ctx.db
    .insertInto("client_note")
    .values({
      client_id: client.id,
      content: body.content,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "client.addNote", subject: "client", subjectId: client.id, after: { id, ...body } });
  const made = (await notesOf(ctx, client.id)).find((row) => row.id === id);
  if (!made) throw notFound();
  return made;
});

const dropOwnNote = handle(dropNote, async (ctx, { params }) => {
  const client = await editableClient(ctx, params.id);
  const found = (await notesOf(ctx, client.id)).find(({ id }) => id === params.noteId);
  if (!found) throw notFound();
  if (!found.own) throw fieldError("common", "customers.errorOthersNote");
  await ctx.db.deleteFrom("client_note").where("id", "=", found.id).execute();
  await ctx.audit({ action: "client.dropNote", subject: "client", subjectId: client.id, before: found });
  return {};
});

export const paperHandlers = [
  handle(listClientDocuments, async (ctx, { params }) => {
    const client = await requireClient(ctx, params.id);
    const rows = await documentsOf(ctx, client.id)
      .orderBy("client_document.uploaded_at", "desc")
      .orderBy("client_document.id", "desc")
      .execute();
    return { items: rows.map((row) => shown(ctx, row)) };
  }),
  upload,
  update,
  drop,
  download,
  handle(listNotes, async (ctx, { params }) => {
    const client = await requireClient(ctx, params.id);
    requireStaff(ctx);
    return { items: await notesOf(ctx, client.id) };
  }),
  note,
  dropOwnNote,
];
