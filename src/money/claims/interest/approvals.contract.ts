/** Approvals of interest terms beyond the provider's limits for consumers (BW 6:233), and the list of terms that violate the law. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import { id } from "../record/fields.contract.ts";

const mayAsk = any("ROLE_FILE_SETTINGS_EDIT", "ROLE_MANAGE_CLIENT");
const mayDecide = any("ROLE_EMPLOYEE_LEGAL_COUNCIL", "ROLE_LEGAL");
const maySee = any("ROLE_EMPLOYEE");

export const approvalsScreen = screen({
  path: "/settings/interest-approval",
  who: maySee,
  title: "approvals.title",
});

/** Exactly these terms are approved. */
const approvedTerms = {
  kind: z.enum(["statutory", "contractual"]),
  /** Percent × 10,000. */
  rate: z.number().int().min(0).max(10_000_000),
  per: z.enum(["year", "month"]).default("year"),
  compounding: z.enum(["none", "yearly", "monthly"]).default("none"),
};
const reason = z.string().trim().min(1).max(500).transform(maskBsn);

export const approvalStates = ["asked", "approved", "refused", "revoked"] as const;

export const interestApproval = z.object({
  id,
  client: z.object({ id, name: z.string() }),
  /** Null: for the terms of the client, and so for all its files. */
  file: z.object({ id, number: z.string() }).nullable(),
  ...approvedTerms,
  state: z.enum(approvalStates),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  revocationReason: z.string().nullable(),
  /** Whether the reader may decide on it: not on their own request. */
  mayDecide: z.boolean(),
});
export type InterestApproval = z.infer<typeof interestApproval>;

export const listApprovals = call({
  method: "GET",
  path: "/api/v4/interest-approval",
  who: maySee,
  summary:
    "Approvals of interest terms beyond the house's measure, newest first: all, or those that hold for one client or file.",
  query: z.object({ client: z.coerce.number().int().optional(), file: z.coerce.number().int().optional() }),
  reply: itemsOf(interestApproval),
});

export const requestApproval = call({
  method: "POST",
  path: "/api/v4/interest-approval",
  who: mayAsk,
  summary: "Asks for an approval of exactly these terms, for the conditions of a client or for one file.",
  body: z.strictObject({
    client: id.nullable().default(null),
    file: id.nullable().default(null),
    ...approvedTerms,
    reason,
  }),
  reply: interestApproval,
});

export const decideApproval = call({
  method: "POST",
  path: "/api/v4/interest-approval/{id}/decision",
  who: mayDecide,
  summary: "Approves or refuses what somebody else asked for; with a reason.",
  params: idParam,
  body: z.strictObject({ approve: z.boolean(), reason }),
  reply: interestApproval,
});

export const revokeApproval = call({
  method: "POST",
  path: "/api/v4/interest-approval/{id}/revocation",
  who: mayDecide,
  summary:
    "Revokes an approval: terms that are entered from now on are refused again; what stands is listed as unlawful.",
  params: idParam,
  body: z.strictObject({ reason }),
  reply: interestApproval,
});

export const unlawfulTerms = call({
  method: "GET",
  path: "/api/v4/interest-approval/unlawful",
  who: maySee,
  summary: "Open files against consumers and conditions of clients with interest that the law gate would refuse today.",
  reply: itemsOf(
    z.object({
      client: z.object({ id, name: z.string() }),
      file: z.object({ id, number: z.string() }).nullable(),
      /** The invoice with terms of its own; null if the whole file has them. */
      invoice: z.string().nullable(),
      /** For the terms of a client: their start date. */
      validFrom: z.string().nullable(),
      /** The reasons, in the reader's language. */
      why: z.array(z.string()),
    }),
  ),
});
export type UnlawfulTerms = z.infer<typeof unlawfulTerms.reply>["items"][number];
