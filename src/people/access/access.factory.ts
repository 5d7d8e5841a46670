/** Makers of users and groups for tests. */
import type { World } from "../../app/testing/world.factory.ts";

/** Makes a group that gives these roles; returns its id. */
export async function makeGroup(
  world: World,
  acl: readonly string[],
  options: { name?: string; archived?: boolean } = {},
): Promise<number> {
  const now = world.clock.now();
  const { id } = await world.db
    .insertInto("user_group")
    .values({
      name: options.name ?? `Groep ${crypto.randomUUID()}`,
      acl: [...acl],
      created_at: now,
      archived_at: options.archived ? now : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts users in a group. */
export async function putIn(world: World, groupId: number | null, ...userIds: readonly number[]): Promise<void> {
  await world.db.updateTable("app_user").set({ group_id: groupId }).where("id", "in", userIds).execute();
}
