import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { apartFromEarlier, type Clued } from "./apart.ts";
import type { Candidate, Original, Verdict } from "./matching.ts";

const candidate = (fileId: number, over: Partial<Candidate> = {}): Candidate => ({
  fileId,
  number: `26-${String(fileId).padStart(6, "0")}`,
  paymentReference: "",
  closed: false,
  openCents: 10_000,
  unusualDay: false,
  debtorName: "P. Bakker",
  searchName: `bakker${fileId} pieter`,
  ibans: [],
  endToEndIds: [],
  ...over,
});

const clued = (
  entry: Partial<Clued["entry"]>,
  candidates: readonly Candidate[] = [],
  { originals = [], verdict }: { originals?: readonly Original[]; verdict?: Verdict } = {},
): Clued => ({
  entry: {
    position: 1,
    entryRef: "1",
    bankRef: null,
    bookedOn: date("2026-11-02"),
    valueDate: date("2026-11-02"),
    amountCents: 10_000,
    counterpartyIban: null,
    counterpartyName: null,
    structuredRef: null,
    endToEndId: null,
    mandateId: null,
    description: "",
    returnCode: null,
    ...entry,
  },
  candidates,
  originals,
  verdict: verdict ?? { kind: "review", why: { key: "why", values: {} }, suggestions: [] },
});

const booked = (fileId: number): { verdict: Verdict } => ({
  verdict: { kind: "book", fileId, way: "reference", why: { key: "why", values: {} } },
});

const original = (number: string): Original => ({
  bookingId: 1,
  number,
  amountCents: 10_000,
  endToEndId: null,
  mandateId: null,
  bankRef: null,
  iban: null,
});

describe("entries that may be decided on side by side", () => {
  test("those of different files", () => {
    const entries = [clued({}, [candidate(1)]), clued({}, [candidate(2)]), clued({})];
    expect(apartFromEarlier(entries)).toEqual(entries);
  });

  test.each<[string, Clued, Clued]>([
    ["of one file", clued({}, [candidate(1)]), clued({}, [candidate(2), candidate(1)])],
    ["of one account", clued({ counterpartyIban: "NL01TEST01" }), clued({ counterpartyIban: "NL01TEST01" })],
    ["of one end-to-end id", clued({ endToEndId: "A" }), clued({ endToEndId: "A" })],
    ["of one mandate", clued({ mandateId: "M" }), clued({ mandateId: "M" })],
    ["of one reference of the bank", clued({ bankRef: "B" }), clued({ bankRef: "B" })],
    [
      "a payment, and the return of one on the same file",
      clued({}, [candidate(1)]),
      clued({ amountCents: -10_000, returnCode: "AM04" }, [], { originals: [original("26-000001")] }),
    ],
    [
      "somebody's whose file is left open, by a word of the name",
      clued({ amountCents: 4_000 }, [candidate(1)], booked(1)),
      clued({ counterpartyName: "Hr. PIET" }),
    ],
  ])("not %s", (_, first, second) => {
    expect(apartFromEarlier([first, second])).toEqual([first]);
  });

  test("a namesake of somebody whose file is paid whole, of which nothing is left that the amount could be", () => {
    const entries = [clued({}, [candidate(1)], booked(1)), clued({ counterpartyName: "Pieter" })];
    expect(apartFromEarlier(entries)).toEqual(entries);
  });

  test("what depends on one that is left waits as well", () => {
    const first = clued({}, [candidate(1)]);
    const left = clued({ endToEndId: "A" }, [candidate(1), candidate(2)]);
    expect(apartFromEarlier([first, left, clued({}, [candidate(2)])])).toEqual([first]);
  });
});
