/** Templates of court papers: listed, written, compared with what they were, and looked at as PDF (specification, point 2: /subpoena-template). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { itemsOf, tableQuery } from "../../../ground/kernel/query.ts";
import { courtPaperKinds, templateFields } from "./shape.ts";

const who = any("ROLE_LEGAL");
const id = z.number().int();
const kind = z.enum(courtPaperKinds);

export const courtTemplateRow = z.object({
  id,
  kind,
  name: z.string(),
  active: z.boolean(),
  version: id,
  sections: id,
  /** Null for what came with the product. */
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
});
export type CourtTemplateRow = z.infer<typeof courtTemplateRow>;

export const courtTemplate = z.object({ id, kind, version: id, ...templateFields });
export type CourtTemplate = z.infer<typeof courtTemplate>;

export const listCourtTemplates = call({
  method: "GET",
  path: "/api/v4/subpoena-template",
  who,
  summary: "The templates of summonses, notices, petitions and claims.",
  query: tableQuery({ order: ["name", "kind", "changedAt"], filter: { kind }, unlimited: true }),
  reply: itemsOf(courtTemplateRow),
});

export const readCourtTemplate = call({
  method: "GET",
  path: "/api/v4/subpoena-template/{id}",
  who,
  summary: "A template of a court paper with its sections and the defences that it knows.",
  params: idParam,
  reply: courtTemplate,
});

export const copyCourtTemplate = call({
  method: "POST",
  path: "/api/v4/subpoena-template",
  who,
  summary: "Adds a template of the same kind and with the same words as another one, under a name of its own.",
  body: z.strictObject({ name: templateFields.name, from: idParam.shape.id }),
  reply: courtTemplate,
});

export const saveCourtTemplate = call({
  method: "PUT",
  path: "/api/v4/subpoena-template/{id}",
  who,
  summary:
    "Saves a template as a new version. A version that is not the newest is a conflict; an unknown variable is refused beside its section.",
  params: idParam,
  body: z.strictObject({ ...templateFields, version: rowVersion }),
  reply: courtTemplate,
});

const revision = z.object({
  version: id,
  savedAt: z.iso.datetime().nullable(),
  savedBy: z.string().nullable(),
  name: z.string(),
  /** All of its words, to compare two versions by. */
  text: z.string(),
  current: z.boolean(),
});
export type CourtTemplateRevision = z.infer<typeof revision>;

export const listCourtTemplateRevisions = call({
  method: "GET",
  path: "/api/v4/subpoena-template/{id}/version",
  who,
  summary: "Every version of a template, the newest first.",
  params: idParam,
  reply: itemsOf(revision),
});

export const restoreCourtTemplate = call({
  method: "POST",
  path: "/api/v4/subpoena-template/{id}/restore",
  who,
  summary: "Makes an earlier version the one in use, as a new version.",
  params: idParam,
  body: z.strictObject({ revision: rowVersion, version: rowVersion }),
  reply: courtTemplate,
});

export const sampleOfCourtTemplate = call({
  method: "POST",
  path: "/api/v4/subpoena-template/sample",
  who,
  summary: "The paper that words which are being written would make of an example, as PDF; nothing is kept.",
  body: z.strictObject({ kind, ...templateFields }),
  carries: "blob",
});

export const courtTemplatesScreen = screen({ path: "/subpoena-template", who, title: "court-papers.title" });
export const courtTemplateScreen = screen({ path: "/subpoena-template/{id}", who, title: "court-papers.template" });
