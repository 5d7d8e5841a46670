/** Reads one row of an import: what it says, whether it can be placed, and if not, why. */

import type { ClaimBasis } from "../../../cases/files/files.ts";
import { checkDebtor } from "../../../cases/persons/persons.checks.server.ts";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import { type FileType, type LegalForm, parseLegalForm } from "../../../cases/persons/persons.ts";
import { addYears, type PlainDate } from "../../../ground/kernel/dates.ts";
import { maskBsn, splitAddressLine } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import {
  type CorrectionData,
  type ReadChange,
  readCorrection,
  readWithdrawal,
  type WithdrawalData,
} from "../changes/change-rows.server.ts";
import { isBsnColumn } from "../reading/columns.ts";
import { type RowProblem, RowReader, type RowWorld } from "../reading/row-reader.server.ts";
import { genderWords, languages } from "../reading/synonyms.ts";
import {
  judgeInterest,
  oldestInvoice,
  type ReadInterest,
  type ReadNotice,
  readInterest,
  readNotice,
} from "./claim-words.server.ts";
import { type ColumnMapping, type ImportField, importFields, maxCell, type Verdict } from "./layout.ts";
import { type ReportedPaymentRow, readReportedPayment } from "./reported-payment-rows.server.ts";

/** A claim that can be placed, in the form in which it is kept. */
export interface RowData {
  /** Null: an instalment of a contract whose file exists. */
  readonly debtor: NewDebtor | null;
  readonly merchantId: number | null;
  /** Both are absent from rows that an earlier release staged. */
  readonly claimBasis?: ClaimBasis;
  readonly legalTypeId?: number | null;
  readonly claimTitle: string | null;
  readonly claimDescription: string | null;
  readonly contractDate: PlainDate | null;
  /** Null: what the law gives for this debtor. */
  readonly interest: ReadInterest | null;
  readonly notice14: ReadNotice | null;
  readonly bikChargedCents: Cents;
  /** Whether the client can offset VAT on this claim; null: as the client's record says. */
  readonly canReclaimVat: boolean | null;
  readonly dispute: boolean;
  /** Why its invoice may stand in another file too. */
  readonly doubleReason?: string | null;
  readonly invoice: {
    readonly number: string;
    readonly date: PlainDate;
    readonly dueDate: PlainDate;
    /** What is claimed: the amount less what was paid before. */
    readonly cents: Cents;
    readonly paidCents: Cents;
    readonly description: string | null;
    /** The period that a periodic instalment is for, for the anti-stacking rule (Besluit BIK art. 2a). */
    readonly instalment?: { readonly from: PlainDate; readonly until: PlainDate };
  };
}

export interface CheckedRow {
  readonly verdict: Extract<Verdict, "good" | "warning" | "rejected">;
  readonly problems: readonly RowProblem[];
  readonly clientId: number | null;
  readonly clientRef: string | null;
  readonly invoiceNumber: string | null;
  readonly amountCents: Cents | null;
  readonly data: RowData | CorrectionData | WithdrawalData | ReportedPaymentRow | null;
  /** What all rows of a reference must have in common, whatever its capitals: whose debt it is. */
  readonly whose: string | null;
  /** Whether its invoice may stand in another file too. */
  readonly mayDouble?: boolean;
}

function readType(row: RowReader): FileType {
  const text = row.text("debtorType", 30).toLowerCase();
  if (["p", "particulier", "private", "consument"].includes(text)) return "private";
  if (["c", "b", "z", "company", "bedrijf", "zakelijk"].includes(text)) return "company";
  if (text !== "") row.refuse("debtorType", "badType");
  else if (row.text("companyName") === "") return "private";
  return "company";
}

function readLegalForm(row: RowReader, type: FileType): LegalForm | null {
  const text = row.text("legalForm", 60);
  if (type === "private" || text === "") return null;
  const form = parseLegalForm(text);
  if (form === undefined) row.refuse("legalForm", "badLegalForm");
  return form ?? null;
}

function readDebtor(row: RowReader): NewDebtor {
  const fileType = readType(row);
  const gender = row.text("gender", 20).toLowerCase().replace(/\.$/, "");
  const country = row.text("country", 2).toUpperCase() || "NL";
  const language = row.text("language", 2).toLowerCase() || "nl";
  let [street, houseNumber] = [row.required("street"), row.text("houseNumber", 30)];
  // Many systems keep street and number in one field.
  const line = houseNumber === "" ? splitAddressLine(street) : undefined;
  if (line) [street, houseNumber] = [line.street, `${line.number} ${line.addition}`.trim()];
  if (!languages.has(language)) row.warn("language", "unknownLanguage");
  const { debtor, problems } = checkDebtor(
    {
      fileType,
      gender: genderWords[gender] ?? "unknown",
      initials: row.text("initials", 20),
      firstName: row.text("firstName", 100),
      prefix: row.text("prefix", 20),
      lastName: row.text("lastName", 100),
      companyName: row.text("companyName"),
      legalForm: readLegalForm(row, fileType),
      kvk: row.text("kvk", 20),
      birthDate: row.date("birthDate"),
      street,
      houseNumber,
      addition: row.text("addition", 20),
      postcode: row.required("postcode", 12),
      city: row.required("city", 100),
      country,
      phone: row.text("phone", 30),
      mobile: row.text("mobile", 30),
      email: row.text("email", 254),
      iban: row.text("iban", 42),
      language: languages.has(language) ? language : "nl",
    },
    row.today,
  );
  for (const { field, message } of problems) {
    // The module of the files names fields as the layout does.
    row.problems.push({ field: importFields.find((known) => known === field) ?? null, key: message.key });
  }
  return debtor;
}

function readInvoice(row: RowReader, mayFallDueLater: boolean): RowData["invoice"] | null {
  const number = row.required("invoiceNumber", 60);
  const [date, dueDate] = [row.date("invoiceDate", true), row.date("dueDate", true)];
  return judgeInvoice(row, { number, date, dueDate }, mayFallDueLater);
}

function judgeInvoice(
  row: RowReader,
  {
    number,
    date,
    dueDate,
  }: { readonly number: string; readonly date: PlainDate | null; readonly dueDate: PlainDate | null },
  mayFallDueLater = false,
): RowData["invoice"] | null {
  const [amount, paid] = [row.amount("amount", true), row.amount("paid") ?? 0];
  const description = row.free("description");
  if (date !== null && date > row.today) row.refuse("invoiceDate", "inFuture");
  // In pre-collection an invoice may come as soon as it is sent: nobody is reminded before its day.
  if (!mayFallDueLater && dueDate !== null && dueDate >= row.today) row.refuse("dueDate", "notDue");
  if (date !== null && dueDate !== null && dueDate < date) row.refuse("dueDate", "dueBeforeInvoice");
  if (date !== null && date < oldestInvoice) row.refuse("invoiceDate", "tooOld");
  else if (dueDate !== null && addYears(dueDate, 5) < row.today) row.warn("dueDate", "mayBeBarred");
  if (amount === null || date === null || dueDate === null) return null;
  if (amount === 0) row.refuse("amount", "zero");
  else if (paid >= amount) row.refuse("paid", "paidAlready");
  return { number, date, dueDate, cents: amount - paid, paidCents: paid, description };
}

/** An instalment is an invoice of its period; where no invoice is named, the contract and the period name it. */
function readInstalment(row: RowReader): RowData["invoice"] | null {
  const contract = row.required("contractNumber", 38);
  const [from, until] = [row.date("periodFrom", true), row.date("periodTo", true)];
  const dueDate = row.date("dueDate", true);
  if (from !== null && until !== null && until < from) row.refuse("periodTo", "periodTurned");
  else if (from !== null && until !== null && until > addYears(from, 1)) row.warn("periodTo", "periodLong");
  const number = row.text("invoiceNumber", 60) || `${contract} ${from}/${until}`;
  // What is due before its period begins (rent) was invoiced by then.
  const date = row.date("invoiceDate") ?? (from !== null && dueDate !== null && dueDate < from ? dueDate : from);
  const invoice = judgeInvoice(row, { number, date, dueDate });
  if (invoice === null || from === null || until === null) return null;
  return { ...invoice, instalment: { from, until } };
}

/** Checks a row. It never throws for what stands in it. */
export function checkRow(cells: readonly string[], world: RowWorld): CheckedRow {
  const row = new RowReader(cells, world);
  if (cells.some((cell) => cell.length > maxCell)) row.refuse(null, "hugeCell", { maximum: maxCell });
  if (world.mode === "correct") return judged(row, readCorrection(row));
  if (world.mode === "withdraw") return judged(row, readWithdrawal(row));
  if (world.mode === "precassoPayments") return judged(row, readReportedPayment(row));
  return checkClaim(row, world);
}

function judged(row: RowReader, read: ReadChange<CheckedRow["data"]>): CheckedRow {
  const { clientId, clientRef, invoiceNumber, amountCents, data, whose } = read;
  const rejected = row.problems.some((problem) => !problem.warning) || clientId === null;
  return {
    verdict: rejected ? "rejected" : row.problems.length > 0 ? "warning" : "good",
    problems: row.problems,
    clientId,
    clientRef: clientRef || null,
    invoiceNumber,
    amountCents,
    data: rejected ? null : data,
    whose,
  };
}

const whoseOf = ({ lastName, companyName, postcode, houseNumber }: NewDebtor): string =>
  `${lastName ?? ""}\n${companyName ?? ""}\n${postcode}\n${houseNumber}`;

function readDoubleReason(row: RowReader, { mayAllowDuplicate }: RowWorld): string | null {
  const reason = row.free("doubleReason", 200);
  if (reason !== null && !mayAllowDuplicate) row.refuse("doubleReason", "mayNotAllowDouble");
  return reason;
}

function checkClaim(row: RowReader, world: RowWorld): CheckedRow {
  const clientId = row.client();
  const isInstalment = world.mode === "instalments";
  const clientRef = isInstalment
    ? row.text("clientRef", 60) || row.text("contractNumber", 38)
    : row.required("clientRef", 60);
  const isRunning = isInstalment && clientId !== null && world.filed.has(`${clientId}\n${clientRef}`);
  const debtor = isRunning ? null : readDebtor(row);
  const invoice = isInstalment ? readInstalment(row) : readInvoice(row, world.mode === "precasso");
  const claimTitle = row.free("claimTitle", 200);
  // In pre-collection the client's own letters name the invoices.
  if (claimTitle === null && !isRunning && world.mode !== "precasso") row.warn("claimTitle", "noTitle");
  const legalType = row.legalType();
  const notice14 = readNotice(row);
  const interest = readInterest(row);
  if (interest !== null && debtor?.fileType === "private") judgeInterest(row, interest, world.rates);
  const rest = {
    merchantId: row.merchant(clientId),
    claimBasis: legalType?.basis ?? ("contract" as const),
    legalTypeId: legalType?.id ?? null,
    contractDate: row.date("contractDate"),
    bikChargedCents: row.amount("bikCharged") ?? 0,
    canReclaimVat: row.yesNo("vatReclaim"),
    dispute: row.yesNo("dispute") ?? false,
    doubleReason: readDoubleReason(row, world),
  };
  const rejected = row.problems.some((problem) => !problem.warning) || invoice === null || clientId === null;
  return {
    verdict: rejected ? "rejected" : row.problems.length > 0 ? "warning" : "good",
    problems: row.problems,
    clientId,
    clientRef: clientRef || null,
    invoiceNumber: invoice?.number ?? null,
    amountCents: invoice?.cents ?? null,
    data:
      rejected || invoice === null
        ? null
        : { debtor, claimTitle, claimDescription: invoice.description, notice14, interest, ...rest, invoice },
    whose: rejected || debtor === null ? null : whoseOf(debtor),
    mayDouble: rest.doubleReason !== null,
  };
}

const neverMasked: ReadonlySet<ImportField> = new Set([
  "clientRef",
  "contractNumber",
  "invoiceNumber",
  "clientNumber",
  "kvk",
  "phone",
  "mobile",
]);

/** Which columns may keep nine digits as they are: numbers that the client gives out itself. */
export function plainColumns(mapping: ColumnMapping): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const field of neverMasked) {
    const column = mapping[field];
    if (column !== undefined) columns.add(column);
  }
  return columns;
}

/** Which columns hold citizen service numbers by their titles. */
export const bsnColumns = (header: readonly string[]): ReadonlySet<number> =>
  new Set(header.flatMap((title, column) => (isBsnColumn(title) ? [column] : [])));

/** The cells as they may be kept: without citizen service numbers, and without characters that the database refuses. */
export const storableCells = (
  cells: readonly string[],
  secret: ReadonlySet<number>,
  plain: ReadonlySet<number>,
): string[] =>
  cells.map((cell, column) => {
    const text = cell.includes("\u0000") ? cell.replaceAll("\u0000", "") : cell;
    const short = text.length > maxCell ? text.slice(0, maxCell) : text;
    if (plain.has(column)) return short;
    return secret.has(column) ? short.replace(/\d/g, "*") : maskBsn(short);
  });
