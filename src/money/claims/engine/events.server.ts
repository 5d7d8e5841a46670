/** What the claims tell upper modules. */
import { z } from "zod";
import { event } from "../../../ground/platform/server/http/module.ts";

/** An arrangement that somebody proposed was agreed on or refused, or one that ran was broken; whoever owes is told in their own language. */
export const arrangementAnswered = event(
  "claims.arrangement-answered",
  z.object({ fileId: z.number().int(), arrangement: z.string(), outcome: z.enum(["agreed", "refused", "broken"]) }),
);
