/** Payments at a payment provider: what may become of one, and what is to be done for it. Pure. */
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

/** What a provider is asked to take. */
export interface PaymentOrder {
  /** Ours: the same key again is the same payment. */
  readonly key: string;
  readonly cents: Cents;
  /** Stands on the payer's statement. */
  readonly description: string;
  readonly lang: Language;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

/**
 * What came of asking. `refused`: it will never take it. `deferred`: it has not taken it and may do so later. `unknown`: it was asked and nothing
 * tells whether it took it.
 */
export type Opened =
  | { readonly outcome: "open"; readonly id: string; readonly checkoutUrl: string }
  | { readonly outcome: "refused" | "deferred" | "unknown"; readonly why: string };

/** A payment as the provider knows it. */
export interface ProviderPayment {
  readonly id: string;
  /** That of our order. */
  readonly key: string;
  readonly cents: Cents;
  readonly status: "open" | "paid" | "failed" | "canceled" | "expired";
  readonly paidAt: Date | null;
  /** Paid back to whoever paid, or charged back by their bank. */
  readonly returnedCents: Cents;
  readonly checkoutUrl: string | null;
}

/** A provider. Its answers are checked; neither ever throws for what the other side does. */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly open: (order: PaymentOrder) => Promise<Opened>;
  /** Undefined where it cannot be told now. */
  readonly read: (id: string) => Promise<ProviderPayment | "gone" | undefined>;
}

/** A payment as we know it. */
export interface Known {
  readonly key: string;
  readonly cents: Cents;
  readonly state: OnlineState;
  readonly returnedCents: Cents;
}

/**
 * What is to be done for what a provider tells. `book`: the money came. `reverse`: all of it went back. `look`: a person has to see to it, and why.
 * `note`: it became that state. `nothing`: that was known, or comes too late to count.
 */
export type Move =
  | { readonly do: "book" | "reverse" | "nothing" }
  | { readonly do: "look"; readonly why: "other" | "part" | "back" }
  | { readonly do: "note"; readonly state: "open" | "failed" | "canceled" | "expired" };

const settled: readonly OnlineState[] = ["refused", "failed", "canceled", "expired"];

/** What is told twice, late or out of order changes nothing: what was paid stays so but for money that goes back. */
export function moveOf(known: Known, told: ProviderPayment): Move {
  if (told.key !== known.key || told.cents !== known.cents) return { do: "look", why: "other" };
  if (known.state === "reversed")
    return told.returnedCents < known.cents ? { do: "look", why: "back" } : { do: "nothing" };
  if (known.state === "paid") {
    if (told.returnedCents >= known.cents) return { do: "reverse" };
    return told.returnedCents === known.returnedCents ? { do: "nothing" } : { do: "look", why: "part" };
  }
  // Money that came counts, whatever was told before.
  if (told.status === "paid") return { do: "book" };
  if (settled.includes(known.state) || told.status === known.state) return { do: "nothing" };
  return { do: "note", state: told.status };
}
