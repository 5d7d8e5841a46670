/** Reads rows that change what was placed before: corrections of debtors and claims, and claims that are taken back. */
import {
  addressFields,
  type DebtorParticular,
  debtorParticulars,
  parseLegalForm,
} from "../../../cases/persons/persons.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { containsBsn } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type ReadInterest, type ReadNotice, readInterest, readNotice } from "../import/claim-words.server.ts";
import type { ImportField } from "../import/layout.ts";
import type { RowReader } from "../reading/row-reader.server.ts";
import { genderWords, languages } from "../reading/synonyms.ts";

/** What a row says of an invoice that was placed; what it does not say is absent. */
export interface InvoiceCorrection {
  readonly number: string;
  /** What should have been claimed of it. */
  readonly cents?: Cents;
  readonly date?: PlainDate;
  readonly dueDate?: PlainDate;
  /** Null: it has none. */
  readonly description?: string | null;
}

/** What a row says of the claim as a whole; what it does not say is absent. */
export interface ClaimCorrection {
  /** The reference under which the client knows the file from now on. */
  readonly clientRef?: string;
  readonly title?: string;
  readonly description?: string;
  readonly contractDate?: PlainDate | null;
  readonly merchant?: { readonly id: number; readonly externalId: string } | null;
  readonly interest?: ReadInterest;
  readonly notice14?: ReadNotice;
  readonly bikCharged?: Cents;
  readonly canReclaimVat?: boolean;
  readonly dispute?: boolean;
}

export interface CorrectionData {
  /** What the row says of the debtor; an empty cell leaves what is there, a dash empties it (null). */
  readonly debtor: Readonly<Partial<Record<DebtorParticular, string | null>>>;
  readonly claim: ClaimCorrection;
  readonly invoice: InvoiceCorrection | null;
}

export interface WithdrawalData {
  /** Null: the whole file. */
  readonly invoice: string | null;
  readonly reason: string | null;
}

/** A row as it was read, before its verdict. */
export interface ReadChange<D = CorrectionData | WithdrawalData> {
  readonly clientId: number | null;
  readonly clientRef: string;
  /** Empty where the row changes no invoice, so that a second such row of one reference is seen as repeated. */
  readonly invoiceNumber: string;
  readonly amountCents: Cents | null;
  readonly data: D;
  readonly whose: string | null;
}

/** What a cell says of a field, in the form in which the record has it. */
function readField(row: RowReader, field: DebtorParticular): string | null | undefined {
  const text = row.text(field, 254);
  if (text === "") return undefined;
  if (text === "-") return null;
  if (field === "birthDate") return row.date(field) ?? undefined;
  if (field === "gender") return genderWords[text.toLowerCase().replace(/\.$/, "")] ?? "unknown";
  if (field === "country") return text.toUpperCase().slice(0, 2);
  if (field === "language") {
    const language = text.toLowerCase();
    if (languages.has(language)) return language;
    row.refuse(field, "unknownLanguage");
    return undefined;
  }
  if (field === "legalForm") {
    const form = parseLegalForm(text);
    if (form === undefined) row.refuse(field, "badLegalForm");
    return form;
  }
  if (field !== "iban" && field !== "phone" && field !== "mobile" && field !== "kvk" && containsBsn(text)) {
    row.refuse(field, "bsn");
  }
  return text;
}

const neverEmpty: ReadonlySet<DebtorParticular> = new Set(addressFields.filter((field) => field !== "addition"));

function readDebtor(row: RowReader): CorrectionData["debtor"] {
  const debtor: Partial<Record<DebtorParticular, string | null>> = {};
  for (const field of debtorParticulars) {
    const value = readField(row, field);
    if (value === null && neverEmpty.has(field)) row.refuse(field, "required");
    else if (value !== undefined) debtor[field] = value;
  }
  return debtor;
}

/** Free text that a correction cannot empty. */
function words(row: RowReader, field: ImportField, max: number): string | undefined {
  const text = row.free(field, max);
  if (text === "-") row.refuse(field, "required");
  return text ?? undefined;
}

/** A day, null for a dash. */
function day(row: RowReader, field: ImportField): PlainDate | null | undefined {
  return row.text(field, 30) === "-" ? null : (row.date(field) ?? undefined);
}

/** Only what was said: what is undefined is left out, and the rest has the types it came with. */
const defined = <T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

function readClaim(row: RowReader, clientId: number | null, ofInvoice: boolean): ClaimCorrection {
  const external = row.text("merchantExternalId", 100);
  const merchantId = external === "-" ? null : row.merchant(clientId);
  return defined<ClaimCorrection>({
    clientRef: words(row, "newClientRef", 60),
    title: words(row, "claimTitle", 200),
    description: ofInvoice ? undefined : words(row, "description", 2000),
    contractDate: day(row, "contractDate"),
    merchant: external === "-" ? null : merchantId === null ? undefined : { id: merchantId, externalId: external },
    interest: readInterest(row) ?? undefined,
    notice14: readNotice(row) ?? undefined,
    bikCharged: row.amount("bikCharged") ?? undefined,
    canReclaimVat: row.yesNo("vatReclaim") ?? undefined,
    dispute: row.yesNo("dispute") ?? undefined,
  });
}

/** What the row says of the invoice that it names; null where it says nothing of one. */
function readInvoice(row: RowReader, number: string): InvoiceCorrection | null {
  const cents = row.amount("amount") ?? undefined;
  const dates = { date: row.date("invoiceDate") ?? undefined, dueDate: row.date("dueDate") ?? undefined };
  const text = number === "" ? null : row.free("description");
  const description = text === "-" ? null : (text ?? undefined);
  const rest = defined<Omit<InvoiceCorrection, "number">>({ cents, ...dates, description });
  if (Object.keys(rest).length === 0) return null;
  if (number === "") row.refuse("invoiceNumber", "required");
  if (cents === 0) row.refuse("amount", "zeroCorrection");
  return { number, ...rest };
}

export function readCorrection(row: RowReader): ReadChange {
  const clientId = row.client();
  const clientRef = row.required("clientRef", 60);
  const debtor = readDebtor(row);
  const number = row.text("invoiceNumber", 60);
  const claim = readClaim(row, clientId, number !== "");
  const invoice = readInvoice(row, number);
  return {
    clientId,
    clientRef,
    invoiceNumber: invoice?.number ?? "",
    amountCents: invoice?.cents ?? null,
    data: { debtor, claim, invoice },
    whose: JSON.stringify([debtor, claim]),
  };
}

export function readWithdrawal(row: RowReader): ReadChange {
  const clientId = row.client();
  const clientRef = row.required("clientRef", 60);
  const invoice = row.text("invoiceNumber", 60);
  const reason = row.free("reason", 200);
  return {
    clientId,
    clientRef,
    invoiceNumber: invoice,
    amountCents: null,
    data: { invoice: invoice || null, reason },
    whose: null,
  };
}
