/** Calls of the partners that a client works with. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";

const mayEdit = any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE");

const clientPartner = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.string(),
  city: z.string(),
  phone: z.string(),
  email: z.string(),
  archived: z.boolean(),
  /** How the partner knows this client. */
  reference: z.string().nullable(),
});
export type ClientPartner = z.infer<typeof clientPartner>;

export const listClientPartners = call({
  method: "GET",
  path: "/api/v4/client/{id}/partner",
  who: any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary: "The partners (bailiffs and others) with which the files of a client may be handled.",
  params: idParam,
  reply: itemsOf(clientPartner),
});

export const partnerChoices = call({
  method: "GET",
  path: "/api/v4/client/partner-options",
  who: mayEdit,
  summary: "The partners in use, as choices.",
  reply: itemsOf(z.object({ id: z.number().int(), text: z.string() })),
});

export const setClientPartner = call({
  method: "PUT",
  path: "/api/v4/client/{id}/partner/{partnerId}",
  who: mayEdit,
  summary: "Has a client work with a partner, or changes how the partner knows it.",
  params: idParam.extend({ partnerId: idParam.shape.id }),
  body: z.strictObject({ reference: z.string().trim().max(60).nullable().default(null) }),
  reply: itemsOf(clientPartner),
});

export const dropClientPartner = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/partner/{partnerId}",
  who: mayEdit,
  summary: "Ends that a client works with a partner.",
  params: idParam.extend({ partnerId: idParam.shape.id }),
  reply: itemsOf(clientPartner),
});
