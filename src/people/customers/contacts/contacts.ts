/** The people of a client: what they are there, and what those of them who log in may hold. */
import { z } from "zod";
import { holds, type Role } from "../../../ground/kernel/access.ts";
import { rowVersion } from "../../../ground/kernel/contract.ts";
import { isEmail } from "../../../ground/kernel/identifiers.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { genders } from "../customers.ts";

export const contactRoles = ["finance", "legal", "operations", "management", "privacy", "technical"] as const;
export type ContactRole = (typeof contactRoles)[number];

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .default(null)
    .transform((text) => text || null);

export const contactFields = z.strictObject({
  salutation: z.enum(genders).default("unknown"),
  name: z.string().trim().min(1, { error: "customers.errorRequired" }).max(120),
  jobTitle: line(100),
  roles: z.array(z.enum(contactRoles)).max(contactRoles.length).default([]),
  phone: line(30),
  mobile: line(30),
  email: line(254).refine((text) => text === null || isEmail(text), { error: "customers.errorEmail" }),
  isMain: z.boolean().default(false),
});
export type ContactValues = z.output<typeof contactFields>;

/** People of a client log in as its customer or as a contact person. */
export const loginKinds = ["contact", "customer"] as const;
export type LoginKind = (typeof loginKinds)[number];

/** Everything that people of clients may hold. Nothing here opens a setting, another client or the work of staff. */
export const clientLoginRoles = [
  "ROLE_CONTACT_PERSON",
  "ROLE_CUSTOMER",
  "ROLE_CONTACT_PERSON_DASHBOARD",
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_CREATE",
  "ROLE_FILE_CREATE_UPLOAD",
  "ROLE_FILE_EXPORT",
  "ROLE_FILE_VIEW_LAST_VISITED",
  "ROLE_PRECASSO_CREATE",
  "ROLE_PRECASSO_SEARCH",
  "ROLE_PRECASSO_CREATE_UPLOAD",
  "ROLE_PRECASSO_EXPORT",
  "ROLE_DOWNLOAD_CLIENT_INVOICE",
  "ROLE_STATISTIC_DASHBOARD_CLIENT",
] as const satisfies readonly Role[];
export type ClientLoginRole = (typeof clientLoginRoles)[number];

/** The roles that somebody may hand to a client's person: of those that such a person may hold, the ones the giver holds. */
export const grantableToClients = (acl: readonly string[]): readonly ClientLoginRole[] =>
  clientLoginRoles.filter((role) => holds(acl, role));

const loginFields = {
  acl: z.array(z.enum(clientLoginRoles)).min(1, { error: "customers.errorRolesNeeded" }).max(clientLoginRoles.length),
  /** The clients whose files the person sees; the one of this page among them. */
  clientIds: z.array(z.number().int().positive()).min(1, { error: "customers.errorClientsNeeded" }).max(100),
};

export const newLogin = z.strictObject({
  username: z.string().trim().min(2, { error: "customers.errorRequired" }).max(100),
  kind: z.enum(loginKinds).default("contact"),
  lang: z.enum(languages).default("nl"),
  /** Takes the login that this person has for another client, instead of making one. */
  useExisting: z.boolean().default(false),
  ...loginFields,
});

export const loginChanges = z.strictObject({
  ...loginFields,
  active: z.boolean(),
  version: rowVersion,
});
