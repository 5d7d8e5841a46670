/** Calls of the documents and notes about a client. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { documentFields, documentKinds } from "./documents.ts";

const mayLook = any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");
const mayEdit = any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE");
const documentParams = idParam.extend({ documentId: idParam.shape.id });

export const clientDocument = z.object({
  id: z.number().int(),
  kind: z.enum(documentKinds),
  name: z.string(),
  mime: z.string(),
  sizeBytes: z.number().int(),
  validUntil: z.string().nullable(),
  expired: z.boolean(),
  shared: z.boolean(),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().nullable(),
  version: z.number().int(),
});
export type ClientDocument = z.infer<typeof clientDocument>;

export const listClientDocuments = call({
  method: "GET",
  path: "/api/v4/client/{id}/document",
  who: mayLook,
  summary: "The documents of a client, newest first; the client's own people see those that are shared with them.",
  params: idParam,
  reply: itemsOf(clientDocument),
});

export const addClientDocument = call({
  method: "POST",
  path: "/api/v4/client/{id}/document",
  who: mayEdit,
  summary: "Keeps a document (field `file`): PDF, image, DOCX or XLSX, told by its content.",
  params: idParam,
  // Multipart: a yes or no travels as 1 or 0.
  body: z.strictObject({ ...documentFields, shared: z.union([z.boolean(), z.stringbool()]).default(false) }),
  reply: clientDocument,
  carries: "files",
});

export const updateClientDocument = call({
  method: "PUT",
  path: "/api/v4/client/{id}/document/{documentId}",
  who: mayEdit,
  summary: "Changes what a document is, until when it holds, and whether the client's people see it.",
  params: documentParams,
  body: z.strictObject({ ...documentFields, shared: z.boolean(), version: rowVersion }),
  reply: clientDocument,
});

export const downloadClientDocument = call({
  method: "GET",
  path: "/api/v4/client/{id}/document/{documentId}",
  who: mayLook,
  summary: "The content of a document.",
  params: documentParams,
  carries: "blob",
});

export const dropClientDocument = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/document/{documentId}",
  who: mayEdit,
  summary: "Deletes a document for good; the audit trail keeps that it was there.",
  params: documentParams,
});

export const clientNote = z.object({
  id: z.number().int(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  /** Whether the reader wrote it. */
  own: z.boolean(),
});

export const listNotes = call({
  method: "GET",
  path: "/api/v4/client/{id}/note",
  who: any("ROLE_EMPLOYEE"),
  summary: "The notes of staff about a client, newest first; for staff only.",
  params: idParam,
  reply: itemsOf(clientNote),
});

export const addNote = call({
  method: "POST",
  path: "/api/v4/client/{id}/note",
  who: any("ROLE_EMPLOYEE"),
  summary: "Writes a note about a client.",
  params: idParam,
  body: z.strictObject({
    content: z.string().trim().min(1, { error: "customers.errorRequired" }).max(5000),
  }),
  reply: clientNote,
});

export const dropNote = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/note/{noteId}",
  who: any("ROLE_EMPLOYEE"),
  summary: "Deletes a note that one wrote oneself.",
  params: idParam.extend({ noteId: idParam.shape.id }),
});
