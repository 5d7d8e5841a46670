/** The bundle of a file for a court: asked for, made by a job, fetched. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";

const who = any("ROLE_LEGAL", "ROLE_FILE_EDIT");
const id = z.number().int();

export const courtBundleRow = z.object({
  id,
  state: z.enum(["making", "ready", "failed"]),
  /** The job, while it is made or where it failed. */
  work: shownWork.nullable(),
  asOf: calendarDate(),
  askedAt: z.iso.datetime(),
  askedBy: z.string().nullable(),
  /** Null until it is ready, and after the term of its file. */
  sha256: z.string().nullable(),
  bytes: id.nullable(),
  files: id.nullable(),
  leftOut: z.array(z.string()),
});
export type CourtBundleRow = z.infer<typeof courtBundleRow>;

export const listCourtBundles = call({
  method: "GET",
  path: "/api/v4/file/{id}/court-bundle",
  who,
  summary: "The bundles that were made of a file for a court, the newest first.",
  params: idParam,
  reply: itemsOf(courtBundleRow),
});

export const makeCourtBundle = call({
  method: "POST",
  path: "/api/v4/file/{id}/court-bundle",
  who,
  summary:
    "Has a job make a ZIP of a file for a court: the claim built up, its papers, letters with proof of sending, payments, and the hash of each.",
  params: idParam,
  reply: courtBundleRow,
});

export const downloadCourtBundle = call({
  method: "GET",
  path: "/api/v4/file/{id}/court-bundle/{bundleId}/zip",
  who,
  summary: "A bundle as a ZIP; `sha256sum -c SHA256SUMS` in its folder checks every file of it.",
  params: idParam.extend({ bundleId: idParam.shape.id }),
  carries: "blob",
});
