/** The offices of bailiffs: their calls and the screen (specification, points 2 and 7). */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { itemsOf, tableQuery } from "../../ground/kernel/query.ts";
import { bailiffPayload, officeReports } from "./bailiffs.ts";

const who = any("ROLE_LEGAL");

const bailiffRow = z.object({
  id: z.number().int(),
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  postAddress: z.string(),
  region: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  iban: z.string(),
  vatNumber: z.string(),
  kvkNumber: z.string(),
  openingHours: z.string(),
  /** What it reports, and within how many days at the latest; null where nothing was agreed on. */
  reports: z.array(z.enum(officeReports)),
  reportEveryDays: z.number().int().nullable(),
  remarks: z.string(),
  /** What was agreed on for an act, in cents without VAT. */
  prices: z.array(z.object({ act: z.string(), cents: z.number().int() })),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  version: z.number().int(),
});
export type BailiffRow = z.infer<typeof bailiffRow>;

export const listBailiffs = call({
  method: "GET",
  path: "/api/v4/bailiff",
  who,
  summary: "The offices of bailiffs, without paging; those that are archived only where they are asked for.",
  query: tableQuery({
    order: ["name", "city", "region", "createdAt"],
    filter: { search: z.string().max(100), archived: z.stringbool() },
    unlimited: true,
  }),
  reply: itemsOf(bailiffRow),
});

export const getBailiff = call({
  method: "GET",
  path: "/api/v4/bailiff/{id}",
  who,
  summary: "One office of bailiffs.",
  params: idParam,
  reply: bailiffRow,
});

export const createBailiff = call({
  method: "POST",
  path: "/api/v4/bailiff",
  who,
  summary: "Adds an office of bailiffs.",
  body: bailiffPayload,
  reply: bailiffRow,
});

export const updateBailiff = call({
  method: "PUT",
  path: "/api/v4/bailiff/{id}",
  who,
  summary: "Changes an office of bailiffs; a version that is not the newest is a conflict.",
  params: idParam,
  body: bailiffPayload.extend({ version: rowVersion }),
  reply: bailiffRow,
});

export const archiveBailiff = call({
  method: "PUT",
  path: "/api/v4/bailiff/{id}/archived",
  who,
  summary: "Archives an office, so that it is not offered any more, or brings it back.",
  params: idParam,
  body: z.strictObject({ archived: z.boolean() }),
  reply: bailiffRow,
});

export const bailiffsScreen = screen({ path: "/bailiff", who, title: "bailiffs.title" });
