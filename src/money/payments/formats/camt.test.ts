/**
 * camt.053 element by element, as banks differ in it: what may be missing or empty, where amounts and names stand, what is refused and in which
 * words. The samples of whole files are read in `readers.test.ts`.
 */
import { describe, expect, test } from "vitest";
import { type BankEntry, UnreadableStatement } from "../payments.ts";
import { readCamt } from "./camt.ts";

const own = "NL20INGB0001234567";
const payer = "NL91ABNA0417164300";
const money = (amount: string, currency = "EUR") => `<Amt Ccy="${currency}">${amount}</Amt>`;
const balance = (code: string, amount = "0.00", side = "CRDT", on = "<Dt><Dt>2026-11-20</Dt></Dt>") =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount)}<CdtDbtInd>${side}</CdtDbtInd>${on}</Bal>`;
const account = `<Acct><Id><IBAN>${own}</IBAN></Id></Acct>`;
const balances = balance("OPBD", "10.00") + balance("CLBD", "110.00");

/** An entry of 100.00 that came in; `more` follows its dates. */
const entry = (more = "", amount = "100.00", side = "CRDT", on = "2026-11-20") =>
  `<Ntry>${money(amount)}<CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>${on}</Dt></BookgDt>${more}</Ntry>`;
const details = (...each: readonly string[]) =>
  `<NtryDtls>${each.map((one) => `<TxDtls>${one}</TxDtls>`).join("")}</NtryDtls>`;
const strd = (ref: string) => `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>`;

const file = (entries: string, { head = "<Id>S1</Id>", acct = account, bal = balances, version = "02" } = {}) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>${head}${acct}${bal}${entries}</Stmt></BkToCstmrStmt></Document>`;

const statementOf = (source: string) => {
  const [statement] = readCamt(source).statements;
  if (!statement) throw new Error("no statement");
  return statement;
};
const entriesOf = (entries: string): readonly BankEntry[] => statementOf(file(entries)).entries;
const only = (more: string, amount?: string, side?: string): BankEntry => {
  const [found] = entriesOf(entry(more, amount, side));
  if (!found) throw new Error("no entry");
  return found;
};

/** The key of a refusal and its values. */
const refusal = (source: string): readonly unknown[] => {
  try {
    readCamt(source);
  } catch (error) {
    if (error instanceof UnreadableStatement) return [error.key, ...Object.values(error.values)];
    throw error;
  }
  return ["read"];
};

describe("a statement", () => {
  test.each<[string, string, string]>([
    ["<ElctrncSeqNb>", "<Id>S1</Id><ElctrncSeqNb>0230</ElctrncSeqNb><LglSeqNb>7</LglSeqNb>", "0230"],
    ["<LglSeqNb>", "<Id>S1</Id><LglSeqNb> 7 </LglSeqNb>", "7"],
    ["<Id>", "<Id>S1</Id><ElctrncSeqNb></ElctrncSeqNb>", "S1"],
    ["no element, empty", "", ""],
  ])("has the number of %s", (_name, head, number) => expect(statementOf(file("", { head })).number).toBe(number));

  test("of an account without an IBAN has the account number", () => {
    const acct = "<Acct><Id><IBAN></IBAN><Othr><Id> 123 456 </Id></Othr></Id></Acct>";
    expect(statementOf(file("", { acct })).iban).toBe("123 456");
  });

  test("opens with the opening balance, or else with the previous closing balance; both may be negative", () => {
    const at = (bal: string) => {
      const { openingCents, closingCents } = statementOf(file("", { bal }));
      return [openingCents, closingCents];
    };
    expect(at(balance("PRCD", "5.00") + balance("OPBD", "10.00") + balance("CLBD", "1.00", "DBIT"))).toEqual([
      1000, -100,
    ]);
    expect(at(balance("PRCD", "5.00", "DBIT") + balance("CLBD", "1.00"))).toEqual([-500, 100]);
    // Of two of a kind the first one counts, as in a statement of several pages.
    expect(at(balance("OPBD", "1.00") + balance("OPBD", "2.00") + balance("CLBD", "3.00"))).toEqual([100, 300]);
  });

  test.each<[string, object]>([
    ["an account", { acct: "<Acct></Acct>" }],
    ["an opening balance", { bal: balance("CLBD") }],
    ["a closing balance", { bal: balance("OPBD") }],
    ["a closing day", { bal: balance("OPBD") + balance("CLBD", "0.00", "CRDT", "") }],
    ["a valid closing day", { bal: balance("OPBD") + balance("CLBD", "0.00", "CRDT", "<Dt><Dt>2026-02-30</Dt></Dt>") }],
  ])("is refused without %s", (_name, more) => expect(refusal(file("", more))).toEqual(["payments.noBalances"]));

  test("starts on the first booking day of its entries, and ends on the day of its closing balance", () => {
    const days = (...on: readonly string[]) => {
      const { from, to } = statementOf(file(on.map((each) => entry("", "1.00", "CRDT", each)).join("")));
      return [from, to];
    };
    expect(days("2026-11-19", "2026-11-18", "2026-11-20")).toEqual(["2026-11-18", "2026-11-20"]);
    expect(days("2026-11-21")).toEqual(["2026-11-20", "2026-11-20"]);
    expect(days()).toEqual(["2026-11-20", "2026-11-20"]);
  });

  test("has a single currency", () => {
    const dollars = entry().replace(money("100.00"), money("100.00", "USD"));
    expect(refusal(file(dollars))).toEqual(["payments.mixedCurrency"]);
    // What is not booked yet does not count, in whatever currency.
    expect(statementOf(file(dollars.replace("<Ntry>", "<Ntry><Sts>PDNG</Sts>"))).entries).toEqual([]);
  });

  test.each<[string, string, number]>([
    ["without a status", "", 1],
    ["with an empty status", "<Sts></Sts>", 1],
    ["with status BOOK", "<Sts>BOOK</Sts>", 1],
    ["with status BOOK in the form of version 08", "<Sts><Cd>BOOK</Cd></Sts>", 1],
    ["with status PDNG", "<Sts>PDNG</Sts>", 0],
    ["with a status of the bank's own", "<Sts><Prtry>PENDING</Prtry></Sts>", 0],
    ["with status INFO in the form of version 08", "<Sts><Cd>INFO</Cd></Sts>", 0],
  ])("counts an entry %s", (_name, status, count) => {
    expect(entriesOf(entry(status))).toHaveLength(count);
  });

  test("with empty payment details in one entry is read in full, and other details are kept", () => {
    const named = `<Refs><EndToEndId>E2E-1</EndToEndId></Refs>${money("60.00")}<RmtInf><Ustrd>Huur mei</Ustrd></RmtInf>`;
    const batch = entry(details(named, ""));
    // Two payments of which one says nothing cannot be parted: one line of 100.00 with all that is said, for somebody to look at.
    expect(entriesOf(batch + entry("", "5.00", "DBIT"))).toMatchObject([
      { amountCents: 10_000, description: "E2E-1 Huur mei", counterpartyName: null },
      { amountCents: -500 },
    ]);
    expect(entriesOf(entry(details("")))).toMatchObject([{ amountCents: 10_000 }]);
    expect(entriesOf(entry(details("", " ")))).toMatchObject([{ amountCents: 10_000, description: "" }]);
  });
});

describe("invalid files", () => {
  const long = "9".repeat(30);

  test.each<[string, string, readonly unknown[]]>([
    ["another version", file("", { version: "09" }), ["payments.unknownVersion", "09"]],
    ["no version", file("").replace(/ xmlns="[^"]*"/, ""), ["payments.unknownVersion", "?"]],
    [
      "a version after the first 5,000 characters",
      `<!--${"x".repeat(5000)}-->${file("")}`,
      ["payments.unknownVersion", "?"],
    ],
    ["another kind of document", "<Document><Other/></Document>", ["payments.notCamt", "Document/BkToCstmrStmt"]],
    [
      "an entry without an amount",
      file(entry().replace(money("100.00"), "")),
      ["payments.notCamt", "Document/BkToCstmrStmt/Stmt/Ntry/Amt"],
    ],
    ["an unknown debit/credit indicator", file(entry("", "1.00", "BOTH")), ["payments.badSide", "BOTH"]],
    [
      "an indicator of more than 20 characters",
      file(entry("", "1.00", `AB${long}`)),
      ["payments.badSide", `AB${long}`.slice(0, 20)],
    ],
    ["a word as amount", file(entry("", "ten")), ["payments.badAmount", "ten"]],
    [
      "an amount of more than 40 characters",
      file(entry("", `x${long}${long}`)),
      ["payments.badAmount", `x${long}${long}`.slice(0, 40)],
    ],
    ["a plus sign within an amount", file(entry("", "1+1")), ["payments.badAmount", "1+1"]],
    ["an entry without a date", file(entry().replace(/<BookgDt>.*<\/BookgDt>/, "")), ["payments.badDate"]],
  ])("%s", (_name, source, expected) => expect(refusal(source)).toEqual(expected));

  test("a version within the first 5,000 characters is read", () => {
    expect(refusal(`<!--${"x".repeat(4800)}-->${file("")}`)).toEqual(["read"]);
  });

  test.each(["100.00", " 100.00 ", "+100.00", " +100"])("an amount with a sign or spaces is read: %j", (written) => {
    expect(only("", written).amountCents).toBe(10_000);
  });
});

describe("the dates of an entry", () => {
  const days = (more: string): readonly string[] => {
    const { bookedOn, valueDate } = only(more);
    return [bookedOn, valueDate];
  };
  const bare = (more: string) => {
    const [found] = entriesOf(entry(more).replace(/<BookgDt><Dt>2026-11-20<\/Dt><\/BookgDt>/, ""));
    return [found?.bookedOn, found?.valueDate];
  };

  test("are the booking date and the value date; each replaces the other if missing", () => {
    expect(days("<ValDt><Dt>2026-11-18</Dt></ValDt>")).toEqual(["2026-11-20", "2026-11-18"]);
    expect(days("")).toEqual(["2026-11-20", "2026-11-20"]);
    expect(days("<ValDt></ValDt>")).toEqual(["2026-11-20", "2026-11-20"]);
    expect(bare("<ValDt><Dt>2026-11-18</Dt></ValDt>")).toEqual(["2026-11-18", "2026-11-18"]);
    expect(bare("<ValDt><DtTm>2026-11-18T23:59:59+01:00</DtTm></ValDt>")).toEqual(["2026-11-18", "2026-11-18"]);
    expect(bare("<ValDt><Dt> 2026-11-18 </Dt></ValDt>")).toEqual(["2026-11-18", "2026-11-18"]);
  });
});

describe("the counterparty", () => {
  const party = (name: string | null, iban: string | null, of: "Dbtr" | "Cdtr") =>
    (name === null ? "" : `<${of}><Nm>${name}</Nm></${of}>`) +
    (iban === null ? "" : `<${of}Acct><Id><IBAN>${iban}</IBAN></Id></${of}Acct>`);
  const other = (parties: string, side = "CRDT") => {
    const { counterpartyName, counterpartyIban } = only(details(`<RltdPties>${parties}</RltdPties>`), "100.00", side);
    return [counterpartyName, counterpartyIban];
  };
  const us = party("Vorder", own, "Cdtr");

  test.each<[string, string, string, readonly (string | null)[]]>([
    ["is the payer of an incoming payment", party("J. de Boer", payer, "Dbtr") + us, "CRDT", ["J. de Boer", payer]],
    [
      "is the payee of an outgoing payment",
      party("Vorder", own, "Dbtr") + party("J. de Boer", payer, "Cdtr"),
      "DBIT",
      ["J. de Boer", payer],
    ],
    [
      "is the payee of an outgoing payment between others",
      party("A", null, "Dbtr") + party("B", null, "Cdtr"),
      "DBIT",
      ["B", null],
    ],
    [
      "is the payer of an incoming payment between others",
      party("A", null, "Dbtr") + party("B", null, "Cdtr"),
      "CRDT",
      ["A", null],
    ],
    [
      "is not our account, where a return keeps the roles of the payment",
      party("Vorder", own, "Dbtr") + party("J. de Boer", payer, "Cdtr"),
      "CRDT",
      ["J. de Boer", payer],
    ],
    [
      "is the second party, where the first has neither name nor account",
      party(null, null, "Dbtr") + party("B", null, "Cdtr"),
      "CRDT",
      ["B", null],
    ],
    ["may have only an account", party(null, payer, "Dbtr") + us, "CRDT", [null, payer]],
    ["is unknown, where only we are named", party("Vorder", own, "Dbtr") + us, "CRDT", [null, null]],
    ["is unknown, where nobody is named", "", "CRDT", [null, null]],
    [
      "has the name of the ultimate debtor, where the payer has none",
      `${party(null, payer, "Dbtr")}<UltmtDbtr><Nm>J. de Boer</Nm></UltmtDbtr>`,
      "CRDT",
      ["J. de Boer", payer],
    ],
    [
      "has a name in the form of version 08",
      "<Dbtr><Pty><Nm> J.  de Boer </Nm></Pty></Dbtr>",
      "CRDT",
      ["J. de Boer", null],
    ],
    ["has no name where it is empty", `<Dbtr><Nm></Nm></Dbtr>${party(null, payer, "Dbtr")}`, "CRDT", [null, payer]],
  ])("%s", (_name, parties, side, expected) => expect(other(parties, side)).toEqual(expected));
});

describe("an entry with several payments", () => {
  const two = (first: string, second: string) => entriesOf(entry(details(first, second)));
  const amounts = (first: string, second: string) => two(first, second).map(({ amountCents }) => amountCents);

  test("is split where their amounts sum to its own", () => {
    expect(amounts(money("60.00"), money("40.00"))).toEqual([6000, 4000]);
    const inner = (amount: string) => `<AmtDtls><TxAmt>${money(amount)}</TxAmt></AmtDtls>`;
    expect(amounts(inner("60.00"), inner("40.00"))).toEqual([6000, 4000]);
    // The amount of the payment itself goes before that of the order.
    expect(amounts(money("60.00") + inner("1.00"), money("40.00"))).toEqual([6000, 4000]);
    // 110.00 came in and 10.00 went back.
    expect(amounts(money("110.00"), `${money("10.00")}<CdtDbtInd>DBIT</CdtDbtInd>`)).toEqual([11_000, -1000]);
    // A payment of nothing is no entry.
    expect(amounts(money("100.00"), money("0.00"))).toEqual([10_000]);
  });

  test("is not split where they do not, where one is missing, or where one is in another currency", () => {
    expect(amounts(money("60.00"), money("39.99"))).toEqual([10_000]);
    expect(amounts(money("100.00"), "<Refs></Refs>")).toEqual([10_000]);
    expect(amounts(money("60.00"), money("40.00", "USD"))).toEqual([10_000]);
  });

  test("gives each payment the bank's reference and its position", () => {
    const refs = (found: readonly BankEntry[]) => found.map(({ entryRef, bankRef }) => [entryRef, bankRef]);
    const of = (more: string) => entriesOf(entry(more + details(money("60.00"), money("40.00"))));
    expect(refs(of("<AcctSvcrRef>B7</AcctSvcrRef>"))).toEqual([
      ["B7#1", "B7#1"],
      ["B7#2", "B7#2"],
    ]);
    expect(refs(of("<NtryRef>N7</NtryRef>"))).toEqual([
      ["N7#1", null],
      ["N7#2", null],
    ]);
    expect(refs(entriesOf(entry("<NtryRef>N7</NtryRef><AcctSvcrRef>B7</AcctSvcrRef>")))).toEqual([["B7", "B7"]]);
    expect(
      refs(entriesOf(entry(`<NtryRef>N7</NtryRef>${details("<Refs><AcctSvcrRef>D7</AcctSvcrRef></Refs>")}`))),
    ).toEqual([["D7", "D7"]]);
    // Without any it is told apart by its content, which begins with its day.
    expect(refs(entriesOf(entry()))).toEqual([[expect.stringMatching(/^2026-11-20\|2026-11-20\|10000\|.*=1$/), null]]);
  });

  test("that is not split has the text of each of them", () => {
    const descriptionOf = (first: string, second: string) => two(first, second)[0]?.description;
    expect(
      descriptionOf(
        `<Refs><EndToEndId>E1</EndToEndId></Refs><RmtInf>${strd("R1")}<Ustrd>one</Ustrd></RmtInf>`,
        "<RmtInf><Ustrd>two</Ustrd><Ustrd>more</Ustrd></RmtInf>",
      ),
    ).toBe("R1 E1 one | two more");
    expect(descriptionOf("<RmtInf><Ustrd>one</Ustrd></RmtInf>", "<RmtInf></RmtInf>")).toBe("one");
    expect(descriptionOf(`<RmtInf><Ustrd>${"a".repeat(4100)}</Ustrd></RmtInf>`, "<RmtInf></RmtInf>")).toHaveLength(
      4000,
    );
  });
});

describe("the description of an entry", () => {
  test.each<[string, string, string]>([
    ["is its lines of text", details("<RmtInf><Ustrd>Factuur 1</Ustrd><Ustrd>mei</Ustrd></RmtInf>"), "Factuur 1 mei"],
    [
      "is the text beside its reference",
      details(
        "<RmtInf><Strd><CdtrRefInf><Ref>R1</Ref></CdtrRefInf><AddtlRmtInf>Factuur 1</AddtlRmtInf></Strd></RmtInf>",
      ),
      "Factuur 1",
    ],
    ["is the reason of the return", details("<RtrInf><AddtlInf>no funds</AddtlInf></RtrInf>"), "no funds"],
    ["is the bank's text on the payment", details("<AddtlTxInf>counter</AddtlTxInf>"), "counter"],
    ["is the bank's text on the entry", "<AddtlNtryInf> costs  of May </AddtlNtryInf>", "costs of May"],
    [
      "is its own text before that of the bank",
      `${details("<RmtInf><Ustrd>Factuur 1</Ustrd></RmtInf>")}<AddtlNtryInf>x</AddtlNtryInf>`,
      "Factuur 1",
    ],
    ["is a text with an attribute", details('<RmtInf><Ustrd lang="nl">Factuur 1</Ustrd></RmtInf>'), "Factuur 1"],
    ["is a number as written", details("<RmtInf><Ustrd>0012</Ustrd></RmtInf>"), "0012"],
    ["decodes XML entities", details("<RmtInf><Ustrd>Jansen &amp; Zn &lt;1&gt;</Ustrd></RmtInf>"), "Jansen & Zn <1>"],
    ["is empty for one payment of a batch without text", details("<RmtInf></RmtInf>"), ""],
    ["is empty without any text", details(), ""],
  ])("%s", (_name, more, description) => expect(only(more).description).toBe(description));

  test("references: the first structured one with a value, the payer's own, and the mandate", () => {
    const found = only(
      details(
        `<Refs><EndToEndId>E1</EndToEndId><MndtId>M1</MndtId></Refs><RmtInf>${strd("NOTPROVIDED")}${strd("R2")}</RmtInf>`,
      ),
    );
    expect([found.structuredRef, found.endToEndId, found.mandateId]).toEqual(["R2", "E1", "M1"]);
    const bare = only(details("<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>"));
    expect([bare.structuredRef, bare.endToEndId, bare.mandateId]).toEqual([null, null, null]);
    expect(only("").structuredRef).toBeNull();
  });

  test.each<[string, string, string | null]>([
    ["is the code given", `<RvslInd>true</RvslInd>${details("<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>")}`, "AC04"],
    ["is RVSL if the reversal indicator is true", "<RvslInd> true </RvslInd>", "RVSL"],
    ["is RVSL if the reversal indicator is 1", "<RvslInd>1</RvslInd>", "RVSL"],
    ["is missing if the reversal indicator is false", "<RvslInd>false</RvslInd>", null],
    ["is missing without a reversal indicator", "", null],
  ])("the return code %s", (_name, more, code) => expect(only(more).returnCode).toBe(code));
});
