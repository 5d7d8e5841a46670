/** Calls of a client's bank account. A change pays other people's money to another account, so two people look at it. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { newAccount } from "../customers.ts";

export const accountChange = z.object({
  id: z.number().int(),
  iban: z.string(),
  accountHolder: z.string(),
  formerIban: z.string().nullable(),
  askedAt: z.iso.datetime(),
  askedBy: z.string(),
  /** Whether the reader may decide: somebody else than who asked, unless nobody else can. */
  mayDecide: z.boolean(),
});
export type AccountChange = z.infer<typeof accountChange>;

const state = z.object({
  iban: z.string().nullable(),
  accountHolder: z.string().nullable(),
  /** What waits for a second pair of eyes; staff only. */
  open: accountChange.nullable(),
});

export const readAccount = call({
  method: "GET",
  path: "/api/v4/client/{id}/account",
  who: any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary: "The account that a client is paid on, and a change of it that is still to be looked at.",
  params: idParam,
  reply: state,
});

export const requestAccount = call({
  method: "POST",
  path: "/api/v4/client/{id}/account",
  who: any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE"),
  summary:
    "Sets the first account of a client, or asks for another one. The contact is told by mail; it takes effect when somebody else approves.",
  params: idParam,
  body: newAccount,
  reply: state,
});

export const decideAccount = call({
  method: "PUT",
  path: "/api/v4/client/{id}/account/{changeId}",
  who: any("ROLE_MANAGE_CLIENT"),
  summary: "Approves or refuses a change of account; not by whoever asked for it, unless nobody else can.",
  params: idParam.extend({ changeId: idParam.shape.id }),
  body: z.strictObject({ approve: z.boolean() }),
  reply: state,
});
