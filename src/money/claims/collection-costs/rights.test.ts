/**
 * When the right to collection costs arises and what changes it. A letter of 1 September 2026 (a Tuesday) is deemed received on Thursday the
 * 3rd; its term runs from the 4th to Thursday the 17th; the right arises on Friday 18 September, over what is open on that day.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  creditNote,
  entered,
  eur,
  invoice,
  notice,
  owedFrom,
  payment,
  reversal,
  statutory,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { type Balance, balanceOf, bikFor } from "../engine/balance.ts";
import { derive } from "../engine/derivation.ts";
import type { NewEvent } from "../engine/events.ts";

const free = terms({ kind: "none" });
const on = (events: readonly NewEvent[], day: string): Balance => balanceOf(entered(events), seededTariffs, date(day));

/** costs / interest / principal, as they are open. */
const parts = (events: readonly NewEvent[], day: string): string => {
  const { costs, interest, principal } = on(events, day);
  return [costs, interest, principal].map(decimalFromCents).join(" / ");
};

const claimed = (events: readonly NewEvent[], day: string, ground: "notice" | "default" = "notice"): string =>
  decimalFromCents(bikFor(entered(events), seededTariffs, date(day), { ground }).total);

/** A step that claims what is due on its day, as the workflow makes it. */
const step = (events: readonly NewEvent[], day: string, ground: "notice" | "default" = "notice"): NewEvent[] => {
  const due = bikFor(entered(events), seededTariffs, date(day), { ground });
  const claim = bik(day, decimalFromCents(due.bik), decimalFromCents(due.vat), [...due.invoices]);
  return [...events, claim.kind === "bik" ? { ...claim, data: { ...claim.data, ground } } : claim];
};

const owed = invoice("1000.00", "2026-08-01", { number: "F1" });
const letter = notice("2026-09-01", "150.00", { invoices: ["F1"], principal: eur("1000.00"), asked: eur("1000.00") });
const consumer = [free, owed, letter];

/** A letter of the client's own that counts: where it went is known, and there is a copy. */
const proved = { by: "client", address: "same", documentId: 7 } as const;

describe("a consumer: the right to costs arises when the term of the letter has ended", () => {
  it("15 % of 1,000.00 from 18 September on, whenever it is claimed", () => {
    expect(letter).toMatchObject({ data: { lastPayDay: "2026-09-17", bikDueFrom: "2026-09-18" } });
    for (const day of ["2026-09-18", "2026-10-01", "2026-11-22"]) {
      expect(claimed(consumer, day)).toBe("150.00");
      expect(parts(step(consumer, day), "2026-09-17")).toBe("0.00 / 0.00 / 1000.00");
      expect(parts(step(consumer, day), "2026-09-18")).toBe("150.00 / 0.00 / 1000.00");
    }
    expect(claimed(consumer, "2026-09-17")).toBe("0.00");
  });

  it.each<[string, NewEvent[], string, string]>([
    // Paid after the term: base and amount stay, and the costs are paid first. 1,000 + 150 − 900 = 250, all principal.
    ["900.00 on 5 October", [payment("2026-10-05", "900.00")], "150.00", "0.00 / 0.00 / 250.00"],
    ["900.00 on the day itself", [payment("2026-09-18", "900.00")], "150.00", "0.00 / 0.00 / 250.00"],
    ["100.00 on 5 October", [payment("2026-10-05", "100.00")], "150.00", "50.00 / 0.00 / 1000.00"],
    ["the full principal on 5 October", [payment("2026-10-05", "1000.00")], "150.00", "0.00 / 0.00 / 150.00"],
    [
      "directly to the client, on 30 October",
      [payment("2026-10-30", "900.00", { receipt: "direct" })],
      "150.00",
      "0.00 / 0.00 / 250.00",
    ],
    // Value date inside the term: it was not open on 18 September. 1,000 − 400 = 600; 15 % = 90.00.
    ["400.00 within the term", [payment("2026-09-10", "400.00")], "90.00", "90.00 / 0.00 / 600.00"],
    ["400.00 on its last day", [payment("2026-09-17", "400.00")], "90.00", "90.00 / 0.00 / 600.00"],
    // 400 inside, 300 after: 15 % of 600 = 90; 300 − 90 = 210; 600 − 210 = 390.
    [
      "400.00 within and 300.00 after the term",
      [payment("2026-09-10", "400.00"), payment("2026-10-05", "300.00")],
      "90.00",
      "0.00 / 0.00 / 390.00",
    ],
    ["the full amount asked, within the term", [payment("2026-09-17", "1000.00")], "0.00", "0.00 / 0.00 / 0.00"],
    // Paid before the letter and entered later: 150.00 was announced where 90.00 was due, so that the letter never counted.
    ["400.00 before the letter", [payment("2026-08-20", "400.00")], "0.00", "0.00 / 0.00 / 600.00"],
    // A credit for what was never owed: the letter announced too much, whatever day the note bears.
    [
      "a retroactive credit note after the term",
      [creditNote("2026-10-20", "200.00", "retroactive", "F1")],
      "0.00",
      "0.00 / 0.00 / 800.00",
    ],
    // Goodwill lowers the principal from its day on: after the term it changes nothing of the costs, inside it does. 15 % of 800 = 120.
    [
      "a goodwill credit note after the term",
      [creditNote("2026-10-20", "200.00", "goodwill", "F1")],
      "150.00",
      "150.00 / 0.00 / 800.00",
    ],
    [
      "a goodwill credit note within the term",
      [creditNote("2026-09-10", "200.00", "goodwill", "F1")],
      "120.00",
      "120.00 / 0.00 / 800.00",
    ],
    ["a write-off within the term", [writeOff("2026-09-10", "200.00")], "120.00", "120.00 / 0.00 / 800.00"],
    // Another invoice, due later, was in no letter: it bears none. 150 + 1,000 + 500.
    [
      "an invoice after the letter",
      [invoice("500.00", "2026-10-01", { number: "F2" })],
      "150.00",
      "150.00 / 0.00 / 1500.00",
    ],
  ])("%s", (_name, more, costs, left) => {
    const known = [...consumer, ...more];
    expect(claimed(known, "2026-11-22")).toBe(costs);
    // Entered before the step or after it, and however long the step waits: the same.
    expect(parts(step(known, "2026-11-22"), "2026-11-22")).toBe(left);
    expect(parts([...step(consumer, "2026-09-18"), ...more], "2026-11-22")).toBe(left);
    expect(parts([...step(consumer, "2026-11-22"), ...more], "2026-11-22")).toBe(left);
  });

  it("a reversed payment within the term is ignored: costs stay at the amount claimed, and are paid first", () => {
    const events = step([...consumer, payment("2026-09-10", "400.00")], "2026-11-22");
    // Event 4 is the payment. 90.00 was claimed; 150.00 would be due.
    expect(parts([...events, reversal("2026-11-25", 4)], "2026-11-26")).toBe("90.00 / 0.00 / 1000.00");
    // A payment of after the term that comes back leaves the costs open that it had paid.
    const later = step([...consumer, payment("2026-10-05", "900.00")], "2026-11-22");
    expect(parts([...later, reversal("2026-11-25", 4)], "2026-11-26")).toBe("150.00 / 0.00 / 1000.00");
  });

  it("costs never exceed what the letter announced or what was claimed", () => {
    const low = [free, owed, notice("2026-09-01", "120.00", { invoices: ["F1"] })];
    expect(claimed(low, "2026-11-22")).toBe("120.00");
    expect(parts([...consumer, bik("2026-11-22", "40.00", "0.00", ["F1"])], "2026-11-22")).toBe(
      "40.00 / 0.00 / 1000.00",
    );
  });

  it("with VAT, announced and claimed: 150.00 + 31.50", () => {
    const taxed = terms({ kind: "none" }, { vat: true });
    const events = [taxed, owed, notice("2026-09-01", "150.00", { invoices: ["F1"], vat: eur("31.50") })];
    expect(claimed(events, "2026-11-22")).toBe("181.50");
    expect(on(step(events, "2026-11-22"), "2026-11-22").ledger.costs).toMatchObject([{ amount: 18150, vat: 3150 }]);
    // A client's own letter that told 100.00 with VAT in it binds to that: 82.64, and 21 % of it is 17.35.
    const own = notice("2026-09-01", "150.00", {
      ...proved,
      vat: eur("31.50"),
      announced: eur("100.00"),
    });
    expect(on(step([taxed, owed, own], "2026-11-22"), "2026-11-22").ledger.costs).toMatchObject([
      { amount: 9999, vat: 1735 },
    ]);
  });

  it("two letters, each with its own invoice and its own day", () => {
    const second = invoice("500.00", "2026-08-20", { number: "F2" });
    const events = [free, owed, second, letter, notice("2026-10-01", "75.00", { invoices: ["F2"] })];
    // Of the 1st of October (a Thursday): received on Saturday the 3rd, until Saturday the 17th, so Monday the 19th; from the 20th.
    expect(parts(step(events, "2026-10-10"), "2026-10-10")).toBe("150.00 / 0.00 / 1500.00");
    const both = step(step(events, "2026-10-10"), "2026-11-22");
    expect(both.filter(({ kind }) => kind === "bik")).toHaveLength(2);
    expect(parts(both, "2026-10-19")).toBe("150.00 / 0.00 / 1500.00");
    expect(parts(both, "2026-10-20")).toBe("225.00 / 0.00 / 1500.00");
  });

  it("the derivation gives the day of the right, the base on that day, the letter and the article", () => {
    const events = step([...consumer, payment("2026-10-05", "900.00")], "2026-11-22");
    const [node] = derive(on(events, "2026-11-22"), "costs").children;
    expect(node?.children[0]).toMatchObject({
      label: "bikChargedNotice",
      amount: eur("150.00"),
      article: "BW 6:96 lid 6",
      values: {
        principal: { value: eur("1000.00") },
        dueFrom: { value: "2026-09-18" },
        sent: { value: "2026-09-01" },
        claimed: { value: "2026-11-22" },
      },
    });
  });
});

describe("a debtor who pays the amount asked within the term owes no costs", () => {
  // 3,080.25 from 1 May at 4 %: × 123/365 = 41.52 up to 1 September, so that the letter asks 3,121.77.
  const asked = eur("3121.77");
  const base = [statutory(), owedFrom("3080.25", "2026-05-01", { number: "F1" })];
  const clientNotice = (interestInTerm: "forgiven" | "owed") =>
    notice("2026-09-01", "433.03", { invoices: ["F1"], principal: eur("3080.25"), asked, interestInTerm });

  it("the letter asks 3,121.77", () => {
    expect(on(base, "2026-09-01").open).toBe(asked);
  });

  it.each<[string, NewEvent[], "forgiven" | "owed", string]>([
    ["at once", [payment("2026-09-17", "3121.77")], "forgiven", "0.00 / 0.00 / 0.00"],
    [
      "in two parts",
      [payment("2026-09-07", "1000.00"), payment("2026-09-17", "2121.77")],
      "forgiven",
      "0.00 / 0.00 / 0.00",
    ],
    // 16 days: 3,080.25 × 4 % × 16/365 = 5.40 of interest, which stays interest and bears none.
    ["at once", [payment("2026-09-17", "3121.77")], "owed", "0.00 / 5.40 / 0.00"],
    // 6 days over 3,080.25 (2.03), 10 days over 2,080.25 (2.28).
    [
      "in two parts",
      [payment("2026-09-07", "1000.00"), payment("2026-09-17", "2121.77")],
      "owed",
      "0.00 / 4.31 / 0.00",
    ],
  ])("paid %s %s, the interest of the days of the term %s", (_name, paid, interestInTerm, left) => {
    const events = [...base, clientNotice(interestInTerm), ...paid];
    expect(claimed(events, "2026-11-22")).toBe("0.00");
    expect(parts(step(events, "2026-11-22"), "2026-11-22")).toBe(left);
    // Also where the costs had been claimed before the payment was known.
    expect(parts([...step([...base, clientNotice(interestInTerm)], "2026-09-18"), ...paid], "2026-11-22")).toBe(left);
  });

  it("one cent less, or one day later, and costs are owed over what was open then", () => {
    const short = [...base, clientNotice("forgiven"), payment("2026-09-17", "3121.76")];
    // 46.92 of interest by then; 3,121.76 − 46.92 = 3,074.84; 5.41 is left, which bears the least that there is.
    expect(parts(step(short, "2026-09-18"), "2026-09-18")).toBe("40.00 / 0.00 / 5.41");
    const late = [...base, clientNotice("forgiven"), payment("2026-09-18", "3121.77")];
    expect(claimed(late, "2026-09-18")).toBe("433.03");
  });

  it("a letter without a recorded amount asks what was open on its day", () => {
    const old = notice("2026-09-01", "433.03", { invoices: ["F1"], principal: eur("3080.25") });
    expect(claimed([...base, old, payment("2026-09-17", "3121.77")], "2026-11-22")).toBe("0.00");
    expect(claimed([...base, old, payment("2026-09-17", "3121.70")], "2026-11-22")).toBe("40.00");
  });
});

describe("a void letter never gave a right to costs", () => {
  it("a returned letter gives no costs, and costs claimed on it lapse", () => {
    const events = step(consumer, "2026-09-18");
    // Event 3 is the letter.
    expect(parts([...events, reversal("2026-10-01", 3)], "2026-11-22")).toBe("0.00 / 0.00 / 1000.00");
    expect(claimed([...consumer, reversal("2026-10-01", 3)], "2026-11-22")).toBe("0.00");
  });

  it("a new correct letter starts a new term, over what is open then", () => {
    const events = [
      ...consumer,
      payment("2026-09-25", "500.00"),
      reversal("2026-10-01", 3),
      notice("2026-10-06", "75.00", { invoices: ["F1"] }),
    ];
    // Of Tuesday the 6th: received on the 8th, until Thursday the 22nd.
    expect(claimed(events, "2026-10-22")).toBe("0.00");
    expect(claimed(events, "2026-10-23")).toBe("75.00");
  });

  it("a client's letter is void if it went to another address or announced more than was due", () => {
    const own = (more: object) => [
      free,
      owed,
      notice("2026-09-01", "150.00", { ...proved, invoices: ["F1"], ...more }),
    ];
    expect(claimed(own({ announced: eur("150.00") }), "2026-11-22")).toBe("150.00");
    expect(claimed(own({ announced: eur("150.01") }), "2026-11-22")).toBe("0.00");
    expect(claimed(own({ address: "other" }), "2026-11-22")).toBe("0.00");
  });
});

describe("a client's own letter", () => {
  const clientNotice = { by: "client", announced: eur("150.00"), address: "same" } as const;
  const bare = notice("2026-09-01", "150.00", { ...clientNotice, invoices: ["F1"] });
  const copied = notice("2026-09-01", "150.00", { ...clientNotice, invoices: ["F1"], documentId: 7 });

  it("gives no right without a copy; with one, even if added later, the right arises on the letter's own day", () => {
    expect(claimed([free, owed, bare], "2026-11-22")).toBe("0.00");
    const late = [free, owed, bare, reversal("2026-09-01", 3), copied];
    const paid = payment("2026-10-05", "900.00");
    expect(claimed(late, "2026-11-22")).toBe("150.00");
    expect(parts(step([...late, paid], "2026-11-22"), "2026-11-22")).toBe("0.00 / 0.00 / 250.00");
  });

  it("without proof is ignored: costs on the provider's letter do not start with it", () => {
    const ours = notice("2026-10-01", "150.00", { invoices: ["F1"] });
    const events = step([free, owed, bare, ours], "2026-11-22");
    // Of the 1st of October: from the 20th.
    expect(parts(events, "2026-10-19")).toBe("0.00 / 0.00 / 1000.00");
    expect(parts(events, "2026-10-20")).toBe("150.00 / 0.00 / 1000.00");
  });

  it("without proof keeps the costs that were claimed on it before copies were required", () => {
    const claim: NewEvent = {
      kind: "bik",
      on: date("2026-10-01"),
      amount: eur("150.00"),
      data: { bik: eur("150.00"), vat: 0, ground: "notice", invoices: ["F1"] },
    };
    expect(parts([free, owed, bare, claim], "2026-11-22")).toBe("150.00 / 0.00 / 1000.00");
  });
});

describe("a business: the right arises on the day after the due date", () => {
  const business = [free, owed];

  it("over what was open then, whenever it is claimed; payments go to costs first", () => {
    expect(parts(step(business, "2026-11-22", "default"), "2026-08-01")).toBe("0.00 / 0.00 / 1000.00");
    expect(parts(step(business, "2026-11-22", "default"), "2026-08-02")).toBe("150.00 / 0.00 / 1000.00");
    const paid = payment("2026-10-05", "900.00");
    for (const events of [
      step([...business, paid], "2026-11-22", "default"),
      [...step(business, "2026-09-01", "default"), paid],
    ])
      expect(parts(events, "2026-11-22")).toBe("0.00 / 0.00 / 250.00");
  });

  it("A5: 15 % of 800.00 after a retroactive credit note, 150.00 after a goodwill one", () => {
    const events = step(business, "2026-09-01", "default");
    expect(on([...events, creditNote("2026-10-15", "200.00", "retroactive")], "2026-11-22").costs).toBe(eur("120.00"));
    expect(on([...events, creditNote("2026-10-15", "200.00", "goodwill")], "2026-11-22").costs).toBe(eur("150.00"));
  });

  it("several invoices share one scale: each adds its part on its day", () => {
    const events = [
      free,
      invoice("100.00", "2026-08-01", { number: "A" }),
      invoice("150.00", "2026-08-10", { number: "B" }),
      invoice("300.00", "2026-08-20", { number: "C" }),
    ];
    const made = step(events, "2026-11-22", "default");
    expect(parts(made, "2026-08-02")).toBe("40.00 / 0.00 / 100.00");
    expect(parts(made, "2026-08-11")).toBe("40.00 / 0.00 / 250.00");
    expect(parts(made, "2026-08-21")).toBe("82.50 / 0.00 / 550.00");
  });
});

describe("for any history of events", () => {
  const amount = fc.integer({ min: 1, max: 150_000 }).map(decimalFromCents);
  const day = fc
    .integer({ min: 1, max: 28 })
    .chain((at) =>
      fc.constantFrom("08", "09", "10", "11").map((month) => `2026-${month}-${String(at).padStart(2, "0")}`),
    );
  const happening = fc.oneof(
    fc.tuple(day, amount).map(([at, cents]) => payment(at, cents)),
    fc.tuple(day, amount).map(([at, cents]) => creditNote(at, cents, "goodwill", "F1")),
    fc.tuple(day, amount).map(([at, cents]) => creditNote(at, cents, "retroactive", "F1")),
    fc.tuple(day, amount).map(([at, cents]) => writeOff(at, cents)),
    fc
      .tuple(day, amount, fc.constantFrom("forgiven" as const, "owed" as const), fc.boolean())
      .map(([at, cents, interestInTerm, says]) =>
        notice(at, cents, { invoices: ["F1"], interestInTerm, ...(says && { asked: eur("1010.00") }) }),
      ),
  );
  const oneADay = (events: readonly NewEvent[]) =>
    events.filter(
      (event, at) => events.findIndex(({ kind, on: day }) => kind === event.kind && day === event.on) === at,
    );
  const history = fc
    .tuple(fc.boolean(), fc.array(happening, { maxLength: 7 }))
    .map(([bears, more]) => [bears ? statutory() : free, owed, ...oneADay(more)]);
  const amountsOf = ({ ledger: _ledger, ...amounts }: Balance) => amounts;
  const end = "2026-12-31";

  it("a later claim changes neither the amount, nor its base, nor the allocation of payments", () => {
    fc.assert(
      fc.property(history, fc.constantFrom("notice" as const, "default" as const), (events, ground) => {
        const claim = (at: string): NewEvent => {
          const made = bik(at, "6775.00", "0.00", ["F1"]);
          return made.kind === "bik" ? { ...made, data: { ...made.data, ground } } : made;
        };
        const early = on([...events, claim("2026-12-30")], end);
        const late = on([...events, claim("2026-12-31")], end);
        expect(amountsOf(late)).toEqual(amountsOf(early));
        expect(late.ledger.payments.map(({ allocations }) => allocations)).toEqual(
          early.ledger.payments.map(({ allocations }) => allocations),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("payments after the right arose, whenever entered, change neither base nor amount, and go to the costs first", () => {
    // The term of a letter of the last day of November has run by then.
    const days = fc.integer({ min: 20, max: 28 }).map((at) => `2026-12-${at}`);
    const later = fc.array(fc.tuple(days, amount), { minLength: 1, maxLength: 4 });
    const made = ({ ledger }: Balance) =>
      ledger.costs.map(({ amount: cents, bik: base }) => [cents, base?.principal, base?.dueFrom]);
    let [charged, tried] = [0, 0];
    fc.assert(
      fc.property(
        history.map(([claimTerms = free, first = owed, ...rest]) => [claimTerms, first, letter, ...rest]),
        later,
        fc.nat(20),
        fc.constantFrom("2026-12-29", "2027-01-15"),
        (events, paid, at, claimedOn) => {
          const payments = oneADay(paid.map(([day, cents]) => payment(day, cents)));
          const claim: NewEvent = {
            kind: "bik",
            on: date(claimedOn),
            amount: eur("6775.00"),
            data: { bik: eur("6775.00"), vat: 0, ground: "notice", invoices: ["F1"] },
          };
          const bare = on([...events, claim], "2027-02-01");
          const place = Math.min(at, events.length - 2) + 2;
          const known = [...events.slice(0, place), ...payments, ...events.slice(place), claim];
          for (const all of [known, [...events, claim, ...payments]]) {
            const balance = on(all, "2027-02-01");
            expect(made(balance)).toEqual(made(bare));
            const own = balance.ledger.payments.filter(({ event }) => event.on >= "2026-12-20");
            for (const { allocations } of own) {
              const rest = allocations.findIndex(({ part }) => part !== "costs");
              if (rest >= 0) expect(allocations.slice(rest).every(({ part }) => part !== "costs")).toBe(true);
            }
          }
          tried += 1;
          if (bare.ledger.costs.length > 0) charged += 1;
        },
      ),
      { numRuns: 500 },
    );
    expect(charged * 10).toBeGreaterThan(tried);
  });

  it("the order of entry changes nothing, not even for the claim itself", () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), day, (events, keys, at) => {
        const claim = bik("2026-12-30", "6775.00", "0.00", ["F1"]);
        const all = [...events, claim];
        const shuffled = all
          .map((event, index) => ({ event, key: keys[index % keys.length] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        for (const shown of [at, end]) expect(amountsOf(on(shuffled, shown))).toEqual(amountsOf(on(all, shown)));
      }),
      { numRuns: 500 },
    );
  });

  it("the parts sum to the whole and nothing is negative", () => {
    fc.assert(
      fc.property(history, day, (events, at) => {
        const balance = on(step(events, "2026-12-30"), at);
        expect(balance.open).toBe(balance.principal + balance.interest + balance.costs);
        for (const value of Object.values(amountsOf(balance)))
          if (typeof value === "number") expect(value).toBeGreaterThanOrEqual(0);
        expect(derive(balance, "open").amount).toBe(balance.open);
      }),
      { numRuns: 500 },
    );
  });
});
