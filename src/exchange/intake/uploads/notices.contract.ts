/** Calls for what somebody should know of imports that nobody watched. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { watchesImports } from "../import/import.contract.ts";
import { importAreas } from "../import/layout.ts";

const who = watchesImports;
const id = z.number().int();

export const listImportNotices = call({
  method: "GET",
  path: "/api/v4/file/import-notice",
  who,
  summary: "What went wrong with one's own imports and places, newest first, until it has been seen; at most 20.",
  reply: itemsOf(
    z.object({
      id,
      /** In the reader's language. */
      message: z.string(),
      at: z.iso.datetime(),
      /** The upload that it is about; null where nothing was taken in. */
      batch: id.nullable(),
      /** What that upload is for. */
      area: z.enum(importAreas),
    }),
  ),
});

export const seeImportNotice = call({
  method: "POST",
  path: "/api/v4/file/import-notice/{id}/seen",
  who,
  summary: "Puts a notice away once it has been seen.",
  params: idParam,
  reply: z.object({ id }),
});
