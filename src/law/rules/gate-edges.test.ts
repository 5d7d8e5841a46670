/** The law gate at its edges: each hold by its rule, what a letter cannot do without, by what somebody is reached, and costs with a title. */
import { describe, expect, test } from "vitest";
import { plainCalendar } from "../../ground/kernel/calendar.ts";
import { date } from "../../ground/kernel/dates.ts";
import { isLaterToday, isQuiet } from "./contact.ts";
import type { GateAction, GateFacts } from "./facts.ts";
import { factsWith } from "./rules.factory.ts";
import { atInstant, gate } from "./rules.ts";

const noon = atInstant(new Date("2026-11-20T12:00:00+01:00"), plainCalendar);
const letter: GateAction = { kind: "contact", channel: "post", purpose: "dunning" };
const closing: GateAction = { kind: "contact", channel: "post", purpose: "closing" };
const closingMail: GateAction = { kind: "contact", channel: "email", purpose: "closing" };
const summons: GateAction = { kind: "summons" };

const refused = (action: GateAction, changes: Parameters<typeof factsWith>[0], moment = noon) => {
  const verdict = gate(action, factsWith(changes), moment);
  return verdict.allowed ? [] : verdict.refusals.map(({ rule, possibleFrom }) => [rule, possibleFrom]);
};

describe("holds", () => {
  const until = date("2026-12-01");

  test.each([
    ["dispute", "holdDispute"],
    ["complaint", "holdComplaint"],
    ["shv", "holdShv"],
    ["wsnp", "holdWsnp"],
    ["bankruptcy", "holdBankruptcy"],
    ["moratorium", "holdMoratorium"],
    ["broad_moratorium", "holdBroadMoratorium"],
    ["administration", "holdAdministration"],
    ["guardianship", "holdGuardianship"],
    ["vulnerable", "holdVulnerable"],
    ["deceased", "holdDeceased"],
    ["returned_mail", "holdReturnedMail"],
    ["promise", "holdPromise"],
    ["something_of_the_house", "hold"],
  ])("%s refuses a letter as %s until the day after it ends", (kind, rule) => {
    expect(refused(letter, { holds: [{ kind, until }] })).toEqual([[rule, "2026-12-02"]]);
    expect(refused(letter, { holds: [{ kind, until: null }] })).toEqual([[rule, null]]);
    expect(refused(letter, { holds: [{ kind, until, stops: false }] })).toEqual([]);
    expect(refused(letter, { holds: [{ kind, until, stops: true }] })).toEqual([[rule, "2026-12-02"]]);
  });

  test("informing messages are allowed, but no post to an address that returned a letter", () => {
    expect(refused(closing, { holds: [{ kind: "dispute", until: null }] })).toEqual([]);
    expect(refused(closing, { holds: [{ kind: "returned_mail", until: null }] })).toEqual([["holdReturnedMail", null]]);
    expect(refused(closingMail, { holds: [{ kind: "returned_mail", until: null }] })).toEqual([]);
  });
});

describe("channels", () => {
  const by = (
    channel: "post" | "visit" | "email" | "sms" | "call",
    reach: Partial<GateFacts["reach"]>,
    purpose: "dunning" | "closing" = "closing",
  ) => refused({ kind: "contact", channel, purpose }, { reach }).map(([rule]) => rule);

  test.each<["post" | "visit" | "email" | "sms" | "call", Partial<GateFacts["reach"]>, string[]]>([
    ["post", { addressComplete: false }, ["addressMissing"]],
    ["visit", { addressComplete: false }, ["addressMissing"]],
    ["email", { addressComplete: false }, []],
    ["email", { email: null }, ["emailMissing"]],
    ["post", { email: null }, []],
    ["sms", { mobile: null, phone: "+31201234567" }, ["mobileMissing"]],
    ["email", { mobile: null, phone: null }, []],
    ["call", { mobile: null, phone: "+31201234567" }, []],
    ["call", { mobile: "+31600000001", phone: null }, []],
    ["call", { mobile: null, phone: null }, ["phoneMissing"]],
  ])("%s with %j: %j", (channel, reach, rules) => expect(by(channel, reach)).toEqual(rules));

  test("a blocked number is refused until the last block of its channel ends", () => {
    const blocked = (...ends: ["sms" | "call", string | null][]) =>
      refused(
        { kind: "contact", channel: "sms", purpose: "closing" },
        {
          reach: {
            blocked: ends.map(([channel, end]) => ({
              ...{ channel, number: "+31600000001", until: end === null ? null : date(end) },
            })),
          },
        },
      );
    expect(blocked(["call", null])).toEqual([]);
    expect(blocked(["sms", "2026-12-01"])).toEqual([["blocked", "2026-12-02"]]);
    expect(blocked(["sms", "2026-12-09"], ["sms", "2026-12-01"])).toEqual([["blocked", "2026-12-10"]]);
    expect(blocked(["sms", "2026-12-09"], ["sms", null])).toEqual([["blocked", null]]);
    expect(blocked(["sms", null])).toEqual([["blocked", null]]);
    expect(blocked(["sms", "2026-12-01"], ["call", null])).toEqual([["blocked", "2026-12-02"]]);
  });

  test("each number is checked separately: another one can be called", () => {
    const [mobile, phone] = ["+31600000001", "+31201234567"];
    const blocked = (channel: "sms" | "call", ...ends: [number: string, until: string | null][]) =>
      refused(
        { kind: "contact", channel, purpose: "closing" },
        {
          reach: {
            ...{ mobile, phone },
            blocked: ends.map(([number, until]) => ({ number, channel, until: until === null ? null : date(until) })),
          },
        },
      );
    expect(blocked("call", [mobile, null])).toEqual([]);
    expect(blocked("call", [phone, null])).toEqual([]);
    expect(blocked("call", [mobile, null], [phone, null])).toEqual([["blocked", null]]);
    // As soon as one of them is free again.
    expect(blocked("call", [mobile, null], [phone, "2026-12-01"])).toEqual([["blocked", "2026-12-02"]]);
    expect(blocked("call", [mobile, "2026-12-09"], [phone, "2026-12-01"])).toEqual([["blocked", "2026-12-02"]]);
    // Texts go to the mobile number alone; the block of a number that is nobody's any more holds nothing.
    expect(blocked("sms", [mobile, null])).toEqual([["blocked", null]]);
    expect(blocked("sms", [phone, null])).toEqual([]);
    expect(blocked("call", ["+31699999999", null])).toEqual([]);
  });

  test("only contact hours put a message off to a later hour", () => {
    expect(
      ["contactHours", "contactHoursThere", "contactHouse", "frequencyDay"].map((rule) => isQuiet({ rule })),
    ).toEqual([true, true, true, false]);
  });
});

describe("what a demand must contain (Bki 3.1)", () => {
  const needs = (changes: Parameters<typeof factsWith>[0]) => {
    const verdict = gate(letter, factsWith(changes), noon);
    return verdict.allowed ? "allowed" : JSON.stringify(verdict.refusals);
  };

  test.each<[string, Parameters<typeof factsWith>[0]]>([
    ["the debtor's name", { debtor: { name: " " } }],
    ["the provider's name", { provider: { name: " " } }],
    ["the provider's address", { provider: { address: " " } }],
    ["the provider's chamber of commerce number", { provider: { kvk: " " } }],
    ["the creditor's name", { creditor: { name: " " } }],
    ["the title of the claim", { claim: { title: " " } }],
    [
      "the number of an invoice",
      { claim: { invoices: [{ number: " ", date: date("2026-03-02"), dueOn: date("2026-04-01"), openCents: 1 }] } },
    ],
    [
      "the due date of an invoice",
      { claim: { invoices: [{ number: "F1", date: date("2026-03-02"), dueOn: null, openCents: 1 }] } },
    ],
    ["the registration number", { provider: { registrationNumber: " " } }],
    ["a valid registration", { provider: { registrationValidUntil: date("2026-11-19") } }],
  ])("%s", (_name, changes) => expect(needs(changes)).not.toBe("allowed"));

  test("each missing part has its own code", () => {
    const facts = [
      { debtor: { name: "" } },
      { debtor: { addressComplete: false }, reach: { addressComplete: true } },
      { provider: { name: "" } },
      { claim: { invoices: [{ number: "F1", date: date("2026-03-02"), dueOn: null, openCents: 1 }] } },
    ].map((changes) => needs(changes));
    expect(new Set(facts).size).toBe(facts.length);
  });

  test("a registration is valid on its last day, and when no end is known", () => {
    expect(refused(letter, { provider: { registrationValidUntil: date("2026-11-20") } })).toEqual([]);
    expect(refused(letter, { provider: { registrationValidUntil: null } })).toEqual([]);
  });
});

describe("minors and guardianship", () => {
  test("the debtor is not sued in person", () => {
    const since = date("2026-01-01");
    const guardian = { kind: "guardianship", since, to: { partyId: 1, displayName: "G" } };
    expect(refused(summons, { speaker: guardian }).map(([rule]) => rule)).toEqual(["guardianshipSummons"]);
    // Eighteen on 20 November 2026; the day before, on the 21st.
    expect(refused(summons, { debtor: { birthDate: date("2008-11-21") } }).map(([rule]) => rule)).toContain("minor");
    expect(refused(summons, { debtor: { birthDate: date("2008-11-20") } }).map(([rule]) => rule)).not.toContain(
      "minor",
    );
    expect(refused(letter, { debtor: { birthDate: date("2008-11-21") } }).map(([rule]) => rule)).not.toContain("minor");
  });
});

describe("what is only put off to a later hour of the same day", () => {
  const today = date("2026-11-20");
  test.each<[boolean, string, string, string | null]>([
    [true, "email", "contactHours", "2026-11-20T06:00:00.000Z"],
    [true, "sms", "contactHoursThere", "2026-11-20T11:00:00.000Z"],
    [true, "email", "contactHouse", "2026-11-20T08:00:00.000Z"],
    // 23:59 and 00:00 in Amsterdam.
    [true, "email", "contactHours", "2026-11-20T22:59:00.000Z"],
    [false, "email", "contactHours", "2026-11-20T23:00:00.000Z"],
    [false, "email", "contactHours", "2026-11-21T06:00:00.000Z"],
    // Nobody would be there to call.
    [false, "call", "contactHours", "2026-11-20T06:00:00.000Z"],
    [false, "post", "contactHouse", "2026-11-20T06:00:00.000Z"],
    [false, "email", "frequencyWeek", "2026-11-20"],
    [false, "email", "contactHours", null],
  ])("%s: %s, %s from %s", (is, channel, rule, possibleFrom) =>
    expect(isLaterToday(channel, { rule, possibleFrom }, today)).toBe(is),
  );
});
