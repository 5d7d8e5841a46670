/** Who may see which files. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSeen, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";

/**
 * Which files an actor may see, as a condition on `case_file`, for queries that are written out. Every query that shows files goes through it:
 * staff see all, or those of their teams and their own; a customer its own client's; a contact person those of the clients assigned.
 */
export const visibleFiles = (actor: Actor): Seen => asSeen(fileCondition(actor));

/** The files that whoever asks may see, to select from: what stands in them is joined by their key. */
export const selectFiles = ({ db, user }: Pick<WorkCtx, "db" | "user">) =>
  guarded(db, visibleFiles(user), (whole) => whole.selectFrom("case_file"));

function fileCondition(actor: Actor): RawBuilder<SqlBool> {
  if (actor.kind === "system" || (actor.kind === "staff" && actor.seesAllFiles)) return sql<SqlBool>`true`;
  if (actor.kind === "staff")
    return sql<SqlBool>`(case_file.team_id = any(${[...actor.teamIds]}::bigint[]) or case_file.case_manager_id = ${actor.id})`;
  if (actor.kind === "debtor") return sql<SqlBool>`case_file.id = any(${[...(actor.fileIds ?? [])]}::bigint[])`;
  if (actor.kind === "guest" || actor.clientIds.length === 0) return sql<SqlBool>`false`;
  // Of one client an index also gives the order.
  return actor.clientIds.length === 1
    ? sql<SqlBool>`case_file.client_id = ${actor.clientIds[0]}`
    : sql<SqlBool>`case_file.client_id = any(${[...actor.clientIds]}::bigint[])`;
}
