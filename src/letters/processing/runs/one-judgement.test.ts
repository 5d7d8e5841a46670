/** Collection costs are calculated once: the gate of the event record allows exactly what a plan would charge, to the cent, or nothing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { soundFacts } from "../../../law/rules/rules.factory.ts";
import { atInstant, defaultPolicy } from "../../../law/rules/rules.ts";
import {
  creditNote,
  entered,
  eur,
  invoice,
  notice,
  payment,
  terms,
  writeOff,
} from "../../../money/claims/claims.factory.ts";
import { bikFor, type ClaimEvent, judgeNotice, type NewEvent, standingEvents } from "../../../money/claims/claims.ts";
import { withHypothetical } from "../../../money/claims/engine/hypothetical.ts";
import { judgeRaises } from "../../../money/claims/record/debt-increases.ts";
import { stepOf } from "../../workflows/workflows.factory.ts";
import { Workflows } from "../../workflows/workflows.ts";
import { type FileInputs, groundOf, type PlanEnvironment, planFile, stepBik } from "../processing.ts";

const step = stepOf(1, { channel: "task", template: "", effect: "bik" });
const workflow = {
  code: "T",
  name: "Kosten",
  category: "standard",
  audience: "any",
  version: 1,
  steps: [step],
} as const;
const day = date("2026-11-20");
const environment: PlanEnvironment = {
  workflows: new Workflows([workflow]),
  tariffs: seededTariffs,
  at: atInstant(new Date("2026-11-20T10:00:00Z"), plainCalendar),
  provider: soundFacts.provider,
  policy: defaultPolicy,
  toleranceCents: 0,
  dueUntil: null,
};
const address = {
  street: "Dorpsstraat",
  houseNumber: "1",
  addition: null,
  postcode: "4811 AB",
  city: "Breda",
  country: "NL",
};
const reach = { email: "a@example.nl", mobile: null, phone: null };
const person = {
  displayName: "A. Proef",
  fileType: "private",
  gender: "female",
  prefix: null,
  lastName: "Proef",
} as const;

const inputsOf = (events: readonly ClaimEvent[], isConsumer: boolean): FileInputs => ({
  situation: {
    fileId: 1,
    number: "26-000001",
    clientRef: "K1",
    paymentReference: "3826000001",
    fileVersion: 1,
    status: "in_progress",
    phase: "amicable",
    closedOn: null,
    contractual: true,
    claimTitle: "Dienst",
    limitation: null,
    claimDescription: "Onderhoud van de cv-ketel",
    contractDate: null,
    placedOn: date("2026-08-02"),
    openCents: 0,
    language: "nl",
    caseManager: null,
    debtor: {
      ...person,
      ...reach,
      wishes: null,
      id: 1,
      version: 1,
      birthDate: null,
      isConsumer,
      isNaturalPerson: isConsumer,
      address,
      addressVerifiedOn: null,
    },
    reach,
    client: { id: 1, version: 1, company: "De Ketting B.V.", address, toleranceCents: 0 },
    place: {
      workflowCode: "T",
      definitionVersion: 1,
      round: 1,
      stoppedOn: null,
      version: 1,
      position: 0,
      startedOn: date("2026-08-02"),
      previousDoneOn: null,
      shiftDays: 0,
      termUntil: null,
    },
    events,
    happened: {},
  },
  reach: { ...person, ...reach, partyId: null, role: "main", liable: true, wishes: null, address, language: "nl" },
  speaker: null,
  holds: [],
  endedGuardianships: [],
  contacts: [],
  blocked: [],
  interruptions: [],
});

/** Whether the gate of the record lets this claim of costs be entered. */
function accepts(events: readonly ClaimEvent[], isConsumer: boolean, claim: NewEvent): boolean {
  const all = withHypothetical(events, [claim]);
  const facts = {
    isConsumer,
    contractual: true,
    holds: [],
    oldestDue: date("2026-08-01"),
    fairRate: 0,
    statutoryRate: 0,
  };
  const ground = { facts, isApproved: () => false, holds: [], today: day, all, tariffs: seededTariffs };
  return judgeRaises(new Map(), { ...ground, before: standingEvents(events), after: standingEvents(all) }).length === 0;
}

const amount = fc.integer({ min: 1, max: 120_000 }).map(decimalFromCents);
const when = fc
  .integer({ min: 1, max: 28 })
  .chain((at) => fc.constantFrom("08", "09", "10", "11").map((month) => `2026-${month}-${String(at).padStart(2, "0")}`))
  .filter((on) => on <= day);
const letter = fc
  .record({
    on: when,
    costs: fc.constantFrom("150.00", "40.00", "150.01", "225.00", "75.00"),
    invoices: fc.constantFrom<string[]>([], ["F1"], ["F2"], ["F1", "F2"]),
    by: fc.constantFrom("agency" as const, "client" as const),
    told: fc.boolean(),
    address: fc.constantFrom(undefined, "same" as const, "other" as const),
    documentId: fc.constantFrom(undefined, 7),
    asked: fc.constantFrom(undefined, eur("1000.00"), eur("200.00")),
  })
  .map(({ on, costs, told, address: to, documentId, asked, ...more }) =>
    notice(on, costs, {
      ...more,
      ...(told && { announced: eur(costs) }),
      ...(to && { address: to }),
      ...(documentId && { documentId }),
      ...(asked && { asked }),
    }),
  );
const happening = fc.oneof(
  { weight: 3, arbitrary: letter },
  fc.tuple(when, amount).map(([on, cents]) => payment(on, cents)),
  fc.tuple(when, amount).map(([on, cents]) => creditNote(on, cents, "goodwill", "F1")),
  fc.tuple(when, amount).map(([on, cents]) => creditNote(on, cents, "retroactive", "F1")),
  fc.tuple(when, amount).map(([on, cents]) => writeOff(on, cents)),
  // What came back: the letter or payment that was entered at that place is taken back.
  fc.tuple(when, fc.integer({ min: 4, max: 7 }), fc.boolean()).map(
    ([on, reverses, returned]): NewEvent => ({
      kind: "reversal",
      on: date(on),
      reverses,
      data: { reason: "-", ...(returned && { voids: "returned" }) },
    }),
  ),
);
const begun = [
  terms({ kind: "none" }),
  invoice("1000.00", "2026-08-01", { number: "F1" }),
  invoice("500.00", "2026-08-20", { number: "F2" }),
];

/** Histories in which no reversal undoes another, and none comes before what it undoes. */
const history = fc
  .array(happening, { maxLength: 6 })
  .map((more) =>
    entered([...begun, ...more]).filter(
      (event, _at, all) =>
        event.kind !== "reversal" ||
        all.some(({ id, kind }) => id === event.reverses && id < event.id && kind !== "reversal"),
    ),
  );

test("of two letters whose terms end on one day the first gives the costs, whatever each names", () => {
  const letters = [
    notice("2026-08-22", "150.00", { invoices: ["F1", "F2"] }),
    notice("2026-08-23", "150.01", { invoices: [] }),
  ];
  const events = entered([...begun, ...letters]);
  const claims = [{}, { invoices: ["F1", "F2"] }];
  expect(claims.map((claim) => bikFor(events, seededTariffs, day, { ...claim, ground: "notice" }).total)).toEqual([
    15_000, 15_000,
  ]);
});

test("the gate allows exactly what the plan would charge; when the plan charges nothing, not a cent", () => {
  const seen = { charged: 0, refused: 0 };
  fc.assert(
    fc.property(history, fc.boolean(), (events, isConsumer) => {
      const inputs = inputsOf(events, isConsumer);
      const planned = planFile(inputs, environment);
      if (planned.kind !== "row" || planned.row.verdict === "close") return;
      const bik = stepBik(inputs, step, judgeNotice(events, seededTariffs, day), environment);
      const charged = planned.row.verdict === "do" ? planned.row.costCents : 0;
      const claim = (cents: number): NewEvent => ({
        kind: "bik",
        on: day,
        amount: cents,
        data: { bik: cents, vat: 0, ground: groundOf({ isConsumer }), invoices: [...(bik?.invoices ?? [])] },
      });
      expect(accepts(events, isConsumer, claim(charged + 1))).toBe(false);
      if (charged > 0) expect(accepts(events, isConsumer, claim(charged))).toBe(true);
      seen[charged > 0 ? "charged" : "refused"] += 1;
    }),
    { numRuns: 1500 },
  );
  // The histories reach both answers.
  expect(Math.min(seen.charged, seen.refused)).toBeGreaterThan(50);
});
