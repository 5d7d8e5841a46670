/** What is done for what a provider tells, as a table: whatever comes twice, late or out of order. */
import { expect, test } from "vitest";
import { type Known, moveOf, type ProviderPayment } from "./online-payments.ts";

const known = (over: Partial<Known> = {}): Known => ({
  key: "k",
  cents: 5000,
  state: "open",
  returnedCents: 0,
  ...over,
});
const reported = (over: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "tr_1",
  key: "k",
  cents: 5000,
  status: "open",
  paidAt: null,
  returnedCents: 0,
  checkoutUrl: null,
  ...over,
});
const paid = reported({ status: "paid" });

test.each<[string, Known, ProviderPayment, unknown]>([
  ["paid", known(), paid, { do: "book" }],
  ["paid before our request was answered", known({ state: "waiting" }), paid, { do: "book" }],
  [
    "paid although it was unknown whether the request was accepted",
    known({ state: "uncertain" }),
    paid,
    { do: "book" },
  ],
  ["paid after it had expired", known({ state: "expired" }), paid, { do: "book" }],
  ["paid a second time", known({ state: "paid" }), paid, { do: "nothing" }],
  ["open, reported late, after it was paid", known({ state: "paid" }), reported(), { do: "nothing" }],
  [
    "failed, reported late, after it was paid",
    known({ state: "paid" }),
    reported({ status: "failed" }),
    { do: "nothing" },
  ],
  ["canceled", known(), reported({ status: "canceled" }), { do: "note", state: "canceled" }],
  ["expired after it was canceled", known({ state: "canceled" }), reported({ status: "expired" }), { do: "nothing" }],
  ["open after we had refused it", known({ state: "refused" }), reported(), { do: "nothing" }],
  ["expired after it had failed", known({ state: "failed" }), reported({ status: "expired" }), { do: "nothing" }],
  ["failed after it had expired", known({ state: "expired" }), reported({ status: "failed" }), { do: "nothing" }],
  ["open a second time", known(), reported(), { do: "nothing" }],
  ["fully refunded", known({ state: "paid" }), reported({ status: "paid", returnedCents: 5000 }), { do: "reverse" }],
  [
    "fully refunded, reported twice",
    known({ state: "reversed", returnedCents: 5000 }),
    reported({ status: "paid", returnedCents: 5000 }),
    { do: "nothing" },
  ],
  [
    "partly refunded",
    known({ state: "paid" }),
    reported({ status: "paid", returnedCents: 100 }),
    { do: "look", why: "part" },
  ],
  [
    "partly refunded, reported twice",
    known({ state: "paid", returnedCents: 100 }),
    reported({ status: "paid", returnedCents: 100 }),
    { do: "nothing" },
  ],
  ["refunded, then paid again", known({ state: "reversed", returnedCents: 5000 }), paid, { do: "look", why: "back" }],
  ["with another amount", known(), reported({ status: "paid", cents: 4999 }), { do: "look", why: "other" }],
  ["with another order", known(), reported({ status: "paid", key: "other" }), { do: "look", why: "other" }],
])("%s", (_name, before, said, move) => {
  expect(moveOf(before, said)).toEqual(move);
});
