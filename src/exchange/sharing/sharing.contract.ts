/** Calls and screens of information that is shared with somebody outside (specification, point 2). */
import { z } from "zod";
import { open } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { richText } from "../../ground/platform/rich-text.ts";
import { administrators as who } from "../../people/access/access.contract.ts";
import { maxDays } from "./sharing.ts";

const file = z.object({ id: z.number().int(), name: z.string(), mime: z.string(), sizeBytes: z.number().int() });

export const sharedRow = z.object({
  id: z.number().int(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  maxViews: z.number().int().nullable(),
  views: z.number().int(),
  lastViewedAt: z.iso.datetime().nullable(),
  files: z.number().int(),
  standing: z.enum(["open", "revoked", "expired", "used"]),
});
export type SharedRow = z.infer<typeof sharedRow>;

export const listShared = call({
  method: "GET",
  path: "/api/v4/shared-info",
  who,
  summary: "What has been shared with people outside, how often it was seen, and until when; never its address.",
  query: tableQuery({
    order: ["title", "createdAt", "expiresAt", "views"],
    filter: { search: z.string().trim().max(200) },
  }),
  reply: pageOf(sharedRow),
});

/** A field of a multipart form holds texts: the rich text comes as JSON. */
const bodyText = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}, richText);

export const shareInfo = call({
  method: "POST",
  path: "/api/v4/shared-info",
  who,
  summary:
    "Shares a text and files (field `files`) by an address that cannot be guessed. It is shown once, in this reply.",
  body: z.strictObject({
    title: z.string().trim().min(1).max(200),
    body: bodyText,
    /** How many days it can be seen. */
    days: z.coerce.number().int().min(1).max(maxDays),
    maxViews: z.coerce.number().int().min(1).max(1000).nullish(),
  }),
  reply: sharedRow.extend({ path: z.string() }),
  carries: "files",
  replayable: false,
});

export const revokeShared = call({
  method: "POST",
  path: "/api/v4/shared-info/{id}/revoke",
  who,
  summary: "Ends the sharing at once and for good.",
  params: idParam,
  reply: sharedRow,
});

const hashParams = z.object({ hash: z.string().max(200) });

/** A post, so that neither a mail scanner that follows links nor a page that is looked at again counts as a reader. */
export const viewShared = call({
  method: "POST",
  path: "/api/v4/shared-info/view/{hash}",
  who: open,
  summary: "What was shared, for whoever has its address; counted. Unknown, ended and revoked ones answer alike.",
  params: hashParams,
  reply: z.object({
    title: z.string(),
    sender: z.string(),
    body: richText,
    expiresAt: z.iso.datetime(),
    files: z.array(file),
  }),
  replayable: false,
});
export type SharedView = z.infer<typeof viewShared.reply>;

export const downloadShared = call({
  method: "GET",
  path: "/api/v4/shared-info/view/{hash}/file/{fileId}",
  who: open,
  summary: "A file of what was shared.",
  params: hashParams.extend({ fileId: idParam.shape.id }),
  carries: "blob",
});

export const shareScreen = screen({ path: "/shared-info/add", who, title: "sharing.title" });
export const sharedScreen = screen({ path: "/shared-info/view/{hash}", who: open, title: "sharing.viewTitle" });
