/** What uploads hold of persons goes with the last file that was made of them (GDPR art. 5(1)(e)); what became of them stays. */
import { sql } from "kysely";
import { instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { SystemCtx, SystemDb, WorkCtx } from "../../../ground/platform/server/http/module.ts";

const noCells = { cells: sql<string[]>`'{}'`, data: null, problems: null };

/** Takes away the rows of uploads that became a file whose term is over, as they came and as they were read; that there were any stays. */
export async function eraseImportRows({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("import_row").set(noCells).where("file_id", "=", fileId).execute();
}

const neededStill = sql<boolean>`exists (select from import_row join case_file on case_file.id = import_row.file_id
  where import_row.batch_id = import_batch.id and case_file.erased_on is null)`;

/** Uploads of a day or earlier whose files are all erased, or of which none was made. */
export async function uploadsDue(db: SystemDb, before: PlainDate): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("import_batch")
    .select("id")
    .where("uploaded_at", "<", instantInAmsterdam(before))
    .where("erased_on", "is", null)
    .where(sql<boolean>`not ${neededStill}`)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes away the original of an upload, the names of the papers that came with it, and all that its rows held; nothing where another worker was first. */
export async function eraseUpload(ctx: SystemCtx, batchId: number): Promise<void> {
  const batch = await ctx.db
    .selectFrom("import_batch")
    .select(["storage_key", "archive_key"])
    .where("id", "=", batchId)
    .where("erased_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) return;
  for (const key of [batch.storage_key, batch.archive_key]) if (key !== null) await ctx.storage.delete(key);
  await ctx.db
    .updateTable("import_batch")
    .set({ storage_key: null, archive_key: null, erased_on: ctx.clock.today() })
    .where("id", "=", batchId)
    .execute();
  await ctx.db.updateTable("import_row").set(noCells).where("batch_id", "=", batchId).execute();
  // Whoever packs papers names them after people.
  await ctx.db.updateTable("import_document").set({ name: "–" }).where("batch_id", "=", batchId).execute();
  await ctx.audit({ action: "intake.erase", subject: "import_batch", subjectId: batchId, after: { rows: "all" } });
}
