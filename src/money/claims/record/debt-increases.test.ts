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
    ["of court by a judgment of that day", court(title("2026-06-10")), {}, []],
    [
      "of court by a judgment of the day after",
      court(title("2026-06-11")),
      {},
      ["new.0.date costBeforeTitle 2026-06-11"],
    ],
    [
      "of a bailiff's tariff, in whatever group",
      court({ group: "other", article: "Btag 2 b" }),
      {},
      ["new.0.title executionCostTitle"],
    ],
    ["beside the scale, to a consumer", cost("2026-06-10", "9.00"), {}, ["new.0.costType costBesideScale"]],
    ["beside the scale, to a business", cost("2026-06-10", "9.00"), { facts: business }, []],
    [
      "under a dispute",
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
    ["of the scale after the term", [letter], bik("2026-05-07", "150.00"), {}, []],
    [
      "on the last day of the term",
      [letter],
      bik("2026-05-06", "150.00"),
      {},
      ["new.0 noticeRunning 2026-04-20 2026-05-07"],
    ],
    ["a cent more", [letter], bik("2026-06-10", "150.01"), {}, ["new.0 bikTooHigh 150.01 150.00"]],
    // 150.00 and VAT of 21 % on it, 31.50, where the creditor can offset it.
    [
      "with VAT that is not owed",
      [letter],
      bik("2026-06-10", "150.00", "31.50"),
      {},
      ["new.0 bikTooHigh 181.50 150.00"],
    ],
    ["without a letter", [], bik("2026-06-10", "150.00"), {}, ["new.0 noticeMissing"]],
    [
      "on a letter that came back",
      [letter, { kind: "reversal", on: date("2026-04-28"), reverses: 3, data: { reason: "-", voids: "returned" } }],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 noticeVoid 2026-04-20"],
    ],
    [
      "on a letter that was paid in time",
      [letter, payment("2026-05-06", "1010.00")],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 noticePaid 2026-04-20"],
    ],
    [
      // The letter named both and told 300.00 of 2,000.00; over one of them the scale gives 150.00.
      "over one invoice of two, as much as over both",
      [second, notice("2026-04-20", "300.00", { invoices: ["F1", "F2"] })],
      bik("2026-06-10", "300.00", "0.00", ["F1"]),
      {},
      ["new.0 bikTooHigh 300.00 150.00"],
    ],
    [
      "over both",
      [second, notice("2026-04-20", "300.00", { invoices: ["F1", "F2"] })],
      bik("2026-06-10", "300.00"),
      {},
      [],
    ],
    [
      "a second time",
      [letter, bik("2026-05-07", "150.00")],
      bik("2026-06-10", "150.00"),
      {},
      ["new.0 bikTooHigh 150.00 0.00"],
    ],
    ["of a business, by default alone", [], defaultGround("2026-06-10"), { facts: business }, []],
    [
      "of a business, on the ground of a letter whose term runs",
      [notice("2026-06-09", "150.00", { invoices: ["F1"] })],
      bik("2026-06-10", "150.00"),
      { facts: business },
      ["new.0 bikTooHigh 150.00 0.00"],
    ],
    [
      "of a business, by default, while a letter's term runs",
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
    ["with nothing of its own", owed({}), {}, []],
    ["with interest of its own that is fair", owed({ interest: twelve }), {}, []],
    ["with interest that is not", owed({ interest: thirteen }), {}, [`new.0.${tooDear}`]],
    [
      "with the same, approved by name",
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
    ["with interest from the day after", owed({ interestFrom: date("2026-05-02") }), {}, []],
    [
      "with terms that begin on its due date",
      owed({ interest: { ...twelve, from: date("2026-05-01") } }),
      {},
      ["new.0.from interestBeforeDue 2026-05-01"],
    ],
    [
      "with terms that begin too early and a day of its own that does not",
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
    ["that are fair", claim, set(twelve), []],
    ["that are not", claim, set(thirteen), [`new.0.${tooDear}`]],
    ["none", claim, set(null), []],
    ["none, where it had its own", entry({ interest: twelve }), set(null), []],
    [
      "that are not, where a credit note has the same number",
      [
        { kind: "credit_note", on: date("2026-04-01"), amount: 100, data: { number: "F1", mode: "goodwill" } },
        ...claim,
      ],
      set(thirteen),
      [`new.0.${tooDear}`],
    ],
    ["of an invoice that is not there", claim, set(thirteen, "2026-01-01", "F7"), []],
    ["that the invoice was entered with", entry({ interest: thirteen }), set(thirteen), []],
    ["that were set before", [...claim, set(thirteen)], set(thirteen), []],
    ["that were set before others", [...claim, set(thirteen), set(twelve)], set(thirteen), [`new.0.${tooDear}`]],
    ["from the due date", claim, set(null, "2026-04-01"), [`new.0.${early}`]],
    ["from the day after", claim, set(null, "2026-04-02"), []],
    ["whose own start is the due date", claim, set({ ...twelve, from: date("2026-04-01") }), [`new.0.${early}`]],
    ["from the day that it was entered with", entry({ interestFrom: date("2026-03-01") }), set(null, "2026-03-01"), []],
    [
      "from the day that its terms were entered with",
      entry({ interest: { ...twelve, from: date("2026-03-01") } }),
      set(twelve, "2026-03-01"),
      [],
    ],
    [
      "from another day than it was entered with",
      entry({ interestFrom: date("2026-03-01") }),
      set(null, "2026-03-02"),
      [`new.0.${early}`],
    ],
    ["from the day that was set before", [...claim, set(null, "2026-03-01")], set(null, "2026-03-01"), []],
    ["dearer and earlier", claim, set(thirteen, "2026-04-01"), [`new.0.${tooDear}`, `new.0.${early}`]],
  ])("%s", (_name, stood, event, expected) => expect(refused(stood, [event])).toEqual(expected));
});

describe("terms of the file", () => {
  const early = { kind: "statutory", from: date("2026-04-01") } as const;

  test.each<[string, NewEvent, More, string[]]>([
    ["as they are", terms({ kind: "statutory" }), {}, []],
    ["that are not fair", terms(thirteen), {}, [`new.0.${tooDear}`]],
    ["that are not fair, approved", terms(thirteen), { isApproved: () => true }, []],
    ["of a trade, for a consumer", terms({ kind: "commercial" }), {}, ["new.0.kind interestCommercialConsumer"]],
    ["of a trade, for a business", terms({ kind: "commercial" }), { facts: business }, []],
    ["from the oldest due date", terms(early), {}, ["new.0.from interestBeforeDue 2026-04-01"]],
    ["from a day where nothing is due", terms(early), { facts: { ...consumer, oldestDue: null } }, []],
    [
      "with costs by contract, for a consumer",
      terms({ kind: "statutory" }, { method: "contract" }),
      {},
      ["bikAgreedConsumer"],
    ],
    [
      "with costs by contract, for a business",
      terms({ kind: "statutory" }, { method: "contract" }),
      { facts: business },
      [],
    ],
    ["without costs", terms({ kind: "statutory" }, { method: "none" }), {}, []],
  ])("%s", (_name, event, more, expected) => expect(refused(claim, [event], more)).toEqual(expected));

  test("that begin where they began before are judged by their rate alone", () => {
    const stood = [terms(early), invoice("1000.00", "2026-04-01", { number: "F1" })];
    expect(refused(stood, [terms({ ...thirteen, from: date("2026-04-01") })])).toEqual([`new.0.${tooDear}`]);
  });

  test("that are as dear as those before are not judged again", () => {
    expect(refused([terms(thirteen), second], [terms(thirteen, { method: "none" })])).toEqual([]);
  });

  test("that keep an agreed amount of costs are not judged by it again", () => {
    const stood = [terms({ kind: "statutory" }, { method: "contract" }), second];
    expect(refused(stood, [terms(twelve, { method: "contract" })])).toEqual([]);
  });

  test("that come to hold again are judged as new ones, in no field", () => {
    const stood = [terms(thirteen), terms({ kind: "statutory" }), second];
    expect(refused(stood, [reversal("2026-06-10", 2)])).toEqual([tooDear]);
    expect(refused(stood, [reversal("2026-06-10", 2)], { isApproved: () => true })).toEqual([]);
    // What is taken back under them changes nothing, nor does what is replaced at once.
    expect(refused(stood, [reversal("2026-06-10", 1)])).toEqual([]);
    expect(refused(stood, [reversal("2026-06-10", 2), terms(twelve)])).toEqual([]);
    expect(refused(stood, [reversal("2026-06-10", 2), terms(thirteen)])).toEqual([`new.1.${tooDear}`]);
    expect(refused(stood, [reversal("2026-06-10", 2), payment("2026-06-10", "1.00")])).toEqual([tooDear]);
    expect(refused([terms(thirteen), terms(thirteen), second], [reversal("2026-06-10", 2)])).toEqual([]);
    expect(refused([terms(thirteen), second], [reversal("2026-06-10", 2)])).toEqual([]);
  });
});

describe("a freeze that is taken back", () => {
  const facts: DebtFacts = { ...consumer, holds: [{ kind: "dispute", until: null, stops: true }] };
  const since = (from: string | null) => [{ interestFrozenFrom: from === null ? null : date(from) }];
  const frozen = [...claim, freeze("2026-05-01")];
  const thaw = [reversal("2026-06-10", 3)];

  test.each<[string, NewEvent[], NewEvent[], More, string[]]>([
    ["while a state stops interest", frozen, thaw, { holds: since("2026-05-01") }, ["holdDispute"]],
    ["while a state stops it from today", frozen, thaw, { holds: since("2026-06-10") }, ["holdDispute"]],
    ["while a state stops it from tomorrow", frozen, thaw, { holds: since("2026-06-11") }, []],
    ["while a state lets it run", frozen, thaw, { holds: since(null) }, []],
    ["without a state", frozen, thaw, {}, []],
    ["with another that lasts as long", [...frozen, freeze("2026-05-01")], thaw, { holds: since("2026-05-01") }, []],
    [
      "with another that begins a day late",
      [...frozen, freeze("2026-05-02")],
      thaw,
      { holds: since("2026-05-01") },
      ["holdDispute"],
    ],
    // Interest runs again on the day on which a freeze ends.
    [
      "with another that ends today",
      [...frozen, freeze("2026-05-01", "2026-06-10")],
      thaw,
      { holds: since("2026-05-01") },
      ["holdDispute"],
    ],
    [
      "with another that ends tomorrow",
      [...frozen, freeze("2026-05-01", "2026-06-11")],
      thaw,
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "not, but something else",
      [...frozen, payment("2026-06-01", "1.00")],
      [reversal("2026-06-10", 4)],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "not, while one that is over stands",
      [...claim, freeze("2026-05-01", "2026-05-15")],
      [payment("2026-06-10", "1.00")],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "not, but a payment, while a freeze that is over stands",
      [...claim, freeze("2026-05-01", "2026-05-15"), payment("2026-06-01", "1.00")],
      [reversal("2026-06-10", 4)],
      { holds: since("2026-05-01") },
      [],
    ],
    [
      "and one of two states stops it",
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
      "what binds a minor",
      { kind: "capacity", on: date("2026-06-10"), data: { ground: "consent", by: "-", documentId: 7 } },
    ],
    ["an arrangement", { kind: "arrangement", on: date("2026-06-10"), data: { arrangement: "A", action: "propose" } }],
  ])("is entered under whatever state: %s", (_name, event) => expect(refused(claim, [event], { facts })).toEqual([]));

  test("what stood before is not judged again", () => {
    const dear = [terms(thirteen), invoice("10.00", "2026-04-01", { number: "F1", interest: thirteen })];
    expect(refused(dear, [payment("2026-06-10", "1.00")])).toEqual([]);
  });
});
