/** Why a 14-day letter does not count, and that of a client counts by what it told and where it went. */
import { expect, test } from "vitest";
import { bik, creditNote, entered, eur, invoice, notice, payment, terms } from "../claims/claims.factory.ts";
import type { NewEvent } from "../claims/claims.ts";
import { date } from "../kernel/dates.ts";
import { seededTariffs } from "../tariffs/tariffs.factory.ts";
import { judgeNotice } from "./workflows.ts";

const claim = [terms({ kind: "none" }), invoice("1000.00", "2026-08-01", { number: "F1" })];
/** Of Tuesday 1 September 2026: costs from the 18th. */
const letter = (more: Parameters<typeof notice>[2] = {}) =>
  notice("2026-09-01", "150.00", { invoices: ["F1"], ...more });
const client = { by: "client" as const, announced: eur("150.00"), address: "same" as const };
const gone = (voids: "returned" | "wrongAddress" | "wrongAmount"): NewEvent => ({
  kind: "reversal",
  on: date("2026-09-10"),
  reverses: 3,
  data: { reason: "-", voids },
});

test.each<[string, NewEvent[], string | null]>([
  ["ours", [letter()], null],
  [
    "ours, a retroactive credit note later",
    [letter(), creditNote("2026-10-01", "100.00", "retroactive")],
    "amountTooHigh",
  ],
  [
    "the same, with the costs charged",
    [letter(), bik("2026-09-18", "150.00"), creditNote("2026-10-01", "100.00", "retroactive")],
    "amountTooHigh",
  ],
  ["ours, a payment of before it that is entered later", [letter(), payment("2026-08-20", "100.00")], "amountTooHigh"],
  ["ours, returned", [letter(), gone("returned")], "returned"],
  ["ours, to a wrong address", [letter(), gone("wrongAddress")], "wrongAddress"],
  [
    "ours, returned, and a new one",
    [letter(), gone("returned"), notice("2026-10-06", "150.00", { invoices: ["F1"] })],
    null,
  ],
  ["the client's, by its date alone", [letter({ by: "client" })], "unproved"],
  ["the client's, with its amount alone", [letter({ by: "client", announced: eur("150.00") })], "unproved"],
  ["the client's, with amount and address", [letter(client)], null],
  ["the client's, a cent too high", [letter({ ...client, announced: eur("150.01") })], "amountTooHigh"],
  ["the client's, to another address", [letter({ ...client, address: "other" })], "wrongAddress"],
])("%s", (_name, more, reason) => {
  expect(judgeNotice(entered([...claim, ...more]), seededTariffs, date("2026-11-22"))?.voidReason).toBe(reason);
});
