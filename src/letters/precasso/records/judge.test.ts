/** The next step of a record in pre-collection and what the law says of it: worked examples (domain facts 1.2, 9 W6; BW 6:43, 6:81, 6:96). */
import { describe, expect, test } from "vitest";
import { legalCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { soundFacts } from "../../../law/rules/rules.factory.ts";
import { atInstant } from "../../../law/rules/rules.ts";
import { stepOf } from "../../workflows/workflows.factory.ts";
import type { Step, Workflow } from "../../workflows/workflows.ts";
import { announcedCosts, gateFacts, judgeRecord, nextOf, type RecordEnvironment } from "./judge.ts";
import { dueInvoices, openInvoices, type RecordSituation } from "./record.ts";

const step = (position: number, more: Partial<Step>): Step => stepOf(position, { template: "EM_PRE_FIRST", ...more });

/** As W6 is seeded. */
const precasso: Workflow = {
  code: "W6",
  name: "Precasso",
  category: "precasso",
  audience: "any",
  version: 1,
  steps: [
    step(1, { offsetDays: 3, condition: { hasEmail: true } }),
    step(2, { offsetDays: 10, template: "EM_PRE_REMINDER", condition: { hasEmail: true } }),
    step(3, { offsetDays: 10, channel: "post", template: "POST_PRE_REMINDER", condition: { hasEmail: false } }),
    step(4, { offsetDays: 17, channel: "sms", template: "SMS_PRE_REMINDER", condition: { hasMobile: true } }),
    step(5, { offsetDays: 24, channel: "post", template: "POST_PRE_WIK14", effect: "notice14" }),
    step(6, { anchor: "bikDueFrom", channel: "task", template: "TASK_CONVERT", effect: "handover", byHand: true }),
  ],
};

const invoice = (number: string, dueDate: string, cents: number) => ({
  number,
  date: date("2026-09-01"),
  dueDate: date(dueDate),
  cents,
  description: null,
});

/** A consumer who owes 80.00 since Thursday 1 October 2026. */
const sound: RecordSituation = {
  id: 1,
  number: "P-1",
  version: 1,
  creditor: {
    id: 1,
    company: "Fietsenhandel De Ketting B.V.",
    version: 1,
    canReclaimVat: true,
    addressComplete: true,
    iban: "NL91ABNA0417164300",
  },
  clientRef: "K-1",
  debtor: {
    fileType: "private",
    gender: "unknown",
    initials: "J.",
    firstName: null,
    prefix: null,
    lastName: "Jansen",
    companyName: null,
    legalForm: null,
    kvk: null,
    birthDate: null,
    street: "Dorpsstraat",
    houseNumber: "1",
    addition: null,
    postcode: "8011AA",
    city: "Zwolle",
    country: "NL",
    phone: null,
    mobile: "+31600000001",
    email: "j.jansen@example.nl",
    iban: null,
    language: "nl",
  },
  debtorName: "J. Jansen",
  claim: {
    basis: "contract",
    legalTypeId: null,
    title: "Koop",
    description: "Koop van een stadsfiets",
    contractDate: null,
    interest: null,
    canReclaimVat: null,
  },
  state: "open",
  holdUntil: null,
  endedOn: null,
  invoices: [invoice("F-1", "2026-10-01", 8000)],
  payments: [],
  workflowCode: "W6",
  definitionVersion: 1,
  position: 0,
  round: 1,
  previousDoneOn: null,
  termUntil: null,
  notice14: null,
  addressWrongSince: null,
  unpostedSince: null,
  spokenFor: null,
  contacts: [],
  blocked: [],
};
const business: Partial<RecordSituation> = {
  debtor: { ...sound.debtor, fileType: "company", companyName: "Jansen B.V.", legalForm: "bv" },
};
const debtor = (more: Partial<RecordSituation["debtor"]>): Partial<RecordSituation> => ({
  debtor: { ...sound.debtor, ...more },
});
const paid = (...payments: readonly (readonly [string, number])[]) => ({
  payments: payments.map(([on, cents]) => ({ on: date(on), cents, reference: "" })),
});
const notice = {
  notice14: {
    messageId: 1,
    sentOn: date("2026-10-26"),
    lastPayDay: date("2026-11-11"),
    bikDueFrom: date("2026-11-12"),
    principalCents: 8000,
    announcedCents: 4000,
    invoices: ["F-1"],
  },
};

const calendar = legalCalendar([]);
const on = (text: string): RecordEnvironment => ({
  workflows: { get: () => precasso, of: () => precasso },
  tariffs: seededTariffs,
  at: atInstant(new Date(`${text}Z`), calendar),
  provider: soundFacts.provider,
  policy: soundFacts.policy,
  limitations: new Map([[7, { months: 60, article: "BW 3:307", consumer: { months: 24, article: "BW 7:28" } }]]),
});
type Expected = readonly [
  step: number | null,
  template: string,
  verdict: string,
  dueOn: string | null,
  ...reasons: unknown[],
];

const judged = (text: string, more: Partial<RecordSituation> = {}): Expected => {
  const { step: next, template, dueOn, verdict, reasons } = judgeRecord({ ...sound, ...more }, on(text));
  return [
    next?.position ?? null,
    template,
    verdict,
    dueOn,
    ...reasons.map(({ rule, possibleFrom }) => [rule, possibleFrom]),
  ];
};
const at24Days = { position: 4 };
const afterNotice = { position: 5, ...notice };

describe("which step is next, and whether it is done now", () => {
  // The instants are of the universal clock: 10:00 is noon in October.
  test.each<[string, string, Partial<RecordSituation>, Expected]>([
    // The third day after the due date is a Sunday.
    ["not before its day", "2026-10-01T10:00", {}, [1, "EM_PRE_FIRST", "wait", "2026-10-05", ["notDue", "2026-10-05"]]],
    ["on the Monday after a Sunday", "2026-10-05T10:00", {}, [1, "EM_PRE_FIRST", "do", "2026-10-05"]],
    [
      "not in the evening: 21:00",
      "2026-10-05T19:00",
      {},
      [1, "EM_PRE_FIRST", "refuse", "2026-10-05", ["contactHours", "2026-10-06T05:00:00.000Z"]],
    ],
    [
      "in the early morning, for seven o'clock",
      "2026-10-05T04:00",
      {},
      [1, "EM_PRE_FIRST", "do", "2026-10-05", ["contactHours", "2026-10-05T05:00:00.000Z"]],
    ],
    [
      "in the Dutch morning, for seven o'clock in Curaçao",
      "2026-10-05T08:00",
      debtor({ country: "CW" }),
      [1, "EM_PRE_FIRST", "do", "2026-10-05", ["contactHoursThere", "2026-10-05T11:00:00.000Z"]],
    ],
    [
      "a letter where there is no e-mail",
      "2026-10-12T10:00",
      debtor({ email: null }),
      [3, "POST_PRE_REMINDER", "do", "2026-10-12"],
    ],
    [
      "an SMS after 17 days, a Sunday",
      "2026-10-19T10:00",
      { position: 2 },
      [4, "SMS_PRE_REMINDER", "do", "2026-10-19"],
    ],
    [
      "no SMS without a mobile",
      "2026-10-26T10:00",
      { position: 2, ...debtor({ mobile: null }) },
      [5, "POST_PRE_WIK14", "do", "2026-10-26"],
    ],
    ["the 14-day letter", "2026-10-26T10:00", at24Days, [5, "POST_PRE_WIK14", "do", "2026-10-26"]],
    [
      "a business gets a last reminder instead",
      "2026-10-26T10:00",
      { ...at24Days, ...business },
      [5, "POST_PRE_LAST", "do", "2026-10-26"],
    ],
    [
      "a 14-day letter that does not count is sent again",
      "2026-11-12T10:00",
      { position: 5 },
      [5, "POST_PRE_WIK14", "do", "2026-10-01"],
    ],
    [
      "no file in the term of the letter",
      "2026-11-11T10:00",
      afterNotice,
      [6, "TASK_CONVERT", "wait", "2026-11-12", ["notDue", "2026-11-12"]],
    ],
    ["a file after it", "2026-11-12T10:00", afterNotice, [6, "TASK_CONVERT", "do", "2026-11-12"]],
    [
      "a file of a business the day after its last term",
      "2026-11-12T10:00",
      { position: 5, ...business, termUntil: date("2026-11-11") },
      [6, "TASK_CONVERT", "do", "2026-11-12"],
    ],
    [
      "nothing after the last step",
      "2026-11-30T10:00",
      { ...afterNotice, position: 6 },
      [null, "", "wait", null, ["noStep", null]],
    ],
    [
      "nothing of what is paid",
      "2026-10-05T10:00",
      paid(["2026-10-02", 8000]),
      [null, "", "wait", null, ["noStep", null]],
    ],
    [
      "nothing of what has ended",
      "2026-10-05T10:00",
      { endedOn: date("2026-10-02") },
      [null, "", "wait", null, ["ended", null]],
    ],
    [
      "not while a letter waits to be posted",
      "2026-11-12T10:00",
      { ...afterNotice, unpostedSince: date("2026-10-26") },
      [6, "TASK_CONVERT", "wait", null, ["notPosted", null]],
    ],
    [
      "no letter to a wrong address",
      "2026-10-26T10:00",
      { ...at24Days, addressWrongSince: date("2026-10-13") },
      [5, "POST_PRE_WIK14", "wait", "2026-10-26", ["returned", null]],
    ],
    [
      "but an e-mail",
      "2026-10-12T10:00",
      { position: 1, addressWrongSince: date("2026-10-10") },
      [2, "EM_PRE_REMINDER", "do", "2026-10-12"],
    ],
  ])("%s", (_what, at, more, expected) => {
    expect(judged(at, more)).toEqual(expected);
  });
});

describe("what holds it up", () => {
  const first = [1, "EM_PRE_FIRST", "refuse", "2026-10-05"] as const;
  test.each<[string, Partial<RecordSituation>, Expected]>([
    ["a dispute", { state: "disputed" }, [...first, ["holdDispute", null]]],
    ["a hold that ends today", { holdUntil: date("2026-10-05") }, [...first, ["hold", "2026-10-06"]]],
    ["not one that ended yesterday", { holdUntil: date("2026-10-04") }, [1, "EM_PRE_FIRST", "do", "2026-10-05"]],
    [
      "a client without an IBAN to pay to",
      { creditor: { ...sound.creditor, iban: null } },
      [...first, ["noIban", null]],
    ],
    [
      "a client without an address",
      { creditor: { ...sound.creditor, addressComplete: false } },
      [...first, ["specificationMissing", null]],
    ],
    ["a debtor without a postcode", debtor({ postcode: "" }), [...first, ["specificationMissing", null]]],
    [
      "not one abroad, where there may be none",
      debtor({ postcode: "", country: "IE", city: "Dublin" }),
      [1, "EM_PRE_FIRST", "do", "2026-10-05"],
    ],
    ["a debtor without a city", debtor({ city: " " }), [...first, ["specificationMissing", null]]],
    // Sixteen years old: nobody stands beside a record who represents the minor.
    ["a minor", debtor({ birthDate: date("2010-05-10") }), [...first, ["speakerUnknown", null]]],
    [
      "whom a file says to be dead",
      { spokenFor: { kind: "deceased", since: date("2026-09-01") } },
      [...first, ["stateElsewhere", null]],
    ],
    // Of age on the day itself; the contract of 1 September can be avoided for three years more.
    [
      "who was one at the contract",
      debtor({ birthDate: date("2008-10-05") }),
      [...first, ["minorAtContract", "2029-10-05"]],
    ],
    [
      "not who was of age on the day of the contract",
      { ...debtor({ birthDate: date("2008-09-03") }), claim: { ...sound.claim, contractDate: date("2026-09-03") } },
      [1, "EM_PRE_FIRST", "do", "2026-10-05"],
    ],
    [
      "a mailbox that fails",
      { blocked: [{ channel: "email", number: "j.jansen@example.nl", until: null }] },
      [...first, ["emailFails", null]],
    ],
  ])("%s", (_what, more, expected) => {
    expect(judged("2026-10-05T10:00", more)).toEqual(expected);
  });

  test("what is time-barred is not asked for beside what is not; the file that is made of it asks for the rest", () => {
    const sale = { claim: { ...sound.claim, legalTypeId: 7 } };
    const old = { ...invoice("F-0", "2024-10-01", 5000), date: date("2024-09-01") };
    // Due on 1 October 2024: barred from 2 October 2026.
    const both = { ...sale, invoices: [old, ...sound.invoices] };
    const reasonsOf = (more: Partial<RecordSituation>, at = "2026-10-05T10:00") =>
      judgeRecord({ ...sound, position: 0, ...more }, on(at)).reasons.map(({ rule, article, textKey, values }) => [
        rule,
        article,
        textKey,
        values,
      ]);
    expect(reasonsOf(both)).toEqual([["timeBarred", "BW 7:28", "precasso.partlyBarred", { numbers: "F-0", count: 1 }]]);
    expect(reasonsOf({ ...both, claim: sound.claim, ...business })).toEqual([]);
    expect(reasonsOf({ ...both, ...paid(["2026-01-05", 5000]) })).toEqual([]);
    expect(reasonsOf({ ...sale, invoices: [old] }).map(([rule]) => rule)).toEqual(["timeBarredSale"]);
    // A payment recognises what it pays: from 6 January 2026 on two years more.
    expect(reasonsOf({ ...both, ...paid(["2026-01-05", 1000]) })).toEqual([]);
    expect(reasonsOf({ ...both, ...paid(["2026-10-03", 1000]) }).map(([rule]) => rule)).toEqual(["timeBarred"]);
    const newer = { ...invoice("F-1", "2024-10-02", 5000), date: date("2024-09-01") };
    const two = { ...sale, invoices: [old, newer], ...paid(["2025-01-05", 5000], ["2026-01-05", 1000]) };
    expect(gateFacts({ ...sound, ...two }, on("2026-10-05T10:00")).claim.interruptions).toMatchObject([
      { on: "2025-01-05", kind: "payment", invoices: ["F-0"] },
      { on: "2026-01-05", kind: "payment", invoices: ["F-1"] },
    ]);
    expect(reasonsOf({ ...both, ...afterNotice }, "2026-11-12T10:00")).toEqual([]);
  });

  test.each<[string, Partial<RecordSituation>, Expected]>([
    ["a dispute", { state: "disputed" }, [6, "TASK_CONVERT", "wait", "2026-11-12", ["disputed", null]]],
    ["a hold", { holdUntil: date("2026-11-12") }, [6, "TASK_CONVERT", "wait", "2026-11-12", ["held", "2026-11-13"]]],
    ["not one that is over", { holdUntil: date("2026-11-11") }, [6, "TASK_CONVERT", "do", "2026-11-12"]],
    [
      "not a client without an IBAN",
      { creditor: { ...sound.creditor, iban: null } },
      [6, "TASK_CONVERT", "do", "2026-11-12"],
    ],
  ])("from becoming a file: %s", (_what, more, expected) => {
    expect(judged("2026-11-12T10:00", { ...afterNotice, ...more })).toEqual(expected);
  });
});

describe("what the law gate is asked", () => {
  const effectOf = (more: Partial<RecordSituation>) =>
    judgeRecord({ ...sound, ...more }, on("2026-11-12T10:00")).effect;
  const facts = (more: Partial<RecordSituation> = {}, at = "2026-10-26T10:00") =>
    gateFacts({ ...sound, ...more }, on(at));
  const claimed = (more: Partial<RecordSituation["claim"]>) => ({ claim: { ...sound.claim, ...more } });

  test("only a consumer's letter and file depend on the rules of the 14-day letter", () => {
    expect(effectOf({})).toBe("none");
    expect(effectOf(at24Days)).toBe("notice14");
    expect(effectOf({ ...at24Days, ...business })).toBe("none");
    expect(effectOf(afterNotice)).toBe("convert");
    expect(effectOf({ endedOn: date("2026-10-02") })).toBe("none");
    const unregistered = { ...on("2026-11-12T10:00"), provider: { ...soundFacts.provider, registrationNumber: "" } };
    const reasons = (more: Partial<RecordSituation>) =>
      judgeRecord({ ...sound, ...afterNotice, ...more }, unregistered).reasons.map(({ rule }) => rule);
    expect(reasons({})).toEqual(["providerUnregistered"]);
    expect(reasons({ ...business, termUntil: date("2026-11-11") })).toEqual([]);
  });

  test("reminders count among a week's messages, the 14-day letter does not", () => {
    const often = {
      contacts: Array.from({ length: 9 }, () => ({ channel: "email" as const, on: date("2026-10-23") })),
    };
    const rules = (more: Partial<RecordSituation>) => judged("2026-10-26T10:00", { ...often, ...more }).slice(4);
    expect(rules({ position: 1 })).toEqual([["frequencyWeek", "2026-10-30"]]);
    expect(rules({ position: 3 })).toEqual([["frequencyWeek", "2026-10-30"]]);
    expect(rules(at24Days)).toEqual([]);
  });

  test("the 14-day letter that was sent", () => {
    expect(facts(at24Days).notice14).toBeNull();
    expect(facts(afterNotice).notice14).toEqual({
      sentOn: "2026-10-26",
      voidReason: null,
      paidInTime: false,
      bikDueFrom: "2026-11-12",
      proof: true,
    });
  });

  test("why something waits or is refused has a text of its own, a rule of law its article", () => {
    const reasons = (at: string, more: Partial<RecordSituation>) =>
      judgeRecord({ ...sound, ...more }, on(at)).reasons.map(({ article, textKey, values }) => [
        article,
        textKey,
        values,
      ]);
    expect(reasons("2026-10-02T10:00", {})).toEqual([["house", "precasso.wait_notDue", { date: "2026-10-05" }]]);
    expect(reasons("2026-11-12T10:00", { ...afterNotice, holdUntil: date("2026-12-01") })).toEqual([
      ["house", "precasso.wait_held", { date: "2026-12-01" }],
    ]);
    expect(reasons("2026-10-05T10:00", debtor({ birthDate: date("2010-05-10") }))).toEqual([
      ["BW 1:245", "precasso.minor", {}],
    ]);
    expect(reasons("2026-10-05T10:00", { spokenFor: { kind: "shv", since: date("2026-09-01") } })).toEqual([
      ["house", "precasso.stateElsewhere", {}],
    ]);
    expect(reasons("2026-10-05T10:00", debtor({ city: "" }))).toEqual([["Bki 3.1", "rules.missingDebtorAddress", {}]]);
  });

  test("a claim without a title is described by what is known of it", () => {
    const words = (more: Partial<RecordSituation["claim"]>) => {
      const { title, description } = facts(claimed(more)).claim;
      return [title, description];
    };
    expect(words({})).toEqual(["Koop", "Koop van een stadsfiets"]);
    expect(words({ description: null })).toEqual(["Koop", "Koop"]);
    expect(words({ title: null })).toEqual(["Koop van een stadsfiets", "Koop van een stadsfiets"]);
    const two = { invoices: [invoice("F-1", "2026-10-01", 8000), invoice("F-2", "2026-10-20", 5000)] };
    expect(facts({ ...claimed({ title: null, description: null }), ...two }).claim.title).toBe("F-1, F-2");
  });

  test("invoices that are due, or all that are open where none is yet", () => {
    const two = { invoices: [invoice("F-1", "2026-10-01", 8000), invoice("F-2", "2026-10-28", 5000)] };
    const numbers = (at: string) => facts(two, at).claim.invoices.map(({ number }) => number);
    expect(numbers("2026-10-01T10:00")).toEqual(["F-1", "F-2"]);
    expect(numbers("2026-10-26T10:00")).toEqual(["F-1"]);
    expect(facts(two).claim).toMatchObject({ principalCents: 8000, openCents: 8000, bikChargedCents: 0 });
  });

  test("the term of limitation of the legal type, or of what the title says", () => {
    const years = (more: Partial<RecordSituation["claim"]>) =>
      facts(claimed(more)).claim.limitation.consumer?.months ?? 60;
    expect(years({ title: "Levering", legalTypeId: 7 })).toBe(24);
    expect(years({ title: "Levering" })).toBe(60);
    expect(years({ title: "Koop", legalTypeId: 8 })).toBe(24);
    expect(years({ title: null })).toBe(60);
  });

  test("the day of the contract, or of the oldest invoice", () => {
    const file = (more: Partial<RecordSituation>) => facts(more).file;
    expect(file({})).toMatchObject({ contractual: true, contractOn: "2026-09-01", closedOn: null });
    expect(file(claimed({ basis: "other" })).contractual).toBe(false);
    const newer = { ...invoice("F-2", "2026-10-20", 5000), date: date("2026-09-20") };
    expect(file({ invoices: [newer, ...sound.invoices] }).contractOn).toBe("2026-09-01");
    expect(file(claimed({ contractDate: date("2026-08-01") })).contractOn).toBe("2026-08-01");
    expect(file({ invoices: [] }).contractOn).toBeNull();
  });

  test("holds", () => {
    const holds = (more: Partial<RecordSituation>) => facts(more).holds;
    expect(holds({})).toEqual([]);
    expect(holds({ state: "disputed", holdUntil: date("2026-10-26") })).toEqual([
      { kind: "dispute", until: null },
      { kind: "hand", until: "2026-10-26" },
    ]);
    expect(facts(debtor({ birthDate: date("2010-05-10") })).speaker).toEqual({
      kind: "minor",
      since: "2010-05-10",
      to: null,
    });
    expect(facts(debtor({ birthDate: date("2008-10-26") })).speaker).toBeNull();
  });
});

describe("the amount asked", () => {
  const two = { invoices: [invoice("F-2", "2026-10-20", 5000), invoice("F-1", "2026-10-01", 8000)] };
  const asked = (more: Partial<RecordSituation>) =>
    judgeRecord({ ...sound, ...more }, on("2026-10-05T10:00")).openCents;

  test("is the principal that is due, and no more (BW 6:81)", () => {
    expect(asked({})).toBe(8000);
    // The other is due on the 20th.
    expect(asked(two)).toBe(8000);
    // 80.00 − 30.00
    expect(asked(paid(["2026-10-02", 1000], ["2026-10-03", 2000]))).toBe(5000);
    // 90.00 pay the older one whole; what is left goes to one that is not due.
    expect(asked({ ...two, ...paid(["2026-10-02", 9000]) })).toBe(0);
  });

  test("is what is left of the oldest first (BW 6:43)", () => {
    const receipts = paid(["2026-10-02", 8500]).payments;
    const open = (until?: string) =>
      openInvoices(two.invoices, receipts, until === undefined ? undefined : date(until)).map((each) => [
        each.number,
        each.openCents,
      ]);
    expect(open()).toEqual([
      ["F-1", 0],
      ["F-2", 4500],
    ]);
    expect(open("2026-10-02")).toEqual([
      ["F-1", 0],
      ["F-2", 4500],
    ]);
    expect(open("2026-10-01")).toEqual([
      ["F-1", 8000],
      ["F-2", 5000],
    ]);
    // Due from the day after the due date.
    const due = (today: string) => dueInvoices(two.invoices, receipts, date(today)).map((each) => each.number);
    expect([due("2026-10-20"), due("2026-10-21")]).toEqual([[], ["F-2"]]);
  });

  test("steps count from the oldest that is open", () => {
    expect(nextOf({ ...sound, ...two }, on("2026-10-05T10:00"))).toMatchObject({ dueOn: "2026-10-05" });
    // The older one is paid: three days after the 20th, a Friday.
    const next = nextOf({ ...sound, ...two, ...paid(["2026-10-02", 8000]) }, on("2026-10-05T10:00"));
    expect(next).toMatchObject({ kind: "step", dueOn: "2026-10-23" });
  });
});

describe("a part payment", () => {
  test("puts off the next step by a week from the last one, once a step was done", () => {
    const place = { position: 1, previousDoneOn: date("2026-10-05") };
    const dueOn = (...payments: readonly (readonly [string, number])[]) =>
      judgeRecord({ ...sound, ...place, ...paid(...payments) }, on("2026-10-12T10:00")).dueOn;
    expect(dueOn()).toBe("2026-10-12");
    expect(dueOn(["2026-10-04", 1000])).toBe("2026-10-12");
    expect(dueOn(["2026-10-08", 1000])).toBe("2026-10-15");
    expect(dueOn(["2026-10-08", 1000], ["2026-10-06", 1000])).toBe("2026-10-15");
    expect(dueOn(["2026-10-06", 1000], ["2026-10-08", 1000])).toBe("2026-10-15");
  });
});

describe("where no step applies", () => {
  const withFlow = (...steps: Step[]): RecordEnvironment => ({
    ...on("2026-10-26T10:00"),
    workflows: { get: () => precasso, of: () => ({ ...precasso, steps }) },
  });
  const first = (environment: RecordEnvironment, more: Partial<RecordSituation> = {}) => {
    const { step: next, verdict, reasons } = judgeRecord({ ...sound, ...more }, environment);
    return [next?.position ?? null, verdict, ...reasons.map(({ rule }) => rule)];
  };

  test("a record without a workflow waits", () => {
    const environment = { ...on("2026-10-26T10:00"), workflows: { get: () => precasso, of: () => undefined } };
    expect(first(environment)).toEqual([null, "wait", "noStep"]);
  });

  test("a step whose day is not known yet waits", () => {
    expect(first(withFlow(step(1, { anchor: "bikDueFrom" })), business)).toEqual([1, "wait", "noDate"]);
  });

  test("a call needs a number of any kind", () => {
    const calls = withFlow(step(1, { channel: "task", template: "TASK_CHECK", condition: { hasPhone: true } }));
    expect(first(calls)).toEqual([1, "do"]);
    expect(first(calls, debtor({ mobile: null, phone: "+31201234567" }))).toEqual([1, "do"]);
    expect(first(calls, debtor({ mobile: null }))).toEqual([null, "wait", "noStep"]);
  });
});

describe("the collection costs that a 14-day letter announces", () => {
  const of = (more: Partial<RecordSituation>) => announcedCosts({ ...sound, ...more }, on("2026-10-26T10:00"));
  const cannotReclaim = { creditor: { ...sound.creditor, canReclaimVat: false } };

  test.each<[string, Partial<RecordSituation>, ReturnType<typeof announcedCosts>]>([
    // 15 % of 80.00 = 12.00: at least 40.00
    ["at least 40.00", {}, { principalCents: 8000, cents: 4000, vatCents: 0, vatRate: 0 }],
    // 15 % of 1,000.00
    [
      "15 % of 1,000.00",
      { invoices: [invoice("F-1", "2026-10-01", 100_000)] },
      { principalCents: 100_000, cents: 15_000, vatCents: 0, vatRate: 0 },
    ],
    // 21 % of 40.00
    [
      "with VAT where the client cannot reclaim it",
      cannotReclaim,
      { principalCents: 8000, cents: 4000, vatCents: 840, vatRate: 210_000 },
    ],
    [
      "or where this claim says so",
      { claim: { ...sound.claim, canReclaimVat: false } },
      { principalCents: 8000, cents: 4000, vatCents: 840, vatRate: 210_000 },
    ],
    [
      "which goes before the client's",
      { ...cannotReclaim, claim: { ...sound.claim, canReclaimVat: true } },
      { principalCents: 8000, cents: 4000, vatCents: 0, vatRate: 0 },
    ],
    ["of what is left", paid(["2026-10-02", 3000]), { principalCents: 5000, cents: 4000, vatCents: 0, vatRate: 0 }],
  ])("%s", (_what, more, expected) => {
    expect(of(more)).toEqual(expected);
  });
});
