import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away which addresses of a file whose term is over were checked, and who told; that they were, and what came of it, stays. */
export async function eraseChecks({ db }: WorkCtx, fileId: number): Promise<void> {
  await db
    .updateTable("address_check")
    .set({ street: "", house_number: "", addition: null, postcode: "", city: "", note: null, source: null })
    .where("file_id", "=", fileId)
    .execute();
}
