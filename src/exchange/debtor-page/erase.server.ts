import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away the ways into the pages of a file whose term is over, with who came in by them and what they did there. */
export async function eraseDebtorLinks({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.deleteFrom("debtor_page_act").where("file_id", "=", fileId).execute();
  await db.deleteFrom("debtor_link").where("file_id", "=", fileId).execute();
}
