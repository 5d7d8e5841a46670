/** The calls about invoices that two files claim: which, and who let them. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { cents, id, reading, shortText } from "../record/fields.contract.ts";

/** Who may let an invoice be claimed by two files: the same who may hold unusual terms fair. */
export const mayAllowDuplicate = any("ROLE_FILE_SETTINGS_EDIT");

const doubleInvoice = z.object({
  /** As this file writes it. */
  number: z.string(),
  amount: cents,
  /** The other file that claims it. */
  file: z.object({ id, number: z.string(), client: z.string(), status: z.string() }),
  /** Who let it, and why; null where nobody has looked at it yet. */
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
  body: z.strictObject({ number: z.string().trim().min(1).max(100), reason: shortText.min(1) }),
  reply: itemsOf(doubleInvoice),
});
