/** What the claims tell upper rooms. */
import { z } from "zod";
import { event } from "../platform/server/room.ts";

/** An arrangement that somebody proposed was agreed on or refused; whoever owes is told in their own language. */
export const arrangementAnswered = event(
  "claims.arrangement-answered",
  z.object({ fileId: z.number().int(), arrangement: z.string(), outcome: z.enum(["agreed", "refused"]) }),
);
