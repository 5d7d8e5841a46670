import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { paymentReference, rfReference } from "../../../ground/kernel/identifiers.ts";
import type { BankEntry } from "../payments.ts";
import { type Candidate, decide, decideReturn, namesAgree, type Original } from "./matching.ts";

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
const other = file(124, { debtorName: "A. Bakker" });
const both = [meer, other];
const verdict = (over: Partial<BankEntry>, files: readonly Candidate[] = both) => decide(entry(over), files);

describe("certain matches, in their fixed order", () => {
  test.each<[string, Partial<BankEntry>, string]>([
    ["payment reference in its field", { structuredRef: meer.paymentReference }, "by_reference"],
    ["padded to sixteen digits", { structuredRef: meer.paymentReference.padStart(16, "0") }, "by_reference"],
    ["as RF reference", { structuredRef: rfReference(meer.paymentReference) }, "by_reference"],
    [
      "payment reference in the text, grouped",
      { description: `kenmerk ${meer.paymentReference.replace(/(.{4})/g, "$1 ")} d.d. 20-11-2026` },
      "by_reference",
    ],
    ["file number in the text", { description: "dossier 26-000123, fam. Jansen" }, "by_number"],
    ["file number in the end-to-end id", { endToEndId: "TERM-26-000123-2" }, "by_number"],
    [
      "number without its dash, with the name",
      { description: "26000123", counterpartyName: "Hr J vd Meer" },
      "by_number",
    ],
    ["number without its dash, with the exact amount", { description: "26 000123", amountCents: 50_000 }, "by_number"],
  ])("%s", (_, over, key) => {
    expect(verdict(over)).toMatchObject({ kind: "book", fileId: 123, why: { key: `payments.${key}` } });
  });

  test("an end-to-end id of an earlier payment on the file", () => {
    const files = [file(123, { endToEndIds: ["SO-1"] }), other];
    expect(verdict({ endToEndId: "SO-1" }, files)).toMatchObject({ kind: "book", way: "endToEnd" });
  });
  test("the payer's account, known on one open file", () => {
    const files = [file(123, { ibans: ["NL91ABNA0417164300"] }), other];
    expect(verdict({ counterpartyIban: "NL91ABNA0417164300" }, files)).toMatchObject({ kind: "book", way: "iban" });
  });
  test("a reference has priority over an account known on another file", () => {
    const files = [meer, file(124, { ibans: ["NL91ABNA0417164300"] })];
    const paid = { structuredRef: meer.paymentReference, counterpartyIban: "NL91ABNA0417164300" };
    expect(verdict(paid, files)).toMatchObject({ kind: "book", fileId: 123, way: "reference" });
  });
});

describe("entries left for review", () => {
  test.each<[string, Partial<BankEntry>, readonly Candidate[], string]>([
    ["more than is open", { structuredRef: meer.paymentReference, amountCents: 50_001 }, both, "whyTooMuch"],
    ["a closed file", { description: "26-000123" }, [file(123, { closed: true })], "whyClosed"],
    ["a value date before the claim", { description: "26-000123" }, [file(123, { unusualDay: true })], "whyUnusualDay"],
    ["two file numbers in one text", { description: "26-000123 en 26-000124" }, both, "whySeveral"],
    [
      "reference and number name different files",
      { structuredRef: meer.paymentReference, description: "26-000124" },
      both,
      "whyContradiction",
    ],
    [
      "an account known on two open files",
      { counterpartyIban: "NL91ABNA0417164300" },
      [file(1, { ibans: ["NL91ABNA0417164300"] }), file(2, { ibans: ["NL91ABNA0417164300"] })],
      "whySeveral",
    ],
    ["only name and amount", { counterpartyName: "van der Meer", amountCents: 50_000 }, both, "whyOnlySuggested"],
    ["only eight digits", { description: "order 26000123" }, both, "whyOnlySuggested"],
    ["a mistyped reference", { structuredRef: "3820261235" }, both, "whyMisread"],
    ["no clue at all", { description: "bedankt" }, [], "whyNoClue"],
    ["a returned payout", { returnCode: "AC04", description: "26-000123" }, both, "whyPayoutReturned"],
  ])("%s", (_, over, files, key) => {
    expect(verdict(over, files)).toMatchObject({ kind: "review", why: { key: `payments.${key}` } });
  });

  test("suggestions show their hints, strongest first", () => {
    const answer = verdict({ counterpartyName: "A. Bakker", description: "26000123", amountCents: 7 });
    expect(answer).toMatchObject({
      suggestions: [
        { fileId: 123, hints: ["looseNumber"] },
        { fileId: 124, hints: ["name"] },
      ],
    });
  });
});

test("an account known only on a closed file is no hint", () => {
  const files = [file(1, { ibans: ["NL91ABNA0417164300"], closed: true })];
  expect(verdict({ counterpartyIban: "NL91ABNA0417164300" }, files)).toMatchObject({
    kind: "review",
    why: { key: "payments.whyNoClue" },
  });
});

describe("outgoing payments", () => {
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
  test("without a return reason are ignored", () => {
    expect(verdict({ amountCents: -500 })).toMatchObject({ kind: "ignore" });
  });
  test.each(["AC04", "AM04", "MD06", "MS03"])(
    "with reason %s reverse the payment with their end-to-end id",
    (returnCode) => {
      const returned = entry({ amountCents: -10_000, returnCode, endToEndId: "T-2" });
      const known = [original(1, { endToEndId: "T-1" }), original(2, { endToEndId: "T-2" })];
      expect(decideReturn(returned, known)).toMatchObject({
        kind: "reverse",
        bookingId: 2,
        why: { values: { code: returnCode } },
      });
    },
  );
  test("with another amount do not match", () => {
    const returned = entry({ amountCents: -9_999, returnCode: "AM04", endToEndId: "T-1" });
    expect(decideReturn(returned, [original(1, { endToEndId: "T-1" })])).toMatchObject({ kind: "review" });
  });
  test("matching two payments are left for review", () => {
    const returned = entry({ amountCents: -10_000, returnCode: "AM04", counterpartyIban: "NL91ABNA0417164300" });
    const fits = { iban: "NL91ABNA0417164300" };
    expect(decideReturn(returned, [original(1, fits), original(2, fits)])).toMatchObject({
      why: { key: "payments.whySeveralOriginals" },
    });
  });
});

test.each([
  ["Hr J vd Meer", "J.P. van der Meer", true],
  ["ÇELIK M", "M. Çelik", true],
  ["van den Berg", "J. van der Meer", false],
  [null, "J. van der Meer", false],
])("%s and %s agree: %s", (payer, debtor, agree) => {
  expect(namesAgree(payer, debtor)).toBe(agree);
});

test("for any text, a payment is booked only on an open file that the text names", () => {
  const closed = file(125, { closed: true });
  const words = fc.constantFrom(
    meer.number,
    meer.paymentReference,
    other.number,
    closed.number,
    "26000124",
    "20261120",
    "dank",
    "/",
    "-",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), fc.integer({ min: 1, max: 60_000 }), (parts, amountCents) => {
      const description = parts.join(" ");
      const answer = verdict({ description, amountCents }, [meer, other, closed]);
      if (answer.kind !== "book") return;
      const named = [meer, other].find(({ fileId }) => fileId === answer.fileId);
      expect(named).toBeDefined();
      expect(amountCents).toBeLessThanOrEqual(50_000);
      const digits = description.replace(/\D/g, "");
      expect(digits).toContain(named?.number.replace("-", ""));
    }),
  );
});
