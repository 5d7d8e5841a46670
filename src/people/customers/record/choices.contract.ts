/** Clients to choose from, as filters and forms of every module offer them: apart, so that a list takes no more of clients than this. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call } from "../../../ground/kernel/contract.ts";
import { itemsOf, option } from "../../../ground/kernel/query.ts";

/** Whoever works here, and the people of clients for their own. */
const lookers = ["ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"] as const;
export const mayLook = any(...lookers);

/** Whoever opens a screen on which a client is chosen: it would be of no use to them without; each finds the clients that are theirs to see. */
const mayChoose = any(
  ...lookers,
  "ROLE_ADMIN",
  "ROLE_AGENDA",
  "ROLE_FILE_CREATE",
  "ROLE_FILE_CREATE_UPLOAD",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_EXPORT",
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_SEND",
  "ROLE_LEGAL",
  "ROLE_MANAGE_CLIENT",
  "ROLE_PRECASSO_CREATE",
  "ROLE_PRECASSO_CREATE_UPLOAD",
  "ROLE_PRECASSO_EXPORT",
  "ROLE_PRECASSO_SEARCH",
  "ROLE_PROCESSING",
  "ROLE_SETTINGS",
);

export const searchCustomers = call({
  method: "GET",
  path: "/api/customer/search",
  who: mayChoose,
  summary: "Clients as options, by words of their name or number, or by id; only those the user may see.",
  query: z.object({
    keywords: z.string().max(200).optional(),
    id: z.union([z.coerce.number().int().positive(), z.array(z.coerce.number().int().positive()).max(100)]).optional(),
  }),
  reply: itemsOf(option),
});
