/** Calls for invoices that two files claim: which ones, and who allowed them. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { cents, id, reading, requiredReason } from "../record/fields.contract.ts";

/** Who may allow two files to claim an invoice: the same users who may approve unusual terms. */
export const mayAllowDuplicate = any("ROLE_FILE_SETTINGS_EDIT");

const doubleInvoice = z.object({
  /** The number as written on this file. */
  number: z.string(),
  amount: cents,
  /** The other file that claims it. */
  file: z.object({ id, number: z.string(), client: z.string(), status: z.string() }),
  /** Who allowed it and why; null if nobody has decided yet. */
  allowed: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type DuplicateInvoice = z.infer<typeof doubleInvoice>;

export const listDuplicateInvoices = call({
  method: "GET",
  path: "/api/v4/file/{id}/double-invoices",
  who: reading,
  summary: "The invoices of a file that another file of the same client or group of clients claims too.",
  params: idParam,
  reply: itemsOf(doubleInvoice),
});

export const allowDuplicateInvoice = call({
  method: "POST",
  path: "/api/v4/file/{id}/double-invoices",
  who: mayAllowDuplicate,
  summary:
    "Lets one more file claim an invoice of this file, by the name of whoever asks and with a reason; it shows on all files that claim it.",
  params: idParam,
  body: z.strictObject({ number: z.string().trim().min(1).max(100), reason: requiredReason }),
  reply: itemsOf(doubleInvoice),
});
