/** The invoices that were no part of what was sued for, because they were time-barred by then. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { barredInvoices } from "../../../law/rules/rules.ts";
import { loadInputs, runEnvironment } from "../../../letters/processing/processing.server.ts";
import { gateFacts } from "../../../letters/processing/processing.ts";
import { balanceOf } from "../../../money/claims/claims.ts";

/** Those that were open and time-barred on a day, whatever a judge has awarded since. The caller has checked that the file is visible. */
export async function barredInvoicesOn(ctx: WorkCtx, fileId: number, on: PlainDate): Promise<ReadonlySet<string>> {
  const environment = await runEnvironment(ctx, null, true);
  const inputs = (await loadInputs(ctx.db, [fileId], on)).get(fileId);
  if (!inputs) return new Set();
  const events = inputs.situation.events.filter(({ kind }) => kind !== "judgment");
  const before = { ...inputs, situation: { ...inputs.situation, events } };
  const { claim, debtor } = gateFacts(before, balanceOf(events, environment.tariffs, on), null, environment);
  return barredInvoices(claim, debtor.isConsumer, on);
}
