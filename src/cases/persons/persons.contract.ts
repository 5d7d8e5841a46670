/** The shape of a debtor and other parties in calls. */
import { z } from "zod";
import { calendarDate } from "../../ground/kernel/query.ts";
import { fileTypes, genders, legalForms } from "./persons.ts";

const plainDate = calendarDate();
const optionalText = (max: number) => z.string().trim().max(max).nullable();

/** The debtor as it is written: by the form, the call and the import alike. */
export const debtorFields = {
  gender: z.enum(genders),
  initials: optionalText(20),
  firstName: optionalText(100),
  prefix: optionalText(20),
  lastName: optionalText(100),
  companyName: optionalText(200),
  legalForm: z.enum(legalForms).nullable(),
  kvk: optionalText(8),
  birthDate: plainDate.nullable(),
  street: z.string().trim().min(1).max(200),
  houseNumber: z.string().trim().min(1).max(10),
  addition: optionalText(20),
  postcode: z.string().trim().min(1).max(12),
  city: z.string().trim().min(1).max(100),
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: optionalText(30),
  mobile: optionalText(30),
  email: optionalText(254),
  iban: optionalText(42),
  language: z.enum(["nl", "en", "fr", "de"]),
};

export const debtor = z.object({
  id: z.number().int(),
  fileType: z.enum(fileTypes),
  isConsumer: z.boolean(),
  isNaturalPerson: z.boolean(),
  displayName: z.string(),
  ...debtorFields,
  // Empty once the term of its last file was over, and what was known of it went.
  street: z.string(),
  houseNumber: z.string(),
  postcode: z.string(),
  city: z.string(),
  addressVerifiedOn: plainDate.nullable(),
  version: z.number().int().min(1),
});
export type Debtor = z.infer<typeof debtor>;
