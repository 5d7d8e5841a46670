/** What the claims of files rest on, and which of them the sub-district court judges whatever their amount. */
import { selectFiles } from "../../../cases/files/files.server.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { JudgedHandover } from "../../../letters/processing/processing.server.ts";
import { type ClaimType, claimTypeOf, isHirePurchase, isSubDistrictMatter } from "../../courts/courts.ts";

type Of = Pick<JudgedHandover, "situation" | "balance">;

/** What the claim of each file rests on, as its legal type says, else as its title does. */
export async function claimTypesOf(
  ctx: Pick<WorkCtx, "db" | "user">,
  judged: Iterable<Pick<Of, "situation">>,
): Promise<ReadonlyMap<number, ClaimType>> {
  const situations = [...judged].map(({ situation }) => situation);
  if (situations.length === 0) return new Map();
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
  return new Map(
    situations.map(({ fileId, claimTitle, claimDescription }) => [
      fileId,
      claimTypeOf(claimTitle, codes.get(fileId) ?? null, claimDescription),
    ]),
  );
}

/** What was invoiced of a claim: of a credit at least so much was lent. */
const invoiced = ({ balance }: Pick<Of, "balance">): number =>
  sumCents(balance.ledger.invoices.flatMap(({ awarded, event }) => (awarded ? [] : [event.amount])));

/** Whether a claim is one that the sub-district court judges whatever its amount. */
export const isOfSubDistrict = (of: Of, claimType: ClaimType): boolean => {
  const { claimTitle, claimDescription, debtor } = of.situation;
  const ofHirePurchase = isHirePurchase(`${claimTitle} ${claimDescription}`);
  return isSubDistrictMatter(claimType, debtor.isConsumer, invoiced(of), ofHirePurchase);
};

/** Those of these files whose claim is one, as far as its legal type or its title tells. */
export async function subDistrictFiles(
  ctx: Pick<WorkCtx, "db" | "user">,
  judged: Iterable<Of>,
): Promise<ReadonlySet<number>> {
  const all = [...judged];
  const types = await claimTypesOf(ctx, all);
  const found = all.filter((of) => isOfSubDistrict(of, types.get(of.situation.fileId) ?? "other"));
  return new Set(found.map(({ situation }) => situation.fileId));
}
