/** The colours of statuses from the settings: a call of its own, because every list of files needs them. */
import { z } from "zod";
import { user } from "../../../ground/kernel/access.ts";
import { call } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { fileStatuses } from "../files.ts";

export const statusColours = ["grey", "teal", "blue", "green", "amber", "red"] as const;

export const fileStatusColours = call({
  method: "GET",
  path: "/api/v4/file/status-colours",
  who: user,
  summary: "The colour that the settings give each status of a file.",
  reply: itemsOf(z.object({ status: z.enum(fileStatuses), colour: z.enum(statusColours) })),
});
