/** What a case manager has under them, and handing it over at once. */
import type { Db, WorkCtx } from "../platform/server/room.ts";

/** How many files that are not closed a case manager looks after. */
export async function openFilesOf(db: Db, caseManagerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("case_file")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("case_manager_id", "=", caseManagerId)
    .where("status", "!=", "closed")
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives all files that are not closed to another case manager, whether or not the giver sees them; returns their ids. */
export async function handOverFiles(ctx: WorkCtx, from: number, to: number): Promise<readonly number[]> {
  const rows = await ctx.db
    .updateTable("case_file")
    .set((eb) => ({ case_manager_id: to, version: eb("version", "+", 1) }))
    .where("case_manager_id", "=", from)
    .where("status", "!=", "closed")
    .returning("id")
    .execute();
  for (const { id } of rows) {
    await ctx.audit({
      action: "file.assign",
      subject: "file",
      subjectId: id,
      before: { caseManagerId: from },
      after: { caseManagerId: to },
    });
  }
  return rows.map(({ id }) => id);
}
