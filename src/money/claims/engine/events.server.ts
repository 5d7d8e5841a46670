/** Server events of the claims for later modules. */
import { z } from "zod";
import { event } from "../../../ground/platform/server/http/module.ts";

/** A proposed arrangement was agreed or refused, or an active one was broken; the debtor is informed in their language. */
export const arrangementAnswered = event(
  "claims.arrangement-answered",
  z.object({ fileId: z.number().int(), arrangement: z.string(), outcome: z.enum(["agreed", "refused", "broken"]) }),
);
