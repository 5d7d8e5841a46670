/** How claims come in: the columns of the import layout and the verdicts on its rows. Pure (domain facts 8.5). */
import { debtorParticulars } from "../../../cases/persons/persons.ts";

/** The columns of the layout, in its order. */
export const importFields = [
  "clientNumber",
  "clientRef",
  "debtorType",
  ...debtorParticulars,
  "invoiceNumber",
  "invoiceDate",
  "dueDate",
  "amount",
  "paid",
  "description",
  "claimTitle",
  "legalType",
  "contractDate",
  "interestType",
  "interestPct",
  "wikLetterDate",
  "wikLetterMethod",
  "wikLetterAmount",
  "wikLetterAddress",
  "bikCharged",
  "vatReclaim",
  "dispute",
  "doubleReason",
  "merchantExternalId",
  // Of instalments alone.
  "contractNumber",
  "periodFrom",
  "periodTo",
  // Of corrections alone.
  "newClientRef",
  // Of withdrawals alone.
  "reason",
  // Of payments in pre-collection alone.
  "paidOn",
  "paymentReference",
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * What the rows of an upload of files are: new claims; instalments of running contracts, each to a file of its contract; corrections of
 * debtors and amounts of files that exist; or claims that the client takes back.
 */
export const fileModes = ["new", "instalments", "correct", "withdraw"] as const;
/** Of an upload of pre-collection: claims that are reminded in the client's own name, or payments that the client got for them. */
export const precassoModes = ["precasso", "precassoPayments"] as const;
export const importModes = [...fileModes, ...precassoModes] as const;
export type ImportMode = (typeof importModes)[number];

/** What uploads are for: files, or pre-collection. Each has screens and rights of its own. */
export const importAreas = ["file", "precasso"] as const;
export type ImportArea = (typeof importAreas)[number];
export const areaOf = (mode: ImportMode): ImportArea =>
  precassoModes.some((own) => own === mode) ? "precasso" : "file";
/** Whether each reference of such an upload is a new claim, whose debtor its rows name. */
export const isOfClaims = (mode: ImportMode): boolean => mode === "new" || mode === "precasso";

/** Where files are fetched: a folder of this house, or a folder on a server. */
export const sourceKinds = ["folder", "sftp"] as const;
export type SourceKind = (typeof sourceKinds)[number];
/** What happens to a fetched file after its check, by itself. */
export const afterChecks = ["never", "all_good", "good_rows"] as const;
export type AfterCheck = (typeof afterChecks)[number];

/** Whether such an upload changes files that exist, for which the right to edit files is needed. */
export const changesFiles = (mode: ImportMode): boolean => mode === "correct" || mode === "withdraw";

const notOfClaims: ReadonlySet<ImportField> = new Set([
  "contractNumber",
  "periodFrom",
  "periodTo",
  "newClientRef",
  "reason",
  "paidOn",
  "paymentReference",
]);
/** What nobody is asked for in pre-collection: costs, interest and what leads to them. */
const notOfPrecasso: ReadonlySet<ImportField> = new Set([
  "interestType",
  "interestPct",
  "wikLetterDate",
  "wikLetterMethod",
  "wikLetterAmount",
  "wikLetterAddress",
  "bikCharged",
  "doubleReason",
]);

/** The columns of the layout of each kind of upload, in its order. */
export const fieldsOf: Readonly<Record<ImportMode, readonly ImportField[]>> = {
  new: importFields.filter((field) => !notOfClaims.has(field)),
  instalments: [
    "contractNumber",
    "periodFrom",
    "periodTo",
    "amount",
    "dueDate",
    "clientNumber",
    "clientRef",
    "debtorType",
    ...debtorParticulars,
    "invoiceNumber",
    "invoiceDate",
    "paid",
    "description",
    "claimTitle",
    "legalType",
    "contractDate",
    "interestType",
    "interestPct",
    "vatReclaim",
    "dispute",
    "doubleReason",
    "merchantExternalId",
  ],
  correct: [
    "clientNumber",
    "clientRef",
    "newClientRef",
    "invoiceNumber",
    "invoiceDate",
    "dueDate",
    "amount",
    "description",
    "claimTitle",
    "contractDate",
    "interestType",
    "interestPct",
    "wikLetterDate",
    "wikLetterMethod",
    "wikLetterAmount",
    "wikLetterAddress",
    "bikCharged",
    "vatReclaim",
    "dispute",
    "merchantExternalId",
    ...debtorParticulars,
  ],
  withdraw: ["clientNumber", "clientRef", "invoiceNumber", "reason"],
  precasso: importFields.filter((field) => !notOfClaims.has(field) && !notOfPrecasso.has(field)),
  precassoPayments: ["clientNumber", "clientRef", "invoiceNumber", "paidOn", "amount", "paymentReference"],
};

const ofClaims: readonly ImportField[] = [
  "clientRef",
  "street",
  "houseNumber",
  "postcode",
  "city",
  "invoiceNumber",
  "invoiceDate",
  "dueDate",
  "amount",
];

/** Fields without which no row can be read; names and client have rules of their own. */
export const requiredFields: Readonly<Record<ImportMode, readonly ImportField[]>> = {
  new: ofClaims,
  // The debtor of a contract whose file exists is known.
  instalments: ["contractNumber", "periodFrom", "periodTo", "amount", "dueDate"],
  correct: ["clientRef"],
  withdraw: ["clientRef"],
  precasso: ofClaims,
  // Which record it is may be told by its reference or by an invoice.
  precassoPayments: ["paidOn", "amount"],
};

const instalmentNames: Readonly<Partial<Record<ImportField, string>>> = {
  contractNumber: "contract_no",
  amount: "instalment_amount",
  dueDate: "instalment_due_date",
};

/** What the column of a field is called in the layout of a kind of upload. */
export const columnName = (field: ImportField, mode: ImportMode = "new"): string =>
  (mode === "instalments" ? instalmentNames[field] : undefined) ??
  (field === "houseNumber" ? "house_no" : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Which column holds which field: the index of the column by field. */
export type ColumnMapping = Readonly<Partial<Record<ImportField, number>>>;

export const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];
export const separators = [";", ",", "\t", "|"] as const;
export type Separator = (typeof separators)[number];
export const decimalSigns = [",", "."] as const;
export type DecimalSign = (typeof decimalSigns)[number];
/** ISO dates are read whatever the order. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How a file is read. */
export interface FileStyle {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly decimal: DecimalSign;
  readonly dates: DateOrder;
}

/** `good` and `warning` are placed; `duplicate` stands in this file before, `known` was placed before. */
export const verdicts = ["good", "warning", "rejected", "duplicate", "known"] as const;
export type Verdict = (typeof verdicts)[number];

export const batchStates = [
  "uploaded",
  "checking",
  "checked",
  "placing",
  "placed",
  "failed",
  "cancelled",
  "undoing",
  "undone",
] as const;
export type BatchState = (typeof batchStates)[number];

/** What may have happened to a file since it was placed, so that its import is no longer taken back. */
export const undoReasons = ["closed", "money", "sent", "step", "worked"] as const;
export type UndoReason = (typeof undoReasons)[number];

/** The largest number of rows of one file. */
export const maxRows = 250_000;
/** The longest cell, in characters; anything longer is no field of ours. */
export const maxCell = 4000;
/** The most columns of one file. */
export const maxColumns = 200;
