/** Which invoices of a file are time-barred, as the law gate judges it: a demand by letter and a promise interrupt limitation too. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { barredInvoices } from "../../../law/rules/rules.ts";
import { balanceOf, type ClaimEvent } from "../../../money/claims/claims.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";

/**
 * The numbers of those that were open and time-barred on a day. The caller has checked that the file is visible.
 * @param counts which events of the claim are looked at; all where absent.
 */
export async function barredInvoicesOn(
  ctx: WorkCtx,
  fileId: number,
  on: PlainDate,
  counts: (event: ClaimEvent) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const environment = await runEnvironment(ctx, null, true);
  const inputs = (await loadInputs(ctx.db, [fileId], on)).get(fileId);
  if (!inputs) return new Set();
  const events = inputs.situation.events.filter(counts);
  const judged = { ...inputs, situation: { ...inputs.situation, events } };
  const { claim, debtor } = gateFacts(judged, balanceOf(events, environment.tariffs, on), null, environment);
  return barredInvoices(claim, debtor.isConsumer, on);
}
