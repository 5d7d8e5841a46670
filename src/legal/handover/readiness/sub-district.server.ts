/** Which claims the sub-district court judges whatever their amount. */
import { selectFiles } from "../../../cases/files/files.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { JudgedHandover } from "../../../letters/processing/processing.server.ts";
import { claimTypeOf, isSubDistrictMatter } from "../../courts/courts.ts";

/** Those of these files whose claim is one, as far as its legal type or its title tells. */
export async function subDistrictFiles(
  ctx: Pick<WorkCtx, "db" | "user">,
  judged: Iterable<Pick<JudgedHandover, "situation">>,
): Promise<ReadonlySet<number>> {
  const situations = [...judged].map(({ situation }) => situation);
  if (situations.length === 0) return new Set();
  const rows = await selectFiles(ctx)
    .innerJoin("legal_type", "legal_type.id", "case_file.legal_type_id")
    .select(["case_file.id", "legal_type.code"])
    .where(
      "case_file.id",
      "in",
      situations.map(({ fileId }) => fileId),
    )
    .execute();
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const found = situations.filter(({ fileId, debtor, claimTitle, claimDescription }) => {
    const type = claimTypeOf(`${claimTitle} ${claimDescription}`, codes.get(fileId) ?? null);
    return isSubDistrictMatter(type, debtor.isConsumer);
  });
  return new Set(found.map(({ fileId }) => fileId));
}
