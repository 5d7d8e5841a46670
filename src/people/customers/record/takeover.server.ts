/** Which clients somebody is in charge of, and handing them over at once. */
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";

const columns = { caseManager: "case_manager_id", accountManager: "account_manager_id" } as const;
type Duty = keyof typeof columns;

/** How many clients in use somebody looks after. */
export async function clientsInCharge(db: Db, duty: Duty, userId: number): Promise<number> {
  const { count } = await asSystem(db, "all that somebody is in charge of is handed over")
    .selectFrom("client")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(columns[duty], "=", userId)
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives all clients that somebody looks after to another, those that are out of use too; returns how many were in use. */
export async function handOverClients(ctx: WorkCtx, duty: Duty, from: number, to: number): Promise<number> {
  const name = `${duty}Id`;
  const rows = await ctx.db
    .updateTable("client")
    .set((eb) => ({
      [columns[duty]]: to,
      updated_at: ctx.clock.now(),
      updated_by: ctx.user.id || null,
      version: eb("version", "+", 1),
    }))
    .where(columns[duty], "=", from)
    .returning(["id", "active"])
    .execute();
  for (const { id } of rows) {
    await ctx.audit({
      action: "client.update",
      subject: "client",
      subjectId: id,
      before: { [name]: from },
      after: { [name]: to },
    });
  }
  return rows.filter(({ active }) => active).length;
}
