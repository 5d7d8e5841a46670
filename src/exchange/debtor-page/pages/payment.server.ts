/** Paying: what is known of a payment, and the bank of the demo. Neither opening these pages nor coming back to them moves money. */
import {
  type Ctx,
  type Handler,
  handle,
  type PageReply,
  redirect,
} from "../../../ground/platform/server/http/module.ts";
import { formatMoney } from "../../../letters/templates/templates.ts";
import { decideAtBank, paymentOf, simulatedPayment } from "../../../money/online-payments/online-payments.server.ts";
import { visitOf } from "../access/visit.server.ts";
import { debtorPayment, payAtSimulatedBank, simulatedBank } from "../debtor-page.contract.ts";
import { actAddress, claimAddress, paymentAddress } from "../debtor-page.ts";
import { html, type Part } from "../markup.ts";
import { visitOverPage } from "./entry.server.ts";
import { type Key, pageOf, tokenOf, type View, viewOf } from "./layout.server.ts";

type Payment = NonNullable<Awaited<ReturnType<typeof paymentOf>>>;

/** How often a page that waits looks again. */
const openingSeconds = 2;
const pendingSeconds = 5;

interface Told {
  readonly title: Key;
  readonly text: Key;
  /** Whether another try is offered. */
  readonly again?: boolean;
}

const outcomes: Readonly<Partial<Record<Payment["state"], Told>>> = {
  paid: { title: "paidTitle", text: "paidText" },
  reversed: { title: "payBackTitle", text: "payBack", again: true },
  uncertain: { title: "payUncertainTitle", text: "payUncertain", again: true },
};
const failed: Told = { title: "payFailedTitle", text: "payFailed", again: true };

function openPage(view: View, payment: Payment, checkout: string, isBack: boolean): PageReply {
  const { t } = view;
  const amount = formatMoney(payment.cents, view.lang);
  const on = html`<p><a class="button" href="${checkout}" rel="noreferrer">${t("payGoButton")}</a></p>`;
  // Whoever comes back is told what is known, and sent nowhere.
  if (isBack)
    return pageOf(view, t("payPendingTitle"), html`<p role="status">${t("payPending", { amount })}</p>${on}`, {
      refresh: { seconds: pendingSeconds, to: `${paymentAddress(payment.key)}?back=1` },
    });
  return pageOf(view, t("payGoTitle"), html`<p>${t("payGo", { amount })}</p>${on}`, {
    refresh: { seconds: 0, to: checkout },
  });
}

function statePage(view: View, payment: Payment, isBack: boolean): PageReply {
  const { t } = view;
  const back: Part = html`<p><a href="${claimAddress(payment.fileId)}">${t("back")}</a></p>`;
  if (payment.state === "waiting")
    return pageOf(view, t("payWaitingTitle"), html`<p role="status">${t("payWaiting")}</p>${back}`, {
      refresh: { seconds: openingSeconds, to: paymentAddress(payment.key) },
    });
  if (payment.state === "open" && payment.checkoutUrl !== null)
    return openPage(view, payment, payment.checkoutUrl, isBack);
  const { title, text, again } = outcomes[payment.state] ?? failed;
  const once = again && html`<p><a class="button" href="${actAddress(payment.fileId, "pay")}">${t("payAgain")}</a></p>`;
  return pageOf(
    view,
    t(title),
    html`<p role="status">${t(text, { amount: formatMoney(payment.cents, view.lang) })}</p>${once}${back}`,
  );
}

const shown = handle(debtorPayment, async (ctx, { params, query }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, paymentAddress(params.key), query.lang, visit);
  const payment = await paymentOf(ctx, params.key);
  if (!payment || !visit?.files.has(payment.fileId)) return visitOverPage(view);
  return statePage(view, payment, query.back === "1");
});

const bankAddress = (key: string): string => `/simulated-bank/${key}`;

async function bankPage(ctx: Ctx, key: string, lang?: View["lang"]): Promise<PageReply> {
  const view = await viewOf(ctx, bankAddress(key), lang);
  const payment = await simulatedPayment(ctx, key);
  if (!payment) return visitOverPage(view);
  const { t } = view;
  const amount = formatMoney(payment.cents, view.lang);
  const buttons = html`<form method="post" action="${bankAddress(key)}">${tokenOf(view)}
<p><button name="decision" value="paid">${t("bankPay")}</button> <button class="plain" name="decision" value="canceled">${t("bankCancel")}</button></p></form>`;
  return pageOf(
    view,
    t("bankTitle"),
    html`<p>${t("bankText", { amount, what: payment.description })}</p>${payment.isOpen ? buttons : html`<p><a href="${payment.returnUrl}">${t("back")}</a></p>`}`,
  );
}

const bank = handle(simulatedBank, (ctx, { params, query }) => bankPage(ctx, params.key, query.lang));

const decide = handle(payAtSimulatedBank, async (ctx, { params, body }) => {
  const payment = await simulatedPayment(ctx, params.key);
  if (!payment) return bankPage(ctx, params.key);
  await decideAtBank(ctx, params.key, body.decision);
  return redirect(`${paymentAddress(params.key)}?back=1`);
});

export const paymentHandlers: readonly Handler[] = [shown, bank, decide];
