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
const told = (over: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "tr_1",
  key: "k",
  cents: 5000,
  status: "open",
  paidAt: null,
  returnedCents: 0,
  checkoutUrl: null,
  ...over,
});
const paid = told({ status: "paid" });

test.each<[string, Known, ProviderPayment, unknown]>([
  ["paid", known(), paid, { do: "book" }],
  ["paid before our answer came", known({ state: "waiting" }), paid, { do: "book" }],
  ["paid although nobody knew whether it was taken", known({ state: "uncertain" }), paid, { do: "book" }],
  ["paid after it had expired", known({ state: "expired" }), paid, { do: "book" }],
  ["paid a second time", known({ state: "paid" }), paid, { do: "nothing" }],
  ["open, told late, after it was paid", known({ state: "paid" }), told(), { do: "nothing" }],
  ["failed, told late, after it was paid", known({ state: "paid" }), told({ status: "failed" }), { do: "nothing" }],
  ["canceled", known(), told({ status: "canceled" }), { do: "note", state: "canceled" }],
  ["expired after it was canceled", known({ state: "canceled" }), told({ status: "expired" }), { do: "nothing" }],
  ["open after we had refused it", known({ state: "refused" }), told(), { do: "nothing" }],
  ["expired after it had failed", known({ state: "failed" }), told({ status: "expired" }), { do: "nothing" }],
  ["failed after it had expired", known({ state: "expired" }), told({ status: "failed" }), { do: "nothing" }],
  ["open a second time", known(), told(), { do: "nothing" }],
  ["all of it back", known({ state: "paid" }), told({ status: "paid", returnedCents: 5000 }), { do: "reverse" }],
  [
    "back a second time",
    known({ state: "reversed", returnedCents: 5000 }),
    told({ status: "paid", returnedCents: 5000 }),
    { do: "nothing" },
  ],
  [
    "part of it back",
    known({ state: "paid" }),
    told({ status: "paid", returnedCents: 100 }),
    { do: "look", why: "part" },
  ],
  [
    "the same part again",
    known({ state: "paid", returnedCents: 100 }),
    told({ status: "paid", returnedCents: 100 }),
    { do: "nothing" },
  ],
  [
    "come in again after it went back",
    known({ state: "reversed", returnedCents: 5000 }),
    paid,
    { do: "look", why: "back" },
  ],
  ["of another amount", known(), told({ status: "paid", cents: 4999 }), { do: "look", why: "other" }],
  ["of another order", known(), told({ status: "paid", key: "other" }), { do: "look", why: "other" }],
])("%s", (_name, before, said, move) => {
  expect(moveOf(before, said)).toEqual(move);
});
