/** The merchants' calls and their screen (specification, points 2 and 7). */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { itemsOf, tableQuery } from "../../ground/kernel/query.ts";
import { merchantPayload } from "./merchants.ts";

const who = any("ROLE_SETTINGS");

export const merchantRow = z.object({
  id: z.number().int(),
  name: z.string(),
  webshopName: z.string(),
  url: z.string(),
  client: z.object({ id: z.number().int(), company: z.string() }),
  kvkNumber: z.string(),
  externalId: z.string(),
  createdAt: z.iso.datetime(),
  version: z.number().int(),
});
export type MerchantRow = z.infer<typeof merchantRow>;

export const listMerchants = call({
  method: "GET",
  path: "/api/v4/merchant",
  who,
  summary: "All merchants, without paging.",
  query: tableQuery({ order: ["name", "webshopName", "url", "kvkNumber", "externalId", "createdAt"], unlimited: true }),
  reply: itemsOf(merchantRow),
});

export const getMerchant = call({
  method: "GET",
  path: "/api/v4/merchant/{id}",
  who,
  summary: "One merchant.",
  params: idParam,
  reply: merchantRow,
});

export const createMerchant = call({
  method: "POST",
  path: "/api/v4/merchant",
  who,
  summary: "Adds a merchant to a client.",
  body: merchantPayload,
  reply: merchantRow,
});

export const updateMerchant = call({
  method: "PUT",
  path: "/api/v4/merchant/{id}",
  who,
  summary: "Changes a merchant. A version that is not the newest is a conflict; without one, the last change wins.",
  params: idParam,
  body: merchantPayload.extend({ version: rowVersion.optional() }),
  reply: merchantRow,
});

export const deleteMerchant = call({
  method: "DELETE",
  path: "/api/v4/merchant/{id}",
  who,
  summary: "Removes a merchant that no file names.",
  params: idParam,
});

export const merchantSettings = screen({ path: "/settings/merchant", who, title: "merchants.heading" });
