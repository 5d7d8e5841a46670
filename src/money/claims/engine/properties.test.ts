/** What holds for every history of a claim, whatever happened in it and in whatever order it was entered. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
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
  invoice,
  judgment,
  payment,
  refund,
  reversal,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { type Balance, balanceOf } from "./balance.ts";
import { balanceParts, type DerivationNode, derive } from "./derivation.ts";
import type { ClaimEvent, InterestTerms, NewEvent } from "./events.ts";

const first = date("2021-01-01");
const day = fc.integer({ min: 0, max: 2100 }).map((days) => addDays(first, days));
const amount = fc.integer({ min: 1, max: 2_000_000 }).map(decimalFromCents);

const interest: fc.Arbitrary<Partial<InterestTerms> & { kind: InterestTerms["kind"] }> = fc.oneof(
  fc.constant({ kind: "none" as const }),
  fc.record({
    kind: fc.constantFrom("statutory" as const, "commercial" as const, "government" as const),
    rate: fc.constantFrom(0, 20_000),
    compounding: fc.constantFrom("yearly" as const, "none" as const),
    dayCount: fc.constantFrom("ACT/365F" as const, "ACT/ACT" as const),
  }),
  fc.record({
    kind: fc.constant("contractual" as const),
    rate: fc.integer({ min: 0, max: 150_000 }),
    per: fc.constantFrom("year" as const, "month" as const),
    compounding: fc.constantFrom("none" as const, "yearly" as const, "monthly" as const),
    floor: fc.constantFrom("statutory" as const, "commercial" as const, "none" as const),
  }),
);

const bikTerms = fc.record({
  vat: fc.boolean(),
  alreadyCharged: fc.constantFrom(0, 2500),
  instalmentRule: fc.boolean(),
});

const invoices = fc
  .array(fc.tuple(amount, day, fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((list) =>
    list.map(([cents, due, instalment], at) =>
      invoice(cents, due, { number: `F${at}`, ...(instalment ? { instalment: { from: due, until: due } } : {}) }),
    ),
  );

/** Charges and receipts of any kind; at most one payment a day, since those of one day go by entry. */
const happening: fc.Arbitrary<NewEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(day, amount).map(([on, cents]) => payment(on, cents)) },
  fc
    .tuple(day, amount, fc.integer({ min: 0, max: 3 }))
    .map(([on, cents, n]) => payment(on, cents, { invoices: [`F${n}`] })),
  fc.tuple(day, amount).map(([on, cents]) => bik(on, cents, cents)),
  fc
    .tuple(day, amount, fc.constantFrom("execution" as const, "court" as const, "other" as const))
    .map(([on, cents, group]) => cost(on, cents, group)),
  fc
    .tuple(
      day,
      amount,
      fc.constantFrom("retroactive" as const, "goodwill" as const),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    )
    .map(([on, cents, mode, n]) => creditNote(on, cents, mode, n === undefined ? undefined : `F${n}`)),
  fc
    .tuple(day, fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }))
    .map(([on, days]) => freeze(on, days === undefined ? undefined : addDays(on, days))),
  fc.tuple(day, amount).map(([on, cents]) => writeOff(on, cents)),
  fc.tuple(day, amount).map(([on, cents]) => refund(on, cents)),
  fc
    .tuple(
      day,
      fc.constantFrom("judgment" as const, "demand" as const, "enforcement" as const),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    )
    .map(([on, how, n]) => interruption(on, how, n === undefined ? [] : [`F${n}`])),
  fc.tuple(day, amount, amount, fc.boolean()).map(([on, principal, costs, bears]) =>
    judgment(on, `J-${on}`, {
      principal: eur(principal),
      costs: eur(costs),
      interest: eur(costs),
      ...(bears && { terms: { kind: "statutory" } }),
    }),
  ),
);

const oneADay = (events: readonly NewEvent[]): NewEvent[] => {
  const seen = new Set<string>();
  return events.filter((event) => {
    const key = `${event.kind}${event.on}`;
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
};

const history: fc.Arbitrary<NewEvent[]> = fc
  .tuple(interest, bikTerms, invoices, fc.array(happening, { maxLength: 10 }))
  .map(([rate, costs, claims, rest]) => [terms(rate, costs), ...claims, ...oneADay(rest)]);

/** Without what judges awarded: a payment that was entered after a judgment counts towards it, and interest on an award is not that of the claim. */
const undecided = history.map((events) => events.filter(({ kind }) => kind !== "judgment"));

const amountsOf = ({ ledger: _, ...amounts }: Balance) => amounts;
const at = (events: readonly ClaimEvent[], on: PlainDate) => balanceOf(events, seededTariffs, on);

function* everyNode(node: DerivationNode): Generator<DerivationNode> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

const runs = { numRuns: 1000 };

describe("for any history of events", () => {
  it("the parts sum to the whole, and charges equal what became of them", () => {
    fc.assert(
      fc.property(history, day, (events, on) => {
        const balance = at(entered(events), on);
        expect(balance.open).toBe(balance.principal + balance.interest + balance.costs);
        const allocated = [...balance.ledger.payments, ...balance.ledger.creditSurpluses]
          .flatMap(({ allocations }) => allocations)
          .reduce((sum, each) => sum + each.amount, 0);
        const paidBack = balance.ledger.creditSurpluses.reduce((sum, receipt) => sum + receipt.amount, 0);
        expect(balance.invoiced - balance.credited + paidBack + balance.interestCharged + balance.costsCharged).toBe(
          balance.open + allocated + balance.writtenOff + balance.replaced,
        );
        expect(balance.paid + paidBack).toBe(allocated + balance.overpaid);
      }),
      runs,
    );
  });

  it("amounts that cannot be negative are not", () => {
    fc.assert(
      fc.property(history, day, (events, on) => {
        const { ledger, paid, ...balance } = at(entered(events), on);
        for (const value of Object.values(balance))
          if (typeof value === "number") expect(value).toBeGreaterThanOrEqual(0);
        for (const { accrual } of ledger.invoices) {
          for (const value of [accrual.principal, accrual.capitalised, accrual.running])
            expect(value).toBeGreaterThanOrEqual(0);
          for (const line of accrual.lines) expect(line.interest).toBeGreaterThanOrEqual(0);
        }
        for (const item of ledger.costs) expect(item.open).toBeGreaterThanOrEqual(0);
        for (const receipt of ledger.payments) expect(receipt.surplus).toBeGreaterThanOrEqual(0);
        // Nobody is asked for money that is already held.
        expect(balance.open === 0 || balance.overpaid === 0).toBe(true);
      }),
      runs,
    );
  });

  it("the leaves of every node of every derivation sum to its amount", () => {
    fc.assert(
      fc.property(history, day, (events, on) => {
        const balance = at(entered(events), on);
        for (const part of balanceParts) {
          const tree = derive(balance, part);
          expect(tree.amount).toBe(balance[part]);
          for (const node of everyNode(tree)) {
            if (node.children.length === 0) continue;
            expect(node.children.reduce((sum, child) => sum + child.amount, 0)).toBe(node.amount);
          }
        }
      }),
      runs,
    );
  });

  it("a reversed event leaves everything as if it had never been entered", () => {
    fc.assert(
      fc.property(history, happening, fc.nat(), day, day, (events, extra, place, reversedOn, on) => {
        if (events.some((event) => event.kind === extra.kind && event.on === extra.on)) return;
        const index = 1 + (place % events.length);
        const withExtra = [...events.slice(0, index), extra, ...events.slice(index)];
        const reversed = [...withExtra, reversal(reversedOn, index + 1)];
        expect(amountsOf(at(entered(reversed), on))).toEqual(amountsOf(at(entered(events), on)));
      }),
      runs,
    );
  });

  it("the order of entry does not matter", () => {
    fc.assert(
      fc.property(undecided, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), day, (events, keys, on) => {
        const shuffled = events
          .map((event, index) => ({ event, key: keys[index % keys.length] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(amountsOf(at(entered(shuffled), on))).toEqual(amountsOf(at(entered(events), on)));
      }),
      runs,
    );
  });

  it("a judgment never increases the debt, and an interruption after it never makes it higher than without the judgment", () => {
    fc.assert(
      fc.property(
        undecided,
        fc.array(day, { maxLength: 3 }),
        day,
        fc.integer({ min: 0, max: 4000 }),
        (events, more, judged, days) => {
          const on = addDays(judged, days);
          const plain = events.filter(({ kind }) => kind !== "interruption");
          const given = [...plain, interruption(judged, "judgment")];
          const demanded = [...given, ...more.map((at) => interruption(at, "demand"))];
          const [free, lapsed, kept] = [plain, given, demanded].map((each) => at(entered(each), on));
          expect(lapsed?.open).toBeLessThanOrEqual(free?.open ?? 0);
          expect(kept?.open).toBeLessThanOrEqual(free?.open ?? 0);
          expect(kept?.open).toBeGreaterThanOrEqual(lapsed?.open ?? 0);
          // Nothing lapses within five years, and what is due of the principal never does.
          if (on < addDays(judged, 5 * 365)) expect(lapsed?.open).toBe(free?.open);
          expect(lapsed?.invoiced).toBe(free?.invoiced);
        },
      ),
      runs,
    );
  });

  it("calculating a balance changes no later one", () => {
    fc.assert(
      fc.property(history, day, day, (events, on, later) => {
        const record = entered(events);
        const before = amountsOf(at(record, later));
        at(record, on);
        expect(amountsOf(at(record, later))).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});
