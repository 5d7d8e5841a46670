import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away what was chosen for the court papers of a file whose term is over; that they were written, when and by whom stays. */
export async function eraseCourtPapers({ db }: WorkCtx, fileId: number): Promise<void> {
  await db
    .updateTable("court_paper_version")
    .set({ choices: null })
    .where("paper_id", "in", (papers) => papers.selectFrom("court_paper").select("id").where("file_id", "=", fileId))
    .execute();
}
