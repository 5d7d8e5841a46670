/** Calls about the papers of a file: what each is, new ones, and the one on which a state rests. */
import { z } from "zod";
import { holdKinds } from "../../../cases/files/files.ts";
import { stateFields } from "../../../cases/states/states.contract.ts";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { paperKinds, paperSources } from "./papers.ts";

const id = z.number().int();
const edits = any("ROLE_FILE_EDIT");

export const filePaper = z.object({
  source: z.enum(paperSources),
  id,
  name: z.string(),
  mime: z.string(),
  on: calendarDate(),
  /** Where its bytes are read. */
  url: z.string(),
  kind: z.enum(paperKinds).nullable(),
  /** Whether we made it; else it came in. */
  ours: z.boolean(),
});
export type FilePaper = z.infer<typeof filePaper>;

export const listPapers = call({
  method: "GET",
  path: "/api/v4/file/{id}/papers",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "The documents of a file and what hangs on its timeline, as far as the reader may see it, with what each is; and on which a state rests.",
  params: idParam,
  reply: z.object({
    items: z.array(filePaper),
    states: z.array(z.object({ holdId: id, paper: filePaper })),
  }),
});

export const addPaper = call({
  method: "POST",
  path: "/api/v4/file/{id}/papers",
  who: edits,
  summary:
    "Keeps a document (field `file`) with a file; its kind of content is told by its bytes, and a virus scanner looks first.",
  params: idParam,
  body: z.strictObject({
    kind: z.enum(paperKinds),
    /** The state that rests on it. */
    holdId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  carries: "files",
  reply: filePaper,
});

export const placeStateOnPaper = call({
  method: "POST",
  path: "/api/v4/file/{id}/papers/state",
  who: edits,
  summary:
    "Puts a state on a file together with the paper on which it rests: one that the file has, or a new one (field `file`). Both or neither.",
  params: idParam,
  body: z.strictObject({
    kind: z.enum(holdKinds),
    ...stateFields,
    version: z.coerce.number().int().min(1),
    paper: z.strictObject({ source: z.enum(paperSources), id: idParam.shape.id }).optional(),
  }),
  carries: "files",
  reply: z.object({ holdId: id, paper: filePaper }),
});

export const kindPaper = call({
  method: "PUT",
  path: "/api/v4/file/{id}/papers/{source}/{paperId}",
  who: edits,
  summary: "Says what a paper of a file is; null for what it is known to be by itself.",
  // Another source than those there are holds no papers: that is a record not found, and no wrong field.
  params: idParam.extend({ source: z.string().max(40), paperId: idParam.shape.id }),
  body: z.strictObject({ kind: z.enum(paperKinds).nullable() }),
  reply: filePaper,
});

export const restState = call({
  method: "PUT",
  path: "/api/v4/file/{id}/hold/{holdId}/paper",
  who: edits,
  summary: "Says on which paper of its file a state rests; null takes it off.",
  params: idParam.extend({ holdId: idParam.shape.id }),
  body: z.strictObject({
    paper: z.strictObject({ source: z.enum(paperSources), id: idParam.shape.id }).nullable(),
  }),
});
