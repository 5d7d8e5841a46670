/**
 * Reads camt.053 (ISO 20022 bank-to-customer statement), versions .001.02 and .001.08 (domain facts 8.1). Pure.
 * A document type declaration is refused before parsing, so no entity can be declared, expanded or fetched.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, centsFromDecimal, sumCents } from "../../../ground/kernel/money.ts";
import {
  type BankEntry,
  type BankFormat,
  type BankStatement,
  type ReadFile,
  UnreadableStatement,
} from "../payments.ts";
import { ibanOrNull, refOrNull, statementKey, tidy, uniqueRefs } from "./statement.ts";

const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]),
    z.array(item),
  );
/** An element that some banks send empty: the parser then returns "" instead of an object. */
const part = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), z.object(shape).optional());
const leaf = z
  .union([z.string(), z.object({ "#text": z.string() })])
  .transform((value) => (typeof value === "string" ? value : value["#text"]));
const text = leaf.optional();

const amount = z.object({ "#text": z.string(), "@Ccy": z.string() });
const when = part({ Dt: text, DtTm: text });
const account = part({ Id: part({ IBAN: text, Othr: part({ Id: text }) }), Ccy: text });
/** Version .02 gives the party directly, .08 wraps it in Pty. */
const party = part({ Nm: text, Pty: part({ Nm: text }) });
/** A status of the bank's own (Prtry) is read like a code: only BOOK is booked; the balances tell whether one was. */
const status = z.union([z.string(), z.object({ Cd: text, Prtry: text })]).optional();

const details = z.object({
  Refs: part({ AcctSvcrRef: text, EndToEndId: text, MndtId: text, TxId: text }),
  Amt: amount.optional(),
  CdtDbtInd: text,
  AmtDtls: part({ TxAmt: part({ Amt: amount.optional() }) }),
  RltdPties: part({ Dbtr: party, DbtrAcct: account, Cdtr: party, CdtrAcct: account, UltmtDbtr: party }),
  RmtInf: part({
    Ustrd: many(leaf),
    Strd: many(part({ CdtrRefInf: part({ Ref: text }), AddtlRmtInf: many(leaf) })),
  }),
  RtrInf: part({ Rsn: part({ Cd: text }), AddtlInf: many(leaf) }),
  AddtlTxInf: text,
});
type Details = z.infer<typeof details>;

const entry = z.object({
  NtryRef: text,
  Amt: amount,
  CdtDbtInd: leaf,
  RvslInd: text,
  Sts: status,
  BookgDt: when,
  ValDt: when,
  AcctSvcrRef: text,
  NtryDtls: many(part({ TxDtls: many(z.preprocess((value) => (value === "" ? {} : value), details)) })),
  AddtlNtryInf: text,
});
type Entry = z.infer<typeof entry>;

const balance = z.object({
  Tp: part({ CdOrPrtry: part({ Cd: text }) }),
  Amt: amount,
  CdtDbtInd: leaf,
  Dt: when,
});

const statement = z.object({
  Id: text,
  ElctrncSeqNb: text,
  LglSeqNb: text,
  Acct: account,
  Bal: many(balance),
  Ntry: many(entry),
});

const document = z.object({
  Document: z.object({ BkToCstmrStmt: z.object({ Stmt: many(statement) }) }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  // Only the five entities of XML itself: a file with a DOCTYPE never gets here.
  processEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

function cents(value: string): Cents {
  const parsed = centsFromDecimal(value.trim().replace(/^\+/, ""));
  if (parsed === undefined) throw new UnreadableStatement("payments.badAmount", { amount: value.slice(0, 40) });
  return parsed;
}

const signed = (value: string, indicator: string | undefined): Cents => {
  const side = indicator?.trim();
  if (side !== "CRDT" && side !== "DBIT")
    throw new UnreadableStatement("payments.badSide", { side: String(side).slice(0, 20) });
  return side === "DBIT" ? -cents(value) : cents(value);
};

/** An xs:boolean is written "true" or "1". */
const isTrue = (value: string | undefined): boolean => value?.trim() === "true" || value?.trim() === "1";

function day(value: z.infer<typeof when>): PlainDate | undefined {
  const written = value?.Dt ?? value?.DtTm;
  return written === undefined ? undefined : parsePlainDate(written.trim().slice(0, 10));
}

type Parties = NonNullable<Details["RltdPties"]>;

/** The counterparty. In returns some banks keep the roles of the original payment and others swap them, so our own account decides. */
function counterparty(parties: Parties | undefined, credit: boolean, own: string) {
  const name = (of: z.infer<typeof party>) => tidy(of?.Nm ?? of?.Pty?.Nm) || null;
  const payer = {
    name: name(parties?.Dbtr) ?? name(parties?.UltmtDbtr),
    iban: ibanOrNull(parties?.DbtrAcct?.Id?.IBAN),
  };
  const payee = { name: name(parties?.Cdtr), iban: ibanOrNull(parties?.CdtrAcct?.Id?.IBAN) };
  const [first, second] = credit ? [payer, payee] : [payee, payer];
  const usable = (side: typeof payer) => side.iban !== own && (side.iban !== null || side.name !== null);
  return usable(first) ? first : usable(second) ? second : { name: null, iban: null };
}

function detailAmount(of: Details, parent: Entry): Cents | undefined {
  const written = of.Amt ?? of.AmtDtls?.TxAmt?.Amt;
  if (written === undefined || written["@Ccy"] !== parent.Amt["@Ccy"]) return undefined;
  return signed(written["#text"], of.CdtDbtInd ?? parent.CdtDbtInd);
}

/** The payments of an entry with their amounts, if these sum to the entry; otherwise the entry as one. */
function partsOf(parent: Entry): { detail: Details | undefined; amountCents: Cents; index: number | null }[] {
  const total = signed(parent.Amt["#text"], parent.CdtDbtInd);
  const list = parent.NtryDtls.flatMap((group) => group?.TxDtls ?? []);
  if (list.length <= 1) return [{ detail: list[0], amountCents: total, index: null }];
  const amounts = list.map((detail) => detailAmount(detail, parent));
  const known = amounts.filter((value) => value !== undefined);
  if (known.length < list.length || sumCents(known) !== total) {
    return [{ detail: undefined, amountCents: total, index: null }];
  }
  return list.map((detail, index) => ({ detail, amountCents: amounts[index] ?? 0, index }));
}

const textOf = (detail: Details | undefined): string =>
  tidy(
    [
      ...(detail?.RmtInf?.Ustrd ?? []),
      ...(detail?.RmtInf?.Strd ?? []).flatMap((item) => item?.AddtlRmtInf ?? []),
      ...(detail?.RtrInf?.AddtlInf ?? []),
      detail?.AddtlTxInf ?? "",
    ].join(" "),
  );

/** The references of a payment within a batch, for the description of the batch. */
const referencesOf = (detail: Details | undefined): (string | null)[] => [
  ...(detail?.RmtInf?.Strd ?? []).map((item) => refOrNull(item?.CdtrRefInf?.Ref)),
  refOrNull(detail?.Refs?.EndToEndId),
];

/** The maximum length of a batch's description; the rest is in the bank's own file. */
const longestBatchText = 4_000;

/** The description of an entry that cannot be split because the bank gives no amounts: the references and texts of all its payments. */
function batchText(parent: Entry): string {
  const details = parent.NtryDtls.flatMap((group) => group?.TxDtls ?? []);
  if (details.length <= 1) return "";
  const each = details.map((detail) => tidy([...referencesOf(detail), textOf(detail)].filter(Boolean).join(" ")));
  return each
    .filter((text) => text !== "")
    .join(" | ")
    .slice(0, longestBatchText);
}

const remittance = (detail: Details | undefined, parent: Entry): string =>
  textOf(detail) || (detail === undefined ? batchText(parent) : "") || tidy(parent.AddtlNtryInf);

function readEntry(parent: Entry, own: string): Omit<BankEntry, "position">[] {
  const bookedOn = day(parent.BookgDt) ?? day(parent.ValDt);
  if (bookedOn === undefined) throw new UnreadableStatement("payments.badDate");
  const valueDate = day(parent.ValDt) ?? bookedOn;
  return partsOf(parent)
    .filter((item) => item.amountCents !== 0)
    .map(({ detail, amountCents, index }) => {
      const suffix = index === null ? "" : `#${index + 1}`;
      const bankRef = refOrNull(parent.AcctSvcrRef) ?? refOrNull(detail?.Refs?.AcctSvcrRef);
      const ownRef = bankRef ?? refOrNull(parent.NtryRef);
      const other = counterparty(detail?.RltdPties, amountCents > 0, own);
      const strd = detail?.RmtInf?.Strd.map((item) => refOrNull(item?.CdtrRefInf?.Ref)).find((ref) => ref !== null);
      return {
        entryRef: ownRef === null ? "" : ownRef + suffix,
        bankRef: bankRef === null ? null : bankRef + suffix,
        bookedOn,
        valueDate,
        amountCents,
        counterpartyIban: other.iban,
        counterpartyName: other.name,
        structuredRef: strd ?? null,
        endToEndId: refOrNull(detail?.Refs?.EndToEndId),
        mandateId: refOrNull(detail?.Refs?.MndtId),
        description: remittance(detail, parent),
        returnCode: refOrNull(detail?.RtrInf?.Rsn?.Cd) ?? (isTrue(parent.RvslInd) ? "RVSL" : null),
      };
    });
}

const isBooked = (of: Entry): boolean => {
  const code = typeof of.Sts === "string" ? of.Sts : (of.Sts?.Cd ?? of.Sts?.Prtry);
  return code === undefined || code === "" || code === "BOOK";
};

function readStatement(raw: z.infer<typeof statement>): BankStatement {
  const iban = ibanOrNull(raw.Acct?.Id?.IBAN) ?? tidy(raw.Acct?.Id?.Othr?.Id);
  const find = (...codes: string[]) =>
    codes.map((code) => raw.Bal.find((one) => one.Tp?.CdOrPrtry?.Cd === code)).find((one) => one !== undefined);
  const opening = find("OPBD", "PRCD");
  const closing = find("CLBD");
  const to = day(closing?.Dt);
  if (!iban || !opening || !closing || to === undefined) throw new UnreadableStatement("payments.noBalances");
  const currency = closing.Amt["@Ccy"];
  const booked = raw.Ntry.filter(isBooked);
  if (booked.some((one) => one.Amt["@Ccy"] !== currency)) throw new UnreadableStatement("payments.mixedCurrency");
  const entries = booked.flatMap((one) => readEntry(one, iban));
  const from = entries.reduce<PlainDate>((first, one) => (one.bookedOn < first ? one.bookedOn : first), to);
  const number = tidy(raw.ElctrncSeqNb) || tidy(raw.LglSeqNb) || tidy(raw.Id);
  return {
    iban,
    number,
    key: statementKey(number, to),
    currency,
    from,
    to,
    openingCents: signed(opening.Amt["#text"], opening.CdtDbtInd),
    closingCents: signed(closing.Amt["#text"], closing.CdtDbtInd),
    entries: uniqueRefs(entries),
  };
}

/** The version is in the namespace of the document element, which the parser removes with the prefixes. */
function formatOf(source: string): BankFormat {
  const version = /urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d{2})/.exec(source.slice(0, 5000))?.[1];
  if (version === "02" || version === "08") return `camt.053.001.${version}`;
  throw new UnreadableStatement("payments.unknownVersion", { version: version ?? "?" });
}

/** Reads a camt.053 document. @throws UnreadableStatement on anything invalid. */
export function readCamt(source: string): ReadFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(source)) throw new UnreadableStatement("payments.doctype");
  if (XMLValidator.validate(source) !== true) throw new UnreadableStatement("payments.brokenXml");
  let raw: unknown;
  try {
    raw = parser.parse(source);
  } catch {
    throw new UnreadableStatement("payments.brokenXml");
  }
  const parsed = document.safeParse(raw);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.filter((step) => typeof step === "string").join("/") ?? "";
    throw new UnreadableStatement("payments.notCamt", { path: path.slice(0, 120) });
  }
  const format = formatOf(source);
  return { format, statements: parsed.data.Document.BkToCstmrStmt.Stmt.map(readStatement) };
}
