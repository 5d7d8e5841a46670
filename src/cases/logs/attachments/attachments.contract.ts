/** Calls about the attachments of a line of the timeline (specification, point 7, file logs). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";

const who = any("ROLE_FILE_SEARCH");
const writing = any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");

export const attachment = z.object({
  id: z.number().int(),
  logId: z.number().int(),
  name: z.string(),
  mime: z.string(),
  sizeBytes: z.number().int(),
  /** Whether a virus scanner has looked at it. */
  scanned: z.boolean(),
  addedAt: z.iso.datetime(),
  userName: z.string(),
  /** When its content went because its term was over, and after how many months; null as long as it can be read. */
  erased: z.object({ at: z.iso.datetime(), months: z.number().int() }).nullable(),
  /** Whether this reader may take it away. */
  removable: z.boolean(),
});
export type Attachment = z.infer<typeof attachment>;

/** Files of one upload. */
export const maxUploads = 10;

export const addAttachments = call({
  method: "POST",
  path: "/api/v4/file/logs/{id}/attachments",
  who: writing,
  summary:
    "Hangs files (field `files`) on a line; their kind is told by their content, and a virus scanner looks first.",
  params: idParam,
  carries: "files",
  reply: itemsOf(attachment),
});

export const listAttachments = call({
  method: "GET",
  path: "/api/v4/file/{id}/attachments",
  who,
  summary: "All attachments on the timeline of a file that the reader may see, newest first.",
  params: idParam,
  reply: itemsOf(attachment),
});

export const readAttachment = call({
  method: "GET",
  path: "/api/v4/file/logs/attachments/{id}",
  who,
  summary: "An attachment, to be saved; images and PDF are shown in the page with `inline`.",
  params: idParam,
  query: z.object({ inline: z.stringbool().default(false) }),
  carries: "blob",
});

export const zipAttachments = call({
  method: "GET",
  path: "/api/v4/file/{id}/attachments/zip",
  who,
  summary: "All attachments of a file that the reader may see and whose term is not over, in one ZIP.",
  params: idParam,
  carries: "blob",
});

export const removeAttachment = call({
  method: "DELETE",
  path: "/api/v4/file/logs/attachments/{id}",
  who: writing,
  summary: "Takes an attachment off its line; who did so stays on record, and it can be put back.",
  params: idParam,
});

export const restoreAttachment = call({
  method: "POST",
  path: "/api/v4/file/logs/attachments/{id}/restore",
  who: writing,
  summary: "Puts back an attachment that was taken off.",
  params: idParam,
  reply: attachment,
});
