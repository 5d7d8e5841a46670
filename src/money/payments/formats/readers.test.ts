import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { UnreadableStatement } from "../payments.ts";
import { readCamt } from "./camt.ts";
import { readMt940 } from "./mt940.ts";
import { accountOf, refusalsOf, remarksOf } from "./statement.ts";

const sample = (name: string): string => readFileSync(new URL(`./samples/${name}`, import.meta.url), "utf8");
const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`);
  return first;
};
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.key;
    throw error;
  }
  return "accepted";
};

describe("camt.053.001.02 as ING sends it", () => {
  const statement = only(readCamt(sample("ok/ing-02.xml")).statements);

  test("has number, account and balances, in whole cents", () => {
    expect(statement).toMatchObject({
      iban: "NL20INGB0001234567",
      number: "230",
      key: "230/2026-11-20",
      currency: "EUR",
      to: "2026-11-20",
      openingCents: 100_000,
      closingCents: 134_395,
    });
  });
  test("skips pending entries, and splits a batch", () => {
    // 153.95 + (100 + 200) − 100 − 10 = 343.95
    expect(statement.entries.map((entry) => entry.amountCents)).toEqual([15_395, 10_000, 20_000, -10_000, -1_000]);
    expect(statement.entries.map((entry) => entry.entryRef)).toEqual([
      "26112000000001",
      "26112000000002#1",
      "26112000000002#2",
      "26112000000003",
      "4",
    ]);
  });
  test("keeps value date, structured reference, payer and account", () => {
    expect(statement.entries[0]).toMatchObject({
      bookedOn: "2026-11-20",
      valueDate: "2026-11-19",
      structuredRef: "5000056789012345",
      endToEndId: null,
      counterpartyName: "J.P. van der Meer & Zn",
      counterpartyIban: "NL91ABNA0417164300",
    });
  });
  test("a returned direct debit has its reason, its mandate and the debtor as counterparty", () => {
    expect(statement.entries[3]).toMatchObject({
      returnCode: "AM04",
      endToEndId: "TERM-26-000120-2",
      mandateId: "M-70",
      counterpartyName: "D. de Wit",
      description: "Saldo ontoereikend",
    });
  });
  test("is accepted when opening balance, entries and closing balance agree", () => {
    const account = { iban: "NL20INGB0001234567", currency: "EUR", active: true, previous: null };
    expect(refusalsOf(statement, account)).toEqual([]);
    expect(refusalsOf({ ...statement, closingCents: 134_394 }, account)).toEqual([
      { key: "payments.doesNotClose", values: { number: "230", difference: { cents: -1 } } },
    ]);
    expect(refusalsOf({ ...statement, currency: "DKK" }, account)[0]?.key).toBe("payments.otherCurrency");
    expect(refusalsOf(statement, undefined)[0]?.key).toBe("payments.unknownAccount");
  });
  test("a gap after the previous statement is reported", () => {
    const account = { iban: "NL20INGB0001234567", currency: "EUR", active: true };
    const previous = (closingCents: number) => ({ ...account, previous: { closingCents, to: statement.from } });
    expect(remarksOf(statement, previous(100_000))).toEqual([]);
    expect(remarksOf(statement, previous(99_000))).toMatchObject([{ values: { difference: { cents: 1_000 } } }]);
  });
});

test("camt.053.001.08 with namespace prefixes, wrapped parties, a negative opening balance and one decimal", () => {
  const file = readCamt(sample("ok/abn-08.xml"));
  expect(file.format).toBe("camt.053.001.08");
  const statement = only(file.statements);
  expect([statement.openingCents, statement.closingCents]).toEqual([-5_000, 2_550]);
  expect(only(statement.entries)).toMatchObject({
    amountCents: 7_550,
    bookedOn: "2026-11-20",
    counterpartyName: "Ünlü Bouw B.V.",
    endToEndId: "E2E-9",
    description: "Betaling dossier 26-000123 factuur 2026/77",
  });
});

describe("MT940 dialects", () => {
  test("ING: fields between slashes, words split at the end of a line, a return with its reason", () => {
    const statement = only(readMt940(sample("ok/ing.940")).statements);
    expect(statement).toMatchObject({ iban: "NL20INGB0001234567", openingCents: 100_000, closingCents: 110_395 });
    expect(statement.entries).toMatchObject([
      {
        amountCents: 15_395,
        entryRef: "26112000000001",
        structuredRef: "5000056789012345",
        counterpartyIban: "NL91ABNA0417164300",
        endToEndId: null,
      },
      {
        amountCents: 5_000,
        endToEndId: "EV123",
        counterpartyName: "A. BAKKER",
        description: "dossier 26-000123 tweede termijn",
      },
      { amountCents: -10_000, returnCode: "MD06", endToEndId: "TERM-26-000120-2", mandateId: "M-70" },
    ]);
  });
  test("Rabobank: padded amounts, the account on the second line", () => {
    const statement = only(readMt940(sample("ok/rabo.940")).statements);
    expect(statement).toMatchObject({ iban: "NL91RABO0315273637", openingCents: 50_000, closingCents: 55_550 });
    expect(statement.entries).toMatchObject([
      { amountCents: 7_550, counterpartyIban: "NL20INGB0001234567", counterpartyName: "Ünlü Bouw B.V." },
      { amountCents: -2_000, returnCode: "MS03", mandateId: "M-70" },
    ]);
    expect(statement.entries[0]?.description).toBe("Betaling kenmerk 5000 0567 8901 2345");
  });
  test("ABN AMRO: bare account number, no references, a reversed credit, a booking date in the next year", () => {
    const statement = only(readMt940(sample("ok/abn.940")).statements);
    // −20 + 400 + 12.50 − 30 = 362.50
    expect(statement.entries.map((entry) => entry.amountCents)).toEqual([40_000, 1_250, -3_000]);
    expect(new Set(statement.entries.map((entry) => entry.entryRef)).size).toBe(3);
    expect(statement.entries[0]).toMatchObject({ counterpartyIban: "NL69INGB0123456789", bankRef: null });
    expect(statement.entries[0]?.description).toContain("26-000123");
    expect(statement.entries[1]).toMatchObject({ bookedOn: "2026-01-02", valueDate: "2026-01-01" });
    expect(statement.entries[2]).toMatchObject({ returnCode: "RC" });
    const accounts = [{ iban: "NL91ABNA0417164300" }, { iban: "NL20INGB0001234567" }];
    expect(accountOf(statement.iban, accounts)).toBe(accounts[0]);
    expect(
      refusalsOf(statement, { iban: "NL91ABNA0417164300", currency: "EUR", active: true, previous: null }),
    ).toEqual([]);
  });
});

test("equal entries are kept as two, and a reference that both have identifies neither", () => {
  const twice = ":61:2611201120C5,00NTRFSAME//SAME\n:86:koffie\n".repeat(2);
  const file = readMt940(`:20:X\n:25:NL20INGB0001234567\n:60F:C261120EUR0,00\n${twice}:62F:C261120EUR10,00\n`);
  const refs = only(file.statements).entries.map((entry) => [entry.bankRef, entry.entryRef]);
  expect(refs.map(([bankRef]) => bankRef)).toEqual([null, null]);
  expect(refs[0]?.[1]).not.toBe(refs[1]?.[1]);
});

test.each([
  ["not-ok/doctype.xml", "payments.doctype"],
  ["not-ok/broken.xml", "payments.brokenXml"],
  ["not-ok/version-12.xml", "payments.unknownVersion"],
  ["not-ok/tenth-of-a-cent.xml", "payments.badAmount"],
])("%s is refused: %s", (name, key) => {
  expect(refusal(() => readCamt(sample(name)))).toBe(key);
});

test.each([
  "<a/>",
  "<Document>".repeat(5000) + "</Document>".repeat(5000),
  "<__proto__><polluted>1</polluted></__proto__>",
  "<Document><BkToCstmrStmt><Stmt><__proto__><polluted>1</polluted></__proto__></Stmt></BkToCstmrStmt></Document>",
  "<Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>",
  "",
])("hostile input %# is refused without side effects", (source) => {
  expect(refusal(() => readCamt(source))).toMatch(/^payments\.(brokenXml|notCamt|unknownVersion|noBalances)$/);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.each([
  ["nothing at all", "payments.unknownFormat"],
  [":20:X\n:25:NL20INGB0001234567\n:61:nonsense\n", "payments.noBalances"],
  [":20:X\n:25:1\n:60F:C261119EUR1,\n:61:2611201120C1,0\n:62F:C261120EUR2,\n", "payments.badLine"],
  [":20:X\n:25:1\n:60F:C261119EUR1,\n:61:2613401120C1,00NTRFX\n:62F:C261120EUR2,\n", "payments.badDate"],
  [":20:X\n:25:1\n:60F:C261119EUR1,\n:61:2611201120C1,005NTRFX\n:62F:C261120EUR2,\n", "payments.badAmount"],
])("invalid MT940 %# is refused", (source, key) => {
  expect(refusal(() => readMt940(source))).toBe(key);
});

describe("differences between banks", () => {
  const source = sample("ok/ing-02.xml");

  test("the reversal indicator may be written as a digit", () => {
    const [before, after] = ["true", "1", " 1 "].map(
      (written) =>
        only(
          readCamt(source.replace(/<\/CdtDbtInd>(\s*)<Sts>/, `</CdtDbtInd>$1<RvslInd>${written}</RvslInd>$1<Sts>`))
            .statements,
        ).entries[0]?.returnCode,
    );
    expect([before, after]).toEqual(["RVSL", "RVSL"]);
    expect(only(readCamt(source).statements).entries[0]?.returnCode).toBeNull();
  });

  test("a batch without amounts stays one entry with the description of each of its payments", () => {
    const batch = source.replace(/<TxDtls>[\s\S]*?<\/TxDtls>/g, (details) =>
      details.replace(/<AmtDtls>[\s\S]*?<\/AmtDtls>/g, "").replace(/<Amt [^>]*>[^<]*<\/Amt>/g, ""),
    );
    const whole = only(readCamt(batch).statements).entries.find(({ amountCents }) => amountCents === 30_000);
    const parts = only(readCamt(source).statements).entries.slice(1, 3);
    for (const { description, structuredRef, endToEndId } of parts)
      for (const text of [description, structuredRef, endToEndId]) if (text) expect(whole?.description).toContain(text);
    expect(parts.flatMap(({ structuredRef, endToEndId }) => [structuredRef, endToEndId]).some(Boolean)).toBe(true);
  });
});
