/** By these events the files tell the rooms above what happened; they leave with the transaction that made it so. */
import { z } from "zod";
import { event } from "../platform/server/room.ts";
import { closingReasons, filePhases, fileStatuses, holdKinds } from "./files.ts";

const fileId = z.number().int();

export const fileClosed = event(
  "files.closed",
  z.object({ fileId, reason: z.enum(closingReasons), closedOn: z.iso.date() }),
);
export const fileReopened = event("files.reopened", z.object({ fileId }));
export const fileHeld = event("files.held", z.object({ fileId, holdId: z.number().int(), kind: z.enum(holdKinds) }));
export const fileReleased = event(
  "files.released",
  z.object({ fileId, holdId: z.number().int(), kind: z.enum(holdKinds) }),
);
export const fileStatusChanged = event(
  "files.status",
  z.object({ fileId, from: z.enum(fileStatuses), to: z.enum(fileStatuses), phase: z.enum(filePhases) }),
);
