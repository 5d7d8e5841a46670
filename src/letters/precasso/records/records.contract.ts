/** Calls and screens of the records of pre-collection. */
import { z } from "zod";
import { debtorFields } from "../../../cases/persons/persons.contract.ts";
import { fileFields, withNames } from "../../../exchange/intake/intake.contract.ts";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { recordStates } from "./record.ts";

const id = z.number().int();
const cents = z.number().int();
const plainDate = calendarDate();
const instant = z.iso.datetime();
const text = (max: number) => z.string().trim().max(max);

export const mayCreate = any("ROLE_PRECASSO_CREATE");
export const maySearch = any("ROLE_PRECASSO_SEARCH");
/** Who sends reminders looks at the record behind each of them. */
const mayRead = any("ROLE_PRECASSO_SEARCH", "ROLE_PROCESSING");

export const precassoCreateScreen = screen({ path: "/precasso/create", who: mayCreate, title: "precasso.createTitle" });
export const precassoSearchScreen = screen({ path: "/precasso/search", who: maySearch, title: "precasso.searchTitle" });
export const precassoShowScreen = screen({
  path: "/precasso/show/{id}",
  who: mayRead,
  title: "precasso.recordTitle",
});

export const recordRow = z.object({
  id,
  number: z.string(),
  clientId: id,
  clientName: z.string(),
  clientRef: z.string(),
  debtorName: z.string(),
  city: z.string(),
  state: z.enum(recordStates),
  holdUntil: plainDate.nullable(),
  openCents: cents,
  totalCents: cents,
  /** The oldest due date. */
  dueOn: plainDate,
  nextStep: z.string().nullable(),
  nextDueOn: plainDate.nullable(),
  fileId: id.nullable(),
  fileNumber: z.string().nullable(),
  createdAt: instant,
});
export type RecordRow = z.infer<typeof recordRow>;

export const recordFilter = {
  search: text(100).min(1),
  client: idParam.shape.id,
  state: z.enum([...recordStates, "live", "returned"]),
  import: idParam.shape.id,
  step: z.coerce.number().int().min(1).max(1000),
  createdFrom: plainDate,
  createdTo: plainDate,
};
export const recordOrder = [
  "number",
  "debtorName",
  "clientName",
  "openCents",
  "dueOn",
  "nextDueOn",
  "createdAt",
] as const;

export const listRecords = call({
  method: "GET",
  path: "/api/v4/precasso/record",
  who: maySearch,
  summary: "The records of pre-collection that the reader sees: a client's own people those of their client.",
  query: tableQuery({ order: recordOrder, filter: recordFilter }),
  reply: pageOf(recordRow),
});

const reason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});

export const recordDetail = recordRow.extend({
  merchantName: z.string().nullable(),
  debtor: z.object({
    fileType: z.enum(["private", "company"]),
    street: z.string(),
    /** The parts of the address line above, as edited. */
    address: z.object({ street: z.string(), houseNumber: z.string(), addition: z.string().nullable() }),
    postcode: z.string(),
    city: z.string(),
    country: z.string(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string(),
  }),
  claimTitle: z.string().nullable(),
  claimDescription: z.string().nullable(),
  invoices: z.array(
    z.object({
      number: z.string(),
      date: plainDate,
      dueDate: plainDate,
      cents,
      openCents: cents,
      description: z.string().nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      id,
      on: plainDate,
      cents,
      reference: z.string(),
      toldBy: z.enum(["client", "house"]),
      notedAt: instant,
      notedBy: z.string().nullable(),
      takenBackAt: instant.nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      id,
      channel: z.enum(["post", "email", "sms"]),
      template: z.string(),
      toAddress: z.string(),
      subject: z.string(),
      text: z.string(),
      name: z.string(),
      hasDocument: z.boolean(),
      createdAt: instant,
      /** For a mail or SMS: its state in the outbox. */
      state: z.string().nullable(),
      /** Whether the print house has not yet reported the posting of a letter, and the date of posting. */
      isAwaited: z.boolean(),
      /** Whether its address was corrected before it was posted: its step is done again. */
      isRecalled: z.boolean(),
      postedOn: plainDate.nullable(),
      /** When a letter was returned as undeliverable. */
      returnedOn: plainDate.nullable(),
    }),
  ),
  lines: z.array(
    z.object({ id, at: instant, by: z.string().nullable(), text: z.string(), note: z.string().nullable() }),
  ),
  /** The workflow: completed steps, and the expected dates of the others. */
  steps: z.array(
    z.object({
      position: id,
      name: z.string(),
      channel: z.string(),
      isDone: z.boolean(),
      isNext: z.boolean(),
      dueOn: plainDate.nullable(),
    }),
  ),
  notice14: z
    .object({ sentOn: plainDate, lastPayDay: plainDate, bikDueFrom: plainDate, announcedCents: cents })
    .nullable(),
  /** Since when the address is known to be wrong: no letters are sent until it is corrected. */
  addressWrongSince: plainDate.nullable(),
  /** Why the next step cannot be made now; empty if it can. */
  reasons: z.array(reason),
  mayConvert: z.boolean(),
  version: id,
});
export type RecordDetail = z.infer<typeof recordDetail>;

export const readRecord = call({
  method: "GET",
  path: "/api/v4/precasso/record/{id}",
  who: mayRead,
  summary: "One record of pre-collection with its invoices, payments, messages and timeline.",
  params: idParam,
  reply: recordDetail,
});

export const recordBody = withNames(
  fileFields.pick({
    client: true,
    clientRef: true,
    merchant: true,
    fileType: true,
    debtor: true,
    claim: true,
    invoices: true,
  }),
);

export const createRecordCall = call({
  method: "POST",
  path: "/api/v4/precasso/record",
  who: mayCreate,
  summary: "Takes a claim into pre-collection: it is reminded in the client's own name, without costs.",
  body: recordBody,
  reply: z.object({ id, number: z.string() }),
});

const withReason = z.strictObject({ reason: text(500).min(1, { error: "precasso.errorReason" }), version: rowVersion });

export const withdrawRecord = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/withdraw",
  who: mayCreate,
  summary: "The client takes a claim back: nothing is sent any more.",
  params: idParam,
  body: withReason,
  reply: recordDetail,
});

export const disputeRecord = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/dispute",
  who: mayCreate,
  summary: "The debtor disputes the claim: nothing is sent until that is settled.",
  params: idParam,
  body: withReason,
  reply: recordDetail,
});

export const resumeRecord = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/resume",
  who: mayCreate,
  summary: "A dispute is settled or a hold is lifted: the record goes on where it was.",
  params: idParam,
  body: withReason,
  reply: recordDetail,
});

export const holdRecord = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/hold",
  who: mayCreate,
  summary: "Nothing is sent up to a day.",
  params: idParam,
  body: withReason.extend({ until: plainDate }),
  reply: recordDetail,
});

export const returnLetter = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/letter/{messageId}/returned",
  who: mayCreate,
  summary: "A letter came back: it counts as not sent, and no other goes to that address before it is corrected.",
  params: idParam.extend({ messageId: idParam.shape.id }),
  body: withReason.extend({ on: plainDate }),
  reply: recordDetail,
});

const { street, houseNumber, addition, postcode, city, country, phone, mobile, email, language } = debtorFields;

export const correctDebtor = call({
  method: "PUT",
  path: "/api/v4/precasso/record/{id}/debtor",
  who: mayCreate,
  summary:
    "Corrects where a debtor lives and how it is reached, with the source of that; a letter that came back, or is not posted yet, is then due again.",
  params: idParam,
  body: z.strictObject({
    ...{ street, houseNumber, addition, postcode, city, country, phone, mobile, email, language },
    /** The source of the new address. */
    source: text(200).min(1, { error: "precasso.errorSource" }),
    version: rowVersion,
  }),
  reply: recordDetail,
});

/** Euros with a decimal point: "1234.56". */
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "precasso.errorAmount" });

export const reportPayment = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/payment",
  who: mayCreate,
  summary: "Money that the debtor paid to the client. The same `key` again changes nothing.",
  params: idParam,
  body: z.strictObject({
    date: plainDate,
    amount,
    reference: text(140).default(""),
    key: text(100).min(1).optional(),
    version: rowVersion
      .optional()
      .describe(
        "Of the record as its reader saw it: refused where it changed since, as by the same payment told by somebody else.",
      ),
  }),
  reply: recordDetail,
});

export const takePaymentBack = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/payment/{paymentId}/take-back",
  who: mayCreate,
  summary: "A payment that was told by mistake does not count any more.",
  params: idParam.extend({ paymentId: idParam.shape.id }),
  body: z.strictObject({ version: rowVersion }),
  reply: recordDetail,
});

const told = z.strictObject({
  /** The number of the record, the client's reference or an invoice number. */
  of: text(60).min(1),
  date: plainDate,
  amount,
  reference: text(140).default(""),
  key: text(100).min(1).optional(),
});

export const reportPayments = call({
  method: "POST",
  path: "/api/v4/precasso/payments",
  who: mayCreate,
  summary:
    "Payments of many records of a client at once; each stands for itself, and one that cannot be noted says why.",
  body: z.strictObject({ client: id.min(1), payments: z.array(told).min(1).max(1000) }),
  reply: z.object({
    items: z.array(
      z.object({
        of: z.string(),
        outcome: z.enum(["noted", "known", "refused"]),
        recordId: id.nullable(),
        /** In the reader's language. */
        why: z.string().nullable(),
      }),
    ),
  }),
});
