/** The law gate judges the terms of a client on entry, not only when a file is created with them (BW 6:119a, 6:233). */

import { rateFromDecimal } from "../../../ground/kernel/money.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { LawRefusal } from "../../../law/rules/rules.server.ts";
import { judgeConditions } from "../../../people/customers/customers.server.ts";
import { approvalsOf, isApproved } from "./approvals.server.ts";
import { conditionTerms, consumerTermsRefusals } from "./unlawful.server.ts";

/** The form fields by the gate's field names. */
const fields: Readonly<Record<string, string>> = {
  kind: "interestKind",
  floor: "interestKind",
  rate: "interestRate",
  compounding: "compounding",
};

judgeConditions(async (ctx, clientId, body) => {
  if (body.fileType !== "private") return;
  const terms = conditionTerms({ ...body, interestRate: rateFromDecimal(body.interestRate) ?? 0 });
  if (terms === null) return;
  const approved = isApproved(await approvalsOf(ctx.db, [clientId]), terms, clientId, null);
  const refusals = consumerTermsRefusals(terms, approved, await loadTariffs(ctx.db), ctx.clock.today());
  if (refusals.length === 0) return;
  throw new LawRefusal(
    ctx,
    refusals.map((each) => ({ ...each, field: fields[each.field] ?? each.field })),
  );
});
