/** Calls of the record of a file: the description of its claim, its case manager, and that it was opened. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam } from "../../ground/kernel/contract.ts";
import { filePhases, fileStatuses } from "./files.ts";

export { describeClaim } from "./record/claim.contract.ts";

const id = z.number().int();
const version = z.number().int().min(1);

/** Where a file stands, as whatever changes it replies. */
export const filePlace = z.object({ id, phase: z.enum(filePhases), status: z.enum(fileStatuses), version });

export const assignManager = call({
  method: "PUT",
  path: "/api/v4/file/{id}/case-manager",
  who: any("ROLE_FILE_EDIT"),
  summary: "Gives the file to a case manager, or to none.",
  params: idParam,
  body: z.strictObject({ caseManagerId: id.nullable(), version }),
  reply: filePlace,
});

export const visitFile = call({
  method: "POST",
  path: "/api/v4/file/{id}/visit",
  who: any("ROLE_FILE_SEARCH"),
  summary: "Notes that the user has opened this file, for the list of files visited last.",
  params: idParam,
});
