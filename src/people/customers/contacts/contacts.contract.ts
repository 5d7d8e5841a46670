/** Calls of the people of a client and their logins. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { genders } from "../customers.ts";
import { clientLoginRoles, contactFields, contactRoles, loginChanges, loginKinds, newLogin } from "./contacts.ts";

const mayLook = any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");
const mayEdit = any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE");
/** A login opens files to somebody outside: for whoever manages clients. */
const mayLogIn = any("ROLE_MANAGE_CLIENT");

const contactParams = idParam.extend({ contactId: idParam.shape.id });
const instant = z.iso.datetime();

const login = z.object({
  userId: z.number().int(),
  username: z.string(),
  kind: z.enum(loginKinds),
  acl: z.array(z.string()),
  active: z.boolean(),
  lang: z.enum(languages),
  /** Whether a password was ever chosen; until then only an invitation lets in. */
  hasPassword: z.boolean(),
  lastLoginAt: instant.nullable(),
  clients: z.array(z.object({ id: z.number().int(), company: z.string() })),
  version: z.number().int(),
});
export type ContactLogin = z.infer<typeof login>;

export const contact = z.object({
  id: z.number().int(),
  salutation: z.enum(genders),
  name: z.string(),
  jobTitle: z.string().nullable(),
  roles: z.array(z.enum(contactRoles)),
  phone: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  isMain: z.boolean(),
  /** Null where there is none, and for whoever is not staff. */
  login: login.nullable(),
  /** A login with this e-mail address that belongs to somebody of another client: most likely the same person. */
  known: z.object({ userId: z.number().int(), username: z.string(), name: z.string() }).nullable(),
  version: z.number().int(),
});
export type Contact = z.infer<typeof contact>;

export const listContacts = call({
  method: "GET",
  path: "/api/v4/client/{id}/contact",
  who: mayLook,
  summary: "The people of a client, the main contact first; staff see their logins too.",
  params: idParam,
  reply: itemsOf(contact),
});

export const addContact = call({
  method: "POST",
  path: "/api/v4/client/{id}/contact",
  who: mayEdit,
  summary: "Adds a person to a client. The first one becomes the main contact.",
  params: idParam,
  body: contactFields,
  reply: contact,
});

export const updateContact = call({
  method: "PUT",
  path: "/api/v4/client/{id}/contact/{contactId}",
  who: mayEdit,
  summary: "Changes a person of a client. A version that is not the newest is a conflict.",
  params: contactParams,
  body: contactFields.extend({ version: rowVersion }),
  reply: contact,
});

export const dropContact = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/contact/{contactId}",
  who: mayEdit,
  summary: "Takes a person off a client. Somebody with a login that still works is deactivated first.",
  params: contactParams,
});

export const loginChoices = call({
  method: "GET",
  path: "/api/v4/client/login-roles",
  who: mayLogIn,
  summary: "The roles that the user may hand to people of clients.",
  reply: z.object({ roles: z.array(z.enum(clientLoginRoles)) }),
});

export const makeLogin = call({
  method: "POST",
  path: "/api/v4/client/{id}/contact/{contactId}/login",
  who: mayLogIn,
  summary:
    "Makes a login for a person of a client and mails the invitation; or takes the one that the person has for another client.",
  params: contactParams,
  body: newLogin,
  reply: contact,
});

export const changeLogin = call({
  method: "PUT",
  path: "/api/v4/client/{id}/contact/{contactId}/login",
  who: mayLogIn,
  summary: "Changes what a client's person may do, whose files it sees, and whether it may log in.",
  params: contactParams,
  body: loginChanges,
  reply: contact,
});

export const inviteAgain = call({
  method: "POST",
  path: "/api/v4/client/{id}/contact/{contactId}/invitation",
  who: mayLogIn,
  summary: "Mails a new invitation to choose a password.",
  params: contactParams,
  reply: z.object({ sentTo: z.string() }),
});
