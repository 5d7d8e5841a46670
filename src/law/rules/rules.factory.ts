/** Facts of a file on which nothing is wrong, for tests to spoil one at a time. */
import { date } from "../../ground/kernel/dates.ts";
import { contractLimitation, defaultPolicy, type GateFacts } from "./facts.ts";

/** A consumer in default since 2 April 2026 with a valid 14-day letter whose term has run (domain facts 1.2, first row). */
export const soundFacts: GateFacts = {
  file: { closedOn: null, atBailiff: false, contractual: true, contractOn: date("2026-03-02"), contractBinds: false },
  debtor: {
    isConsumer: true,
    isNaturalPerson: true,
    birthDate: null,
    endedGuardianships: [],
    country: "NL",
    name: "J. van der Meer",
    addressComplete: true,
    addressVerifiedOn: date("2026-11-01"),
  },
  reach: {
    country: "NL",
    addressComplete: true,
    email: "j.vandermeer@example.nl",
    mobile: "+31600000001",
    phone: null,
    blocked: [],
  },
  speaker: null,
  provider: {
    name: "Vorder Incasso B.V.",
    address: "Stationsplein 10, 3511 ED Utrecht",
    kvk: "90001234",
    registrationNumber: "IN-2025-0042",
    registrationValidUntil: date("2027-03-31"),
  },
  creditor: { name: "Fietsenhandel De Ketting B.V.", addressComplete: true },
  claim: {
    title: "Koop",
    description: "Koop van een stadsfiets op 2 maart 2026",
    invoices: [{ number: "F-1", date: date("2026-03-02"), dueOn: date("2026-04-01"), openCents: 100_395 }],
    principalCents: 100_000,
    openCents: 115_395,
    limitation: contractLimitation,
    interruptions: [],
    bikChargedCents: 0,
  },
  notice14: {
    sentOn: date("2026-04-20"),
    voidReason: null,
    paidInTime: false,
    bikDueFrom: date("2026-05-07"),
    proof: true,
  },
  holds: [],
  arrangementActive: false,
  contacts: [],
  policy: defaultPolicy,
};

/** The same facts with some parts replaced, one level deep. */
export const factsWith = (
  changes: {
    [K in keyof GateFacts]?: GateFacts[K] extends readonly unknown[] | boolean | null
      ? GateFacts[K]
      : Partial<GateFacts[K]> | Extract<GateFacts[K], null>;
  },
): GateFacts => {
  const sound: Readonly<Record<string, unknown>> = { ...soundFacts };
  const changed = Object.entries(changes).map(([key, value]) => {
    const before = sound[key];
    const nested = typeof value === "object" && value !== null && !Array.isArray(value);
    return [key, nested && typeof before === "object" ? { ...before, ...value } : value];
  });
  return { ...soundFacts, ...Object.fromEntries(changed) };
};
