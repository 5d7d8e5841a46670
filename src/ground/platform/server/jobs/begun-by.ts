/**
 * Who really began a piece of work as somebody else. It stands beside the payload of the work, so that it is there however often the work is
 * queued again; what the work then does for that somebody is recorded under both names, like what they do themselves.
 */
import { z } from "zod";
import type { Actor } from "../http/module.ts";

const carried = z.object({
  begunBy: z.object({ as: z.number(), id: z.number(), username: z.string() }),
});

/** A payload with who really began it, where that is somebody else than the user. */
export const withBegunBy = (payload: unknown, { id, previous }: Actor): unknown =>
  previous === undefined || typeof payload !== "object"
    ? payload
    : { ...payload, begunBy: { as: id, id: previous.id, username: previous.username } };

/** The user of a piece of work as whoever began it acted as them; alone where they began it themselves. */
export function asBegun(payload: unknown, user: Actor): Actor {
  const { begunBy } = carried.safeParse(payload).data ?? {};
  if (begunBy?.as !== user.id || user.previous !== undefined) return user;
  return { ...user, previous: { id: begunBy.id, username: begunBy.username } };
}
