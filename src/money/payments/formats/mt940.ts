/**
 * Reads MT940 as written by Dutch banks (ING, Rabobank, ABN AMRO and others) (domain facts 8.1). Pure.
 * Amounts are read as digits, never as floats; RC and RD reverse the sign; a line that cannot be read refuses the file.
 */
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, centsFromDecimal } from "../../../ground/kernel/money.ts";
import { type BankEntry, type BankStatement, type ReadFile, UnreadableStatement } from "../payments.ts";
import { ibanOrNull, refOrNull, statementKey, tidy, uniqueRefs } from "./statement.ts";

interface Field {
  readonly tag: string;
  readonly lines: string[];
}

/** Fields `:tag:value` with their continuation lines. Envelope blocks `{1:…}{4:` and the closing `-}` are skipped. */
function fieldsOf(source: string): Field[] {
  const fields: Field[] = [];
  for (const line of source.split(/\r\n|\n|\r/)) {
    const start = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (start?.[1] !== undefined) fields.push({ tag: start[1], lines: [start[2] ?? ""] });
    else if (line === "-" || line.startsWith("-}") || line.startsWith("{")) fields.push({ tag: "-", lines: [] });
    else fields.at(-1)?.lines.push(line);
  }
  return fields.filter((field) => field.tag !== "-");
}

function cents(written: string): Cents {
  const [whole = "", fraction = ""] = written.split(",");
  const parsed = centsFromDecimal(`${whole || "0"}${fraction ? `.${fraction}` : ""}`);
  if (parsed === undefined) throw new UnreadableStatement("payments.badAmount", { amount: written.slice(0, 40) });
  return parsed;
}

/** YYMMDD, always in this century. */
function day(written: string): PlainDate {
  const parsed = parsePlainDate(`20${written.slice(0, 2)}-${written.slice(2, 4)}-${written.slice(4, 6)}`);
  if (parsed === undefined) throw new UnreadableStatement("payments.badDate");
  return parsed;
}

/** The booking date is written MMDD without a year: the date nearest to the value date is used. */
function bookingDay(written: string | undefined, value: PlainDate): PlainDate {
  if (written === undefined) return value;
  const year = Number(value.slice(0, 4));
  const month = Number(written.slice(0, 2)) - Number(value.slice(5, 7));
  const nearest = month > 6 ? year - 1 : month < -6 ? year + 1 : year;
  return day(String(nearest).slice(2) + written);
}

function balanceOf(field: Field | undefined): { cents: Cents; currency: string; on: PlainDate } {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d*,\d*)/.exec(field?.lines[0] ?? "");
  const [, side, on, currency, amount] = match ?? [];
  if (on === undefined || currency === undefined || amount === undefined)
    throw new UnreadableStatement("payments.noBalances");
  return { cents: side === "D" ? -cents(amount) : cents(amount), currency, on: day(on) };
}

const codes =
  "EREF|MARF|PREF|RTRN|CSID|CNTP|REMI|PURP|ULTC|ULTD|ULTB|BENM|ORDP|TRTP|IBAN|BIC|NAME|ID|ISDT|ADDR|ADRESS|TRCD|SVCL|OCMT|EXCH|CHGS";
const codePattern = new RegExp(`/(${codes})/`, "g");

/** Banks cut lines at 65 characters, also inside a word; a shorter line ends at a word. */
const joinLines = (lines: readonly string[]): string =>
  lines.reduce((text, line, index) => {
    const before = lines[index - 1];
    const glue = before === undefined || before.length >= 65 || line.startsWith("/") ? "" : " ";
    return text + glue + line;
  }, "");

/** What a bank writes of a party, after the code of that party. */
const ofParty = new Set(["NAME", "ID", "ADDR", "ADRESS"]);

/**
 * The codes in their order, without those that the payer typed in the remittance: a bank writes each code once, so one that came before the remittance
 * is not written again, and of those that come after it the last is the bank's; where a party has been named, so is none of its codes straight after it.
 */
function marksOf(info: string): RegExpExecArray[] {
  const all = [...info.matchAll(codePattern)];
  const remittance = all.findIndex(([, code]) => code === "REMI");
  if (remittance < 0) return all;
  const marks = all.slice(0, remittance + 1);
  const before = new Set(marks.map(([, code]) => code));
  const isNamed = before.has("NAME") || before.has("CNTP");
  for (const [at, mark] of all.entries()) {
    const code = mark[1] ?? "";
    if (at <= remittance || before.has(code) || all.slice(at + 1).some(([, later]) => later === code)) continue;
    if (!(isNamed && marks.at(-1)?.[1] === "REMI" && ofParty.has(code))) marks.push(mark);
  }
  return marks;
}

/** The `/CODE/value` parts of :86:. A text without codes is kept under the name "". */
function partsOf(info: string): Map<string, string> {
  const parts = new Map<string, string>();
  const marks = marksOf(info);
  const first = marks[0];
  parts.set("", first === undefined ? info : info.slice(0, first.index));
  for (const [index, mark] of marks.entries()) {
    const code = mark[1] ?? "";
    const value = info.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? info.length);
    if (!parts.has(code)) parts.set(code, value);
  }
  return parts;
}

const trimmed = (value: string | undefined): string => tidy((value ?? "").replace(/^\/+|\/+$/g, ""));

/** Remittance: `USTD//text`, `STRD/CUR/reference`, or plain text. */
function remittance(parts: Map<string, string>): { description: string; structuredRef: string | null } {
  const written = parts.get("REMI") ?? "";
  const structured = /^\/?STRD\/(?:[A-Z]*)\/([^/]+)/.exec(written);
  if (structured?.[1] !== undefined) return { description: "", structuredRef: refOrNull(structured[1]) };
  const loose = trimmed(written.replace(/^\/?(USTD|UNST)\/+/, ""));
  return { description: loose || trimmed(parts.get("")), structuredRef: null };
}

function counterparty(parts: Map<string, string>, secondLine: string): { iban: string | null; name: string | null } {
  const contact = parts.get("CNTP")?.split("/") ?? [];
  const loose = /\b([A-Z]{2}\d{2}[A-Z0-9]{10,30})\b/.exec(parts.get("") ?? "")?.[1];
  return {
    iban: ibanOrNull(contact[0]) ?? ibanOrNull(parts.get("IBAN")) ?? ibanOrNull(secondLine) ?? ibanOrNull(loose),
    name: tidy(contact[2]) || trimmed(parts.get("NAME")) || null,
  };
}

const linePattern =
  /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d*,\d*)([A-Z][A-Z0-9]{3})([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/;

function readEntry(line: Field, info: Field | undefined): Omit<BankEntry, "position"> {
  const match = linePattern.exec((line.lines[0] ?? "").trimEnd());
  const [, value, booked, side, , amount, , customerRef, bank] = match ?? [];
  if (value === undefined || side === undefined || amount === undefined)
    throw new UnreadableStatement("payments.badLine");
  const valueDate = day(value);
  const parts = partsOf(joinLines(info?.lines ?? []));
  const other = counterparty(parts, line.lines[1] ?? "");
  const bankRef = refOrNull(bank);
  const ownRef = bankRef ?? refOrNull(customerRef);
  return {
    entryRef: ownRef ?? "",
    bankRef,
    bookedOn: bookingDay(booked, valueDate),
    valueDate,
    // RC reverses a credit and RD a debit, so the sign is inverted.
    amountCents: side === "C" || side === "RD" ? cents(amount) : -cents(amount),
    counterpartyIban: other.iban,
    counterpartyName: other.name,
    endToEndId: refOrNull(trimmed(parts.get("EREF"))),
    mandateId: refOrNull(trimmed(parts.get("MARF"))),
    ...remittance(parts),
    returnCode: /^[A-Z]{2}\d{2}/.exec(trimmed(parts.get("RTRN")))?.[0] ?? (side.startsWith("R") ? side : null),
  };
}

function readStatement(fields: readonly Field[]): BankStatement {
  const find = (...tags: string[]) => fields.find((field) => tags.includes(field.tag));
  const opening = balanceOf(find("60F", "60M"));
  const closing = balanceOf(find("62F", "62M"));
  if (opening.currency !== closing.currency) throw new UnreadableStatement("payments.mixedCurrency");
  const entries: Omit<BankEntry, "position">[] = [];
  for (const [index, field] of fields.entries()) {
    if (field.tag !== "61") continue;
    const next = fields[index + 1];
    const entry = readEntry(field, next?.tag === "86" ? next : undefined);
    if (entry.amountCents !== 0) entries.push(entry);
  }
  const account = (find("25")?.lines[0] ?? "").replace(/\s*[A-Z]{3}$/, "").replace(/[\s.]/g, "");
  const number = tidy(find("28C", "28")?.lines[0]);
  const from = entries.reduce<PlainDate>((first, one) => (one.bookedOn < first ? one.bookedOn : first), closing.on);
  return {
    iban: account,
    number,
    key: statementKey(number, closing.on),
    currency: closing.currency,
    from,
    to: closing.on,
    openingCents: opening.cents,
    closingCents: closing.cents,
    entries: uniqueRefs(entries),
  };
}

/** Reads all statements of an MT940 file. @throws UnreadableStatement on anything invalid. */
export function readMt940(source: string): ReadFile {
  const statements: Field[][] = [];
  for (const field of fieldsOf(source)) {
    if (field.tag === "20") statements.push([]);
    statements.at(-1)?.push(field);
  }
  if (statements.length === 0) throw new UnreadableStatement("payments.unknownFormat");
  return { format: "mt940", statements: statements.map(readStatement) };
}
