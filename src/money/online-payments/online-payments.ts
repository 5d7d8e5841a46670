/** Payments at a payment provider: their states, and what follows from a reported status. Pure. */
import type { Cents } from "../../ground/kernel/money.ts";
import type { Language } from "../../ground/kernel/texts.ts";

export const onlineStates = [
  "waiting",
  "open",
  "uncertain",
  "refused",
  "failed",
  "canceled",
  "expired",
  "paid",
  "reversed",
] as const;
export type OnlineState = (typeof onlineStates)[number];

export const providerNames = ["mollie", "simulated"] as const;
export type ProviderName = (typeof providerNames)[number];

/** An order for a payment at a provider. */
export interface PaymentOrder {
  /** Our key: the same key is the same payment. */
  readonly key: string;
  readonly cents: Cents;
  /** Shown on the payer's bank statement. */
  readonly description: string;
  readonly lang: Language;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

/**
 * The result of a request. `refused`: it will never be accepted. `deferred`: it was not accepted and may be later. `unknown`: it was sent and it is
 * unclear whether it was accepted.
 */
export type Opened =
  | { readonly outcome: "open"; readonly id: string; readonly checkoutUrl: string }
  | { readonly outcome: "refused" | "deferred" | "unknown"; readonly why: string };

/** A payment as reported by the provider. */
export interface ProviderPayment {
  readonly id: string;
  /** The key of our order. */
  readonly key: string;
  readonly cents: Cents;
  readonly status: "open" | "paid" | "failed" | "canceled" | "expired";
  readonly paidAt: Date | null;
  /** Refunded to the payer, or charged back by their bank. */
  readonly returnedCents: Cents;
  readonly checkoutUrl: string | null;
}

/** A payment provider. Its answers are validated; its methods never throw for errors of the other side. */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly open: (order: PaymentOrder) => Promise<Opened>;
  /** Undefined if the status cannot be read now. */
  readonly read: (id: string) => Promise<ProviderPayment | "gone" | undefined>;
}

/** A payment as stored. */
export interface Known {
  readonly key: string;
  readonly cents: Cents;
  readonly state: OnlineState;
  readonly returnedCents: Cents;
}

/**
 * What follows from a reported status. `book`: the payment was received. `reverse`: all of it was refunded. `look`: a person must handle it, with
 * the reason. `note`: only the state changes. `nothing`: known already, or too late to count.
 */
export type Move =
  | { readonly do: "book" | "reverse" | "nothing" }
  | { readonly do: "look"; readonly why: "other" | "part" | "back" }
  | { readonly do: "note"; readonly state: "open" | "failed" | "canceled" | "expired" };

const settled: readonly OnlineState[] = ["refused", "failed", "canceled", "expired"];

/** Reports may be repeated, late or out of order: a paid payment stays paid unless it is refunded. */
export function moveOf(known: Known, reported: ProviderPayment): Move {
  if (reported.key !== known.key || reported.cents !== known.cents) return { do: "look", why: "other" };
  if (known.state === "reversed")
    return reported.returnedCents < known.cents ? { do: "look", why: "back" } : { do: "nothing" };
  if (known.state === "paid") {
    if (reported.returnedCents >= known.cents) return { do: "reverse" };
    return reported.returnedCents === known.returnedCents ? { do: "nothing" } : { do: "look", why: "part" };
  }
  // A received payment counts, whatever was reported before.
  if (reported.status === "paid") return { do: "book" };
  if (settled.includes(known.state) || reported.status === known.state) return { do: "nothing" };
  return { do: "note", state: reported.status };
}
