/** What a client (opdrachtgever) is: types and rules without I/O. */
import { z } from "zod";
import { rowVersion } from "../../ground/kernel/contract.ts";
import { type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import { isEmail, parseIban, parseKvk, parsePostcode, parseVatNumber } from "../../ground/kernel/identifiers.ts";
import { languages } from "../../ground/kernel/texts.ts";

/** Legal forms a creditor may have; the court fee follows from it (domain facts 4.2). */
export const clientLegalForms = [
  "bv",
  "nv",
  "eenmanszaak",
  "vof",
  "cv",
  "maatschap",
  "stichting",
  "vereniging",
  "cooperatie",
  "overheid",
  "other",
] as const;
export type ClientLegalForm = (typeof clientLegalForms)[number];

export const genders = ["male", "female", "unknown"] as const;
export type Gender = (typeof genders)[number];

export const dayCounts = ["ACT/365F", "ACT/ACT"] as const;

/** A client as other modules use it. Amounts in whole cents; null where the house's setting holds. */
export interface Client {
  readonly id: number;
  readonly number: string;
  readonly company: string;
  readonly legalForm: string;
  readonly kvk: string | null;
  readonly vatNumber: string | null;
  readonly canReclaimVat: boolean;
  readonly isPublicBody: boolean;
  readonly clientGroupId: number | null;
  readonly iban: string | null;
  readonly accountHolder: string | null;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly contactSalutation: Gender;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly language: (typeof languages)[number];
  readonly workflowConsumer: string;
  readonly workflowBusiness: string;
  readonly dayCount: (typeof dayCounts)[number];
  readonly writeOffToleranceCents: number | null;
  readonly arrangementGraceWorkingDays: number | null;
  readonly arrangementBrokenAfterDays: number | null;
  readonly arrangementAllowedMisses: number | null;
  readonly arrangementMinTermCents: number | null;
  readonly arrangementMaxMonths: number | null;
  readonly arrangementSelfServiceCents: number | null;
  readonly bikInstalmentRule: boolean;
  readonly mandateOn: PlainDate | null;
  readonly mandateUntil: PlainDate | null;
  readonly setoffConsent: boolean;
  readonly accountManagerId: number | null;
  readonly caseManagerId: number | null;
  readonly teamId: number | null;
  readonly active: boolean;
  readonly version: number;
}

const line = (max: number) => z.string().trim().max(max);
const required = (max: number) => line(max).min(1, { error: "customers.errorRequired" });

/** An optional text that must parse: empty becomes null, anything else its canonical form or the error. */
const parsed = <T extends string>(parse: (text: string) => T | undefined, error: string) =>
  line(100)
    .nullable()
    .default(null)
    .transform((text, ctx) => {
      if (text === null || text === "") return null;
      const value = parse(text);
      if (value !== undefined) return value;
      ctx.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });

const optional = (max: number) =>
  line(max)
    .nullable()
    .default(null)
    .transform((text) => text || null);

const email = parsed((text) => (isEmail(text) ? text : undefined), "customers.errorEmail");
const website = parsed(
  (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
  "customers.errorWebsite",
);
const plainDate = parsed(parsePlainDate, "customers.errorDate");
const cents = (min: number, max: number) => z.number().int().min(min).max(max).nullable().default(null);
const id = z.number().int().positive().nullable().default(null);
const workflowCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, { error: "customers.errorWorkflow" });

/** Fields of a new client. Phone numbers are brought to E.164 by the server, which knows the number plans. */
export const newClientFields = z.strictObject({
  number: line(30)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, { error: "customers.errorNumber" })
    .nullable()
    .default(null),
  company: required(200),
  legalForm: z.enum(clientLegalForms, { error: "customers.errorLegalForm" }),
  kvk: parsed(parseKvk, "customers.errorKvk"),
  vatNumber: parsed(parseVatNumber, "customers.errorVatNumber"),
  canReclaimVat: z.boolean().default(true),
  isPublicBody: z.boolean().default(false),
  clientGroupId: id,
  iban: parsed(parseIban, "customers.errorIban"),
  accountHolder: optional(70),
  street: required(100),
  houseNumber: required(10).regex(/^\d{1,5}$/, { error: "customers.errorHouseNumber" }),
  addition: optional(20),
  postcode: required(12),
  city: required(80),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: "customers.errorCountry" })
    .default("NL"),
  phone: optional(30),
  email,
  website,
  contactSalutation: z.enum(genders).default("unknown"),
  contactName: optional(120),
  contactPhone: optional(30),
  contactEmail: email,
  language: z.enum(languages).default("nl"),
  workflowConsumer: workflowCode.default("W1"),
  workflowBusiness: workflowCode.default("W2"),
  dayCount: z.enum(dayCounts).default("ACT/365F"),
  writeOffToleranceCents: cents(0, 10_000),
  arrangementGraceWorkingDays: cents(0, 60),
  arrangementBrokenAfterDays: cents(1, 120),
  arrangementAllowedMisses: cents(0, 12),
  arrangementMinTermCents: cents(1, 1_000_000),
  arrangementMaxMonths: cents(1, 120),
  arrangementSelfServiceCents: cents(0, 100_000_000),
  bikInstalmentRule: z.boolean().default(false),
  mandateOn: plainDate,
  mandateUntil: plainDate,
  setoffConsent: z.boolean().default(false),
  accountManagerId: id,
  caseManagerId: id,
  teamId: id,
});

interface Related {
  readonly country: string;
  readonly postcode: string;
  readonly legalForm: ClientLegalForm;
  readonly kvk: string | null;
  readonly mandateOn: PlainDate | null;
  readonly mandateUntil: PlainDate | null;
}

/** Rules between fields: a Dutch postcode in the Netherlands, a KvK number for Dutch companies, a mandate that ends after it begins. */
const rulesBetween = (ctx: { value: Related; issues: z.core.$ZodRawIssue[] }): void => {
  const { country, postcode, legalForm, kvk, mandateOn, mandateUntil } = ctx.value;
  const refuse = (field: string, message: string) =>
    ctx.issues.push({ code: "custom", path: [field], message, input: ctx.value });
  if (country === "NL" && parsePostcode(postcode) === undefined) refuse("postcode", "customers.errorPostcode");
  const registered = legalForm !== "other" && legalForm !== "overheid";
  if (country === "NL" && registered && kvk === null) refuse("kvk", "customers.errorKvkNeeded");
  if (mandateOn !== null && mandateUntil !== null && mandateUntil < mandateOn) {
    refuse("mandateUntil", "customers.errorMandate");
  }
};

export const newClient = newClientFields.check(rulesBetween);
export type NewClient = z.input<typeof newClient>;
export type NewClientValues = z.output<typeof newClient>;

/** What the form of a client changes. Account, contacts and workflows are changed apart, each with rules of its own. */
export const clientChanges = newClientFields
  .omit({
    iban: true,
    accountHolder: true,
    contactSalutation: true,
    contactName: true,
    contactPhone: true,
    contactEmail: true,
    workflowConsumer: true,
    workflowBusiness: true,
  })
  .extend({ version: rowVersion })
  .check(rulesBetween);
export type ClientChanges = z.output<typeof clientChanges>;

/** A Dutch postcode as "1012 AB"; others as they were typed. */
export const storedPostcode = (postcode: string, country: string): string =>
  country === "NL" ? (parsePostcode(postcode) ?? postcode) : postcode;

/** The account that a client is paid on. */
export const newAccount = z.strictObject({
  iban: z
    .string()
    .trim()
    .max(50)
    .transform((text, ctx) => {
      const iban = parseIban(text);
      if (iban !== undefined) return iban;
      ctx.addIssue({ code: "custom", message: "customers.errorIban" });
      return z.NEVER;
    }),
  accountHolder: required(70),
});
