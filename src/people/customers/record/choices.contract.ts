/** Clients to choose from, as filters and forms of every module offer them: apart, so that a list takes no more of clients than this. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call } from "../../../ground/kernel/contract.ts";
import { itemsOf, option } from "../../../ground/kernel/query.ts";

/** Whoever works here, and the people of clients for their own. */
export const mayLook = any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");

export const searchCustomers = call({
  method: "GET",
  path: "/api/customer/search",
  who: mayLook,
  summary: "Clients as options, by words of their name or number, or by id; only those the user may see.",
  query: z.object({
    keywords: z.string().max(200).optional(),
    id: z.union([z.coerce.number().int().positive(), z.array(z.coerce.number().int().positive()).max(100)]).optional(),
  }),
  reply: itemsOf(option),
});
