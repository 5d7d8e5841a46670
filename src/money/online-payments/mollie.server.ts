/** Mollie's Payments API (v2, as published at docs.mollie.com): creates a payment, redirects its payer to the checkout, and reads its status. */
import { z } from "zod";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { type OutgoingException, sendRequest } from "../../ground/platform/server/outbox/outgoing.ts";
import type { Opened, PaymentOrder, PaymentProvider, ProviderPayment } from "./online-payments.ts";

export interface Mollie {
  /** "https://api.mollie.com". */
  readonly url: string;
  readonly key: string;
  readonly allowed: readonly OutgoingException[];
  /** How long an answer is waited for. */
  readonly seconds: number;
}

const locales: Readonly<Record<Language, string>> = { nl: "nl_NL", en: "en_US", fr: "fr_FR", de: "de_DE" };

/** "12.30" in euros; other currencies are not supported. */
const euros = z
  .object({ currency: z.literal("EUR"), value: z.string().regex(/^\d{1,9}\.\d{2}$/) })
  .transform(({ value }) => Number(value.replace(".", "")));

const payment = z.object({
  resource: z.literal("payment"),
  id: z.string().regex(/^tr_\w{4,60}$/),
  status: z.enum(["open", "pending", "authorized", "paid", "failed", "canceled", "expired"]),
  amount: euros,
  amountRefunded: euros.optional(),
  amountChargedBack: euros.optional(),
  paidAt: z.iso.datetime({ offset: true }).nullish(),
  metadata: z.object({ key: z.string() }),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }),
});

const toPayment = (answer: z.output<typeof payment>): ProviderPayment => ({
  id: answer.id,
  key: answer.metadata.key,
  cents: answer.amount,
  // In progress: the result is reported later.
  status: answer.status === "pending" || answer.status === "authorized" ? "open" : answer.status,
  paidAt: answer.paidAt ? new Date(answer.paidAt) : null,
  returnedCents: (answer.amountRefunded ?? 0) + (answer.amountChargedBack ?? 0),
  checkoutUrl: answer._links.checkout?.href ?? null,
});

/** Errors of a connection that was never established: the request was not sent. */
const neverConnected = new Set([
  "ENOTALLOWED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

function codeOf(error: unknown): string {
  const codes = [error, error instanceof Error ? error.cause : undefined].flatMap((one) =>
    typeof one === "object" && one !== null && "code" in one ? [String(one.code)] : [],
  );
  return codes.find((code) => neverConnected.has(code)) ?? codes[0] ?? "";
}

/** The meaning of an HTTP error for an order: a wrong key and rate limits can be corrected; after a server error the result is unclear. */
function refusalOf(status: number): Opened {
  const why = `HTTP ${status}`;
  if (status >= 500 || status === 408) return { outcome: "unknown", why };
  return { outcome: [401, 403, 404, 409, 429].includes(status) ? "deferred" : "refused", why };
}

const safeCheckout = (href: string, api: string): boolean =>
  new URL(href).protocol === "https:" || new URL(href).protocol === new URL(api).protocol;

async function open({ url, key, allowed, seconds }: Mollie, order: PaymentOrder): Promise<Opened> {
  let response: Response;
  try {
    response = await sendRequest(new URL("/v2/payments", url), allowed, {
      method: "POST",
      millis: seconds * 1000,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        // The same key within an hour returns the first payment.
        "idempotency-key": order.key,
      },
      body: JSON.stringify({
        amount: { currency: "EUR", value: decimalFromCents(order.cents) },
        description: order.description,
        redirectUrl: order.returnUrl,
        webhookUrl: order.callbackUrl,
        locale: locales[order.lang],
        metadata: { key: order.key },
      }),
    });
  } catch (error) {
    const code = codeOf(error);
    return { outcome: neverConnected.has(code) ? "deferred" : "unknown", why: code || "no answer" };
  }
  if (response.status !== 201) return refusalOf(response.status);
  const answer = payment.safeParse(await response.json().catch(() => undefined));
  const made = answer.success ? toPayment(answer.data) : undefined;
  if (
    !made?.checkoutUrl ||
    made.key !== order.key ||
    made.cents !== order.cents ||
    !safeCheckout(made.checkoutUrl, url)
  )
    return { outcome: "unknown", why: "the answer cannot be read" };
  return { outcome: "open", id: made.id, checkoutUrl: made.checkoutUrl };
}

async function read({ url, key, allowed, seconds }: Mollie, id: string): Promise<ProviderPayment | "gone" | undefined> {
  if (!/^tr_\w{4,60}$/.test(id)) return "gone";
  const asked = { millis: seconds * 1000, headers: { authorization: `Bearer ${key}` } };
  const response = await sendRequest(new URL(`/v2/payments/${id}`, url), allowed, asked).catch(() => undefined);
  if (response?.status === 404) return "gone";
  if (response?.status !== 200) return undefined;
  const answer = payment.safeParse(await response.json().catch(() => undefined));
  return answer.success && answer.data.id === id ? toPayment(answer.data) : undefined;
}

export const mollieProvider = (mollie: Mollie): PaymentProvider => ({
  name: "mollie",
  open: (order) => open(mollie, order),
  read: (id) => read(mollie, id),
});
