/** The door of access: who a session belongs to. */
import { isLanguage } from "../kernel/texts.ts";
import type { Actor, Db } from "../platform/server/room.ts";

const kinds = ["staff", "customer", "contact"] as const;

/** The user of a session with the rights of this moment; undefined where the user may no longer log in. */
export async function loadActor(db: Db, userId: number, previousUserId: number | null): Promise<Actor | undefined> {
  const row = await db
    .selectFrom("app_user")
    .select((eb) => [
      "id",
      "username",
      "name",
      "acl",
      "kind",
      "lang",
      eb
        .selectFrom("user_client")
        .whereRef("user_client.user_id", "=", "app_user.id")
        .select((sub) => sub.fn.agg<number[] | null>("array_agg", ["client_id"]).as("ids"))
        .as("clientIds"),
      eb
        .selectFrom("user_team")
        .whereRef("user_team.user_id", "=", "app_user.id")
        .select((sub) => sub.fn.agg<number[] | null>("array_agg", ["team_id"]).as("ids"))
        .as("teamIds"),
      eb
        .selectFrom("app_user as previous")
        .where("previous.id", "=", previousUserId ?? 0)
        .select("previous.username")
        .as("previousName"),
    ])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    acl: previousUserId === null ? row.acl : [...row.acl, "ROLE_PREVIOUS_ADMIN"],
    kind: kinds.find((kind) => kind === row.kind) ?? "contact",
    clientIds: row.clientIds ?? [],
    teamIds: row.teamIds ?? [],
    seesAllFiles: row.kind === "staff",
    lang: isLanguage(row.lang) ? row.lang : "nl",
    ...(previousUserId === null ? {} : { previous: { id: previousUserId, username: row.previousName ?? "" } }),
  };
}
