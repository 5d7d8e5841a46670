/** Makes bank files as a bank would send them: for the demo portfolio, and for tests. Pure. */
import { decimalFromCents } from "../../ground/kernel/money.ts";

export interface StatementLine {
  /** Positive comes in, negative goes out. */
  readonly cents: number;
  readonly valueDate?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly text?: string;
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly returnCode?: string;
  /** The bank's own reference; made from the statement where absent. */
  readonly bankRef?: string;
}

export interface StatementSpec {
  readonly iban: string;
  /** The number of the statement. */
  readonly number: number;
  readonly date: string;
  readonly openingCents: number;
  readonly lines: readonly StatementLine[];
  /** Added to the closing balance, for a statement that does not close. */
  readonly wrongCents?: number;
  readonly currency?: string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const tag = (name: string, content: string | undefined): string =>
  content === undefined || content === "" ? "" : `<${name}>${content}</${name}>`;
const side = (cents: number): string => (cents < 0 ? "DBIT" : "CRDT");

/** What the account holds at the end of the statement. */
export const closingCents = (spec: StatementSpec): number =>
  spec.lines.reduce((sum, line) => sum + line.cents, spec.openingCents);

function balance(code: string, cents: number, spec: StatementSpec): string {
  const currency = spec.currency ?? "EUR";
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${decimalFromCents(Math.abs(cents))}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${spec.date}</Dt></Dt></Bal>`;
}

function entry(line: StatementLine, index: number, spec: StatementSpec): string {
  const amount = `<Amt Ccy="${spec.currency ?? "EUR"}">${decimalFromCents(Math.abs(line.cents))}</Amt>`;
  const party = line.cents < 0 && line.returnCode === undefined ? "Cdtr" : "Dbtr";
  const name = line.name === undefined ? "" : tag(party, tag("Nm", escaped(line.name)));
  const account = line.iban === undefined ? "" : tag(`${party}Acct`, tag("Id", tag("IBAN", line.iban)));
  const structured =
    line.reference === undefined ? "" : tag("Strd", tag("CdtrRefInf", tag("Ref", escaped(line.reference))));
  const refs =
    tag("EndToEndId", escaped(line.endToEndId ?? "NOTPROVIDED")) +
    tag("MndtId", line.mandateId && escaped(line.mandateId));
  const details =
    tag("Refs", refs) +
    tag("RltdPties", name + account) +
    tag("RmtInf", (line.text === undefined ? "" : tag("Ustrd", escaped(line.text))) + structured) +
    (line.returnCode === undefined ? "" : tag("RtrInf", tag("Rsn", tag("Cd", line.returnCode))));
  const bankRef =
    line.bankRef ??
    `${spec.date.replaceAll("-", "")}${String(spec.number).padStart(4, "0")}${String(index + 1).padStart(6, "0")}`;
  return `<Ntry><NtryRef>${index + 1}</NtryRef>${amount}<CdtDbtInd>${side(line.cents)}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${spec.date}</Dt></BookgDt><ValDt><Dt>${line.valueDate ?? spec.date}</Dt></ValDt><AcctSvcrRef>${bankRef}</AcctSvcrRef><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
}

/** A camt.053.001.02 document with these statements. */
export const camtFile = (...statements: readonly StatementSpec[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements
    .map(
      (spec) =>
        `<Stmt><Id>${spec.date}-${spec.number}</Id><ElctrncSeqNb>${spec.number}</ElctrncSeqNb><Acct><Id><IBAN>${spec.iban}</IBAN></Id><Ccy>${spec.currency ?? "EUR"}</Ccy></Acct>${balance("OPBD", spec.openingCents, spec)}${balance("CLBD", closingCents(spec) + (spec.wrongCents ?? 0), spec)}${spec.lines.map((line, index) => entry(line, index, spec)).join("")}</Stmt>`,
    )
    .join("")}</BkToCstmrStmt></Document>\n`;

const mtDate = (date: string): string => date.replaceAll("-", "").slice(2);
const mtAmount = (cents: number): string => decimalFromCents(Math.abs(cents)).replace(".", ",");

/** The same statement as MT940 in the manner of ING. */
export const mt940File = (spec: StatementSpec): string =>
  [
    ":20:P1",
    `:25:${spec.iban}EUR`,
    `:28C:${spec.number}`,
    `:60F:${spec.openingCents < 0 ? "D" : "C"}${mtDate(spec.date)}EUR${mtAmount(spec.openingCents)}`,
    ...spec.lines.flatMap((line, index) => [
      `:61:${mtDate(line.valueDate ?? spec.date)}${mtDate(spec.date).slice(2)}${line.cents < 0 ? "D" : "C"}${mtAmount(line.cents)}NTRFEREF//${line.bankRef ?? `${mtDate(spec.date)}${String(index + 1).padStart(8, "0")}`}`,
      `:86:${line.returnCode ? `/RTRN/${line.returnCode}/` : ""}/EREF/${line.endToEndId ?? "NOTPROVIDED"}//CNTP/${line.iban ?? ""}//${line.name ?? ""}///REMI/${line.reference ? `STRD/CUR/${line.reference}/` : `USTD//${line.text ?? ""}/`}`,
    ]),
    `:62F:${closingCents(spec) < 0 ? "D" : "C"}${mtDate(spec.date)}EUR${mtAmount(closingCents(spec) + (spec.wrongCents ?? 0))}`,
    "",
  ].join("\r\n");
