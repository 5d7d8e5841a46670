/** What every bank format shares: references, accounts, what tells equal entries apart, and what a statement is refused for. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import type { BankEntry, BankStatement } from "../payments.ts";
import {
  accountOf,
  contentOf,
  ibanOrNull,
  refOrNull,
  refusalsOf,
  remarksOf,
  statementKey,
  tidy,
  uniqueRefs,
} from "./statement.ts";

const entry: BankEntry = {
  position: 1,
  entryRef: "R1",
  bankRef: "R1",
  bookedOn: date("2026-01-15"),
  valueDate: date("2026-01-14"),
  amountCents: 100,
  counterpartyIban: "NL91ABNA0417164300",
  counterpartyName: "J.  Meer",
  structuredRef: "S1",
  endToEndId: "E1",
  mandateId: null,
  description: "Dank  u",
  returnCode: null,
};
const statement: BankStatement = {
  iban: "NL20INGB0001234567",
  number: "7",
  key: "7/2026-01-31",
  currency: "EUR",
  from: date("2026-01-15"),
  to: date("2026-01-31"),
  openingCents: 1_000,
  closingCents: 1_100,
  entries: [entry],
};
const account = { iban: "NL20INGB0001234567", currency: "EUR", active: true, previous: null };

test.each([
  ["  a \n b ", "a b"],
  ["", ""],
])("%j is normalised to %j", (written, text) => expect(tidy(written)).toBe(text));

test.each<[string | null, string | null]>([
  ["NOTPROVIDED", null],
  ["not provided", null],
  ["NONREF", null],
  ["000", null],
  ["--", null],
  ["", null],
  [null, null],
  ["0001", "0001"],
  [" NONREF1 ", "NONREF1"],
  ["XNONREF", "XNONREF"],
])("reference %j is %j", (written, ref) => expect(refOrNull(written)).toBe(ref));

test.each<[string | null, string | null]>([
  ["nl91 abna 0417 1643 00", "NL91ABNA0417164300"],
  ["NL91ABNA0417164301", null],
  [null, null],
])("account %j is %j", (written, iban) => expect(ibanOrNull(written)).toBe(iban));

test.each([
  ["007", "7/2026-01-31"],
  ["0", "0/2026-01-31"],
  ["100", "100/2026-01-31"],
])("statement %s has the key %s", (number, key) => expect(statementKey(number, date("2026-01-31"))).toBe(key));

describe("entries of one statement", () => {
  test("have a content key that ignores spacing and case", () => {
    expect(contentOf(entry)).toBe("2026-01-15|2026-01-14|100|NL91ABNA0417164300|j. meer|S1|E1|dank u");
    const bare = { ...entry, counterpartyIban: null, counterpartyName: null, structuredRef: null, endToEndId: null };
    expect(contentOf(bare)).toBe("2026-01-15|2026-01-14|100|||||dank u");
  });

  test("keep a reference that is unique, and are numbered where they are equal", () => {
    const numbered = uniqueRefs([
      entry,
      { ...entry, entryRef: "R2" },
      { ...entry, entryRef: "R2" },
      { ...entry, entryRef: "" },
    ]);
    expect(numbered.map(({ position, entryRef, bankRef }) => [position, entryRef, bankRef])).toEqual([
      [1, "R1", "R1"],
      [2, `${contentOf(entry)}=1`, null],
      [3, `${contentOf(entry)}=2`, null],
      [4, `${contentOf(entry)}=3`, null],
    ]);
    expect(uniqueRefs([{ ...entry, entryRef: "" }])[0]).toMatchObject({
      entryRef: `${contentOf(entry)}=1`,
      bankRef: null,
    });
  });
});

describe("finding the account of a statement", () => {
  const accounts = [{ iban: "NL20INGB0001234567" }, { iban: "NL91ABNA0417164300" }, { iban: "DE02120300000417164300" }];
  test.each<[string, number | undefined]>([
    ["NL91ABNA0417164300", 1],
    ["nl91 abna 0417164300", 1],
    ["417164300", 1],
    ["0417164300", 1],
    ["41.71.64.300", 1],
    ["1234567", 0],
    ["34567", undefined],
    ["17164300", undefined],
    ["NL00", undefined],
    ["99999999999", undefined],
  ])("%s", (named, at) => expect(accountOf(named, accounts)).toBe(at === undefined ? undefined : accounts[at]));

  test("matches six to ten digits of an account number, unless two accounts match", () => {
    const [six, ten, eleven] = [
      { iban: "NL00BANK0000123456" },
      { iban: "NL00BANK1234567890" },
      { iban: "NL00BANK12345678901" },
    ];
    expect(accountOf("123456", [six])).toBe(six);
    expect(accountOf("1234567890", [ten])).toBe(ten);
    expect(accountOf("12345678901", [eleven])).toBeUndefined();
    const short = { iban: "NL00BANK0000012345" };
    expect(accountOf("12345", [short])).toBeUndefined();
    expect(accountOf("123456", [six, { iban: "NL00HUIS0000123456" }])).toBeUndefined();
    const round = { iban: "NL00BANK0010020030" };
    expect(accountOf("10020030", [round])).toBe(round);
  });
});

describe("a statement", () => {
  test("with a correct sum on a known account is accepted", () => expect(refusalsOf(statement, account)).toEqual([]));
  test.each([
    [
      "of an account that is no longer used",
      statement,
      { ...account, active: false },
      [{ key: "payments.inactiveAccount", values: { iban: account.iban } }],
    ],
    [
      "in another currency",
      statement,
      { ...account, currency: "USD" },
      [{ key: "payments.otherCurrency", values: { currency: "EUR", expected: "USD" } }],
    ],
    [
      "of an account that is not ours",
      statement,
      undefined,
      [{ key: "payments.unknownAccount", values: { iban: statement.iban } }],
    ],
    [
      "with a sum that is one cent off",
      { ...statement, closingCents: 1_101 },
      account,
      [{ key: "payments.doesNotClose", values: { number: "7", difference: { cents: 1 } } }],
    ],
  ])("%s is refused", (_name, judged, known, refusals) => expect(refusalsOf(judged, known)).toEqual(refusals));

  test("that does not follow on the one before is accepted with a remark", () => {
    const previous = { closingCents: 999, to: date("2026-01-14") };
    expect(remarksOf(statement, account)).toEqual([]);
    expect(remarksOf(statement, { ...account, previous: { ...previous, closingCents: 1_000 } })).toEqual([]);
    expect(remarksOf(statement, { ...account, previous })).toEqual([
      { key: "payments.notContinuous", values: { date: { date: "2026-01-14" }, difference: { cents: 1 } } },
    ]);
  });
});
