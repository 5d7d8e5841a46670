/** Limitation per invoice, as worked examples (BW 3:307, 3:316 to 3:319, 3:324, 7:28). */
import { describe, expect, test } from "vitest";
import { plainCalendar } from "../../ground/kernel/calendar.ts";
import { date } from "../../ground/kernel/dates.ts";
import type { Interruption } from "./facts.ts";
import { contractLimitation, type GateAction, type GateFacts, type Limitation, saleLimitation } from "./facts.ts";
import { barredInvoices, limitationsOf, nextLapse } from "./limitation.ts";
import { factsWith, soundFacts } from "./rules.factory.ts";
import { atInstant, gate } from "./rules.ts";

type Claim = GateFacts["claim"];
const noon = atInstant(new Date("2026-11-20T12:00:00+01:00"), plainCalendar);
const today = noon.today;

const by = (kind: Interruption["kind"], on: string, ...invoices: string[]): Interruption => ({
  on: date(on),
  kind,
  invoices,
  proof: { source: "event", id: 1, documentId: null, text: "" },
});

/** A claim of invoices by number: the due date, and what is open of it in cents. */
const claimOf = (
  invoices: Readonly<Record<string, readonly [string, number]>>,
  interruptions: readonly Interruption[] = [],
  limitation: Limitation = contractLimitation,
): Claim => ({
  ...soundFacts.claim,
  openCents: Object.values(invoices).reduce((sum, [, openCents]) => sum + openCents, 0),
  invoices: Object.entries(invoices).map(([number, [dueOn, openCents]]) => ({
    number,
    date: date("2019-01-01"),
    dueOn: date(dueOn),
    openCents,
  })),
  limitation,
  interruptions,
});

const days = (claim: Claim, isConsumer = true) =>
  Object.fromEntries(limitationsOf(claim, isConsumer).map(({ number, barredOn }) => [number, barredOn]));

const one = (dueOn: string, interruptions: Interruption[] = [], limitation = contractLimitation): Claim =>
  claimOf({ A: [dueOn, 50_000] }, interruptions, limitation);

const rent: Limitation = { months: 36, article: "BW 3:308", consumer: { months: 12, article: "BW 1:1" } };
const damage: Limitation = { months: 240, article: "BW 3:306", consumer: null };

describe("the day on which an invoice lapses", () => {
  test.each<[string, Claim, boolean, string]>([
    ["a contract: five years from the day after the due date", one("2021-11-20"), true, "2026-11-21"],
    ["a sale to a consumer: two years", one("2024-11-20", [], saleLimitation), true, "2026-11-21"],
    ["a sale to a business: five years", one("2024-11-20", [], saleLimitation), false, "2029-11-21"],
    ["due on 28 February of a leap year: 28 February is the last day", one("2020-02-28"), true, "2025-03-01"],
    ["due on 29 February", one("2020-02-29"), true, "2025-03-01"],
    ["due on 28 February before a leap year: the 29th is the last day", one("2019-02-28"), true, "2024-03-01"],
    [
      "a demand on 28 February of a leap year",
      one("2018-11-20", [by("demand", "2020-02-28", "A")]),
      true,
      "2025-03-01",
    ],
    [
      "a demand on the last day of that term is in time",
      one("2020-02-28", [by("demand", "2025-02-28", "A")]),
      true,
      "2030-03-01",
    ],
    ["the term of the type of claim", one("2021-11-19", [], rent), false, "2024-11-20"],
    ["the term of the type of claim for a consumer", one("2021-11-19", [], rent), true, "2022-11-20"],
    [
      "a written demand starts a new term (3:317)",
      one("2021-11-20", [by("demand", "2025-03-01", "A")]),
      true,
      "2030-03-02",
    ],
    [
      "a payment recognises the debt (3:318)",
      one("2021-11-20", [by("payment", "2026-11-20", "A")]),
      true,
      "2031-11-21",
    ],
    [
      "an arrangement recognises the debt",
      one("2021-11-20", [by("arrangement", "2024-01-10", "A")]),
      true,
      "2029-01-11",
    ],
    [
      "a payment of another invoice does not",
      one("2021-11-20", [by("payment", "2025-03-01", "B")]),
      true,
      "2026-11-21",
    ],
    [
      "a payment on the day of lapse is too late",
      one("2021-11-20", [by("payment", "2026-11-21", "A")]),
      true,
      "2026-11-21",
    ],
    [
      "a demand before the due date interrupts nothing",
      one("2021-11-20", [by("demand", "2021-11-01", "A")]),
      true,
      "2026-11-21",
    ],
    [
      "two demands, the second within the renewed term of a sale",
      one("2022-01-31", [by("demand", "2025-06-01", "A"), by("demand", "2023-12-31", "A")], saleLimitation),
      true,
      // Due 31 January 2022, barred 1 February 2024; demand of 31 December 2023: 1 January 2026; of 1 June 2025: 2 June 2027.
      "2027-06-02",
    ],
    [
      "a term of twenty years, interrupted: five more years, never earlier than without (3:319(2))",
      one("2000-01-31", [by("demand", "2003-05-05", "A"), by("demand", "2019-05-05", "A")], damage),
      true,
      // Without: 1 February 2020. The demand of 2003 would end in 2008; that of 2019 ends on 6 May 2024.
      "2024-05-06",
    ],
    ["a summons starts a new term (3:316)", one("2021-11-20", [by("summons", "2026-09-01", "A")]), true, "2031-09-02"],
    [
      "a judgment gives twenty years (3:324)",
      one("2021-11-20", [by("judgment", "2025-03-01", "A")]),
      true,
      "2045-03-02",
    ],
    [
      "enforcement after a judgment gives five years, never earlier than the twenty (3:325)",
      one("2021-11-20", [by("judgment", "2025-03-01", "A"), by("enforcement", "2043-03-01", "A")]),
      true,
      "2048-03-02",
    ],
  ])("%s", (_name, claim, isConsumer, expected) => {
    expect(days(claim, isConsumer)).toEqual({ A: expected });
  });

  test("is determined for each invoice, whatever happened to the others", () => {
    const claim = claimOf(
      {
        paid: ["2019-01-31", 0],
        old: ["2021-10-31", 40_000],
        recognised: ["2021-10-31", 60_000],
        young: ["2025-01-31", 100_000],
      },
      [by("payment", "2025-10-01", "recognised")],
    );
    expect(days(claim)).toEqual({
      paid: "2024-02-01",
      old: "2026-11-01",
      recognised: "2030-10-02",
      young: "2030-02-01",
    });
    expect([...barredInvoices(claim, true, today)]).toEqual(["old"]);
    expect(nextLapse(claim, true, today)).toMatchObject({ number: "young", barredOn: "2030-02-01" });
  });
});

describe("what may still be done", () => {
  const letter: GateAction = { kind: "contact", channel: "post", purpose: "dunning" };
  const closing: GateAction = { kind: "contact", channel: "post", purpose: "closing" };
  const refused = (action: GateAction, claim: Claim, isConsumer = true): string[] => {
    const verdict = gate(action, factsWith({ claim, debtor: { isConsumer } }), noon);
    return verdict.allowed ? [] : verdict.refusals.map(({ rule, article }) => `${rule} (${article})`);
  };
  const barred = one("2021-11-19");

  test("nothing time-barred is demanded, sued for or charged costs on; informing is allowed", () => {
    for (const kind of ["summons", "handover"] as const)
      expect(refused({ kind }, barred)).toEqual(["summonsAmount (house)", "timeBarred (BW 3:307)"]);
    expect(refused(letter, barred)).toEqual(["timeBarred (BW 3:307)"]);
    expect(refused({ kind: "charge_bik" }, barred)).toEqual(["timeBarred (BW 3:307)"]);
    expect(refused(closing, barred)).toEqual([]);
    expect(refused(letter, one("2024-11-19", [], saleLimitation))).toEqual(["timeBarredSale (BW 7:28)"]);
    expect(refused(letter, one("2021-11-19", [], rent), false)).toEqual(["timeBarred (BW 3:308)"]);
  });

  test("a paid invoice, however old, does not bar an open one", () => {
    const claim = claimOf({ paid: ["2019-01-31", 0], open: ["2026-04-01", 50_000] });
    expect(refused(letter, claim)).toEqual([]);
    expect(refused({ kind: "summons" }, claim)).toEqual([]);
  });

  test("open invoices proceed beside a time-barred one, and only they count for the minimum amount of a summons", () => {
    const claim = (open: number) => claimOf({ old: ["2021-10-31", 40_000], young: ["2026-04-01", open] });
    expect(refused(letter, claim(24_999))).toEqual([]);
    expect(refused({ kind: "summons" }, claim(25_000))).toEqual([]);
    // 400.00 + 249.99 open, of which 249.99 can be claimed: below 250.00.
    expect(refused({ kind: "summons" }, claim(24_999))).toEqual(["summonsAmount (house)"]);
  });

  test("a summons is not begun within three months of limitation of an open invoice", () => {
    // Due 1 February 2022: barred 2 February 2027, and three months before that is 2 November 2026.
    const near = claimOf({ near: ["2022-02-01", 50_000], young: ["2026-04-01", 50_000] });
    expect(refused(letter, near)).toEqual([]);
    expect(refused({ kind: "summons" }, near)).toEqual(["limitationNear (BW 3:307)"]);
  });
});
