/** Who sees a record: staff by their rights, a client's own people those of their client; others get 404. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";

export const visibleRecords =
  (actor: Pick<Actor, "kind" | "clientIds">) =>
  (eb: ExpressionBuilder<DB, "precasso_record">): Expression<SqlBool> => {
    if (actor.kind === "staff" || actor.kind === "system") return eb.lit(true);
    return actor.clientIds.length === 0 ? eb.lit(false) : eb("precasso_record.client_id", "in", [...actor.clientIds]);
  };

/** A record that the reader sees, locked until the transaction ends where it is to be changed. @throws notFound */
export async function requireRecord(ctx: Pick<WorkCtx, "db" | "user">, id: number, lock = false) {
  const query = ctx.db.selectFrom("precasso_record").selectAll().where("id", "=", id).where(visibleRecords(ctx.user));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
