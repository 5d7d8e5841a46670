/** The client's own page and the list of clients: what several modules know of a client, together. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { clientRow, mayCreate, mayLook } from "../customers/customers.contract.ts";
import { clientLegalForms } from "../customers/customers.ts";

const id = z.number().int();
const cents = z.number().int();

export const clientScreen = screen({ path: "/customer/{id}", who: mayLook, title: "client-page.title" });

/** Figures of a client's files that are still open; null for whoever is not staff. */
const figures = { openFiles: id.nullable(), openCents: cents.nullable() };

export const listedClient = clientRow.extend({ ...figures, teamName: z.string().nullable() });
export type ListedClient = z.infer<typeof listedClient>;

export const listClients = call({
  method: "GET",
  path: "/api/v4/client",
  who: mayLook,
  summary: "Clients that the user may see; for staff with the number of their open files and what is owed on those.",
  query: tableQuery({
    order: ["number", "company", "city", "openFiles", "openCents"],
    filter: {
      search: z.string().trim().max(200),
      active: z.stringbool(),
      accountManager: z.coerce.number().int().positive(),
      caseManager: z.coerce.number().int().positive(),
      team: z.coerce.number().int().positive(),
      legalForm: z.enum(clientLegalForms),
      hasOpenFiles: z.stringbool(),
    },
  }),
  reply: pageOf(listedClient),
});

export const clientFigures = call({
  method: "GET",
  path: "/api/v4/client/{id}/figures",
  who: mayLook,
  summary: "How many files a client has, what is owed on the open ones, and how many files each of its people sees.",
  params: idParam,
  reply: z.object({
    files: id,
    openFiles: id,
    openCents: cents,
    /** Staff only: files by login, over all the clients of that person. */
    people: z.array(z.object({ userId: id, files: id, openFiles: id })),
  }),
});

const workflow = z.object({ code: z.string(), name: z.string(), category: z.string() });

export const clientWorkflows = call({
  method: "GET",
  path: "/api/v4/client/{id}/workflow",
  who: mayLook,
  summary: "The workflows that new files of a client begin with, those that may be used for it, and all there are.",
  params: idParam,
  reply: z.object({
    consumer: z.string(),
    business: z.string(),
    /** Empty: every one may be used. */
    allowed: z.array(z.string()),
    known: z.array(workflow),
    version: id,
  }),
});

export const setClientWorkflows = call({
  method: "PUT",
  path: "/api/v4/client/{id}/workflow",
  who: mayCreate,
  summary: "Sets the workflows of a client. The standard ones must be among the allowed.",
  params: idParam,
  body: z.strictObject({
    consumer: z.string().min(1).max(40),
    business: z.string().min(1).max(40),
    allowed: z.array(z.string().min(1).max(40)).max(100),
    version: rowVersion,
  }),
  reply: z.object({ version: id }),
});

const mapping = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  columns: z.array(z.object({ field: z.string(), title: z.string() })),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ClientMapping = z.infer<typeof mapping>;
const mappingParams = idParam.extend({ mappingId: idParam.shape.id });

export const listMappings = call({
  method: "GET",
  path: "/api/v4/client/{id}/mapping",
  who: any("ROLE_EMPLOYEE"),
  summary: "The layouts that were remembered of a client's import files.",
  params: idParam,
  reply: itemsOf(mapping),
});

export const updateMapping = call({
  method: "PUT",
  path: "/api/v4/client/{id}/mapping/{mappingId}",
  who: mayCreate,
  summary: "Renames a layout, or makes it the one that is tried first.",
  params: mappingParams,
  body: z.strictObject({
    name: z.string().trim().min(1, { error: "customers.errorRequired" }).max(120),
    isDefault: z.boolean(),
  }),
  reply: mapping,
});

export const dropMapping = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/mapping/{mappingId}",
  who: mayCreate,
  summary: "Forgets a layout; the next import of that kind asks for its columns again.",
  params: mappingParams,
});
