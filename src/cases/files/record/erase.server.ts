/** Erases personal data of a file itself after its retention period (GDPR art. 5(1)(e)); amounts, dates and events stay. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";

/** Takes away what is told of the claim of a closed file, and notes that it was erased. The caller has locked it and asked whether it may. */
export async function eraseFile(ctx: WorkCtx, fileId: number, months: number): Promise<void> {
  await ctx.db
    .updateTable("case_file")
    .set((eb) => ({
      claim_title: null,
      claim_description: null,
      erased_on: ctx.clock.today(),
      erased_after: months,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", fileId)
    .execute();
}

/** Notes that the papers for the books of an erased file are gone as well. */
export async function noteBooksErased(ctx: WorkCtx, fileId: number): Promise<void> {
  await ctx.db
    .updateTable("case_file")
    .set({ books_erased_on: ctx.clock.today() })
    .where("id", "=", fileId)
    .where("erased_on", "is not", null)
    .execute();
}
