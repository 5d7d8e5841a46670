import { instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { forgetOutbox } from "../../ground/platform/server/outbox/outbox.ts";
import { mailKey } from "./batches/record.server.ts";

/** Takes away the archives in which batches went by e-mail: each holds all files of its batch, and nobody can take one out of it. */
async function eraseArchives({ db, storage }: WorkCtx, batches: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom("handover_batch")
    .select(["id", "sendings", "mail_storage_key"])
    .where("id", "in", [...batches])
    .where("mail_storage_key", "is not", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const { mail_storage_key: key } of rows) if (key !== null) await storage.delete(key);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.updateTable("handover_batch").set({ mail_storage_key: null }).where("id", "in", ids).execute();
  await forgetOutbox(db, rows.map(mailKey));
}

/**
 * Takes away what was fixed of a file for an office, what the office told of it, and why lines were let pass; that it was handed over, when, by
 * whom and to which office stays.
 */
export async function eraseHandovers(ctx: WorkCtx, fileId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "batch_id", "storage_key"])
    .where("file_id", "=", fileId)
    .execute();
  for (const { storage_key } of rows) if (storage_key !== null) await ctx.storage.delete(storage_key);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await eraseArchives(
      ctx,
      rows.map(({ batch_id }) => batch_id),
    );
    const none = { storage_key: null, reason: null };
    await ctx.db.updateTable("handover_batch_file").set(none).where("id", "in", ids).execute();
    await ctx.db.updateTable("handover_event").set({ reason: null }).where("batch_file_id", "in", ids).execute();
    await ctx.db
      .updateTable("handover_report")
      .set({ data: "{}", settled_note: null, refusal: null })
      .where("batch_file_id", "in", ids)
      .execute();
  }
  await ctx.db.updateTable("register_question").set({ note: null }).where("file_id", "=", fileId).execute();
  await ctx.db.updateTable("handover_override").set({ reason: "–" }).where("file_id", "=", fileId).execute();
}

/** Takes away what offices told before a day of files that nobody could find here: no file's term ends it. */
export async function eraseUnmatchedReports({ db }: WorkCtx, before: PlainDate): Promise<void> {
  await db
    .updateTable("handover_report")
    .set({ data: "{}", settled_note: null, refusal: null })
    .where("batch_file_id", "is", null)
    .where("received_at", "<", instantInAmsterdam(before))
    .where("data", "<>", "{}")
    .execute();
}
