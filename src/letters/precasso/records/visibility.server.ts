/** Who sees a record: staff by their rights, users of a client those of their client; others get 404. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";

/** A condition on `precasso_record`. */
export const visibleRecords = (actor: Pick<Actor, "kind" | "clientIds">): RawBuilder<SqlBool> =>
  actor.kind === "staff" || actor.kind === "system"
    ? sql<SqlBool>`true`
    : sql<SqlBool>`precasso_record.client_id = any(${[...actor.clientIds]}::bigint[])`;

/** A visible record, locked until the transaction ends if it is to be changed. @throws notFound */
export async function requireRecord(ctx: Pick<WorkCtx, "db" | "user">, id: number, lock = false) {
  const query = ctx.db.selectFrom("precasso_record").selectAll().where("id", "=", id).where(visibleRecords(ctx.user));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
