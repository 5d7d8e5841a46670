/** MT940 line by line: sides, amounts, days about the turn of the year, envelopes, cut lines and references. */
import { describe, expect, test } from "vitest";
import { UnreadableStatement } from "../payments.ts";
import { readMt940 } from "./mt940.ts";

const file = (lines: readonly string[], opening = "C251231EUR100,00", closing = "C260131EUR100,00"): string =>
  [":20:X", ":25:NL20INGB0001234567 EUR", ":28C:007/1", `:60F:${opening}`, ...lines, `:62F:${closing}`].join("\n");
const statement = (source: string) => {
  const [first] = readMt940(source).statements;
  if (!first) throw new Error("no statement");
  return first;
};
const entry = (...lines: string[]) => {
  const [first] = statement(file(lines)).entries;
  if (!first) throw new Error("no entry");
  return first;
};
const refusal = (source: string): UnreadableStatement => {
  try {
    readMt940(source);
  } catch (error) {
    if (error instanceof UnreadableStatement) return error;
    throw error;
  }
  throw new Error("accepted");
};

describe("an amount", () => {
  test.each([
    ["C", 1_250, null],
    ["D", -1_250, null],
    ["RC", -1_250, "RC"], // a credit that is taken back
    ["RD", 1_250, "RD"], // a debit that is taken back comes in, and is no payment of a debtor
  ])("with sign %s is %i", (side, cents, returnCode) => {
    expect(entry(`:61:2601150115${side}12,50NTRFNONREF`)).toMatchObject({ amountCents: cents, returnCode });
  });

  test.each([
    ["12,", 1_200],
    ["12,5", 1_250],
    [",5", 50],
    ["0012,05", 1_205],
  ])("%s is %i cents", (written, cents) => {
    expect(entry(`:61:260115C${written}NTRFNONREF`).amountCents).toBe(cents);
  });

  test("of zero is skipped, of one cent is read", () => {
    const lines = [":61:260115C0,00NTRFNONREF", ":61:260115C0,01NTRFNONREF", ":61:260115D0,01NTRFNONREF"];
    expect(statement(file(lines)).entries.map(({ amountCents }) => amountCents)).toEqual([1, -1]);
  });

  test("that is too long is reported, cut at forty characters", () => {
    const { key, values } = refusal(file([`:61:260115C${"1".repeat(45)},00NTRFNONREF`]));
    expect([key, values.amount]).toEqual(["payments.badAmount", "1".repeat(40)]);
  });
});

describe("the booking date, written as month and day only, is the one nearest to the value date", () => {
  test.each([
    ["260102", "1231", "2025-12-31"],
    ["251231", "0102", "2026-01-02"],
    ["260115", "0116", "2026-01-16"],
    ["260101", "0701", "2026-07-01"], // six months on: the same year
    ["260101", "0801", "2025-08-01"], // seven: the year before
    ["260701", "0101", "2026-01-01"],
    ["260801", "0101", "2027-01-01"],
    ["261130", "1201", "2026-12-01"],
  ])("value date %s, booked %s: %s", (value, booked, on) => {
    expect(entry(`:61:${value}${booked}C1,00NTRFNONREF`).bookedOn).toBe(on);
  });

  test("without a booking date the value date is used", () => {
    expect(entry(":61:260115C1,00NTRFNONREF")).toMatchObject({ bookedOn: "2026-01-15", valueDate: "2026-01-15" });
  });

  test("the statement starts on the first booking date, or on its closing day if it is empty", () => {
    const lines = [":61:2601160116C1,00NTRFNONREF", ":61:2601150115C1,00NTRFNONREF", ":61:2601170117C1,00NTRFNONREF"];
    expect(statement(file(lines))).toMatchObject({ from: "2026-01-15", to: "2026-01-31" });
    expect(statement(file([]))).toMatchObject({ from: "2026-01-31", to: "2026-01-31" });
  });
});

describe("balances", () => {
  test("are debit or credit, and final or intermediate", () => {
    expect(statement(file([], "D251231EUR100,50", "C260131EUR7,"))).toMatchObject({
      openingCents: -10_050,
      closingCents: 700,
      currency: "EUR",
    });
    const pages = file([]).replace(":60F:", ":60M:").replace(":62F:", ":62M:");
    expect(statement(pages)).toMatchObject({ openingCents: 10_000, closingCents: 10_000 });
  });

  test.each([
    ["no opening balance", file([]).replace(/:60F:.*\n/, ""), "payments.noBalances"],
    ["a character before the sign of a balance", file([], "xC251231EUR100,00"), "payments.noBalances"],
    [
      "a closing balance in another currency",
      file([], "C251231EUR100,00", "C260131USD100,00"),
      "payments.mixedCurrency",
    ],
    ["an impossible date", file([], "C260230EUR100,00"), "payments.badDate"],
    [
      "no start of a statement",
      ":25:NL20INGB0001234567\n:60F:C251231EUR1,00\n:62F:C260131EUR1,00",
      "payments.unknownFormat",
    ],
  ])("%s is refused", (_name, source, key) => {
    expect(refusal(source).key).toBe(key);
  });
});

describe("account and number", () => {
  test.each([
    [":25:NL20INGB0001234567 EUR", "NL20INGB0001234567"],
    [":25:NL20INGB0001234567EUR", "NL20INGB0001234567"],
    [":25:41.71.64.300", "417164300"],
  ])("%s", (line, iban) => {
    expect(statement(file([]).replace(/:25:.*/, line)).iban).toBe(iban);
  });

  test.each([
    [":28C:007/1", "007/1", "7/1/2026-01-31"],
    [":28:12", "12", "12/2026-01-31"],
    [":28C:0", "0", "0/2026-01-31"],
    [":28C:100", "100", "100/2026-01-31"],
  ])("%s", (line, number, key) => {
    expect(statement(file([]).replace(/:28C:.*/, line))).toMatchObject({ number, key });
  });
});

describe("the envelope", () => {
  test.each(["-", "-}{5:{CHK:1}}", "{1:F01INGBNL2ABXXX}"])(
    "%s and the lines after it are not part of the text",
    (line) => {
      expect(entry(":61:260115C1,00NTRFNONREF", ":86:koffie", line, "TRAILER").description).toBe("koffie");
      expect(entry(":61:260115C1,00NTRFNONREF", line, ":86:koffie").description).toBe("koffie");
    },
  );

  test("may start on the line of the first field", () => {
    expect(readMt940(`{4:${file([])}`).statements).toHaveLength(1);
    expect(readMt940(file([])).format).toBe("mt940");
  });

  test("a field starts at the beginning of a line only", () => {
    expect(entry(":61:260115C1,00NTRFNONREF", ":86:zie", "tekst :20:Y").description).toBe("zie tekst :20:Y");
  });

  test("line ends may be CRLF or CR", () => {
    for (const end of ["\r\n", "\r"])
      expect(statement(file([":61:260115C1,00NTRFNONREF"]).replaceAll("\n", end)).entries).toHaveLength(1);
  });

  test("each statement starts with its own :20:", () => {
    expect(
      readMt940(`${file([":61:260115C1,00NTRFNONREF"])}\n-\n${file([])}`).statements.map(
        ({ entries }) => entries.length,
      ),
    ).toEqual([1, 0]);
  });
});

describe("the description", () => {
  const entryWith = (...lines: string[]) => entry(":61:260115C1,00NTRFNONREF", ...lines);

  test("joins full lines of 65 characters without a space, and shorter lines with one", () => {
    const [full, short] = ["a".repeat(65), "a".repeat(64)];
    expect(entryWith(`:86:${full}`, "b").description).toBe(`${full}b`);
    expect(entryWith(`:86:${short}`, "b").description).toBe(`${short} b`);
    expect(entryWith(":86:/REMI/een", "/twee").description).toBe("een/twee");
  });

  test("without codes is kept in full; text before the first code is a part of its own", () => {
    expect(entryWith(":86:dank u").description).toBe("dank u");
    expect(entryWith(":86:dank u/EREF/E-1").description).toBe("dank u");
    expect(entryWith(":86:/REMI/een/REMI/twee").description).toBe("een/REMI/twee");
    expect(entryWith(":86:/REMI//USTD//").description).toBe("");
    expect(entryWith(":86:/REMI/USTD//zie USTD//b/").description).toBe("zie USTD//b");
  });

  test("keeps what the payer typed like a code of a party, if the party was named before", () => {
    const typed = "dossier/ID/2026-17/NAME/Jansen";
    expect(entryWith(`:86:/CNTP/NL91ABNA0417164300/ABNANL2A/J. Meer///REMI/USTD//${typed}/`)).toMatchObject({
      description: typed,
      counterpartyName: "J. Meer",
    });
    expect(entryWith(`:86:/ORDP//NAME/J. Meer/REMI/${typed}/ULTD//NAME/K. Bos`)).toMatchObject({
      description: typed,
      counterpartyName: "J. Meer",
    });
    expect(entryWith(":86:/REMI/factuur 17/NAME/J. Meer")).toMatchObject({
      description: "factuur 17",
      counterpartyName: "J. Meer",
    });
  });

  test("keeps what the payer typed like a code that the bank wrote before it, or writes after it", () => {
    const ing = ":86:/EREF/E-1//CNTP/NL91ABNA0417164300/ABNANL2A/J. Meer///REMI/USTD//";
    expect(entryWith(`${ing}kenmerk/EREF/2026-17/CNTP/x/`)).toMatchObject({
      description: "kenmerk/EREF/2026-17/CNTP/x",
      endToEndId: "E-1",
      counterpartyName: "J. Meer",
    });
    const abn = ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/J. Meer/REMI/";
    expect(entryWith(`${abn}dossier/EREF/van mij/EREF/E-2`)).toMatchObject({
      description: "dossier/EREF/van mij",
      endToEndId: "E-2",
    });
    expect(entryWith(`${abn}dossier 17/EREF/NOTPROVIDED/ORDP//NAME/K. Bos`)).toMatchObject({
      description: "dossier 17",
      counterpartyName: "J. Meer",
      counterpartyIban: "NL91ABNA0417164300",
    });
  });

  test("belongs to the entry before it", () => {
    expect(entryWith(":64:C260131EUR1,00", ":86:van het saldo").description).toBe("");
  });

  test("gives the counterparty, in the order of the codes", () => {
    const iban = "NL91ABNA0417164300";
    expect(entryWith(`:86:/CNTP/${iban}/ABNANL2A/J. Meer///NAME/K. Bos/`)).toMatchObject({
      counterpartyIban: iban,
      counterpartyName: "J. Meer",
    });
    expect(entryWith(`:86:/IBAN/${iban}/NAME/K. Bos/REMI/x`)).toMatchObject({
      counterpartyIban: iban,
      counterpartyName: "K. Bos",
    });
    expect(entryWith(`:86:van ${iban} met dank`)).toMatchObject({ counterpartyIban: iban, counterpartyName: null });
    expect(entryWith(":86:van NL91ABNA0417164301")).toMatchObject({ counterpartyIban: null });
    expect(entry(":61:260115C1,00NTRFNONREF", iban, ":86:x")).toMatchObject({ counterpartyIban: iban });
    // The shortest there is: Norway, fifteen characters.
    expect(entryWith(":86:fra NO9386011117947 takk").counterpartyIban).toBe("NO9386011117947");
  });

  test("gives a return code only at the beginning of its part", () => {
    expect(entryWith(":86:/RTRN/MD06 herroepen/").returnCode).toBe("MD06");
    expect(entryWith(":86:/RTRN/zie MD06/").returnCode).toBeNull();
  });
});

test("an entry is identified by the bank's reference, else by the payer's, else by its content", () => {
  const refs = (line: string) => {
    const { entryRef, bankRef } = entry(line);
    return [entryRef, bankRef];
  };
  expect(refs(":61:260115C1,00NTRFEIGEN//BANK1")).toEqual(["BANK1", "BANK1"]);
  expect(refs(":61:260115C1,00NTRFEIGEN/2//BANK1")).toEqual(["BANK1", "BANK1"]);
  expect(refs(":61:260115C1,00NTRFEIGEN")).toEqual(["EIGEN", null]);
  expect(refs(":61:260115C1,00NTRFNONREF")).toEqual(["2026-01-15|2026-01-15|100|||||=1", null]);
});

test.each([
  ["no content", ":61:"],
  ["no amount", ":61:260115CNTRF"],
  ["no side", ":61:26011512,00NTRF"],
  ["a character before its date", ":61:x260115C1,00NTRF"],
])("a line with %s is refused", (_name, line) => {
  expect(refusal(file([line])).key).toBe("payments.badLine");
});
