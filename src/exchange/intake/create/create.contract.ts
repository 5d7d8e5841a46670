/** Calls and screens by which claims come in: the form, the call for clients' own systems, and the import of files. */
import { z } from "zod";
import { claimBases } from "../../../cases/files/files.ts";
import { debtorFields } from "../../../cases/persons/persons.contract.ts";
import { fileTypes } from "../../../cases/persons/persons.ts";
import { administration, any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";

const id = z.number().int();
const plainDate = calendarDate();
const text = (max: number) => z.string().trim().max(max);
/** Euros with a point: "1234.56". */
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "intake.badAmount" });

export const createScreen = screen({
  path: "/file/create/new",
  who: any("ROLE_FILE_CREATE"),
  title: "intake.createTitle",
});
export const importScreen = screen({
  path: "/file/import",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  title: "intake.importTitle",
});
export const subscriptionScreen = screen({
  path: "/file/import/subscription",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  title: "intake.subscriptionTitle",
});
export const uploadsScreen = screen({
  path: "/file/import/view-uploaded",
  who: administration,
  title: "intake.uploadsTitle",
});

const invoice = z.strictObject({
  number: text(60).min(1),
  date: plainDate,
  dueDate: plainDate,
  amount,
  /** What was paid on it before it was placed; the rest is claimed. */
  paid: amount.optional(),
  description: text(2000).nullable().optional(),
});

/** Whether a form names its debtor, as far as it can be read: one of this kind needs that name. */
const hasName =
  (fileType: "private" | "company", name: "lastName" | "companyName") =>
  (form: unknown): boolean =>
    !z
      .looseObject({ fileType: z.literal(fileType), debtor: z.looseObject({ [name]: z.literal("").nullish() }) })
      .safeParse(form).success;

/**
 * A form of which the names of its debtor are judged where something else is wrong with its shape, so that all that is missing is told in one round;
 * where nothing is, they are judged with all else that is said of a debtor.
 */
export const withNames = <Form extends z.ZodType>(form: Form): Form =>
  form
    .refine(hasName("private", "lastName"), {
      path: ["debtor", "lastName"],
      error: "files.lastNameRequired",
      when: ({ issues }) => issues.length > 0,
    })
    .refine(hasName("company", "companyName"), {
      path: ["debtor", "companyName"],
      error: "files.companyNameRequired",
      when: ({ issues }) => issues.length > 0,
    });

export const fileFields = z.strictObject({
  /** Id of the client whose claim it is. */
  client: id.min(1),
  clientRef: text(60).min(1),
  merchant: id.nullable().optional(),
  fileType: z.enum(fileTypes),
  debtor: z.strictObject({
    ...debtorFields,
    gender: debtorFields.gender.default("unknown"),
    initials: debtorFields.initials.default(null),
    firstName: debtorFields.firstName.default(null),
    prefix: debtorFields.prefix.default(null),
    lastName: debtorFields.lastName.default(null),
    companyName: debtorFields.companyName.default(null),
    legalForm: debtorFields.legalForm.default(null),
    kvk: debtorFields.kvk.default(null),
    birthDate: debtorFields.birthDate.default(null),
    addition: debtorFields.addition.default(null),
    country: debtorFields.country.default("NL"),
    phone: debtorFields.phone.default(null),
    mobile: debtorFields.mobile.default(null),
    email: debtorFields.email.default(null),
    iban: debtorFields.iban.default(null),
    language: debtorFields.language.default("nl"),
  }),
  claim: z
    .strictObject({
      basis: z.enum(claimBases).default("contract"),
      /** Of the list of legal types; its kind then goes before `basis`. */
      legalType: z.number().int().positive().nullable().default(null),
      title: text(200).nullable().default(null),
      description: text(2000).nullable().default(null),
      contractDate: plainDate.nullable().default(null),
    })
    .default({ basis: "contract", legalType: null, title: null, description: null, contractDate: null }),
  /** Absent: what the law gives for this debtor. The rate is a percentage: margin on a legal kind, the rate itself where contractual. */
  interest: z
    .strictObject({
      kind: z.enum(["none", "statutory", "commercial", "government", "contractual"]),
      rate: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,4})?$/)
        .default("0"),
      per: z.enum(["year", "month"]).default("year"),
    })
    .nullable()
    .optional(),
  /** The client's own 14-day letter (BW 6:96(6)). */
  notice14: z
    .strictObject({
      sentOn: plainDate,
      method: z.enum(["post", "email"]).default("post"),
      announced: amount.optional().describe("The costs that it named, VAT included. Without them it does not count."),
      sameAddress: z
        .boolean()
        .optional()
        .describe("Whether it went to the address given here. Without an answer it does not count."),
    })
    .nullable()
    .optional(),
  /** Collection costs that the client charged before. */
  bikCharged: amount.optional(),
  /** Whether the client can offset VAT on this claim; absent: as the client's record says. */
  canReclaimVat: z.boolean().nullable().optional(),
  dispute: z.boolean().default(false),
  /**
   * Why its invoices may stand in another file of this client or its group too; only with the right to edit the settings of files. Absent,
   * an invoice that another file claims is refused.
   */
  doubleReason: text(200).nullable().optional(),
  invoices: z.array(invoice).min(1, { error: "intake.noInvoices" }).max(200),
});
const fileBody = withNames(fileFields);

export const createFile = call({
  method: "POST",
  path: "/api/v4/file",
  who: any("ROLE_FILE_CREATE"),
  summary:
    "Creates a file with its debtor and invoices; it gets its number, its claims and its workflow. The same invoice is never placed twice.",
  body: fileBody,
  reply: z.object({ id, number: z.string(), paymentReference: z.string() }),
});

export const addNoticeCopy = call({
  method: "POST",
  path: "/api/v4/file/{id}/notice-copy",
  who: any("ROLE_FILE_CREATE"),
  summary:
    "Keeps the copy of the client's own 14-day letter (field `file`) with the file that it belongs to; without one that letter does not count (BW 6:96(6)).",
  params: idParam,
  body: z.strictObject({}),
  carries: "files",
  reply: z.object({ documentId: id, counts: z.boolean().describe("Whether the letter has its copy by it now.") }),
});

export const legalTypeChoices = call({
  method: "GET",
  path: "/api/v4/file/legal-types",
  who: any("ROLE_FILE_CREATE", "ROLE_PRECASSO_CREATE"),
  summary: "What a claim can rest on, in the reader's language, without what is archived.",
  reply: itemsOf(z.object({ id, text: z.string() })),
});

export const possibleDuplicates = call({
  method: "GET",
  path: "/api/v4/file/duplicates",
  who: any("ROLE_FILE_CREATE"),
  summary: "Open files of the same client at this address, of this reference or with this e-mail address; at most 5.",
  query: z.object({
    client: idParam.shape.id,
    clientRef: text(60).optional(),
    postcode: text(12).optional(),
    houseNumber: text(10).optional(),
    email: text(254).optional(),
  }),
  reply: itemsOf(
    z.object({ id, number: z.string(), debtorName: z.string(), clientRef: z.string(), sameReference: z.boolean() }),
  ),
});
