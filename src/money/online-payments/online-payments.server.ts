/** The public interface of online payments: creating one, its state, and the demo bank. */

import { fieldError } from "../../ground/kernel/errors.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { type Ctx, defineModule, handle, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { openJob, queryPaymentJob, silentJob } from "./jobs.server.ts";
import { paymentCallback } from "./online-payments.contract.ts";
import { onlinePaymentTexts } from "./online-payments.texts.ts";
import { chosenProvider } from "./provider.server.ts";
import { stateOf } from "./settle.server.ts";
import { decideSimulated } from "./simulated.server.ts";

export { chosenProvider } from "./provider.server.ts";
export { simulatedPayment } from "./simulated.server.ts";

/**
 * Creates a payment: a job requests it at the provider, and its state gives the checkout address. @returns its key.
 * @throws validation if online payments are off.
 */
export async function beginPayment(
  ctx: WorkCtx,
  of: {
    readonly fileId: number;
    readonly cents: Cents;
    readonly lang: Language;
    readonly returnPath: (key: string) => string;
  },
): Promise<string> {
  const provider = await chosenProvider(ctx);
  if (!provider) throw fieldError("common", "online-payments.off");
  const key = ctx.ids.uuid();
  const { id } = await ctx.db
    .insertInto("online_payment")
    .values({
      key,
      file_id: of.fileId,
      amount_cents: of.cents,
      provider,
      lang: of.lang,
      return_path: of.returnPath(key),
      state: "waiting",
      created_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.enqueue(openJob, { id });
  await ctx.audit({
    action: "online-payment.begin",
    subject: "file",
    subjectId: of.fileId,
    after: { id, cents: of.cents, provider },
  });
  return key;
}

/** A payment as its payer sees it; the caller has checked that the file is visible. Undefined if it does not exist. */
export async function paymentOf({ db }: Pick<Ctx, "db">, key: string) {
  const row = await db.selectFrom("online_payment").selectAll().where("key", "=", key).executeTakeFirst();
  return (
    row && {
      key: row.key,
      fileId: row.file_id,
      cents: row.amount_cents,
      state: stateOf(row.state),
      checkoutUrl: row.checkout_url,
      settledAt: row.settled_at,
    }
  );
}

/**
 * Queues a job that reads its status; at most one waits per payment. While its id at the provider is unknown one waits for each id that a call names:
 * the provider's own call is the only one to tell it, and must not be dropped for another that waits.
 */
async function ask(ctx: WorkCtx, key: string, hint: string): Promise<void> {
  const row = await ctx.db
    .selectFrom("online_payment")
    .select(["id", "provider_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return;
  const named = row.provider_id === null && hint !== "" ? `:${hint}` : "";
  await ctx.enqueue(queryPaymentJob, { id: row.id, hint }, { key: `ask:${row.id}${named}` });
}

/** The payer's decision at the demo bank, which then calls the webhook as a provider does. */
export async function decideAtBank(ctx: Ctx, key: string, status: "paid" | "canceled"): Promise<void> {
  await decideSimulated(ctx, key, status);
  await ask(ctx, key, "");
}

export const onlinePaymentsServer = defineModule({
  name: "online-payments",
  texts: [onlinePaymentTexts],
  jobs: [openJob, queryPaymentJob, silentJob],
  handlers: [
    handle(paymentCallback, async (ctx, { params, body }) => {
      await ask(ctx, params.key, body.id);
      return {};
    }),
  ],
});
