/** What an export of files may hold, and for how long it lies ready. Pure. */

/** The columns of an export, in the order in which they are offered. */
export const exportFields = [
  "number",
  "clientRef",
  "clientNumber",
  "clientName",
  "merchant",
  "debtorType",
  "debtorName",
  "street",
  "houseNumber",
  "addition",
  "postcode",
  "city",
  "country",
  "email",
  "phone",
  "mobile",
  "language",
  "phase",
  "status",
  "holds",
  "caseManager",
  "team",
  "legalType",
  "claimTitle",
  "contractDate",
  "placedOn",
  "workflow",
  "nextStep",
  "nextActionOn",
  "lastContact",
  "principal",
  "interest",
  "costs",
  "paid",
  "open",
  "balanceOn",
  "paymentReference",
  "closedOn",
  "closingReason",
] as const;
export type ExportField = (typeof exportFields)[number];

/** The text key of each column's head: the files module's own words where it has them. */
export const headOf: Readonly<Record<ExportField, string>> = {
  number: "files.number",
  clientRef: "files.clientRef",
  clientNumber: "exports.clientNumber",
  clientName: "files.client",
  merchant: "exports.merchant",
  debtorType: "exports.debtorType",
  debtorName: "files.debtor",
  street: "files.street",
  houseNumber: "files.houseNumber",
  addition: "files.addition",
  postcode: "files.postcode",
  city: "files.city",
  country: "files.country",
  email: "files.email",
  phone: "files.phone",
  mobile: "files.mobile",
  language: "files.language",
  phase: "files.phase",
  status: "files.status",
  holds: "exports.holds",
  caseManager: "files.caseManager",
  team: "exports.team",
  legalType: "exports.legalType",
  claimTitle: "exports.claimTitle",
  contractDate: "exports.contractDate",
  placedOn: "files.placedOn",
  workflow: "exports.workflow",
  nextStep: "files.nextStep",
  nextActionOn: "files.nextActionOn",
  lastContact: "exports.lastContact",
  principal: "files.principal",
  interest: "exports.interest",
  costs: "exports.costs",
  paid: "exports.paid",
  open: "files.open",
  balanceOn: "exports.balanceOn",
  paymentReference: "exports.paymentReference",
  closedOn: "exports.closedOn",
  closingReason: "exports.closingReason",
};

/** What is ticked at first: enough to recognise a file and to reckon with it. */
export const usualFields: readonly ExportField[] = [
  "number",
  "clientRef",
  "clientName",
  "debtorName",
  "city",
  "phase",
  "status",
  "caseManager",
  "placedOn",
  "nextStep",
  "nextActionOn",
  "principal",
  "interest",
  "costs",
  "paid",
  "open",
];

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ["waiting", "making", "done", "failed", "cancelled", "expired"] as const;
export type ExportState = (typeof exportStates)[number];

/** A spreadsheet of more rows than this opens too slowly to be of use; as CSV there is no bound. */
export const maxSheetRows = 100_000;

/** From so many rows on a CSV comes in a ZIP. */
export const zipFrom = 20_000;

/** How long a result lies ready: personal data is not kept beside the system for longer than its use (GDPR art. 5(1)(e)). */
export const daysReady = 7;

/** How many exports of one person may be waiting or in the making. */
export const maxRunning = 3;
