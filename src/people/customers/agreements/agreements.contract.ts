/** Calls of what is agreed with a client: interest and costs, and commission. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import {
  agreedFileTypes,
  commissionVats,
  compoundings,
  costsMethods,
  interestKinds,
  interestPeriods,
  newCommission,
  newTerms,
} from "./agreements.ts";

const mayEdit = any("ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE");
const rowParams = idParam.extend({ rowId: idParam.shape.id });
const decimal = z.string();
const cents = z.number().int();

/** What every dated row says of itself. `state`: in force now, still to come, or succeeded. */
const dated = {
  id: z.number().int(),
  validFrom: z.string(),
  /** The last day on which it holds; null while nothing succeeds it. */
  validUntil: z.string().nullable(),
  state: z.enum(["past", "current", "future"]),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
};

export const clientTerms = z.object({
  ...dated,
  fileType: z.enum(agreedFileTypes),
  interestKind: z.enum(interestKinds),
  interestRate: decimal,
  interestPer: z.enum(interestPeriods),
  compounding: z.enum(compoundings),
  dayCount: z.enum(["ACT/365F", "ACT/ACT"]),
  costsMethod: z.enum(costsMethods),
  costsPercent: decimal,
  costsCents: cents,
  canReclaimVat: z.boolean().nullable(),
});
export type ClientTermsRow = z.infer<typeof clientTerms>;

export const listTerms = call({
  method: "GET",
  path: "/api/v4/client/{id}/terms",
  who: any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary: "The agreements on interest and collection costs of a client, newest first.",
  params: idParam,
  reply: itemsOf(clientTerms),
});

export const addTerms = call({
  method: "POST",
  path: "/api/v4/client/{id}/terms",
  who: mayEdit,
  summary: "Adds an agreement on interest and costs from a day; it succeeds the one before. New files follow it.",
  params: idParam,
  body: newTerms,
  reply: clientTerms,
});

export const dropTerms = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/terms/{rowId}",
  who: mayEdit,
  summary: "Takes away an agreement that has not begun yet; one that has is only succeeded.",
  params: rowParams,
});

export const clientCommission = z.object({
  ...dated,
  bands: z.array(z.object({ from: cents, rate: decimal })),
  keepsCosts: z.boolean(),
  noCureNoPay: z.boolean(),
  minimumCents: cents,
  fileFeeCents: cents,
  precassoFeeCents: cents,
  vat: z.enum(commissionVats),
});
export type ClientCommissionRow = z.infer<typeof clientCommission>;

export const listCommissions = call({
  method: "GET",
  path: "/api/v4/client/{id}/commission",
  who: any("ROLE_EMPLOYEE"),
  summary: "The commission agreements with a client, newest first; for staff only.",
  params: idParam,
  reply: itemsOf(clientCommission),
});

export const addCommission = call({
  method: "POST",
  path: "/api/v4/client/{id}/commission",
  who: mayEdit,
  summary: "Adds a commission agreement from a day; it succeeds the one before.",
  params: idParam,
  body: newCommission,
  reply: clientCommission,
});

export const dropCommission = call({
  method: "DELETE",
  path: "/api/v4/client/{id}/commission/{rowId}",
  who: mayEdit,
  summary: "Takes away a commission agreement that has not begun yet; one that has is only succeeded.",
  params: rowParams,
});

export const tryCommission = call({
  method: "GET",
  path: "/api/v4/client/{id}/commission/{rowId}/example",
  who: any("ROLE_EMPLOYEE"),
  summary: "What an agreement gives for an amount collected of one file, with the VAT of today.",
  params: rowParams,
  query: z.object({
    collected: z.coerce.number().int().min(0).max(1_000_000_000),
    costs: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({
    parts: z.array(z.object({ base: cents, rate: decimal, cents })),
    costs: cents,
    topUp: cents,
    fee: cents,
    net: cents,
    vat: cents,
    total: cents,
  }),
});
