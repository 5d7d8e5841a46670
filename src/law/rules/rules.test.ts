import { describe, expect, test } from "vitest";
import { alwaysOpenHouse, legalCalendar } from "../../ground/kernel/calendar.ts";
import { date } from "../../ground/kernel/dates.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { type Rule, ruleArticles } from "./catalogue.ts";
import { isQuiet } from "./contact.ts";
import { defaultPolicy, type GateAction, type GateFacts } from "./facts.ts";
import { factsWith, soundFacts } from "./rules.factory.ts";
import { ruleTexts } from "./rules.texts.ts";
import { atInstant, firstPossible, gate } from "./rules.ts";

// The decrees that equate days with holidays (domain facts 8.4), as far as these examples need them.
const calendar = legalCalendar(["2026-01-02", "2026-05-15", "2027-05-07"]);
const at = (text: string) => atInstant(new Date(text), calendar);
const noon = at("2026-11-20T12:00:00+01:00");

const letter: GateAction = { kind: "contact", channel: "post", purpose: "dunning" };
const notice: GateAction = { kind: "contact", channel: "post", purpose: "notice14" };
const closing: GateAction = { kind: "contact", channel: "post", purpose: "closing" };
const email: GateAction = { kind: "contact", channel: "email", purpose: "dunning" };
const sms: GateAction = { kind: "contact", channel: "sms", purpose: "dunning" };
const call: GateAction = { kind: "contact", channel: "call", purpose: "dunning" };
const visit: GateAction = { kind: "contact", channel: "visit", purpose: "dunning" };
const bik: GateAction = { kind: "charge_bik" };
const cost: GateAction = { kind: "charge_cost" };
const summons: GateAction = { kind: "summons" };
const handover: GateAction = { kind: "handover" };

/** Rules that refuse, each with its first possible moment. */
const refused = (action: GateAction, facts: GateFacts, moment = noon): [Rule, string | null][] => {
  const verdict = gate(action, facts, moment);
  return verdict.allowed ? [] : verdict.refusals.map(({ rule, possibleFrom }) => [rule, possibleFrom]);
};

describe("a file without obstacles", () => {
  test.each([letter, notice, closing, email, sms, call, visit, bik, cost, summons, handover])("allows %j", (action) => {
    expect(gate(action, soundFacts, noon)).toEqual({ allowed: true });
  });
});

describe("collection costs from a consumer (BW 6:96(6))", () => {
  const onBik = (notice14: Partial<GateFacts["notice14"]> | null, moment: string) =>
    refused(bik, factsWith({ notice14 }), at(moment));

  // The days of domain facts 1.2: the day before costs are due, and the day itself.
  test.each([
    ["2026-04-20", "2026-05-07", "2026-05-06", false],
    ["2026-04-20", "2026-05-07", "2026-05-07", true],
    ["2026-11-12", "2026-12-01", "2026-11-30", false],
    ["2026-11-12", "2026-12-01", "2026-12-01", true],
    ["2026-04-28", "2026-05-19", "2026-05-18", false],
    ["2026-04-28", "2026-05-19", "2026-05-19", true],
  ])("letter of %s, due from %s, on %s: %s", (sentOn, bikDueFrom, today, allowed) => {
    expect(onBik({ sentOn: date(sentOn), bikDueFrom: date(bikDueFrom) }, `${today}T12:00:00+02:00`)).toEqual(
      allowed ? [] : [["noticeRunning", bikDueFrom]],
    );
  });

  // Posted Friday 20 November: delivery days Saturday 21 and Tuesday 24, fourteen days on is 8 December, due from the 9th.
  test("without a letter the first day is that of a letter posted today", () => {
    expect(onBik(null, "2026-11-20T12:00:00+01:00")).toEqual([["noticeMissing", "2026-12-09"]]);
  });

  // To Belgium the fifth delivery day counts, Friday 27 November: until Friday 11 December. Overseas the fifteenth, Friday 11 December: fourteen
  // days on is Christmas, so that the term ends on Monday the 28th.
  test.each([
    ["BE", "2026-12-12"],
    ["CW", "2026-12-29"],
  ])("nor in %s, where that letter takes longer: from %s", (country, from) => {
    const facts = factsWith({ notice14: null, reach: { country } });
    expect(refused(bik, facts)).toEqual([["noticeMissing", from]]);
    expect(refused(summons, facts)).toEqual([["noticeMissing", from]]);
  });

  test("a void letter gives no costs until the term of a new one has ended", () => {
    expect(onBik({ voidReason: "wrongAmount" }, "2026-11-20T12:00:00+01:00")).toEqual([["noticeVoid", "2026-12-09"]]);
  });

  test("a business owes them from the day after the due date (BW 6:96(4))", () => {
    const business = factsWith({ debtor: { isConsumer: false }, notice14: null });
    expect(refused(bik, business, at("2026-04-01T12:00:00+02:00"))).toEqual([["bikNotInDefault", "2026-04-02"]]);
    expect(refused(bik, business, at("2026-04-02T12:00:00+02:00"))).toEqual([]);
  });

  test("the scale needs a contract", () => {
    const tort = factsWith({ file: { contractual: false } });
    expect(refused(bik, tort)).toEqual([["bikOtherBasis", null]]);
    expect(refused(notice, tort)).toEqual([["bikOtherBasis", null]]);
    expect(refused(letter, tort)).toEqual([]);
  });
});

describe("contact hours (Bki 4.2)", () => {
  // The window test of domain facts 8.4.
  test.each([
    ["2026-11-20T19:59:00+01:00", null],
    ["2026-11-20T20:00:00+01:00", "2026-11-21T06:00:00.000Z"],
    ["2026-11-21T20:05:00+01:00", "2026-11-23T06:00:00.000Z"],
    ["2026-05-13T21:00:00+02:00", "2026-05-16T05:00:00.000Z"],
    ["2026-04-02T20:30:00+02:00", "2026-04-04T05:00:00.000Z"],
    ["2026-12-24T22:00:00+01:00", "2026-12-28T06:00:00.000Z"],
    ["2026-11-21T06:59:59+01:00", "2026-11-21T06:00:00.000Z"],
    ["2026-11-22T12:00:00+01:00", "2026-11-23T06:00:00.000Z"],
  ])("at %s until %s", (moment, possibleFrom) => {
    const expected = possibleFrom === null ? [] : [["contactHours", possibleFrom]];
    const inTime = factsWith({
      claim: { invoices: [{ number: "1", date: date("2026-01-02"), dueOn: date("2026-02-01"), openCents: 100_000 }] },
    });
    for (const action of [email, sms, call, visit]) expect(refused(action, inTime, at(moment))).toEqual(expected);
    expect(refused(letter, inTime, at(moment))).toEqual([]);
  });

  test("apply to natural persons and sole traders, not to companies; to a Belgian by the provider's rule", () => {
    const sunday = at("2026-11-22T12:00:00+01:00");
    const rules = (debtor: Partial<GateFacts["debtor"]>) => refused(email, factsWith({ debtor }), sunday);
    expect(rules({ isConsumer: false, isNaturalPerson: true })).toHaveLength(1);
    expect(rules({ isConsumer: false, isNaturalPerson: false })).toEqual([]);
    const belgian = factsWith({ debtor: { country: "BE" }, reach: { country: "BE" } });
    expect(refused(email, belgian, sunday)).toEqual([["contactHoursThere", "2026-11-23T06:00:00.000Z"]]);
  });

  // 20 November 2026 is a Friday. Curaçao is five hours behind Amsterdam, Turkey two ahead.
  test.each([
    ["CW", "2026-11-20T12:30:00+01:00", null],
    ["CW", "2026-11-20T11:30:00+01:00", "2026-11-20T11:00:00.000Z"],
    ["CW", "2026-11-20T23:00:00+01:00", null],
    ["TR", "2026-11-20T18:30:00+01:00", "2026-11-21T04:00:00.000Z"],
    // Somewhere in the United States it is before seven until noon in New York.
    ["US", "2026-11-20T17:30:00+01:00", "2026-11-20T17:00:00.000Z"],
    ["US", "2026-11-20T19:00:00+01:00", null],
    // A country that the house knows no clock of goes by its own.
    ["ZZ", "2026-11-20T20:30:00+01:00", "2026-11-21T06:00:00.000Z"],
  ])("of a recipient in %s, at %s: until %s", (country, moment, possibleFrom) => {
    const expected = possibleFrom === null ? [] : [["contactHoursThere", possibleFrom]];
    for (const action of [email, sms, call, visit])
      expect(refused(action, factsWith({ reach: { country } }), at(moment))).toEqual(expected);
  });
});

describe("the provider's own quiet hours", () => {
  test("that never meet those of a country refuse all but post, and do not put off", () => {
    const until = (contactUntil: number) =>
      atInstant(new Date("2026-11-20T18:30:00+01:00"), legalCalendar([], { ...alwaysOpenHouse, contactUntil }));
    const american = factsWith({ reach: { country: "US" } });
    for (const action of [email, sms, call, visit]) {
      expect(refused(action, american, until(17 * 60 + 30))).toEqual([["contactHoursNever", null]]);
      expect(refused(action, american, until(19 * 60))).toEqual([]);
    }
    expect(refused(letter, american, until(17 * 60 + 30))).toEqual([]);
    expect(isQuiet({ rule: "contactHoursNever" })).toBe(false);
  });

  const house = legalCalendar([], {
    ...alwaysOpenHouse,
    contactFrom: 9 * 60,
    contactUntil: 18 * 60,
    silentDays: new Set([date("2026-11-23")]),
  });
  const company = factsWith({ debtor: { isConsumer: false, isNaturalPerson: false } });

  test.each([
    [
      "after the provider's hours, within those of the law",
      "2026-11-20T18:30:00+01:00",
      "contactHouse",
      "2026-11-21T08:00:00.000Z",
    ],
    ["on a day without contact", "2026-11-23T12:00:00+01:00", "contactHouse", "2026-11-24T08:00:00.000Z"],
    ["where the law forbids it too", "2026-11-21T20:30:00+01:00", "contactHours", "2026-11-24T08:00:00.000Z"],
  ] as const)("%s", (_what, moment, rule, possibleFrom) => {
    const judged = atInstant(new Date(moment), house);
    expect(refused(email, soundFacts, judged)).toEqual([[rule, possibleFrom]]);
    // The house's quiet is for everybody, the law's for natural persons.
    expect(refused(email, company, judged)).toEqual(rule === "contactHouse" ? [[rule, possibleFrom]] : []);
    expect(refused(letter, soundFacts, judged)).toEqual([]);
  });
});

describe("contact frequency", () => {
  const on = (channel: "email" | "sms" | "call", ...days: string[]) => days.map((day) => ({ channel, on: date(day) }));

  test.each([
    [
      "no more than two messages in seven days",
      email,
      on("email", "2026-11-16", "2026-11-18"),
      [["frequencyWeek", "2026-11-23"]],
    ],
    [
      "e-mail and SMS count together",
      sms,
      [...on("email", "2026-11-14"), ...on("sms", "2026-11-20")],
      [["frequencyWeek", "2026-11-21"]],
    ],
    ["a message of seven days ago does not count", email, on("email", "2026-11-13", "2026-11-18"), []],
    [
      "after three, two must be older than seven days",
      email,
      on("email", "2026-11-15", "2026-11-16", "2026-11-17"),
      [["frequencyWeek", "2026-11-23"]],
    ],
    ["calls do not count as messages", email, on("call", "2026-11-18", "2026-11-19", "2026-11-20"), []],
    ["no more than one call a day", call, on("call", "2026-11-20"), [["frequencyDay", "2026-11-21"]]],
    [
      "no more than three calls a week",
      call,
      on("call", "2026-11-17", "2026-11-18", "2026-11-19"),
      [["frequencyWeek", "2026-11-24"]],
    ],
    ["what is planned for weeks later is no reason now", email, on("email", "2026-12-10", "2026-12-12"), []],
    [
      "what is planned for this week counts, on the days on which it goes",
      email,
      on("email", "2026-11-23", "2026-11-25"),
      [["frequencyWeek", "2026-11-30"]],
    ],
    ["one lately and one planned are not in the same seven days", email, on("email", "2026-11-17", "2026-11-24"), []],
    ["letters are not counted", letter, on("email", "2026-11-18", "2026-11-19", "2026-11-20"), []],
  ] as const)("%s", (_name, action, contacts, expected) => {
    expect(refused(action, factsWith({ contacts }))).toEqual(expected);
  });
});

describe("a provider that allows none", () => {
  const policyOf = (policy: Partial<typeof defaultPolicy>) => factsWith({ policy: { ...defaultPolicy, ...policy } });

  test.each([
    ["calls a day", call, policyOf({ callsPerDay: 0 }), [["frequencyDay", null]]],
    ["calls a week", call, policyOf({ callsPerWeek: 0 }), [["frequencyWeek", null]]],
    ["e-mails", email, policyOf({ messagesPerWeek: 0 }), [["frequencyWeek", null]]],
    ["SMS", sms, policyOf({ messagesPerWeek: 0 }), [["frequencyWeek", null]]],
    ["messages, but allows calls", call, policyOf({ messagesPerWeek: 0 }), []],
    ["calls, but allows messages", email, policyOf({ callsPerDay: 0, callsPerWeek: 0 }), []],
  ] as const)("%s", (_name, action, facts, expected) => {
    expect(refused(action, facts)).toEqual(expected);
  });
});

describe("what stops a file", () => {
  test.each([
    ["dispute", "holdDispute"],
    ["complaint", "holdComplaint"],
    ["shv", "holdShv"],
    ["wsnp", "holdWsnp"],
    ["bankruptcy", "holdBankruptcy"],
    ["moratorium", "holdMoratorium"],
    ["deceased", "holdDeceased"],
    ["returned_mail", "holdReturnedMail"],
    ["promise", "holdPromise"],
    ["manual", "hold"],
  ])("%s forbids every demand for payment", (kind, rule) => {
    const facts = factsWith({ holds: [{ kind, until: null }] });
    for (const action of [letter, notice, email, call, bik, cost, summons, handover])
      expect(refused(action, facts)).toEqual([[rule, null]]);
  });

  test("a hold with an end names the day after it", () => {
    expect(refused(letter, factsWith({ holds: [{ kind: "promise", until: date("2026-11-27") }] }))).toEqual([
      ["holdPromise", "2026-11-28"],
    ]);
  });

  test("informing and closing stay possible, but no letter goes to an address that returned one", () => {
    expect(refused(closing, factsWith({ holds: [{ kind: "dispute", until: null }] }))).toEqual([]);
    expect(refused(closing, factsWith({ holds: [{ kind: "returned_mail", until: null }] }))).toEqual([
      ["holdReturnedMail", null],
    ]);
  });

  describe("the addressee under a state (domain facts 6)", () => {
    const counsellor = { partyId: 7, displayName: "Kredietbank Utrecht" };
    const speaking = (kind: string, since = "2026-11-01", to: typeof counsellor | null = counsellor) => ({
      speaker: { kind, since: date(since), to },
    });
    const to = (partyId: number | null, liable = true) => ({ partyId, name: "B. Borg", liable, spokenFor: false });
    const contactGuardian = (who?: ReturnType<typeof to>) =>
      ({ kind: "contact", channel: "post", purpose: "information", ...(who && { to: who }) }) as const;
    const press = (who?: ReturnType<typeof to>) =>
      ({ kind: "contact", channel: "post", purpose: "dunning", ...(who && { to: who }) }) as const;

    test.each([
      ["the representative may be informed", contactGuardian(), speaking("shv"), []],
      ["the representative may be chosen by name", contactGuardian(to(7, false)), speaking("shv"), []],
      [
        "the debtor may not be informed directly",
        contactGuardian(to(null)),
        speaking("shv"),
        [["contactOnlyVia", null]],
      ],
      [
        "a guarantor may not be informed",
        contactGuardian(to(8)),
        speaking("administration"),
        [["contactOnlyVia", null]],
      ],
      [
        "nobody may be informed while the counsellor is unknown",
        contactGuardian(),
        speaking("shv", "2026-11-01", null),
        [["speakerUnknown", null]],
      ],
      [
        "nobody may be informed while only another file says who is in counselling",
        contactGuardian(),
        { speaker: { kind: "shv", since: date("2026-11-01"), to: null, elsewhere: true } },
        [["stateElsewhere", null]],
      ],
      [
        "a guarantor for whom another speaks in a file of its own is not written to",
        contactGuardian({ ...to(8), spokenFor: true }),
        {},
        [["stateElsewhere", null]],
      ],
      [
        "a death noted in another file is looked into first, whenever it was",
        press(),
        { speaker: { kind: "deceased", since: date("2026-11-01"), to: null, elsewhere: true } },
        [["stateElsewhere", null]],
      ],
      ["an administrator may be asked to pay: the file continues", press(), speaking("administration"), []],
      [
        "a deceased debtor may not be written to",
        contactGuardian(),
        speaking("deceased", "2026-01-01", null),
        [["speakerUnknown", null]],
      ],
      ["heirs may be informed at once", contactGuardian(), speaking("deceased", "2026-11-01"), []],
      // 20 August + 3 months = 20 November, the last day of the three months; 19 August gives the 19th, so that the 20th is free.
      [
        "heirs may not be asked to pay within three months",
        press(),
        speaking("deceased", "2026-08-20"),
        [["holdDeceased", "2026-11-21"]],
      ],
      ["heirs may be asked to pay after three months", press(), speaking("deceased", "2026-08-19"), []],
      ["a joint debtor may be asked to pay", press(to(8)), {}, []],
      ["somebody who is not liable may be informed", contactGuardian(to(8, false)), {}, []],
      ["somebody who is not liable may not be asked to pay", press(to(8, false)), {}, [["notLiable", null]]],
    ] as const)("%s", (_name, action, changes, expected) => {
      expect(refused(action, factsWith(changes))).toEqual(expected);
    });

    test("a pause longer than the three months extends them, a shorter one does not shorten them", () => {
      const held = (until: string | null) =>
        refused(
          press(),
          factsWith({
            ...speaking("deceased", "2026-10-01"),
            holds: [{ kind: "deceased", until: until === null ? null : date(until) }],
          }),
        );
      expect(held("2027-03-31")).toEqual([["holdDeceased", "2027-04-01"]]);
      expect(held("2026-12-01")).toEqual([["holdDeceased", "2027-01-02"]]);
      expect(held(null)).toEqual([["holdDeceased", null]]);
    });
  });

  test("an arrangement: no dunning, no new costs (domain facts 3.4)", () => {
    const facts = factsWith({ arrangementActive: true });
    for (const action of [letter, email, bik, cost, summons])
      expect(refused(action, facts)).toEqual([["arrangement", null]]);
    expect(refused(closing, facts)).toEqual([]);
  });

  test("a file at a bailiff: only the bailiff's office may demand; informing and booking are allowed", () => {
    const facts = factsWith({ file: { atBailiff: true } });
    for (const action of [letter, email]) expect(refused(action, facts)).toEqual([["atBailiff", null]]);
    for (const action of [closing, bik, cost]) expect(refused(action, facts)).toEqual([]);
  });

  test("a letter that a print house has yet to report: its term has not begun, so nothing presses, and booking is allowed", () => {
    const facts = factsWith({ letterAwaited: date("2026-11-10") });
    for (const action of [letter, email]) expect(refused(action, facts)).toEqual([["letterNotPosted", null]]);
    expect(refused(closing, facts)).toEqual([]);
  });

  test("a closed file", () => {
    const facts = factsWith({ file: { closedOn: date("2026-10-01") } });
    expect(refused(letter, facts)).toEqual([["fileClosed", null]]);
    expect(refused(closing, facts)).toEqual([]);
  });
});

describe("the provider's registration (Wki 3, 11, 18)", () => {
  const none = { provider: { registrationNumber: " " } };
  const expired = { provider: { registrationValidUntil: date("2026-11-19") } };
  test.each([letter, notice, email, call, bik, cost, summons])("missing or expired forbids %j", (action) => {
    expect(refused(action, factsWith(none))).toEqual([["providerUnregistered", null]]);
    expect(refused(action, factsWith(expired))).toEqual([["providerExpired", null]]);
  });
  test("holds through its last day", () => {
    expect(refused(letter, factsWith({ provider: { registrationValidUntil: date("2026-11-20") } }))).toEqual([]);
  });
  test("is not needed for a company", () => {
    expect(refused(letter, factsWith({ ...none, debtor: { isConsumer: false, isNaturalPerson: false } }))).toEqual([]);
  });
});

describe("the description of the claim (Bki 3.1)", () => {
  test.each<[string, Parameters<typeof factsWith>[0]]>([
    ["rules.missingTitle", { claim: { title: "" } }],
    ["rules.missingDescription", { claim: { description: "  " } }],
    ["rules.missingDebtorName", { debtor: { name: "" } }],
    ["rules.missingProviderName", { provider: { name: "" } }],
    ["rules.missingProviderAddress", { provider: { address: "" } }],
    ["rules.missingProviderKvk", { provider: { kvk: "" } }],
    ["rules.missingCreditorName", { creditor: { name: "" } }],
    ["rules.missingCreditorAddress", { creditor: { addressComplete: false } }],
    ["rules.missingInvoices", { claim: { invoices: [] } }],
    [
      "rules.missingInvoiceNumber",
      { claim: { invoices: [{ number: "", date: date("2026-03-02"), dueOn: date("2026-04-01"), openCents: 1 }] } },
    ],
    [
      "rules.missingInvoiceDate",
      { claim: { invoices: [{ number: "1", date: null, dueOn: date("2026-04-01"), openCents: 1 }] } },
    ],
  ])("%s", (textKey, changes) => {
    const verdict = gate(email, factsWith(changes), noon);
    expect(verdict.allowed ? [] : verdict.refusals).toMatchObject([
      { article: "Bki 3.1", textKey, possibleFrom: null },
    ]);
    expect(refused(email, factsWith({ ...changes, debtor: { ...changes.debtor, country: "BE" } }))).toEqual([]);
  });

  test("a letter needs an address for its window as well", () => {
    expect(
      refused(letter, factsWith({ debtor: { addressComplete: false }, reach: { addressComplete: false } })).map(
        ([rule]) => rule,
      ),
    ).toEqual(["specificationMissing", "addressMissing"]);
  });
});

describe("a way to reach the debtor", () => {
  test.each<[GateAction, Parameters<typeof factsWith>[0], Rule]>([
    [email, { reach: { email: null } }, "emailMissing"],
    [
      email,
      { reach: { email: "a@b.example", blocked: [{ number: "a@b.example", channel: "email", until: null }] } },
      "emailFails",
    ],
    [sms, { reach: { mobile: null } }, "mobileMissing"],
    [sms, { reach: { blocked: [{ number: "+31600000001", channel: "sms", until: null }] } }, "blocked"],
    [call, { reach: { mobile: null, phone: null } }, "phoneMissing"],
  ])("%j", (action, changes, rule) => {
    expect(refused(action, factsWith(changes))).toEqual([[rule, null]]);
  });
});

describe("nothing escalates before the term has ended", () => {
  test("no demand on the due date itself", () => {
    expect(refused(notice, soundFacts, at("2026-04-01T12:00:00+02:00"))).toEqual([["notInDefault", "2026-04-02"]]);
    expect(refused(notice, soundFacts, at("2026-04-02T12:00:00+02:00"))).toEqual([]);
  });

  test.each<[string, Parameters<typeof factsWith>[0], [Rule, string | null][]]>([
    ["below 250.00", { claim: { openCents: 24_999 } }, [["summonsAmount", null]]],
    ["address never checked", { debtor: { addressVerifiedOn: null } }, [["summonsAddress", null]]],
    ["address checked 31 days ago", { debtor: { addressVerifiedOn: date("2026-10-20") } }, [["summonsAddress", null]]],
    ["address checked 30 days ago", { debtor: { addressVerifiedOn: date("2026-10-21") } }, []],
    ["no proof of posting", { notice14: { proof: false } }, [["summonsProof", null]]],
    ["no letter", { notice14: null }, [["noticeMissing", "2026-12-09"]]],
    ["a business without a letter", { notice14: null, debtor: { isConsumer: false } }, []],
  ])("summons: %s", (_name, changes, expected) => {
    expect(refused(summons, factsWith(changes))).toEqual(expected);
    expect(refused(handover, factsWith(changes))).toEqual(expected);
  });
});

describe("visits (house policy)", () => {
  const visited = (...days: string[]) =>
    factsWith({ contacts: days.map((on) => ({ channel: "visit" as const, on: date(on) })) });

  test("at most one in seven days, whatever was mailed or called", () => {
    expect(refused(visit, visited("2026-11-14"))).toEqual([["frequencyVisits", "2026-11-21"]]);
    expect(refused(visit, visited("2026-11-13"))).toEqual([]);
    expect(refused(call, visited("2026-11-20"))).toEqual([]);
    const called = factsWith({ contacts: [{ channel: "call", on: date("2026-11-20") }] });
    expect(refused(visit, called)).toEqual([]);
  });

  test("a planned visit keeps six days free before it, and a maximum of 0 forbids visits", () => {
    // Planned for Wednesday the 25th; today is Friday the 20th.
    expect(refused(visit, visited("2026-11-25"))).toEqual([["frequencyVisits", "2026-12-02"]]);
    expect(refused(visit, visited("2026-11-27"))).toEqual([]);
    const two = { ...visited("2026-11-16", "2026-11-25"), policy: { ...defaultPolicy, visitsPerWeek: 2 } };
    expect(refused(visit, two)).toEqual([]);
    expect(refused(visit, { ...two, ...visited("2026-11-16", "2026-11-18"), policy: two.policy })).toEqual([
      ["frequencyVisits", "2026-11-23"],
    ]);
    const none = { ...visited(), policy: { ...defaultPolicy, visitsPerWeek: 0 } };
    expect(refused(visit, none)).toEqual([["frequencyVisits", null]]);
  });
});

describe("minors and guardianship (BW 1:233, 1:245, 1:381, 3:32, 3:52)", () => {
  const born = (birthDate: string, contractOn = "2026-03-02") =>
    factsWith({
      debtor: { birthDate: date(birthDate) },
      file: { contractOn: date(contractOn) },
    });

  // Today is 20 November 2026: whoever was born on 20 November 2008 comes of age today.
  test.each([
    ["2008-11-21", [["minor", "2026-11-21"]]],
    ["2009-05-10", [["minor", "2027-05-10"]]],
    ["2008-11-20", [["minorAtContract", "2029-11-20"]]],
    ["2008-03-03", [["minorAtContract", "2029-03-03"]]],
    ["2008-03-02", []],
    ["2008-02-29", []],
    ["1980-01-01", []],
  ])("born on %s, contract of 2 March 2026: a summons gives %j", (birthDate, expected) => {
    for (const action of [summons, handover]) expect(refused(action, born(birthDate))).toEqual(expected);
  });

  test("whoever was born on 29 February comes of age on 1 March, when eighteen years have passed", () => {
    expect(refused(summons, born("2008-02-29", "2026-02-28"))).toEqual([["minorAtContract", "2029-03-01"]]);
    expect(refused(summons, born("2008-02-28", "2026-02-28"))).toEqual([]);
  });

  test("a minor's contract is not enforced until three years after coming of age; informing is allowed", () => {
    const young = born("2005-11-21", "2023-11-20");
    for (const action of [letter, email, call, visit, bik])
      expect(refused(action, young)).toEqual([["minorAtContract", "2026-11-21"]]);
    expect(refused(closing, young)).toEqual([]);
    expect(refused(letter, young, at("2026-11-21T12:00:00+01:00"))).toEqual([]);
    expect(refused(letter, born("2005-11-21", "2023-11-21"))).toEqual([]);
  });

  test("a contract noted as binding is enforced; a minor is still not summoned", () => {
    const young = born("2005-11-21", "2023-11-20");
    const bound = { ...young, file: { ...young.file, contractBinds: true } };
    for (const action of [letter, email, call, visit]) expect(refused(action, bound)).toEqual([]);
    const minor = born("2009-05-10");
    for (const binds of [true, false])
      expect(refused(summons, { ...minor, file: { ...minor.file, contractBinds: binds } })).toEqual([
        ["minor", "2027-05-10"],
      ]);
  });

  test.each([
    ["2026-03-01", false, []],
    ["2026-03-02", false, [["guardianshipAtContract", null]]],
    ["2026-03-03", false, [["guardianshipAtContract", null]]],
    ["2026-03-02", true, []],
  ] as const)(
    "under guardianship since 2 March 2026, a contract of %s that binds (%s) gives %j",
    (contractOn, contractBinds, expected) => {
      const speaker = {
        kind: "guardianship",
        since: date("2026-03-02"),
        to: { partyId: 7, displayName: "M. Curator" },
      };
      const facts = factsWith({ speaker, file: { contractOn: date(contractOn), contractBinds } });
      for (const action of [letter, email, bik]) expect(refused(action, facts)).toEqual(expected);
      expect(refused(closing, facts)).toEqual([]);
    },
  );

  test.each([
    // Under guardianship from 2 March until 1 July 2026: what was agreed on in that time can be avoided for three years more (BW 3:52(1)(a)).
    ["2026-03-01", "2026-11-20", false, []],
    ["2026-03-02", "2026-11-20", false, [["guardianshipAtContract", "2029-07-01"]]],
    ["2026-06-30", "2029-06-30", false, [["guardianshipAtContract", "2029-07-01"]]],
    ["2026-06-30", "2029-07-01", false, []],
    ["2026-07-01", "2026-11-20", false, []],
    ["2026-03-02", "2026-11-20", true, []],
  ] as const)(
    "after a guardianship has ended a contract of %s gives on %s, where it binds (%s), %j",
    (contractOn, today, contractBinds, expected) => {
      const endedGuardianships = [{ from: date("2026-03-02"), until: date("2026-07-01") }];
      const facts = factsWith({
        debtor: { endedGuardianships },
        file: { contractOn: date(contractOn), contractBinds },
        provider: { registrationValidUntil: null },
      });
      const refusals = refused(letter, facts, at(`${today}T11:00:00Z`));
      expect(refusals.filter(([rule]) => rule === "guardianshipAtContract")).toEqual(expected);
    },
  );

  test("a person under guardianship is not summoned", () => {
    const speaker = { kind: "guardianship", since: date("2026-03-03"), to: { partyId: 7, displayName: "M. Curator" } };
    expect(refused(summons, factsWith({ speaker }))).toEqual([["guardianshipSummons", null]]);
    expect(refused(letter, factsWith({ speaker }))).toEqual([]);
  });
});

describe("all refusals are given at once", () => {
  const many = factsWith({
    holds: [
      { kind: "dispute", until: null },
      { kind: "promise", until: date("2026-11-25") },
    ],
    reach: { email: null },
    notice14: null,
  });
  test("each with rule and article", () => {
    const verdict = gate(email, many, at("2026-11-22T12:00:00+01:00"));
    expect(verdict.allowed ? [] : verdict.refusals.map(({ rule, article }) => `${rule}: ${article}`)).toEqual([
      "holdDispute: Bki 4.1",
      "holdPromise: house",
      "emailMissing: house",
      "contactHours: Bki 4.2",
    ]);
  });

  test("the first possible moment is the latest of all, and absent if one has none", () => {
    const refusals = (facts: GateFacts, moment = noon) => {
      const verdict = gate(email, facts, moment);
      return verdict.allowed ? [] : verdict.refusals;
    };
    expect(firstPossible(refusals(many))).toBeNull();
    const promise = factsWith({ holds: [{ kind: "promise", until: date("2026-11-25") }] });
    expect(firstPossible(refusals(promise, at("2026-11-20T21:00:00+01:00")))).toBe("2026-11-26");
    expect(firstPossible(refusals(soundFacts, at("2026-11-20T21:00:00+01:00")))).toBe("2026-11-21T06:00:00.000Z");
    expect(firstPossible([])).toBeNull();
  });
});

describe("the debtor's preferred channel", () => {
  const dunning = (channel: "email" | "sms" | "post" | "call", wishes: "post" | "email" | "sms" | null) => {
    const facts = factsWith({ reach: { ...soundFacts.reach, wishes } });
    const verdict = gate({ kind: "contact", channel, purpose: "dunning" }, facts, noon);
    return verdict.allowed ? [] : verdict.refusals.map(({ textKey }) => textKey);
  };

  test.each([
    ["email", "post", ["rules.channelWished_post"]],
    ["sms", "post", ["rules.channelWished_post"]],
    ["sms", "email", ["rules.channelWished_email"]],
    ["email", "sms", ["rules.channelWished_sms"]],
    ["email", "email", []],
    ["sms", "sms", []],
    ["email", null, []],
    // Letters go whatever was chosen, and the choice says nothing of calls.
    ["post", "email", []],
    ["call", "post", []],
  ] as const)("dunning by %s with the preference %s", (channel, wishes, refused) =>
    expect(dunning(channel, wishes)).toEqual(refused),
  );

  test("information may be sent by any channel", () => {
    const facts = factsWith({ reach: { ...soundFacts.reach, wishes: "post" } });
    expect(gate({ kind: "contact", channel: "email", purpose: "information" }, facts, noon).allowed).toBe(true);
  });
});

test("every rule has a text in every language", () => {
  const wordless = new Set(["descriptionMissing", "specificationMissing", "speakerUnknown", "channelWished"]);
  for (const language of languages)
    for (const rule of Object.keys(ruleArticles).filter((name) => !wordless.has(name)))
      expect(ruleTexts.texts[language], `${rule} in ${language}`).toHaveProperty(rule);
});
