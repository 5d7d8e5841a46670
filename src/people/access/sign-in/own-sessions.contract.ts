/** Calls about where one is logged in, and ending that. Apart from what the login page fetches. */
import { z } from "zod";
import { user } from "../../../ground/kernel/access.ts";
import { call } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";

const ownSession = z.object({
  /** Names the session in a call; nothing can be opened with it. */
  id: z.string(),
  /** The browser and system as the device says: "Firefox, Windows"; empty where it says nothing known. */
  device: z.string(),
  /** The address that it came from. */
  ip: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  /** Whether it is acting as somebody else. */
  isActing: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = call({
  method: "GET",
  path: "/api/v4/users/sessions",
  who: user,
  summary: "Where one is logged in, the last used first.",
  reply: itemsOf(ownSession),
});

export const endOwnSession = call({
  method: "DELETE",
  path: "/api/v4/users/sessions/{id}",
  who: user,
  summary: "Ends one of one's own sessions; not the present one, for which there is logging out.",
  params: z.object({ id: z.string().min(1).max(32) }),
  reply: z.object({ ended: z.number().int() }),
});

export const endOtherSessions = call({
  method: "POST",
  path: "/api/v4/users/sessions/end-others",
  who: user,
  summary: "Ends all one's sessions but the present one.",
  reply: z.object({ ended: z.number().int() }),
  replayable: false,
});
