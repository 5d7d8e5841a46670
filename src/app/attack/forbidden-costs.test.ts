/**
 * Every forbidden raise of a debt, tried by every way in over HTTP: refused with the right rule, and nothing is written. What the gate itself
 * says of each is tabled in `law/rules/debt.test.ts`; here it is shown that nobody gets past it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liftHoldFromFile, listStates, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { freezesInterest } from "../../cases/states/states.ts";
import { undoBulk } from "../../exchange/bulk/bulk.contract.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf, numberOf, validRow } from "../../exchange/intake/intake.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { doStep, makeRunCall, planRun, readRun } from "../../letters/processing/processing.contract.ts";
import { person, registerProvider } from "../../letters/processing/processing.factory.ts";
import {
  bookCost,
  bookingChoices,
  freezeInterest,
  reverseEventCall,
  setInterestTerms,
} from "../../money/claims/claims.contract.ts";
import { eventsOf, fileBalance } from "../../money/claims/claims.server.ts";
import { type InterestTerms, interestTerms, standingEvents, termsOf } from "../../money/claims/claims.ts";
import { addTerms } from "../../people/customers/customers.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { startWorld, type World } from "../testing/world.factory.ts";
import { type Attack, rulesOf, startAttack, states } from "./forbidden-costs.factory.ts";

let world: World;
let attack: Attack;

beforeAll(async () => {
  world = await startWorld();
  attack = await startAttack(world);
}, 60_000);
afterAll(() => world.close());

const today = "2026-11-20";
const entityOf = () => person({ fileType: "company", companyName: "Bedrijf B.V.", legalForm: "bv", lastName: null });
const title = { on: "2026-11-01", reference: "Rb Utrecht 26/88" };

/** What a cost type hears without a title: from a consumer, and from a business. */
const untitled = (group: string, article: string): readonly [string, string | null] => {
  if (group === "court") return ["courtCostTitle", "courtCostTitle"];
  if (group === "execution" || article.startsWith("Btag")) return ["executionCostTitle", "executionCostTitle"];
  return ["costBesideScale", null];
};

/** Every kind of cost that the house can charge to a debtor, in a list that a house may change. */
const costTypes = async () => (await attack.staff.call(bookingChoices, {})).costTypes;

describe("costs", () => {
  test("are refused in every kind and group without a title or in addition to the scale, one by one", async () => {
    const { staff, place, inVain } = attack;
    const [consumer, business] = [await place(), await place("business")];
    const types = await costTypes();
    expect(types.length).toBeGreaterThan(7);
    for (const { id: costType, group, article } of types) {
      const [forConsumer, forBusiness] = untitled(group, article);
      const body = { date: today, amount: "12.50", costType };
      const tried = await inVain(() => staff.send(bookCost, { params: { id: consumer }, body }));
      expect(rulesOf(tried)).toEqual([forConsumer]);
      if (forBusiness === null) continue;
      const other = await inVain(() => staff.send(bookCost, { params: { id: business }, body }));
      expect(rulesOf(other)).toEqual([forBusiness]);
    }
    for (const group of ["execution", "court", "other"] as const) {
      const body = { date: today, amount: "12.50", group, type: "Vrij" };
      const tried = await inVain(() => staff.send(bookCost, { params: { id: consumer }, body }));
      expect(rulesOf(tried)).toEqual([untitled(group, "")[0]]);
    }
    const early = { date: "2026-10-31", amount: "12.50", group: "court" as const, type: "Vrij", title };
    const before = await inVain(() => staff.send(bookCost, { params: { id: consumer }, body: early }));
    expect(rulesOf(before)).toEqual(["costBeforeTitle"]);
  });

  test("the same on many files", async () => {
    const { place, inVain, planned, make, bulkRules } = attack;
    const [consumer, business] = [await place(), await place("business")];
    for (const { id: costType, group, article } of await costTypes()) {
      const [forConsumer, forBusiness] = untitled(group, article);
      const files = forBusiness === null ? [consumer] : [consumer, business];
      const plan = await planned({ kind: "cost", costType, cents: 1250, description: "Register" }, files);
      expect(plan.counts).toMatchObject({ do: 0, refuse: files.length });
      const rules = await bulkRules(plan.id);
      expect(rules.get(consumer)).toEqual([forConsumer]);
      if (forBusiness !== null) expect(rules.get(business)).toEqual([forBusiness]);
      await inVain(() => make(plan));
    }
  });

  test("of collection are refused for natural persons where the house is not registered, one by one and on many files", async () => {
    const { staff, place, inVain, planned, make, bulkRules } = attack;
    const trader = await place("business");
    const damaged = await place("consumer", { claimBasis: "other" });
    const entity = await place("business", { debtor: entityOf() });
    const ofHouse = (await costTypes()).find(({ group, article }) => group === "other" && article === "");
    const ofCourt = (await costTypes()).find(({ group }) => group === "court");
    const body = { date: today, amount: "12.50", costType: ofHouse?.id ?? 0 };
    for (const [wki, rule] of [
      [{ wkiNumber: "", wkiValidUntil: "" }, "providerUnregistered"],
      [{ wkiNumber: "WKI-1", wkiValidUntil: "2026-11-19" }, "providerExpired"],
    ] as const) {
      await world.work((ctx) => changeSettings(ctx, wki));
      for (const id of [trader, damaged]) {
        const tried = await inVain(() => staff.send(bookCost, { params: { id }, body }));
        expect(rulesOf(tried)).toEqual([rule]);
      }
      const action = { kind: "cost", costType: body.costType, cents: 1250, description: "Register" } as const;
      const plan = await planned(action, [trader, damaged]);
      expect(plan.counts).toMatchObject({ do: 0, refuse: 2 });
      expect([...(await bulkRules(plan.id)).values()]).toEqual([[rule], [rule]]);
      await inVain(() => make(plan));
      // A legal entity is not protected by the Wki, and what a court charges is not the house's work.
      await staff.call(bookCost, { params: { id: entity }, body });
      await staff.call(bookCost, { params: { id: damaged }, body: { ...body, costType: ofCourt?.id ?? 0, title } });
    }
    await registerProvider(world);
    await staff.call(bookCost, { params: { id: trader }, body });
  });

  test("are refused under every state, even with a title, for consumers and businesses, one by one", async () => {
    const { staff, place, hold, inVain } = attack;
    const types = await costTypes();
    for (const kind of ["consumer", "business"] as const)
      for (const [state, rule] of states) {
        const id = await place(kind);
        await hold(id, state);
        for (const { id: costType } of types) {
          const body = { date: today, amount: "12.50", costType, title };
          const tried = await inVain(() => staff.send(bookCost, { params: { id }, body }));
          expect(rulesOf(tried)).toContain(rule);
        }
      }
  });

  test("are refused for a date within an ended state, but not where that state was noted by mistake", async () => {
    const { staff, place, inVain, planned, make } = attack;
    const since = "2026-10-01";
    for (const [state, rule] of states) {
      const id = await place("business");
      const { version } = (await staff.call(listStates, { params: { id } })).file;
      const body = { kind: state, since, version };
      const held = await staff.call(placeHoldOnFile, { params: { id }, body });
      const params = { id, holdId: held.hold.id };
      await staff.call(liftHoldFromFile, { params, body: { version: held.version } });
      const judged = { on: "2026-09-01", reference: "Rb Utrecht 26/88" };
      const { costTypes } = await staff.call(bookingChoices, {});
      const costType = costTypes.find(({ group }) => group === "court")?.id ?? 0;
      const spent = (day: string) => ({ date: day, amount: "12.50", costType, title: judged });
      const tried = await inVain(() => staff.send(bookCost, { params: { id }, body: spent("2026-10-15") }));
      expect(rulesOf(tried)).toEqual([rule]);
      await staff.call(bookCost, { params: { id }, body: spent(today) });
    }
    const wrong = await place("business");
    const plan = await planned({ kind: "flag", hold: "wsnp", since }, [wrong]);
    const made = await make(plan);
    await staff.call(undoBulk, { params: { id: made.id }, body: { version: made.version } });
    await world.drain();
    const { costTypes } = await staff.call(bookingChoices, {});
    const costType = costTypes.find(({ group }) => group === "court")?.id ?? 0;
    const body = { date: "2026-10-15", amount: "12.50", costType, title: { on: "2026-09-01", reference: "26/88" } };
    await staff.call(bookCost, { params: { id: wrong }, body });
  });

  test("are refused under every state on many files, also when the state came after the plan", async () => {
    const { place, hold, inVain, planned, make, bulkRules } = attack;
    const files: number[] = [];
    for (const [state] of states) {
      const id = await place("business");
      await hold(id, state);
      files.push(id);
    }
    const later = await place("business");
    const types = await costTypes();
    for (const { id: costType } of types) {
      const plan = await planned({ kind: "cost", costType, cents: 1250, description: "Register", title }, files);
      const rules = await bulkRules(plan.id);
      states.forEach(([, rule], at) => {
        expect(rules.get(files[at] ?? 0)).toEqual([rule]);
      });
      await inVain(() => make(plan));
    }
    const costType = types[0]?.id ?? 0;
    const plan = await planned({ kind: "cost", costType, cents: 1250, description: "Register", title }, [later]);
    expect(plan.counts).toMatchObject({ do: 1 });
    await hold(later, "shv");
    expect((await inVain(() => make(plan))).counts).toMatchObject({ done: 0, dropped: 1 });
  });
});

describe("collection costs by a step", () => {
  test("without a 14-day letter the step can be reached neither directly nor by skipping; the letter goes first", async () => {
    const { staff, place, inVain, planned, make, bulkRules } = attack;
    const id = await place();
    const gone = await planned({ kind: "step_go", workflow: "W1", position: 4, reason: "Aanval" }, [id]);
    expect(gone.counts).toMatchObject({ do: 0, refuse: 1 });
    expect((await bulkRules(gone.id)).get(id)).toEqual(["workflow-panel.cannotSkipNotice"]);
    const skipped = await inVain(async () => make(await planned({ kind: "step", reason: "Aanval" }, [id])));
    expect(skipped.counts).toMatchObject({ done: 0 });
    const tried = await inVain(() => staff.send(doStep, { params: { id }, body: { position: 4 } }));
    expect(tried.status).toBe(409);
    await make(await planned({ kind: "send" }, [id]));
    expect((await eventsOf(world.db, id)).map(({ kind }) => kind)).toEqual(["invoice", "terms", "notice14"]);
  });

  test.each(states)("under %s: by the form, by a bulk action and by a workflow run", async (state, rule) => {
    const { staff, place, hold, inVain, planned, make, bulkRules, client } = attack;
    // A business in default, whose first step charges them.
    const id = await place("business");
    await hold(id, state);
    const tried = await inVain(() => staff.send(doStep, { params: { id }, body: { position: 1 } }));
    expect(rulesOf(tried)).toContain(rule);
    const plan = await planned({ kind: "send" }, [id]);
    expect((await bulkRules(plan.id)).get(id)).toContain(rule);
    await inVain(() => make(plan));
    const asked = await staff.call(planRun, { body: { clients: [client] } });
    await world.drain();
    const run = await staff.call(readRun, { params: { id: asked.id } });
    const before = await eventsOf(world.db, id);
    await staff.send(makeRunCall, { params: { id: run.id }, body: { version: run.version } });
    await world.drain();
    expect(await eventsOf(world.db, id)).toEqual(before);
  });
});

const terms = (changes: Partial<InterestTerms>): InterestTerms =>
  interestTerms.parse({ kind: "statutory", ...changes });

/** Terms that no consumer may bear, and the rule that says so. */
const unfair: readonly (readonly [string, InterestTerms, readonly string[]])[] = [
  ["commercial interest", terms({ kind: "commercial" }), ["interestCommercialConsumer"]],
  ["interest of public authorities", terms({ kind: "government" }), ["interestCommercialConsumer"]],
  [
    "commercial interest as the minimum",
    terms({ kind: "contractual", rate: 10_000, compounding: "none", floor: "commercial" }),
    ["interestCommercialConsumer"],
  ],
  ["500 % a year", terms({ kind: "contractual", rate: 5_000_000, compounding: "none" }), ["interestRateUnfair"]],
  [
    "40 % a month, compounded monthly",
    terms({ kind: "contractual", rate: 400_000, per: "month", compounding: "monthly" }),
    ["interestRateUnfair", "interestCompoundingUnfair"],
  ],
  ["a margin of 90 % on the legal rate", terms({ rate: 900_000 }), ["interestRateUnfair"]],
];

const percentOf = ({ rate }: InterestTerms): number => rate / 10_000;
/** What the form, the call, the import and conditions can hold: they have no least rate, and none above 100. */
const typed = unfair.filter(([, interest]) => interest.floor === "statutory" && percentOf(interest) <= 100);

describe.each(unfair)("%s for a consumer", (_name, interest, rules) => {
  test("by the settings of the file and of one invoice, and on many", async () => {
    const { staff, place, inVain, planned, make, bulkRules } = attack;
    const id = await place();
    const params = { id };
    const whole = await inVain(() => staff.send(setInterestTerms, { params, body: { interest, reason: "-" } }));
    expect(rulesOf(whole)).toEqual(rules);
    const [invoice] = (await eventsOf(world.db, id)).flatMap((event) =>
      event.kind === "invoice" ? [event.data.number] : [],
    );
    const own = { interest: terms({}), invoices: [{ number: invoice ?? "", interest, from: null }], reason: "-" };
    const single = await inVain(() => staff.send(setInterestTerms, { params, body: own }));
    expect(rulesOf(single)).toEqual(rules);
    const plan = await planned({ kind: "interest_terms", interest, reason: "-" }, [id]);
    expect((await bulkRules(plan.id)).get(id)).toEqual(rules);
    await inVain(() => make(plan));
  });
});

describe.each(typed)("%s for a consumer, entered by hand", (_name, interest, rules) => {
  const percent = percentOf(interest);
  // The form, the call and the import have no compounding either.
  test("by form and call, import and correction", async () => {
    const { staff, client, inVain, importer } = attack;
    const { kind, per } = interest;
    const tried = await inVain(() =>
      staff.send(createFile, { body: fileOf(client, { interest: { kind, rate: String(percent), per } }) }),
    );
    expect(rulesOf(tried)).toEqual([rules[0]]);
    const words = { interest_type: kind, interest_pct: String(percent) };
    const batch = await inVain(async () => importer.placed([validRow(words)]).catch(() => undefined));
    if (batch) expect(batch.filesPlaced).toBe(0);
    const ref = validRow().client_ref ?? "";
    await importer.placed([validRow({ client_ref: ref, invoice_number: numberOf(ref) })]);
    const correction = await importer.seen([{ client_ref: ref, ...words }], "correct");
    expect((await importer.rowsOf(correction)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
    await inVain(async () => importer.made(correction).catch(() => undefined));
  });

  test("by the conditions of the client", async () => {
    const { staff, client, inVain } = attack;
    const { kind, per, compounding } = interest;
    const body = {
      fileType: "private" as const,
      validFrom: today,
      interestKind: kind,
      interestRate: String(percent),
      interestPer: per,
      compounding,
    };
    const tried = await inVain(() => staff.send(addTerms, { params: { id: client }, body }));
    expect(rulesOf(tried)).toEqual(rules);
  });
});

test("agreed collection costs for a consumer: not by conditions, and by those of former days only for businesses", async () => {
  const { staff, inVain } = attack;
  const client = (await makeClient(world.db, world.clock)).id;
  const body = {
    fileType: "private" as const,
    validFrom: today,
    interestKind: "legal" as const,
    costsMethod: "fixed" as const,
    costsCents: 5000,
  };
  expect((await inVain(() => staff.send(addTerms, { params: { id: client }, body }))).status).toBe(400);
  await world.db
    .insertInto("client_terms")
    .values({
      client_id: client,
      file_type: "company",
      valid_from: date("2026-01-02"),
      interest_kind: "legal",
      costs_method: "fixed",
      costs_cents: 5000,
      created_at: world.clock.now(),
    })
    .execute();
  const { id } = await staff.call(createFile, { body: fileOf(client) });
  expect(termsOf(standingEvents(await eventsOf(world.db, id))).bik).toMatchObject({
    method: "scale",
    contractAmount: 0,
  });
});

test("interest from a day on which the claim was not overdue, by the file, an invoice and on many", async () => {
  const { staff, place, inVain, planned, bulkRules } = attack;
  const id = await place();
  const params = { id };
  const early = terms({ from: date("2026-03-31") });
  const whole = await inVain(() => staff.send(setInterestTerms, { params, body: { interest: early, reason: "-" } }));
  expect(rulesOf(whole)).toEqual(["interestBeforeDue"]);
  const [number = ""] = (await eventsOf(world.db, id)).flatMap((event) =>
    event.kind === "invoice" ? [event.data.number] : [],
  );
  for (const own of [
    { number, interest: null, from: "2026-03-31" },
    { number, interest: early, from: null },
  ]) {
    const body = { interest: terms({}), invoices: [own], reason: "-" };
    expect(rulesOf(await inVain(() => staff.send(setInterestTerms, { params, body })))).toEqual(["interestBeforeDue"]);
  }
  const plan = await planned({ kind: "interest_terms", interest: early, reason: "-" }, [id]);
  expect((await bulkRules(plan.id)).get(id)).toEqual(["interestBeforeDue"]);
});

describe("an import while a state stands", () => {
  /** A month of a contract: its number alone says which file it joins. */
  const month = (contract_no: string, at: string) => ({
    contract_no,
    period_from: `01-${at}-2026`,
    period_to: `28-${at}-2026`,
    instalment_amount: "120,00",
    instalment_due_date: `05-${at}-2026`,
  });
  const contract = async (ref: string) => {
    const { client_ref: _ref, invoice_number, invoice_date, due_date, amount, ...who } = validRow();
    const { importer } = attack;
    await importer.placed([{ ...who, claim_title: "Dienstverlening", ...month(ref, "03") }], "instalments");
    return (await importer.fileOf(ref)).id;
  };
  const balanceOn = async (id: number, day: string) => fileBalance(world.db, id, date(day));

  test.each(states)("an instalment under %s adds only its principal", async (state, rule) => {
    const { importer, hold, planned, make, inVain, bulkRules } = attack;
    const ref = `MAAND-${state}`;
    const id = await contract(ref);
    await hold(id, state);
    const before = await eventsOf(world.db, id);
    const was = await balanceOn(id, "2027-06-30");
    expect((await importer.placed([month(ref, "10")], "instalments")).filesPlaced).toBe(1);
    const added = (await eventsOf(world.db, id)).slice(before.length);
    expect(added.map(({ kind, amount }) => [kind, amount])).toEqual([["invoice", 12_000]]);
    const is = await balanceOn(id, "2027-06-30");
    expect([is.principal - was.principal, is.costs]).toEqual([12_000, 0]);
    // It was due on 5 October; the state stands since today and, where it stops interest, stops that of the instalment too.
    if (freezesInterest(state)) {
      const today = await balanceOn(id, "2026-11-20");
      expect(is.interest).toBe(today.interest);
    }
    const plan = await planned({ kind: "send" }, [id]);
    expect((await bulkRules(plan.id)).get(id)).toContain(rule);
    await inVain(() => make(plan));
  });

  test.each(states)("a row under %s raises no interest, and is not imported as a new file", async (state) => {
    const { importer, hold, inVain } = attack;
    const ref = `RIJ-${state}`;
    await importer.placed([validRow({ client_ref: ref })]);
    await hold((await importer.fileOf(ref)).id, state);
    const rows = [{ client_ref: ref, interest_type: "contractueel", interest_pct: "60" }];
    const seen = await importer.seen(rows, "correct");
    expect((await importer.rowsOf(seen)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
    await inVain(async () => importer.made(seen).catch(() => undefined));
    // The same reference as a new claim is no way round it.
    const again = await importer.seen([validRow({ client_ref: ref })]);
    expect((await importer.rowsOf(again)).map(({ verdict }) => verdict)).not.toContain("good");
    await inVain(async () => importer.made(again).catch(() => undefined));
  });

  test("a row that says there is no dispute does not end one", async () => {
    const { importer, hold, inVain } = attack;
    await importer.placed([validRow({ client_ref: "RIJ-EINDE" })]);
    await hold((await importer.fileOf("RIJ-EINDE")).id, "dispute");
    const seen = await importer.seen([{ client_ref: "RIJ-EINDE", dispute: "nee" }], "correct");
    expect((await importer.rowsOf(seen)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
    await inVain(async () => importer.made(seen).catch(() => undefined));
  });
});

test.each(states.filter(([state]) => ["shv", "wsnp", "bankruptcy", "moratorium"].includes(state)))(
  "interest that would start again under %s",
  async (state, rule) => {
    const { staff, place, hold, inVain } = attack;
    const id = await place();
    const body = { from: "2026-05-01", reason: "Afspraak" };
    const { id: own } = await staff.call(freezeInterest, { params: { id }, body });
    await hold(id, state);
    const freezes = (await eventsOf(world.db, id)).filter(({ kind }) => kind === "freeze");
    expect(freezes.length).toBeGreaterThan(0);
    for (const freeze of freezes.filter(({ id: each }) => each !== own)) {
      const params = { id, eventId: freeze.id };
      await staff.call(reverseEventCall, { params: { id, eventId: own }, body: { reason: "-" } });
      const tried = await inVain(() => staff.send(reverseEventCall, { params, body: { reason: "-" } }));
      expect(rulesOf(tried)).toEqual([rule]);
    }
  },
);
