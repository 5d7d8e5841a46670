/** What stands of the events, what an event may hold, and what begins anew after a judgment. */
import { describe, expect, it } from "vitest";
import { date, dayNumber } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  cost,
  creditNote,
  entered,
  eur,
  freeze,
  interruption,
  notice,
  owedFrom,
  payment,
  reversal,
  writeOff,
} from "../claims.factory.ts";
import { bikFor, withoutInvoices } from "./balance.ts";
import { fourPercent, free, numbered, on } from "./edges.factory.ts";
import { eventData, type NewEvent, reversedIds, standingEvents, termsOf } from "./events.ts";
import { withHypothetical } from "./hypothetical.ts";

describe("what renews the limitation term after a judgment (BW 3:325)", () => {
  // 1,000.00 at 4 % from 2015, judgment on 1 January 2018: 440.33 on 1 January 2026, of which 120.11 has lapsed where nothing renewed it.
  const judged = [
    fourPercent,
    owedFrom("1000.00", "2015-01-01", { number: "F1" }),
    owedFrom("1000.00", "2015-01-01", { number: "F2" }),
    interruption("2018-01-01", "judgment"),
  ];
  const lapsed = (more: readonly NewEvent[]) =>
    on([...judged, ...more], "2026-01-01").ledger.invoices.map(({ accrual }) =>
      decimalFromCents(accrual.lapse?.lapsed ?? 0),
    );
  const arrangement = (action: "propose" | "activate"): NewEvent => ({
    kind: "arrangement",
    on: date("2022-06-01"),
    data: {
      arrangement: "A",
      action,
      plan: { total: 100, frequency: "month", interest: "runs", terms: [{ on: date("2022-07-01"), amount: 100 }] },
    },
  });

  it.each<[string, NewEvent[], readonly [string, string]]>([
    ["nothing", [], ["120.11", "120.11"]],
    ["a payment of one invoice, designated", [payment("2022-06-01", "1.00", { invoices: ["F2"] })], ["120.11", "0.00"]],
    ["a payment of both", [payment("2022-06-01", "1.00")], ["0.00", "0.00"]],
    ["a payment that designates no invoice", [payment("2022-06-01", "1.00", { invoices: [] })], ["0.00", "0.00"]],
    [
      "a payment of costs only recognises all invoices",
      [cost("2022-05-01", "1.00"), payment("2022-06-01", "1.00")],
      ["0.00", "0.00"],
    ],
    ["a write-off recognises nothing", [writeOff("2022-06-01", "1.00")], ["120.11", "120.11"]],
    ["a demand for one invoice", [interruption("2022-06-01", "demand", ["F1"])], ["0.00", "120.11"]],
    [
      "a letter of the client for one invoice",
      [notice("2022-06-01", "1.00", { by: "client", invoices: ["F1"] })],
      ["0.00", "120.11"],
    ],
    [
      "not a letter of the provider, because its message does",
      [notice("2022-06-01", "1.00", { invoices: ["F1"] })],
      ["120.11", "120.11"],
    ],
    ["an active arrangement", [arrangement("activate")], ["0.00", "0.00"]],
    ["a proposed arrangement", [arrangement("propose")], ["120.11", "120.11"]],
  ])("%s", (_name, more, expected) => {
    expect(lapsed(more)).toEqual(expected);
  });
});

describe("a balance without time-barred invoices", () => {
  const events = [
    fourPercent,
    owedFrom("3650.00", "2026-01-01", { number: "F1" }),
    owedFrom("3650.00", "2026-01-01", { number: "F2" }),
    cost("2026-01-01", "10.00"),
    payment("2026-04-11", "50.00"), // 10.00 of costs, 40.00 of interest, 20.00 of each
    payment("2026-04-12", "30.00", { invoices: ["F2"] }),
    writeOff("2026-04-13", "100.00"),
    creditNote("2026-04-14", "5.00", "goodwill", "F2"),
    creditNote("2026-04-15", "7.00", "goodwill", "F1"),
  ];
  const balance = on(events, "2026-05-01");

  it("excludes those invoices and what was paid, written off or credited of them", () => {
    const left = withoutInvoices(balance, new Set(["F2"]));
    const [first] = balance.ledger.invoices;
    expect(left.ledger.invoices).toEqual([first]);
    const ofFirst = (receipts: typeof balance.ledger.payments) =>
      receipts
        .flatMap(({ allocations }) => allocations)
        .filter(({ to }) => to !== "F2")
        .reduce((sum, { amount }) => sum + amount, 0);
    expect(left).toMatchObject({
      invoiced: eur("3650.00"),
      principal: first?.accrual.principal,
      credited: eur("7.00"),
      paid: ofFirst(balance.ledger.payments),
      writtenOff: ofFirst(balance.ledger.writeOffs),
    });
    expect(left.paid).toBe(eur("30.00"));
    expect(left.ledger.payments.map(({ amount }) => amount)).toEqual([eur("30.00")]);
    const neither = withoutInvoices(balance, new Set(["F1", "F2"]));
    expect(neither).toMatchObject({ open: 0, paid: eur("10.00"), writtenOff: 0, credited: 0 });
    expect(neither.ledger.writeOffs).toEqual([]);
  });

  it("is the same balance if no invoice is time-barred", () => {
    expect(withoutInvoices(balance, new Set())).toBe(balance);
  });
});

describe("standing events", () => {
  it("exclude reversals and what they reverse; a reversed reversal has no effect", () => {
    const events = entered([
      free,
      payment("2026-05-01", "1.00"),
      reversal("2026-05-02", 2),
      reversal("2026-05-03", 3),
      payment("2026-05-04", "2.00"),
      reversal("2026-05-05", 5),
    ]);
    expect([...reversedIds(events)].sort()).toEqual([3, 5]);
    expect(standingEvents(events).map(({ id }) => id)).toEqual([1, 2]);
    expect(standingEvents(events.toReversed()).map(({ id }) => id)).toEqual([2, 1]);
    const none = entered([free, payment("2026-05-01", "1.00")]);
    expect(standingEvents(none)).toBe(none);
  });

  it("the terms entered last apply; without terms no interest is claimed", () => {
    const events = entered([free, fourPercent]);
    expect(termsOf(events).interest.rate).toBe(40_000);
    expect(termsOf(events.toReversed()).interest.rate).toBe(40_000);
    expect(termsOf([])).toMatchObject({
      interest: { kind: "none", compounding: "none" },
      bik: { method: "scale", alreadyCharged: 0 },
    });
  });

  it("hypothetical events are numbered after the last one entered", () => {
    const events = entered([free, numbered("F1", "100.00", "2026-05-01")], 41);
    const all = withHypothetical(events, [
      payment("2026-06-01", "30.00"),
      reversal("2026-06-02", 42),
      freeze("2026-06-03"),
    ]);
    expect(all.slice(0, 2)).toEqual(events);
    expect(all.slice(2).map(({ id, kind, amount }) => [id, kind, amount])).toEqual([
      [43, "payment", 3_000],
      [44, "reversal", 0],
      [45, "freeze", 0],
    ]);
    expect(all[3]).toMatchObject({ reverses: 42 });
    expect(Object.hasOwn(all[2] ?? {}, "reverses")).toBe(false);
    expect(withHypothetical([], [free])[0]?.id).toBe(1);
  });
});

describe("the data of an event", () => {
  const day = "2026-05-01";
  const refused = (kind: keyof typeof eventData, data: object) => !eventData[kind].safeParse(data).success;

  it.each<[keyof typeof eventData, object, object]>([
    ["invoice", { number: "F1", dueDate: day }, { number: "", dueDate: day }],
    [
      "invoice",
      { number: "x".repeat(100), dueDate: day, description: "x".repeat(2000), instalment: { from: day, until: day } },
      { number: "x".repeat(101), dueDate: day },
    ],
    ["invoice", { number: "F1", dueDate: day, interestFrom: day }, { number: "F1", dueDate: "2026-02-30" }],
    ["invoice", { number: "F1", dueDate: day }, { number: "F1", dueDate: day, description: "x".repeat(2001) }],
    ["terms", { interest: { kind: "statutory" }, bik: {} }, { interest: { kind: "usury" }, bik: {} }],
    [
      "terms",
      {
        interest: {
          kind: "contractual",
          rate: 10_000_000,
          per: "month",
          compounding: "monthly",
          dayCount: "ACT/ACT",
          floor: "none",
        },
        bik: { method: "contract", contractAmount: 1_000_000_000_000 },
      },
      { interest: { kind: "contractual", rate: 10_000_001 }, bik: {} },
    ],
    [
      "terms",
      {
        interest: { kind: "government", per: "year", compounding: "yearly", dayCount: "ACT/365F", floor: "commercial" },
        bik: { method: "none" },
      },
      { interest: { kind: "none", rate: -1 }, bik: {} },
    ],
    [
      "terms",
      { interest: { kind: "commercial", compounding: "none", floor: "statutory" }, bik: { method: "scale" } },
      { interest: { kind: "none" }, bik: { contractAmount: 1_000_000_000_001 } },
    ],
    ["arrangement", { arrangement: "A", action: "waive", term: 1 }, { arrangement: "", action: "waive" }],
    [
      "arrangement",
      { arrangement: "x".repeat(60), action: "resume", term: 600 },
      { arrangement: "x".repeat(61), action: "resume" },
    ],
    [
      "arrangement",
      { arrangement: "A", action: "pause", until: day },
      { arrangement: "A", action: "waive", term: 601 },
    ],
    ["arrangement", { arrangement: "A", action: "complete" }, { arrangement: "A", action: "waive", term: 0 }],
    [
      "arrangement",
      {
        arrangement: "A",
        action: "propose",
        plan: {
          total: 1,
          frequency: "twoWeeks",
          interest: "runs",
          terms: [{ on: day, amount: 1 }],
          kind: "shv",
          debt: 2,
        },
      },
      { arrangement: "A", action: "propose", plan: { total: 1, frequency: "week", interest: "runs", terms: [] } },
    ],
    [
      "arrangement",
      {
        arrangement: "A",
        action: "propose",
        plan: { total: 1, frequency: "fourWeeks", interest: "frozen", terms: [{ on: day, amount: 1 }], kind: "terms" },
      },
      {
        arrangement: "A",
        action: "propose",
        plan: { total: 1, frequency: "day", interest: "runs", terms: [{ on: day, amount: 1 }] },
      },
    ],
    ["interruption", { how: "summons", invoices: [], proof: "-" }, { how: "summons", invoices: [], proof: "" }],
    [
      "interruption",
      { how: "recognition", invoices: ["F1"], proof: "-", of: "x".repeat(40) },
      { how: "demand", invoices: [""], proof: "-" },
    ],
    ["payment", { receipt: "bailiff", reference: "x".repeat(200) }, { receipt: "agency", reference: "x".repeat(201) }],
    ["payment", { receipt: "direct", reference: "" }, { receipt: "bank", reference: "" }],
    ["cost", { group: "bik", type: "t" }, { group: "tax", type: "t" }],
    ["reversal", { reason: "r", voids: "returned" }, { reason: "r", voids: "lost" }],
    ["reversal", { reason: "r", voids: "wrongAddress" }, {}],
    ["reversal", { reason: "r", voids: "wrongAmount" }, { reason: 1 }],
    ["refund", { reference: "r", iban: "x".repeat(34) }, { reference: "r", iban: "x".repeat(35) }],
  ])("%s %#: valid data is kept, invalid data is refused", (kind, kept, wrong) => {
    expect(eventData[kind].parse(kept)).toMatchObject(kept);
    expect(refused(kind, wrong)).toBe(true);
  });

  it("the ground of collection costs is a letter, default, or a day", () => {
    const data = { bik: 1, vat: 0 };
    for (const ground of ["notice", "default", "day"]) expect(refused("bik", { ...data, ground })).toBe(false);
    expect(refused("bik", { ...data, ground: "whim" })).toBe(true);
  });
});

it("claimed collection costs are found by the number of the claim's event", () => {
  // A claim of before (60.00 over F1), then F2: 15 % of 400.00.
  const events = [
    free,
    numbered("F1", "400.00", "2026-05-01"),
    bik("2026-05-10", "60.00", "0.00", ["F1"]),
    numbered("F2", "400.00", "2026-05-20"),
  ];
  expect(bikFor(entered(events), seededTariffs, date("2026-06-01")).bik).toBe(eur("60.00"));
  expect(bikFor(entered(events), seededTariffs, date("2026-05-20"), { invoices: ["F1"] }).bik).toBe(0);
  expect(dayNumber(date("1970-01-02"))).toBe(1);
});

describe("collection costs before they are claimed", () => {
  const claim = [free, owedFrom("400.00", "2026-05-01", { number: "F1" })];
  const bikOn = (events: readonly NewEvent[], question: object = {}) =>
    bikFor(entered(events), seededTariffs, date("2026-06-15"), question).bik;

  it("ignore an unproved letter of the client's, and are due by default without any letter", () => {
    const letter = notice("2026-05-10", "60.00", { by: "client", invoices: ["F1"] });
    // 15 % of 400.00
    expect(bikOn(claim)).toBe(6000);
    expect(bikOn([...claim, letter])).toBe(0);
    expect(bikOn([...claim, letter], { ground: "notice" })).toBe(0);
    expect(bikOn([...claim, letter], { ground: "default" })).toBe(6000);
  });

  it("are not confused with other costs, whatever their number", () => {
    // The first event of all is a cost, and so the one that any other number would be taken for.
    expect(bikOn([cost("2026-05-01", "10.00"), ...claim])).toBe(6000);
  });
});

describe("limits on the data of an event", () => {
  const day = "2026-05-01";
  const keeps = (kind: keyof typeof eventData, data: object): boolean => eventData[kind].safeParse(data).success;
  const plan = (count: number) => ({
    arrangement: "A",
    action: "propose",
    plan: { total: 1, frequency: "week", interest: "runs", terms: Array(count).fill({ on: day, amount: 1 }) },
  });
  const letter = {
    by: "client",
    deemedReceived: day,
    lastPayDay: day,
    bikDueFrom: day,
    invoices: [],
    principal: 0,
    bik: 0,
    vat: 0,
  };
  const court = (reference: string) => ({ group: "court", type: "t", title: { on: day, reference } });
  const capacity = (ground: string, by: string) => ({ ground, by, documentId: 1 });
  const interrupted = (invoices: string[], more: object = {}) => ({ how: "demand", invoices, proof: "-", ...more });
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `F${at}`);

  it.each<[string, keyof typeof eventData, object, object]>([
    ["no more than six hundred terms", "arrangement", plan(600), plan(601)],
    ["a letter is sent by post or e-mail", "notice14", { ...letter, method: "email" }, { ...letter, method: "fax" }],
    ["a judgment has a reference", "cost", court("-"), court("")],
    [
      "terms have an invoice number",
      "invoice_terms",
      { invoice: "1", interest: null },
      { invoice: "", interest: null },
    ],
    [
      "an invoice number of no more than a hundred characters",
      "invoice_terms",
      { invoice: "x".repeat(100), interest: null },
      { invoice: "x".repeat(101), interest: null },
    ],
    ["an interruption has no empty invoice number", "interruption", interrupted(["1"]), interrupted([""])],
    [
      "an interruption has invoice numbers of no more than a hundred characters",
      "interruption",
      interrupted(["x".repeat(100)]),
      interrupted(["x".repeat(101)]),
    ],
    [
      "an interruption has no more than two hundred invoices",
      "interruption",
      interrupted(names(200)),
      interrupted(names(201)),
    ],
    [
      "a reference to what it repeats of no more than forty characters",
      "interruption",
      interrupted([], { of: "x".repeat(40) }),
      interrupted([], { of: "x".repeat(41) }),
    ],
    ["consent for a minor says by whom", "capacity", capacity("usual", "moeder"), capacity("usual", "")],
    ["the ground that binds a minor is one of the list", "capacity", capacity("consent", "-"), capacity("whim", "-")],
    ["a date is a text", "invoice", { number: "F1", dueDate: day }, { number: "F1", dueDate: [day] }],
  ])("%s", (_name, kind, kept, wrong) => {
    expect(keeps(kind, kept)).toBe(true);
    expect(keeps(kind, wrong)).toBe(false);
  });

  it("collection costs are by the scale by default, with nothing agreed or charged before", () => {
    expect(eventData.terms.parse({ interest: { kind: "none" }, bik: {} }).bik).toEqual({
      method: "scale",
      contractAmount: 0,
      vat: false,
      alreadyCharged: 0,
      instalmentRule: false,
    });
  });

  it("only a reversal reverses, and one that names no event has no effect", () => {
    const [terms0, first] = entered([free, payment("2026-02-01", "1.00")]);
    if (!terms0 || !first) throw new Error("two events were entered");
    expect(reversedIds([terms0, { ...first, reverses: terms0.id }])).toEqual(new Set());
    const [nothing] = entered([{ kind: "reversal", on: date(day), data: { reason: "r" } }], 9);
    if (!nothing) throw new Error("one event was entered");
    expect(reversedIds([terms0, first, nothing])).toEqual(new Set());
  });
});
