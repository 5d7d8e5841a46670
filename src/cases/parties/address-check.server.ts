/** Records that the address of a file's debtor was checked and found correct. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { noteAddressCheck } from "../persons/persons.server.ts";

/** Notes it on the debtor of a file; an older check never overwrites a newer one. */
export async function recordAddressCheck(db: Db, fileId: number, on: PlainDate): Promise<void> {
  const { debtor_id } = await asSystem(db, "the caller was shown the file whose debtor was checked")
    .selectFrom("case_file")
    .select("debtor_id")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  await noteAddressCheck(db, debtor_id, on);
}
