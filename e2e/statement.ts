/** The bank statement of the browser test: camt.053, made from what the debtors paid. */

export interface Receipt {
  /** Decimal string, positive. */
  readonly amount: string;
  /** The payment reference, or none where the debtor only wrote a text. */
  readonly reference?: string;
  readonly text?: string;
  readonly name: string;
  readonly iban: string;
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const cents = (decimal: string): bigint => BigInt(decimal.replace(".", ""));
const decimal = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

function entry(receipt: Receipt, index: number, date: string): string {
  const remittance = receipt.reference
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>CUR</Issr></Tp><Ref>${escaped(receipt.reference)}</Ref></CdtrRefInf></Strd>`
    : `<Ustrd>${escaped(receipt.text ?? "")}</Ustrd>`;
  return `<Ntry><NtryRef>${index + 1}</NtryRef><Amt Ccy="EUR">${receipt.amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>REF${date.replaceAll("-", "")}${index}</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">${receipt.amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <RltdPties><Dbtr><Nm>${escaped(receipt.name)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${receipt.iban}</IBAN></Id></DbtrAcct></RltdPties>
    <RmtInf>${remittance}</RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** One statement of one day on the account `iban`. */
export function statement(spec: {
  iban: string;
  date: string;
  number: number;
  opening: string;
  receipts: readonly Receipt[];
}): string {
  const { iban, date, number, opening, receipts } = spec;
  const closing = receipts.reduce((sum, receipt) => sum + cents(receipt.amount), cents(opening));
  const balance = (code: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M${number}</MsgId><CreDtTm>${date}T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${iban}-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${date}T06:00:00</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance("OPBD", opening)}${balance("CLBD", decimal(closing))}
${receipts.map((receipt, index) => entry(receipt, index, date)).join("\n")}
</Stmt></BkToCstmrStmt></Document>
`;
}
