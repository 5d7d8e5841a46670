/** Calls and screens of clients (opdrachtgevers), and the short lists that address forms need. */
import { z } from "zod";
import { any, user } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { itemsOf, option, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { clientChanges, dayCounts, genders, newClient } from "../customers.ts";
import { mayLook } from "./choices.contract.ts";

/** Who makes and changes clients. */
export const mayCreate = any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE");

export const clientRow = z.object({
  id: z.number().int(),
  number: z.string(),
  company: z.string(),
  legalForm: z.string(),
  kvk: z.string().nullable(),
  city: z.string(),
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  accountManager: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  caseManager: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  active: z.boolean(),
});
export type ClientRow = z.infer<typeof clientRow>;

const text = z.string().nullable();
const whole = z.number().int().nullable();

/** A client with everything that is known of it. Amounts in whole cents, dates "YYYY-MM-DD". */
export const clientDetail = clientRow.extend({
  vatNumber: text,
  canReclaimVat: z.boolean(),
  isPublicBody: z.boolean(),
  clientGroupId: whole,
  iban: text,
  accountHolder: text,
  street: z.string(),
  houseNumber: z.string(),
  addition: text,
  postcode: z.string(),
  country: z.string(),
  website: text,
  contactSalutation: z.enum(genders),
  contactPhone: text,
  contactEmail: text,
  language: z.enum(languages),
  workflowConsumer: z.string(),
  workflowBusiness: z.string(),
  dayCount: z.enum(dayCounts),
  writeOffToleranceCents: whole,
  arrangementGraceWorkingDays: whole,
  arrangementBrokenAfterDays: whole,
  arrangementAllowedMisses: whole,
  arrangementMinTermCents: whole,
  arrangementMaxMonths: whole,
  arrangementSelfServiceCents: whole,
  bikInstalmentRule: z.boolean(),
  mandateOn: text,
  mandateUntil: text,
  setoffConsent: z.boolean(),
  accountManagerId: whole,
  caseManagerId: whole,
  teamId: whole,
  teamName: text,
  clientGroupName: text,
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: text,
});
export type ClientDetail = z.infer<typeof clientDetail>;

export const salutations = call({
  method: "GET",
  path: "/api/v4/salutation",
  who: user,
  summary: "Salutations by gender, in the user's language.",
  reply: itemsOf(z.object({ id: z.enum(genders), text: z.string(), opening: z.string() })),
});

export const countries = call({
  method: "GET",
  path: "/api/v4/country",
  who: user,
  summary: "Countries (ISO 3166-1) by name in the user's language; `_limit=-1` gives them all.",
  query: tableQuery({ order: ["name", "code"], filter: { search: z.string().max(100) }, unlimited: true }),
  reply: pageOf(z.object({ id: z.string(), code: z.string(), name: z.string(), text: z.string() })),
});

export const readClient = call({
  method: "GET",
  path: "/api/v4/client/{id}",
  who: mayLook,
  summary: "One client.",
  params: idParam,
  reply: clientDetail,
});

export const clientGroupOptions = call({
  method: "GET",
  path: "/api/v4/client/group-options",
  who: mayCreate,
  summary: "The groups that a client can be put into.",
  reply: itemsOf(option),
});

export const createClientCall = call({
  method: "POST",
  path: "/api/v4/client",
  who: mayCreate,
  summary: "Makes a client. Without a number it gets the next free one.",
  body: newClient,
  reply: z.object({ id: z.number().int(), number: z.string() }),
});

export const updateClientCall = call({
  method: "PUT",
  path: "/api/v4/client/{id}",
  who: mayCreate,
  summary:
    "Changes a client. Its account, its main contact and its workflows have calls of their own. A version that is not the newest is a conflict.",
  params: idParam,
  body: clientChanges,
  reply: clientDetail,
});

export const setClientActive = call({
  method: "PUT",
  path: "/api/v4/client/{id}/state",
  who: mayCreate,
  summary: "Archives a client, so that no new files come in for it, or takes it back into use.",
  params: idParam,
  body: z.strictObject({ active: z.boolean(), version: rowVersion }),
  reply: clientDetail,
});

export const dropClient = call({
  method: "DELETE",
  path: "/api/v4/client/{id}",
  who: any("ROLE_MANAGE_CLIENT"),
  summary:
    "Deletes a client that was made by mistake; one that is used anywhere is archived instead, and the refusal says where.",
  params: idParam,
});

export const similarClients = call({
  method: "GET",
  path: "/api/v4/client/similar",
  who: mayCreate,
  summary: "Clients that have this KvK number or this IBAN already; another one may be made all the same.",
  query: z.object({
    kvk: z.string().max(20).optional(),
    iban: z.string().max(50).optional(),
    /** The client that is being changed. */
    except: z.coerce.number().int().positive().optional(),
  }),
  reply: itemsOf(
    z.object({
      id: z.number().int(),
      number: z.string(),
      company: z.string(),
      active: z.boolean(),
      same: z.enum(["kvk", "iban"]),
    }),
  ),
});

export const customerSearchScreen = screen({
  path: "/customer/search",
  who: mayLook,
  title: "customers.searchTitle",
});
export const customerCreateScreen = screen({
  path: "/customer/create",
  who: mayCreate,
  title: "customers.createTitle",
});
