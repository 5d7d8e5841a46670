/** Attachments of the timeline: scanned before they are stored, typed by their content, and shown only with their line. */
import { sql } from "kysely";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import {
  blob,
  type Ctx,
  type Handler,
  handle,
  type UploadedFile,
} from "../../../ground/platform/server/http/module.ts";
import { zipStream } from "../../../ground/platform/server/storage/zip-stream.ts";
import { requireFile, selectFiles } from "../../files/files.server.ts";
import { requireLine, visibleLines } from "../lines/lines.server.ts";
import {
  type Attachment,
  addAttachments,
  listAttachments,
  maxUploads,
  readAttachment,
  removeAttachment,
  restoreAttachment,
  zipAttachments,
} from "./attachments.contract.ts";

/** Attachments of lines and files that the reader may see. */
const visible = ({ db, user }: Pick<Ctx, "db" | "user">) =>
  selectFiles({ db, user })
    .innerJoin("file_log", "file_log.file_id", "case_file.id")
    .innerJoin("log_attachment", "log_attachment.log_id", "file_log.id")
    .where(visibleLines(user));

const columns = [
  "log_attachment.id",
  "log_attachment.log_id",
  "log_attachment.name",
  "log_attachment.mime",
  "log_attachment.size_bytes",
  "log_attachment.storage_key",
  "log_attachment.scanned",
  "log_attachment.added_at",
  "log_attachment.added_by",
  "log_attachment.user_name",
  "log_attachment.removed_at",
  "log_attachment.erased_at",
  "log_attachment.erased_after",
  "case_file.number",
  "case_file.id as file_id",
] as const;

const found = (ctx: Pick<Ctx, "db" | "user">) => visible(ctx).select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof found>["executeTakeFirstOrThrow"]>>;

/** Staff may take off any; a client's people what they put there themselves. */
const mayRemove = (row: Pick<Row, "added_by">, { user }: Pick<Ctx, "user">): boolean =>
  user.kind === "staff" || row.added_by === user.id;

const shown = (row: Row, ctx: Ctx): Attachment => ({
  id: row.id,
  logId: row.log_id,
  name: row.name,
  mime: row.mime,
  sizeBytes: row.size_bytes,
  scanned: row.scanned,
  addedAt: row.added_at.toISOString(),
  userName: row.user_name,
  erased:
    row.erased_at === null || row.erased_after === null
      ? null
      : { at: row.erased_at.toISOString(), months: row.erased_after },
  removable: row.erased_at === null && mayRemove(row, ctx),
});

/** A name without paths and control characters, at most 200 long; the ending stays. */
export function safeName(name: string): string {
  const plain = [...(name.split(/[\\/]/).at(-1) ?? "")].filter((sign) => sign >= " " && sign !== "\u007f").join("");
  const ending = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? "";
  return plain.length <= 200 ? plain || "bijlage" : `${plain.slice(0, 200 - ending.length)}${ending}`;
}

async function keep(ctx: Ctx, logId: number, file: UploadedFile): Promise<number> {
  const bytes = await file.bytes();
  if (bytes.length === 0) throw fieldError("files", "log-work.emptyFile", { name: safeName(file.name) });
  const stored = await storeUpload(ctx, "attachment", bytes, safeName(file.name));
  const row = await ctx.db
    .insertInto("log_attachment")
    .values({
      log_id: logId,
      name: safeName(file.name),
      mime: stored.mime,
      size_bytes: stored.size,
      sha256: stored.sha256,
      storage_key: stored.key,
      scanned: file.scanned,
      added_at: ctx.clock.now(),
      added_by: ctx.user.id || null,
      user_name: ctx.user.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Hangs what was sent along on a line that was just written. @throws validation beside `files`; mediaType; tooLarge. */
export async function attachUploads(ctx: Ctx, logId: number, files: readonly UploadedFile[]): Promise<void> {
  if (files.length > maxUploads) throw fieldError("files", "log-work.tooManyFiles", { max: maxUploads });
  for (const file of files) await keep(ctx, logId, file);
}

const add = handle(addAttachments, async (ctx, { params, files }) => {
  const line = await requireLine(ctx, params.id);
  // A client's people hang files on what they wrote, staff on anything.
  if (ctx.user.kind !== "staff" && line.user_id !== ctx.user.id) throw fieldError("common", "logs.notEditable");
  if (files.length === 0) throw fieldError("files", "log-work.noFiles");
  if (files.length > maxUploads) throw fieldError("files", "log-work.tooManyFiles", { max: maxUploads });
  const ids: number[] = [];
  for (const file of files) ids.push(await keep(ctx, line.id, file));
  const rows = await found(ctx).where("log_attachment.id", "in", ids).orderBy("log_attachment.id").execute();
  await ctx.audit({
    action: "log.attach",
    subject: "file_log",
    subjectId: line.id,
    after: { files: rows.map(({ name }) => name) },
  });
  return { items: rows.map((row) => shown(row, ctx)) };
});

const ofFile = (ctx: Ctx, fileId: number) =>
  found(ctx)
    .where("file_log.file_id", "=", fileId)
    .where("log_attachment.removed_at", "is", null)
    .orderBy("log_attachment.id", "desc")
    .execute();

const list = handle(listAttachments, async (ctx, { params }) => {
  await requireFile(ctx, params.id);
  return { items: (await ofFile(ctx, params.id)).map((row) => shown(row, ctx)) };
});

async function requireAttachment(ctx: Ctx, id: number, removed = false): Promise<Row> {
  const row = await found(ctx)
    .where("log_attachment.id", "=", id)
    .where("log_attachment.removed_at", removed ? "is not" : "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** What a browser shows without running anything in it. */
const shownInline = /^(application\/pdf|image\/(png|jpeg|gif))$/;

const read = handle(readAttachment, async (ctx, { params, query }) => {
  const row = await requireAttachment(ctx, params.id);
  if (row.storage_key === null) throw notFound();
  ctx.saw([row.file_id]);
  const disposition = query.inline && shownInline.test(row.mime) ? "inline" : "attachment";
  return blob({ content: await ctx.storage.open(row.storage_key), mime: row.mime, name: row.name, disposition });
});

/** Names of one ZIP: a name that stands twice gets the number of its attachment. */
function* namesFor(rows: readonly Row[]): Generator<readonly [Row, string]> {
  const taken = new Set<string>();
  for (const row of rows) {
    const name = taken.has(row.name.toLowerCase()) ? `${row.id}-${row.name}` : row.name;
    taken.add(name.toLowerCase());
    yield [row, name];
  }
}

const zip = handle(zipAttachments, async (ctx, { params }) => {
  await requireFile(ctx, params.id);
  const rows = await ofFile(ctx, params.id);
  const [first] = rows;
  if (!first) throw notFound();
  const entries = [...namesFor(rows)].flatMap(([{ storage_key: key, added_at }, name]) =>
    key === null ? [] : [{ name, changedAt: added_at, open: () => ctx.storage.open(key) }],
  );
  if (entries.length === 0) throw notFound();
  return blob({
    content: zipStream(entries),
    mime: "application/zip",
    name: `${first.number}-${ctx.translate({ key: "log-work.attachments" }, ctx.lang).toLowerCase()}.zip`,
  });
});

type Follower = (
  ctx: Ctx,
  attachment: { readonly id: number; readonly fileId: number },
  is: "removed" | "restored",
) => Promise<void>;
const followers: Follower[] = [];

/** Lets a module above take part when an attachment is removed or restored, in the same transaction; what it throws forbids that. */
export const followAttachments = (follower: Follower): void => {
  followers.push(follower);
};

async function mark(ctx: Ctx, row: Row, removed: boolean): Promise<void> {
  if (!mayRemove(row, ctx) || row.erased_at !== null) throw fieldError("common", "log-work.notRemovable");
  await ctx.db
    .updateTable("log_attachment")
    .set(
      removed
        ? { removed_at: ctx.clock.now(), removed_by: ctx.user.id || null }
        : { removed_at: null, removed_by: null },
    )
    .where("id", "=", row.id)
    .execute();
  await ctx.audit({
    action: removed ? "log.detach" : "log.reattach",
    subject: "file_log",
    subjectId: row.log_id,
    [removed ? "before" : "after"]: { file: row.name },
  });
  for (const follow of followers)
    await follow(ctx, { id: row.id, fileId: row.file_id }, removed ? "removed" : "restored");
}

const remove = handle(removeAttachment, async (ctx, { params }) => {
  await mark(ctx, await requireAttachment(ctx, params.id), true);
  return {};
});

const restore = handle(restoreAttachment, async (ctx, { params }) => {
  const row = await requireAttachment(ctx, params.id, true);
  await mark(ctx, row, false);
  return shown(row, ctx);
});

/** How many attachments each of these lines has. */
export async function attachmentsOf(ctx: Ctx, logIds: readonly number[]): Promise<ReadonlyMap<number, Attachment[]>> {
  const map = new Map<number, Attachment[]>();
  if (logIds.length === 0) return map;
  const rows = await found(ctx)
    .where("log_attachment.log_id", "=", sql<number>`any(${[...logIds]}::bigint[])`)
    .where("log_attachment.removed_at", "is", null)
    .orderBy("log_attachment.id")
    .execute();
  for (const row of rows) map.set(row.log_id, [...(map.get(row.log_id) ?? []), shown(row, ctx)]);
  return map;
}

export const attachmentHandlers: readonly Handler[] = [add, list, read, zip, remove, restore];
