/** Reads rows that change what was placed before: corrections of debtors and amounts, and claims that are taken back. */
import { parseLegalForm } from "../files/files.ts";
import { containsBsn } from "../kernel/identifiers.ts";
import type { Cents } from "../kernel/money.ts";
import type { ImportField } from "./intake.ts";
import type { RowReader } from "./row-reader.server.ts";
import { genderWords, languages } from "./words.ts";

/** The fields of a debtor that a correction may name, under the names that both the layout and the record give them. */
export const correctableFields = [
  "gender",
  "initials",
  "firstName",
  "prefix",
  "lastName",
  "companyName",
  "legalForm",
  "kvk",
  "birthDate",
  "street",
  "houseNumber",
  "addition",
  "postcode",
  "city",
  "country",
  "phone",
  "mobile",
  "email",
  "iban",
  "language",
] as const satisfies readonly ImportField[];
export type CorrectableField = (typeof correctableFields)[number];

export interface CorrectionData {
  /** What the row says of the debtor; an empty cell leaves what is there, a dash empties it (null). */
  readonly debtor: Readonly<Partial<Record<CorrectableField, string | null>>>;
  /** What the invoice that the row names should have been. */
  readonly amount: { readonly invoice: string; readonly cents: Cents } | null;
}

export interface WithdrawalData {
  /** Null: the whole file. */
  readonly invoice: string | null;
  readonly reason: string | null;
}

/** A row as it was read, before its verdict. */
export interface ReadChange {
  readonly clientId: number | null;
  readonly clientRef: string;
  /** Empty where the row names no invoice, so that a second such row of one reference is seen as repeated. */
  readonly invoiceNumber: string;
  readonly amountCents: Cents | null;
  readonly data: CorrectionData | WithdrawalData;
  readonly whose: string | null;
}

/** What a cell says of a field, in the form in which the record has it. */
function readField(row: RowReader, field: CorrectableField): string | null | undefined {
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

const neverEmpty: ReadonlySet<CorrectableField> = new Set(["street", "houseNumber", "postcode", "city", "country"]);

export function readCorrection(row: RowReader): ReadChange {
  const clientId = row.client();
  const clientRef = row.required("clientRef", 60);
  const debtor: Partial<Record<CorrectableField, string | null>> = {};
  for (const field of correctableFields) {
    const value = readField(row, field);
    if (value === null && neverEmpty.has(field)) row.refuse(field, "required");
    else if (value !== undefined) debtor[field] = value;
  }
  const cents = row.amount("amount");
  const invoice = row.text("invoiceNumber", 60);
  if (cents !== null && invoice === "") row.refuse("invoiceNumber", "required");
  if (cents === 0) row.refuse("amount", "zeroCorrection");
  return {
    clientId,
    clientRef,
    invoiceNumber: cents === null ? "" : invoice,
    amountCents: cents,
    data: { debtor, amount: cents === null || invoice === "" ? null : { invoice, cents } },
    whose: JSON.stringify(debtor),
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
