/** The law gate of the event record: what each kind of event adds to a debt, and what the law says of it, event by event. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import type { DebtFacts } from "../../../law/rules/rules.ts";
import {
  bik,
  cost,
  creditNote,
  entered,
  freeze,
  interruption,
  invoice,
  notice,
  payment,
  refund,
  reversal,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { type NewEvent, standingEvents } from "../engine/events.ts";
import { type Ground, judgeRaises } from "./debt-increases.ts";

/** A consumer in default since 2 April 2026; legal interest is 4 %, 12 % a year is fair. */
const consumer: DebtFacts = {
  isConsumer: true,
  contractual: true,
  holds: [],
  oldestDue: date("2026-04-01"),
  fairRate: 120_000,
  statutoryRate: 40_000,
};
const business: DebtFacts = { ...consumer, isConsumer: false };

type More = Partial<Omit<Ground, "before" | "after" | "all" | "tariffs">>;

/** What is refused of events that join what stood, each under the name of its place: "new.0.title courtCostTitle". */
function refused(stood: readonly NewEvent[], added: readonly NewEvent[], more: More = {}): string[] {
  const all = entered([...stood, ...added]);
  const earlier = all.slice(0, stood.length);
  const fields = new Map(all.slice(stood.length).map(({ id }, at) => [id, `new.${at}`]));
  const ground: Ground = {
    facts: consumer,
    isApproved: () => false,
    holds: [],
    today: date("2026-06-10"),
    before: standingEvents(earlier),
    after: standingEvents(all),
    all,
    tariffs: seededTariffs,
    ...more,
  };
  return judgeRaises(fields, ground).map(({ field, rule, values }) =>
    [field, rule, ...Object.values(values).map(String)].join(" ").trim(),
  );
}

/** 1,000.00 due on 1 April 2026: the scale gives 15 % of it, 150.00. */
const claim = [terms({ kind: "statutory" }), invoice("1000.00", "2026-04-01", { number: "F1" })];
const second = invoice("1000.00", "2026-04-01", { number: "F2" });
/** Of Monday 20 April: deemed received on the 22nd, to be paid until 6 May, costs from the 7th. */
const letter = notice("2026-04-20", "150.00", { invoices: ["F1"] });

describe("a cost", () => {
  const court = (more: object): NewEvent => ({
    kind: "cost",
    on: date("2026-06-10"),
    amount: 13_500,
    data: { group: "court", type: "fee", ...more },
  });
  const title = (on: string) => ({ title: { on: date(on), reference: "Rb Utrecht 26/88" } });

  test.each<[string, NewEvent, More, string[]]>([
    ["of court without a judgment", court({}), {}, ["new.0.title courtCostTitle"]],
    ["of court, with a judgment of the same day", court(title("2026-06-10")), {}, []],
    [
      "of court, with a judgment of the next day",
      court(title("2026-06-11")),
      {},
      ["new.0.date costBeforeTitle 2026-06-11"],
    ],
    [
      "of the bailiff's tariff without a judgment, in any group",
      court({ group: "other", article: "Btag 2 b" }),
      {},
      ["new.0.title executionCostTitle"],
    ],
    ["besides the scale, for a consumer", cost("2026-06-10", "9.00"), {}, ["new.0.costType costBesideScale"]],
    ["besides the scale, for a business", cost("2026-06-10", "9.00"), { facts: business }, []],
    [
      "during a dispute",
      court(title("2026-06-10")),
      { facts: { ...consumer, holds: [{ kind: "dispute", until: null, stops: true }] } },
      ["new.0 holdDispute"],
    ],
  ])("%s", (_name, event, more, expected) => expect(refused(claim, [event], more)).toEqual(expected));
});

describe("collection costs", () => {
  const defaultGround = (on: string): NewEvent => ({
    kind: "bik",
    on: date(on),
    amount: 15_000,
    data: { bik: 15_000, vat: 0, ground: "default" },
  });

  test.each<[string, NewEvent[], NewEvent, More, string[]]>([
    ["by the scale, after the term of the letter", [letter], bik("2026-05-07", "150.00"), {}, []],
    [
      "on the last day of the term",
      [letter],
      bik("2026-05-06", "150.00"),
      {},
      ["new.0 noticeRunning 2026-04-20 2026-05-07"],
    ],
    ["one cent more than the scale", [letter], bik("2026-06-10", "150.01"), {}, ["new.0 bikTooHigh 150.01 150.00"]],
    // 150.00 and VAT of 21 % on it, 31.50, where the creditor can offset it.
    [
      "with VAT that is not due",
      [letter],
      bik("2026-06-10", "150.00", "31.50"),
      {},
      ["new.0 bikTooHigh 181.50 150.00"],
    ],
    ["without a letter", [], bik("2026-06-10", "150.00"), {}, ["new.0 noticeMissing"]],
    [
      "on a returned letter",
      [letter, { kind: "reversal", on: date("2026-04-28"), reverses: 3, data: { reason: "-", voids: "returned" } }],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 noticeVoid 2026-04-20"],
    ],
    [
      "on a letter that was paid within its term",
      [letter, payment("2026-05-06", "1010.00")],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 noticePaid 2026-04-20"],
    ],
    [
      // The letter named both and told 300.00 of 2,000.00; over one of them the scale gives 150.00.
      "over one of two invoices, but as much as over both",
      [second, notice("2026-04-20", "300.00", { invoices: ["F1", "F2"] })],
      bik("2026-06-10", "300.00", "0.00", ["F1"]),
      {},
      ["new.0 bikTooHigh 300.00 150.00"],
    ],
    [
      "over both invoices",
      [second, notice("2026-04-20", "300.00", { invoices: ["F1", "F2"] })],
      bik("2026-06-10", "300.00"),
      {},
      [],
    ],
    [
      "charged a second time",
      [letter, bik("2026-05-07", "150.00")],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 bikTooHigh 150.00 0.00"],
    ],
    ["from a business, by default", [], defaultGround("2026-06-10"), { facts: business }, []],
    [
      "from a business, on the ground of a letter whose term has not ended",
      [notice("2026-06-09", "150.00", { invoices: ["F1"] })],
      bik("2026-06-10", "150.00"),
      { facts: business },
      ["new.0 bikTooHigh 150.00 0.00"],
    ],
    [
      "from a business, by default, before the term of a letter has ended",
      [notice("2026-06-09", "150.00", { invoices: ["F1"] })],
      defaultGround("2026-06-10"),
      { facts: business },
      [],
    ],
  ])("%s", (_name, more, event, facts, expected) =>
    expect(refused([...claim, ...more], [event], facts)).toEqual(expected),
  );
});

const twelve = { kind: "contractual", rate: 120_000 } as const;
/** 13 % a year, above what the house holds fair. */
const thirteen = { kind: "contractual", rate: 130_000 } as const;
const tooDear = "rate interestRateUnfair 13 12";

describe("an invoice", () => {
  const owed = (more: Parameters<typeof invoice>[2]): NewEvent =>
    invoice("10.00", "2026-05-01", { number: "F9", ...more });

  test.each<[string, NewEvent, More, string[]]>([
    ["without interest terms of its own", owed({}), {}, []],
    ["with its own interest at a fair rate", owed({ interest: twelve }), {}, []],
    ["with its own interest at an unfair rate", owed({ interest: thirteen }), {}, [`new.0.${tooDear}`]],
    [
      "with its own interest at an approved unfair rate",
      owed({ interest: thirteen }),
      { isApproved: ({ rate }) => rate === 130_000 },
      [],
    ],
    [
      "with interest from its due date",
      owed({ interestFrom: date("2026-05-01") }),
      {},
      ["new.0.from interestBeforeDue 2026-05-01"],
    ],
    ["with interest from the day after its due date", owed({ interestFrom: date("2026-05-02") }), {}, []],
    [
      "with terms that start on its due date",
      owed({ interest: { ...twelve, from: date("2026-05-01") } }),
      {},
      ["new.0.from interestBeforeDue 2026-05-01"],
    ],
    [
      "with terms that start too early but its own later start of interest",
      owed({ interest: { ...twelve, from: date("2026-05-01") }, interestFrom: date("2026-05-02") }),
      {},
      [],
    ],
  ])("%s", (_name, event, more, expected) => expect(refused(claim, [event], more)).toEqual(expected));
});

describe("terms of one invoice", () => {
  type Set = Extract<NewEvent, { kind: "invoice_terms" }>["data"];
  const set = (interest: Set["interest"], from?: string, number = "F1"): NewEvent => ({
    kind: "invoice_terms",
    on: date("2026-06-10"),
    data: { invoice: number, interest, ...(from ? { from: date(from) } : {}) },
  });
  const entry = (more: Parameters<typeof invoice>[2]): NewEvent[] => [
    terms({ kind: "statutory" }),
    invoice("1000.00", "2026-04-01", { number: "F1", ...more }),
  ];
  const early = "from interestBeforeDue 2026-04-01";

  test.each<[string, NewEvent[], NewEvent, string[]]>([
    ["at a fair rate", claim, set(twelve), []],
    ["at an unfair rate", claim, set(thirteen), [`new.0.${tooDear}`]],
    ["removed, where there were none", claim, set(null), []],
    ["removed, where the invoice had its own", entry({ interest: twelve }), set(null), []],
    [
      "at an unfair rate, where a credit note has the same number",
      [
        { kind: "credit_note", on: date("2026-04-01"), amount: 100, data: { number: "F1", mode: "goodwill" } },
        ...claim,
      ],
      set(thirteen),
      [`new.0.${tooDear}`],
    ],
    ["of an unknown invoice", claim, set(thirteen, "2026-01-01", "F7"), []],
    ["equal to those the invoice was entered with", entry({ interest: thirteen }), set(thirteen), []],
    ["equal to those set before", [...claim, set(thirteen)], set(thirteen), []],
    [
      "equal to earlier ones that were replaced since",
      [...claim, set(thirteen), set(twelve)],
      set(thirteen),
      [`new.0.${tooDear}`],
    ],
    ["from the due date", claim, set(null, "2026-04-01"), [`new.0.${early}`]],
    ["from the day after the due date", claim, set(null, "2026-04-02"), []],
    ["with their own start on the due date", claim, set({ ...twelve, from: date("2026-04-01") }), [`new.0.${early}`]],
    [
      "from the day on which the invoice was entered to bear interest",
      entry({ interestFrom: date("2026-03-01") }),
      set(null, "2026-03-01"),
      [],
    ],
    [
      "from the start of the terms that it was entered with",
      entry({ interest: { ...twelve, from: date("2026-03-01") } }),
      set(twelve, "2026-03-01"),
      [],
    ],
    [
      "from another day than the one that it was entered with",
      entry({ interestFrom: date("2026-03-01") }),
      set(null, "2026-03-02"),
      [`new.0.${early}`],
    ],
    ["from the day that was set before", [...claim, set(null, "2026-03-01")], set(null, "2026-03-01"), []],
    ["both dearer and earlier", claim, set(thirteen, "2026-04-01"), [`new.0.${tooDear}`, `new.0.${early}`]],
  ])("%s", (_name, stood, event, expected) => expect(refused(stood, [event])).toEqual(expected));
});

describe("terms of the file", () => {
  const early = { kind: "statutory", from: date("2026-04-01") } as const;

  test.each<[string, NewEvent, More, string[]]>([
    ["unchanged", terms({ kind: "statutory" }), {}, []],
    ["at an unfair rate", terms(thirteen), {}, [`new.0.${tooDear}`]],
    ["at an approved unfair rate", terms(thirteen), { isApproved: () => true }, []],
    [
      "at the commercial rate, for a consumer",
      terms({ kind: "commercial" }),
      {},
      ["new.0.kind interestCommercialConsumer"],
    ],
    ["at the commercial rate, for a business", terms({ kind: "commercial" }), { facts: business }, []],
    ["from the oldest due date", terms(early), {}, ["new.0.from interestBeforeDue 2026-04-01"]],
    ["from a date, where nothing is due", terms(early), { facts: { ...consumer, oldestDue: null } }, []],
    [
      "with contractual collection costs, for a consumer",
      terms({ kind: "statutory" }, { method: "contract" }),
      {},
      ["bikAgreedConsumer"],
    ],
    [
      "with contractual collection costs, for a business",
      terms({ kind: "statutory" }, { method: "contract" }),
      { facts: business },
      [],
    ],
    ["without collection costs", terms({ kind: "statutory" }, { method: "none" }), {}, []],
  ])("%s", (_name, event, more, expected) => expect(refused(claim, [event], more)).toEqual(expected));

  test("with the same start as before are judged by their rate only", () => {
    const existing = [terms(early), invoice("1000.00", "2026-04-01", { number: "F1" })];
    expect(refused(existing, [terms({ ...thirteen, from: date("2026-04-01") })])).toEqual([`new.0.${tooDear}`]);
  });

  test("with the same rate as before are not judged again", () => {
    expect(refused([terms(thirteen), second], [terms(thirteen, { method: "none" })])).toEqual([]);
  });

  test("with the same contractual costs as before are not judged again", () => {
    const existing = [terms({ kind: "statutory" }, { method: "contract" }), second];
    expect(refused(existing, [terms(twelve, { method: "contract" })])).toEqual([]);
  });

  test("that apply again after a reversal are judged as new ones, beside no field", () => {
    const existing = [terms(thirteen), terms({ kind: "statutory" }), second];
    expect(refused(existing, [reversal("2026-06-10", 2)])).toEqual([tooDear]);
    expect(refused(existing, [reversal("2026-06-10", 2)], { isApproved: () => true })).toEqual([]);
    // What is taken back under them changes nothing, nor does what is replaced at once.
    expect(refused(existing, [reversal("2026-06-10", 1)])).toEqual([]);
    expect(refused(existing, [reversal("2026-06-10", 2), terms(twelve)])).toEqual([]);
    expect(refused(existing, [reversal("2026-06-10", 2), terms(thirteen)])).toEqual([`new.1.${tooDear}`]);
    expect(refused(existing, [reversal("2026-06-10", 2), payment("2026-06-10", "1.00")])).toEqual([tooDear]);
    expect(refused([terms(thirteen), terms(thirteen), second], [reversal("2026-06-10", 2)])).toEqual([]);
    expect(refused([terms(thirteen), second], [reversal("2026-06-10", 2)])).toEqual([]);
  });
});

describe("reversing a freeze", () => {
  const facts: DebtFacts = { ...consumer, holds: [{ kind: "dispute", until: null, stops: true }] };
  const since = (from: string | null) => [{ interestFrozenFrom: from === null ? null : date(from) }];
  const frozen = [...claim, freeze("2026-05-01")];
  const thaw = [reversal("2026-06-10", 3)];

  test.each<[string, NewEvent[], NewEvent[], More, string[]]>([
    ["while a state stops interest", frozen, thaw, { holds: since("2026-05-01") }, ["holdDispute"]],
    ["while a state stops interest from today", frozen, thaw, { holds: since("2026-06-10") }, ["holdDispute"]],
    ["while a state stops interest from tomorrow", frozen, thaw, { holds: since("2026-06-11") }, []],
    ["while a state lets interest run", frozen, thaw, { holds: since(null) }, []],
    ["without a state", frozen, thaw, {}, []],
    ["while another freeze lasts as long", [...frozen, freeze("2026-05-01")], thaw, { holds: since("2026-05-01") }, []],
    [
      "while another freeze starts one day later",
      [...frozen, freeze("2026-05-02")],
      thaw,
      { holds: since("2026-05-01") },
      ["holdDispute"],
    ],
    // Interest runs again on the day on which a freeze ends.
    [
      "while another freeze ends today",
      [...frozen, freeze("2026-05-01", "2026-06-10")],
      thaw,
      { holds: since("2026-05-01") },
      ["holdDispute"],
    ],
    [
      "while another freeze ends tomorrow",
      [...frozen, freeze("2026-05-01", "2026-06-11")],
      thaw,
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "reversing a payment instead",
      [...frozen, payment("2026-06-01", "1.00")],
      [reversal("2026-06-10", 4)],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "entering a payment, after a freeze that has ended",
      [...claim, freeze("2026-05-01", "2026-05-15")],
      [payment("2026-06-10", "1.00")],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "reversing a payment, after a freeze that has ended",
      [...claim, freeze("2026-05-01", "2026-05-15"), payment("2026-06-01", "1.00")],
      [reversal("2026-06-10", 4)],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "while one of two states stops interest",
      frozen,
      thaw,
      { holds: [...since(null), ...since("2026-05-01")] },
      ["holdDispute"],
    ],
  ])("%s", (_name, stood, added, more, expected) =>
    expect(refused(stood, added, { facts, ...more })).toEqual(expected),
  );
});

describe("what lowers a debt or changes no amount", () => {
  const facts: DebtFacts = { ...consumer, holds: [{ kind: "dispute", until: null, stops: true }] };

  test.each<[string, NewEvent]>([
    ["a letter", letter],
    ["a credit note", creditNote("2026-06-10", "10.00", "goodwill")],
    ["a payment", payment("2026-06-10", "10.00")],
    ["a write-off", writeOff("2026-06-10", "10.00")],
    ["a freeze", freeze("2026-06-10")],
    ["a refund", refund("2026-06-10", "10.00")],
    ["an interruption", interruption("2026-06-10", "demand")],
    [
      "the consent that binds a minor",
      { kind: "capacity", on: date("2026-06-10"), data: { ground: "consent", by: "-", documentId: 7 } },
    ],
    ["an arrangement", { kind: "arrangement", on: date("2026-06-10"), data: { arrangement: "A", action: "propose" } }],
  ])("is entered in any state: %s", (_name, event) => expect(refused(claim, [event], { facts })).toEqual([]));

  test("existing terms are not judged again", () => {
    const dear = [terms(thirteen), invoice("10.00", "2026-04-01", { number: "F1", interest: thirteen })];
    expect(refused(dear, [payment("2026-06-10", "1.00")])).toEqual([]);
  });
});
