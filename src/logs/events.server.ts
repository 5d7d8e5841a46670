/** What the timeline tells upper rooms. */
import { z } from "zod";
import { event } from "../platform/server/room.ts";

/** A client's person wrote or asked something on a file, which somebody of the house has to read. */
export const toldByClient = event(
  "logs.told-by-client",
  z.object({ fileId: z.number().int(), logId: z.number().int(), what: z.enum(["message", "change"]) }),
);
