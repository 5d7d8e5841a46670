import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/**
 * Takes away what was chosen for the court papers of a file whose term is over, and its bundles; that they were made, when and by whom stays.
 */
export async function eraseCourtPapers({ db, storage }: WorkCtx, fileId: number): Promise<void> {
  await db
    .updateTable("court_paper_version")
    .set({ choices: null })
    .where("paper_id", "in", (papers) => papers.selectFrom("court_paper").select("id").where("file_id", "=", fileId))
    .execute();
  const bundles = await db
    .selectFrom("court_bundle")
    .select(["id", "storage_key"])
    .where("file_id", "=", fileId)
    .where("storage_key", "is not", null)
    .execute();
  for (const { storage_key: key } of bundles) if (key !== null) await storage.delete(key);
  await db
    .updateTable("court_bundle")
    .set({ storage_key: null, left_out: "[]" })
    .where("file_id", "=", fileId)
    .execute();
}
