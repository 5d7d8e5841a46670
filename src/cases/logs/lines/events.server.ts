/** Events of the timeline for upper modules. */
import { z } from "zod";
import { event } from "../../../ground/platform/server/http/module.ts";

/** A client's person wrote or asked something on a file, which somebody of the house has to read. */
export const clientWrote = event(
  "logs.told-by-client",
  z.object({ fileId: z.number().int(), logId: z.number().int(), what: z.enum(["message", "change"]) }),
);
