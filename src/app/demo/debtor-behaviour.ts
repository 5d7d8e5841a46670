/** What a debtor of the demo does in the weeks after the claim was placed: decided at birth, by chance. Pure. */
import type { Chance } from "./seeded-random.ts";

/** How a payment names itself on the bank statement. */
export type PaymentNaming = "reference" | "number" | "text" | "iban" | "nothing" | "misread";

export type Act =
  /** Pays this share of what is open; 1 pays all of it. */
  | {
      readonly kind: "pay";
      readonly share: number;
      readonly naming: PaymentNaming;
      /** On top of the share. */
      readonly cents?: number;
      /** Not a payment, but the bank that returns this much of one. */
      readonly returns?: number;
    }
  /** Pays by direct debit, which the bank returns `weeks` later. */
  | { readonly kind: "storno"; readonly weeks: number }
  | { readonly kind: "direct" }
  | { readonly kind: "arrangement"; readonly terms: number; readonly kept: number }
  | {
      readonly kind: "hold";
      readonly hold: "dispute" | "shv" | "bankruptcy" | "deceased" | "returned_mail";
      readonly reason: string;
    }
  | { readonly kind: "lift" }
  | { readonly kind: "close"; readonly reason: "disputed_unfounded" | "deceased_no_estate" | "withdrawn" }
  | { readonly kind: "note"; readonly text: string };

export interface Planned {
  /** Weeks after placing. */
  readonly week: number;
  readonly act: Act;
}

function naming(chance: Chance): PaymentNaming {
  const at = chance.next();
  if (at < 0.62) return "reference";
  if (at < 0.8) return "number";
  if (at < 0.88) return "text";
  if (at < 0.93) return "iban";
  return at < 0.975 ? "nothing" : "misread";
}

const pay = (chance: Chance, week: number, share = 1): Planned => ({
  week,
  act: { kind: "pay", share, naming: naming(chance) },
});

const called = [
  "Debiteur gebeld: betaalt na ontvangst van het loon.",
  "Gebeld: niet thuis, ingesproken op de voicemail.",
  "Debiteur vraagt om een kopie van de factuur; toegestuurd.",
] as const;
const disputes = [
  "De debiteur zegt het geleverde niet te hebben ontvangen.",
  "De debiteur zegt tijdig te hebben opgezegd.",
  "De debiteur betwist het aantal uren.",
] as const;

function parts(chance: Chance): Planned[] {
  const first = chance.whole(2, 6);
  const count = chance.whole(2, 4);
  const steps = Array.from({ length: count }, (_, at) =>
    pay(chance, first + at * chance.whole(3, 5), at === count - 1 ? 1 : 0.4),
  );
  return chance.hit(0.75) ? steps : steps.slice(0, -1);
}

function dispute(chance: Chance): Planned[] {
  const from = chance.whole(2, 5);
  const until = from + chance.whole(4, 9);
  const held: Planned = { week: from, act: { kind: "hold", hold: "dispute", reason: chance.pick(disputes) } };
  const lifted: Planned = { week: until, act: { kind: "lift" } };
  if (chance.hit(0.35)) return [held];
  return chance.hit(0.5)
    ? [held, lifted, { week: until, act: { kind: "close", reason: "disputed_unfounded" } }]
    : [held, lifted, pay(chance, until + chance.whole(2, 6))];
}

const storno = (chance: Chance): Planned[] => {
  const week = chance.whole(2, 5);
  const again = chance.hit(0.5) ? [pay(chance, week + chance.whole(5, 12))] : [];
  return [{ week, act: { kind: "storno", weeks: chance.whole(1, 3) } }, ...again];
};

function troubled(chance: Chance, company: boolean): Planned[] {
  const week = chance.whole(4, 12);
  const hold = company ? "bankruptcy" : chance.pick(["shv", "shv", "deceased"] as const);
  const reason = {
    bankruptcy: "Faillissement gepubliceerd.",
    shv: "Aangemeld bij de schuldhulpverlening.",
    deceased: "Bericht van overlijden ontvangen.",
  }[hold];
  const held: Planned = { week, act: { kind: "hold", hold, reason } };
  return hold === "deceased" && chance.hit(0.6)
    ? [
        held,
        { week: week + 10, act: { kind: "lift" } },
        { week: week + 10, act: { kind: "close", reason: "deceased_no_estate" } },
      ]
    : [held];
}

const movedAway = (chance: Chance): Planned[] => {
  const week = chance.whole(2, 4);
  const back = week + chance.whole(2, 6);
  const held: Planned = {
    week,
    act: { kind: "hold", hold: "returned_mail", reason: "Post retour: vertrokken, adres onbekend." },
  };
  return [
    held,
    { week: back, act: { kind: "lift" } },
    ...(chance.hit(0.5) ? [pay(chance, back + chance.whole(3, 8))] : []),
  ];
};

/** The whole of a debtor's doings, in the order of the weeks. */
export function debtorBehaviour(chance: Chance, company: boolean): readonly Planned[] {
  const kinds: readonly (readonly [number, () => Planned[]])[] = [
    // As where an office is good at it: most pay on the first letters.
    [0.34, () => [pay(chance, chance.whole(1, 2))]],
    [0.15, () => [pay(chance, chance.whole(3, 7))]],
    [0.06, () => [pay(chance, chance.whole(10, 20))]],
    [0.08, () => parts(chance)],
    [
      0.08,
      () => [
        {
          week: chance.whole(4, 7),
          act: { kind: "arrangement", terms: chance.whole(3, 10), kept: chance.hit(0.75) ? 99 : chance.whole(1, 2) },
        },
      ],
    ],
    [0.04, () => [{ week: chance.whole(2, 6), act: { kind: "direct" } }]],
    [0.04, () => dispute(chance)],
    [0.02, () => storno(chance)],
    [0.02, () => troubled(chance, company)],
    [0.02, () => movedAway(chance)],
    [0.01, () => [{ week: chance.whole(1, 5), act: { kind: "close", reason: "withdrawn" } }]],
    [
      0.01,
      () => [
        {
          week: chance.whole(2, 5),
          act: { kind: "pay", share: 1, naming: "reference", cents: chance.whole(500, 6000) },
        },
      ],
    ],
    [1, () => []],
  ];
  let at = chance.next();
  const chosen = kinds.find(([share]) => {
    at -= share;
    return at < 0;
  });
  const noted: Planned[] = chance.hit(0.15)
    ? [{ week: chance.whole(2, 12), act: { kind: "note", text: chance.pick(called) } }]
    : [];
  return [...(chosen?.[1]() ?? []), ...noted].sort((a, b) => a.week - b.week);
}
