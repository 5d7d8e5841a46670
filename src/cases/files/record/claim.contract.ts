/** The call about the basis and description of a claim (Bki 3.1). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";

const words = (max: number) => z.string().trim().min(1).max(max);

export const claimWords = z.object({
  title: z.string(),
  description: z.string(),
  contractDate: calendarDate().nullable(),
  /** Of the file. */
  version: z.number().int(),
});

export const describeClaim = call({
  method: "PUT",
  path: "/api/v4/file/{id}/claim-description",
  who: any("ROLE_FILE_EDIT"),
  summary: "Says what a claim rests on: title, description and day of the contract. No amount changes by it.",
  params: idParam,
  body: z.strictObject({
    title: words(200),
    description: words(2000),
    contractDate: calendarDate().nullable(),
    version: rowVersion,
  }),
  reply: claimWords,
});
