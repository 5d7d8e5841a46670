/** Matching at its edges: how references and numbers are read, what outweighs what, and what stands in the way of booking. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { paymentReference, rfReference } from "../../../ground/kernel/identifiers.ts";
import type { BankEntry } from "../payments.ts";
import { cluesOf } from "./evidence.ts";
import { type Candidate, decide, decideReturn, type Hint, namesAgree, type Original } from "./matching.ts";

const entry = (over: Partial<BankEntry>): BankEntry => ({
  position: 1,
  entryRef: "R1",
  bankRef: "R1",
  bookedOn: date("2026-11-20"),
  valueDate: date("2026-11-20"),
  amountCents: 10_000,
  counterpartyIban: null,
  counterpartyName: null,
  structuredRef: null,
  endToEndId: null,
  mandateId: null,
  description: "",
  returnCode: null,
  ...over,
});
const file = (fileId: number, over: Partial<Candidate> = {}): Candidate => {
  const number = `26-${String(fileId).padStart(6, "0")}`;
  return {
    fileId,
    number,
    paymentReference: paymentReference(number.replace("-", "")),
    closed: false,
    openCents: 50_000,
    unusualDay: false,
    debtorName: "J.P. van der Meer",
    searchName: "meer jan j p van der",
    ibans: [],
    endToEndIds: [],
    ...over,
  };
};
const meer = file(123);
const bakker = file(124, { debtorName: "A. Bakker" });
const iban = "NL91ABNA0417164300";

describe("references in a text", () => {
  const found = (description: string): string[] => cluesOf(entry({ description })).references.map(({ value }) => value);

  test.each<[string, string, boolean]>([
    ["123456789", "123456789", true],
    ["12345678", "12345678", false], // eight digits are none
    ["1234 56789", "123456789", true],
    ["1234-5678.9", "123456789", true],
    ["1234567890123456", "1234567890123456", true],
    ["12345678901234567", "12345678901234567", false], // nor are seventeen
    ["12345678 90123456", "1234567890123456", true],
    ["123456789012345 67", "12345678901234567", false],
    ["0000000123456789", "123456789", true], // without the zeros that pad it
    ["123456789", "0123456789", true], // or with one
    ["100200300", "100200300", true], // zeros within it stay
    ["A123456789", "123456789", false],
    ["123456789B", "123456789", false],
    ["12 3456789 0", "1234567890", true],
    ["12 3456789 0", "34567890", false],
    ["99 12 3456789", "123456789", true],
  ])("%s contains %s: %s", (text, reference, is) => {
    expect(found(text).includes(reference)).toBe(is);
  });

  test.each([
    ["RF18539007547034", "539007547034"],
    ["rf18 5390 0754 7034", "539007547034"],
    ["betaling RF18 5390 0754 7034", "539007547034"],
    ["RF712348231", "2348231"], // seven digits after its check digits are the fewest
  ])("%s contains %s", (text, reference) => expect(found(text)).toContain(reference));

  test("in their own field are not reported twice", () => {
    const { references } = cluesOf(
      entry({ structuredRef: "RF18 5390 0754 7034", description: "539007547034 en 123456789" }),
    );
    expect(references).toEqual([
      { value: "539007547034", structured: true },
      { value: "0539007547034", structured: true },
      { value: "123456789", structured: false },
      { value: "0123456789", structured: false },
    ]);
  });

  test("are not shorter than six digits", () => {
    const of = (structuredRef: string) => cluesOf(entry({ structuredRef })).references.map(({ value }) => value);
    expect(of("123456")).toEqual(["0123456"]);
    expect(of("12345")).toEqual([]);
    expect(of("1234567")).toEqual(["1234567", "01234567"]);
    expect(of("0000000000")).toEqual(["0000000000"]);
    expect(of("XRF18539007547034")[0]).toBe("XRF18539007547034");
    expect(of("RF1853900754703412345678901234")[0]).toBe("RF1853900754703412345678901234");
  });
});

test("a file number with its dash is exact, other eight digits are not; each is reported once", () => {
  const numbers = (description: string, more: Partial<BankEntry> = {}) =>
    cluesOf(entry({ description, ...more })).numbers;
  expect(numbers("26-000123 en 26-000123")).toEqual([{ value: "26-000123", exact: true }]);
  expect(numbers("26000123, 26 000123, 26.000123, 26/000123")).toEqual([{ value: "26-000123", exact: false }]);
  expect(numbers("26-000123 of 26000123")).toEqual([{ value: "26-000123", exact: true }]);
  expect(numbers("126-000123 260001234")).toEqual([]);
  expect(numbers("", { structuredRef: "26-000124" })).toEqual([{ value: "26-000124", exact: true }]);
  expect(numbers("", { endToEndId: "26-000125" })).toEqual([{ value: "26-000125", exact: true }]);
  expect(numbers("")).toEqual([]);
  expect(cluesOf(entry({})).references).toEqual([]);
});

describe("names match by a significant word", () => {
  test.each<[string, string, boolean]>([
    ["Jan Bos", "P. Bos", true], // three letters
    ["Jo Li", "Mo Li", false], // two
    ["de heer van den Berg-Bos", "M. Bos", true],
    ["P. de Vries Jansen", "A. Jansen", true],
    ["van het Hof", "J. van het Veld", false],
    ["ten Have", "B. ten Kate", false],
    ["ter Have", "B. ter Kate", false],
    ["den Uyl", "J. den Hartog", false],
    ["der Kinderen", "J. der Weduwen", false],
    ["Hr Bos", "Hr Smit", false],
    ["C.J.O. Bos cjo", "cjo Smit", false],
    ["", "", false],
  ])("%s, %s: %s", (payer, debtor, agree) => expect(namesAgree(payer, debtor)).toBe(agree));
});

describe("hints", () => {
  const hints = (over: Partial<BankEntry>, candidate: Candidate): readonly Hint[] => {
    // A file that everything else points away from, so that a person is asked.
    const verdict = decide(entry(over), [{ ...candidate, unusualDay: true }]);
    return verdict.kind === "review" ? (verdict.suggestions[0]?.hints ?? []) : [];
  };
  const known = file(123, { ibans: [iban], endToEndIds: ["SO-1"] });

  test.each<[string, Partial<BankEntry>, Candidate, readonly Hint[]]>([
    [
      "include every kind, the strongest first",
      {
        structuredRef: known.paymentReference,
        endToEndId: "SO-1",
        description: "26-000123",
        counterpartyIban: iban,
        counterpartyName: "Meer",
        amountCents: 50_000,
      },
      known,
      ["reference", "endToEnd", "number", "iban", "name", "amount"],
    ],
    [
      "exclude account and amount for a closed file",
      { description: "26-000123", counterpartyIban: iban, amountCents: 50_000 },
      { ...known, closed: true },
      ["number"],
    ],
    [
      "include the number for eight digits with the account",
      { description: "26000123", counterpartyIban: iban },
      known,
      ["number", "iban"],
    ],
    ["include a loose number for eight digits on their own", { description: "26000123" }, known, ["looseNumber"]],
    ["include the amount", { amountCents: 50_000 }, known, ["amount"]],
    ["exclude another end-to-end id", { endToEndId: "SO-2", amountCents: 50_000 }, known, ["amount"]],
    ["exclude another account", { counterpartyIban: "NL20INGB0001234567", amountCents: 50_000 }, known, ["amount"]],
  ])("%s", (_name, over, candidate, expected) => expect(hints(over, candidate)).toEqual(expected));

  test("the strongest file comes first, the older one if two are equal, and no more than ten", () => {
    const suggested = (over: Partial<BankEntry>, files: readonly Candidate[]) => {
      const verdict = decide(entry(over), files);
      return verdict.kind === "review" ? verdict.suggestions.map(({ fileId }) => fileId) : [];
    };
    const many = Array.from({ length: 12 }, (_, n) => file(200 - n));
    expect(suggested({ amountCents: 50_000 }, many)).toEqual([189, 190, 191, 192, 193, 194, 195, 196, 197, 198]);
    // Name 1, amount 2, both 3; eight digits 4, account 8, number 16, end-to-end 32, reference 64.
    const [name, amount, both, loose] = [
      file(1, { openCents: 1 }),
      file(2, { debtorName: "X" }),
      file(3),
      file(4, { openCents: 1, debtorName: "X" }),
    ];
    expect(
      suggested({ amountCents: 50_000, counterpartyName: "Meer", description: "26000004" }, [
        name,
        amount,
        both,
        loose,
      ]),
    ).toEqual([4, 3, 2, 1]);
    const [byNumber, byAccount] = [file(5, { debtorName: "X" }), file(6, { debtorName: "X", ibans: [iban] })];
    const [byId, byReference] = [file(7, { debtorName: "X", endToEndIds: ["SO-1"] }), file(8, { debtorName: "X" })];
    const all = {
      structuredRef: byReference.paymentReference,
      endToEndId: "SO-1",
      description: "26-000005",
      counterpartyIban: iban,
    };
    expect(suggested(all, [byAccount, byNumber, byId, byReference])).toEqual([8, 7, 5, 6]);
    // Number and everything weaker together are less than the id alone: 16 + 8 + 2 + 1 = 27 < 32.
    const rich = file(5, { ibans: [iban] });
    expect(
      suggested({ ...all, structuredRef: null, counterpartyName: "Meer", amountCents: 50_000 }, [
        rich,
        { ...byId, openCents: 1 },
      ]),
    ).toEqual([7, 5]);
  });

  test("a file without a hint is not suggested", () => {
    expect(decide(entry({ amountCents: 50_000 }), [meer, file(9, { openCents: 7 })])).toMatchObject({
      suggestions: [{ fileId: 123 }],
    });
  });
});

describe("reasons not to book", () => {
  const why = (over: Partial<BankEntry>, files: readonly Candidate[]) => decide(entry(over), files);

  test("a mistyped reference is reported as written; a valid one is not", () => {
    expect(why({ structuredRef: "3820261235" }, [])).toMatchObject({
      why: { key: "payments.whyMisread", values: { reference: "3820261235" } },
    });
    const unknown = file(999).paymentReference;
    expect(why({ structuredRef: unknown }, [])).toMatchObject({ why: { key: "payments.whyNoClue" } });
    expect(why({ structuredRef: rfReference(unknown) }, [])).toMatchObject({ why: { key: "payments.whyNoClue" } });
    expect(why({}, [])).toMatchObject({ why: { key: "payments.whyNoClue" } });
  });

  test("several files named, amount too high, a closed file, an unusual day", () => {
    expect(why({ description: "26-000123 26-000124" }, [meer, bakker])).toMatchObject({
      why: { values: { count: 2 } },
    });
    expect(why({ description: "26-000123", amountCents: 50_007 }, [meer])).toMatchObject({
      why: { key: "payments.whyTooMuch", values: { number: "26-000123", over: { cents: 7 } } },
    });
    expect(why({ description: "26-000123", amountCents: 50_000 }, [meer])).toMatchObject({
      kind: "book",
      way: "number",
    });
    expect(why({ description: "26-000123" }, [{ ...meer, closed: true }])).toMatchObject({
      why: { values: { number: "26-000123" } },
    });
    expect(why({ description: "26-000123" }, [{ ...meer, unusualDay: true }])).toMatchObject({
      why: { values: { on: { date: "2026-11-20" } } },
    });
  });

  test("a reference and the number of another file contradict each other unless the file's own number is given too", () => {
    const both = { structuredRef: meer.paymentReference, description: "26-000123 en 26-000124" };
    expect(why(both, [meer, bakker])).toMatchObject({ kind: "book", fileId: 123, way: "reference" });
    expect(why({ ...both, description: "26-000124" }, [meer, bakker])).toMatchObject({
      why: { key: "payments.whyContradiction" },
    });
    const ids = { endToEndId: "SO-1", description: "26-000124" };
    expect(why(ids, [file(123, { endToEndIds: ["SO-1"] }), bakker])).toMatchObject({
      why: { key: "payments.whyContradiction" },
    });
  });

  test("outgoing payments, and returned payouts", () => {
    expect(why({ amountCents: -1 }, [meer])).toMatchObject({ kind: "ignore", why: { key: "payments.whyOutgoing" } });
    expect(why({ amountCents: 1, description: "26-000123" }, [meer])).toMatchObject({ kind: "book" });
    expect(why({ returnCode: "AC04" }, [meer])).toMatchObject({
      why: { key: "payments.whyPayoutReturned", values: { code: "AC04" } },
      suggestions: [],
    });
  });
});

describe("the payment that a return reverses", () => {
  const original = (bookingId: number, over: Partial<Original> = {}): Original => ({
    bookingId,
    number: "26-000123",
    amountCents: 10_000,
    endToEndId: null,
    mandateId: null,
    bankRef: null,
    iban: null,
    ...over,
  });
  const returned = (over: Partial<BankEntry>) =>
    entry({ amountCents: -10_000, returnCode: "AM04", bankRef: null, ...over });

  test.each<[string, Partial<BankEntry>, readonly Original[], number | undefined]>([
    ["is found by end-to-end id", { endToEndId: "T-1" }, [original(1), original(2, { endToEndId: "T-1" })], 2],
    ["is found by the bank's reference", { bankRef: "B-1" }, [original(1), original(2, { bankRef: "B-1" })], 2],
    ["is found by mandate", { mandateId: "M-1" }, [original(1), original(2, { mandateId: "M-1" })], 2],
    ["is found by account", { counterpartyIban: iban }, [original(1), original(2, { iban })], 2],
    [
      "is found by end-to-end id before the bank's reference",
      { endToEndId: "T-1", bankRef: "B-1" },
      [original(1, { bankRef: "B-1" }), original(2, { endToEndId: "T-1" })],
      2,
    ],
    [
      "is found by the bank's reference before the mandate",
      { bankRef: "B-1", mandateId: "M-1" },
      [original(1, { mandateId: "M-1" }), original(2, { bankRef: "B-1" })],
      2,
    ],
    [
      "is found by mandate before the account",
      { mandateId: "M-1", counterpartyIban: iban },
      [original(1, { iban }), original(2, { mandateId: "M-1" })],
      2,
    ],
    ["is not found by the amount alone", {}, [original(1)], undefined],
    [
      "is not found if the amounts differ",
      { endToEndId: "T-1" },
      [original(1, { endToEndId: "T-1", amountCents: 9_999 })],
      undefined,
    ],
  ])("%s", (_name, over, originals, bookingId) => {
    expect(decideReturn(returned(over), originals)).toMatchObject(
      bookingId === undefined
        ? { kind: "review", why: { key: "payments.whyNoOriginal", values: { code: "AM04" } } }
        : {
            kind: "reverse",
            bookingId,
            why: { key: "payments.by_return", values: { code: "AM04", number: "26-000123" } },
          },
    );
  });

  test("is found for an entry as a whole, and not if two match", () => {
    const known = [original(1, { endToEndId: "T-1" })];
    expect(decide(returned({ endToEndId: "T-1" }), [], known)).toMatchObject({ kind: "reverse", bookingId: 1 });
    const two = decideReturn(returned({ endToEndId: "T-1" }), [...known, original(2, { endToEndId: "T-1" })]);
    expect(two).toMatchObject({
      kind: "review",
      why: { key: "payments.whySeveralOriginals", values: { code: "AM04", count: 2 } },
    });
  });
});
