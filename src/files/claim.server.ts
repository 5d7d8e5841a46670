/** What a claim rests on, in words: corrected by hand, audited, told on the timeline. */
import { parsePlainDate } from "../kernel/dates.ts";
import { fieldError, VorderError } from "../kernel/errors.ts";
import { maskBsn } from "../kernel/identifiers.ts";
import { type Answer, answer, type Ctx } from "../platform/server/room.ts";
import { describeClaim } from "./claim.contract.ts";
import { lockFile } from "./record.server.ts";
import { tellFollowers } from "./state.server.ts";

const wordsOf = async ({ db }: Pick<Ctx, "db">, fileId: number) => {
  const row = await db
    .selectFrom("case_file")
    .select(["claim_title", "claim_description", "contract_date", "version"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return {
    title: row.claim_title ?? "",
    description: row.claim_description ?? "",
    contractDate: row.contract_date,
    version: row.version,
  };
};

export const claimAnswers: readonly Answer[] = [
  answer(describeClaim, async (ctx, { params, body }) => {
    const file = await lockFile(ctx, params.id);
    const before = await wordsOf(ctx, file.id);
    if (before.version !== body.version) throw new VorderError("conflict", { data: { current: before } });
    const contractDate = body.contractDate === null ? null : (parsePlainDate(body.contractDate) ?? null);
    if (contractDate !== null && contractDate > ctx.clock.today()) {
      throw fieldError("contractDate", "files.contractDateAhead");
    }
    const after = {
      title: maskBsn(body.title),
      description: maskBsn(body.description),
      contractDate,
      version: file.version + 1,
    };
    await ctx.db
      .updateTable("case_file")
      .set({
        claim_title: after.title,
        claim_description: after.description,
        contract_date: after.contractDate,
        version: after.version,
      })
      .where("id", "=", file.id)
      .execute();
    await ctx.audit({ action: "file.claim", subject: "file", subjectId: file.id, before, after });
    await tellFollowers(ctx, { ...file, version: after.version }, { kind: "claim" });
    return after;
  }),
];
