/** What a template may name: every variable, its type, and an example that previews and samples show. */
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import { formatLongDate, formatMoney, formatNumber, groupIban, groupReference } from "./format.ts";

export type VariableType = "text" | "money" | "date" | "number" | "iban" | "reference" | "link" | "email" | "phone";

/** Money is whole cents, a date a plain date, the rest text or a number. */
export type TemplateValue = string | number;

export interface TemplateVariable {
  readonly type: VariableType;
  readonly example: TemplateValue;
  /** May be empty: the paragraph or list item in which it stands then falls away. Any other empty variable is an error. */
  readonly optional: boolean;
  /** The list of which it is one column: it has a value only within a repeat over that list. */
  readonly list?: ListName;
}

/** The lists of a file that a text can go through row by row. */
export const listNames = ["invoices", "payments", "terms"] as const;
export type ListName = (typeof listNames)[number];
export const isListName = (name: string): name is ListName => listNames.some((known) => known === name);

const variable =
  (optional: boolean) =>
  (type: VariableType, example: TemplateValue): TemplateVariable => ({ type, example, optional });
const of = variable(false);
const maybe = variable(true);
const each =
  (list: ListName, optional = false) =>
  (type: VariableType, example: TemplateValue): TemplateVariable => ({ type, example, optional, list });

/** Every variable. Their names on screens stand in the module's texts, as `variable_` and the name. */
export const templateVariables = {
  salutation: of("text", "Geachte heer Van den Berg"),
  debtorName: of("text", "J.A. van den Berg"),
  clientName: of("text", "Fietsenhandel De Ketting B.V."),
  clientReference: of("text", "K-20418"),
  claimTitle: of("text", "Koop"),
  claimDescription: of("text", "Koop van een stadsfiets op 2 juni 2026"),
  fileNumber: of("text", "26-000123"),
  paymentReference: of("reference", "3826000123"),
  today: of("date", "2026-09-14"),
  principal: of("money", 64_900),
  interest: of("money", 512),
  costs: of("money", 9735),
  paid: of("money", 5000),
  open: of("money", 70_147),
  /** The collection costs by the staffel, without VAT (domain facts 1.1). */
  bik: of("money", 9735),
  /** The principal over which they were reckoned: what of it was still open. */
  bikPrincipal: of("money", 64_900),
  /** What the debtor owes for collection costs: with VAT only where the client cannot reclaim it. */
  bikTotal: of("money", 9735),
  /** What is owed in all once the collection costs come on top. */
  openWithBik: of("money", 79_882),
  /** The express statement that art. 2(3) Besluit BIK asks for; empty where the client can reclaim the VAT. */
  vatStatement: maybe(
    "text",
    "Dit bedrag is inclusief 21% btw, omdat onze opdrachtgever de btw over deze kosten niet kan verrekenen.",
  ),
  /** What becomes of the interest that runs while the term of the 14-day letter does, where all is paid in time. */
  interestInTerm: of("text", "Over die dagen betaalt u dan ook geen rente."),
  /** From whom the debtor had the 14-day letter: from us, or from the client. */
  noticeFrom: of("text", "van ons"),
  /** The last day of a term that a letter grants, where it may be printed. */
  payBefore: of("date", "2026-09-28"),
  /** What a summons would add, as one amount; empty where the tariffs for it are unknown. */
  courtCosts: maybe("money", 32_850),
  /** The way to the page of whoever is written to, where they see what is owed, pay and answer. */
  paymentLink: maybe("link", "https://vorder.example/d/3mJ8vTqYw0aRk5ZbNc7xLg"),
  caseManager: maybe("text", "Sanne de Wit"),
  termAmount: of("money", 6000),
  termCount: of("number", 12),
  termFrequency: of("text", "per maand"),
  firstTermOn: of("date", "2026-10-01"),
  lastTermAmount: of("money", 4147),
  termDueOn: of("date", "2026-10-01"),
  closingReason: of("text", "U hebt het hele bedrag betaald."),
  providerName: of("text", "Vorder Incasso B.V."),
  providerAddress: of("text", "Stationsplein 10, 3511 ED Utrecht"),
  providerPhone: of("phone", "030 200 10 10"),
  providerEmail: of("email", "info@vorder.example"),
  providerWebsite: of("link", "www.vorder.example"),
  providerIban: of("iban", "NL02ABNA0123456789"),
  providerKvk: of("text", "90001234"),
  /** Registration number in the register of the Wki; has to stand in everything that goes out (Wki art. 11). */
  providerRegistration: of("text", "IN-2025-0042"),
  invoiceNumber: each("invoices")("text", "F-2026-1041"),
  invoiceDescription: each("invoices", true)("text", "Stadsfiets"),
  invoiceDate: each("invoices")("date", "2026-06-02"),
  invoiceDueOn: each("invoices")("date", "2026-07-02"),
  invoiceAmount: each("invoices")("money", 64_900),
  paymentOn: each("payments")("date", "2026-08-20"),
  paymentAmount: each("payments")("money", 5000),
  termNumber: each("terms")("number", 1),
  termOn: each("terms")("date", "2026-10-01"),
  termSum: each("terms")("money", 6000),
} as const satisfies Record<string, TemplateVariable>;

export type VariableName = keyof typeof templateVariables;

export const isVariable = (name: string): name is VariableName => Object.hasOwn(templateVariables, name);

/** The variables that have a value; one that is left out, null or "" is empty. */
type Values = Readonly<Partial<Record<VariableName, TemplateValue | null>>>;

/** The rows of the lists; one that is left out is empty. */
export type TemplateLists = Readonly<Partial<Record<ListName, readonly Values[]>>>;

/** What a template is filled with. */
export type TemplateValues = Values & { readonly lists?: TemplateLists };

/** The list of which a variable is a column; undefined for one that stands by itself. */
export const listOf = (name: VariableName): ListName | undefined => {
  const known: TemplateVariable = templateVariables[name];
  return known.list;
};

const examplesOf = (list: ListName | undefined): Values =>
  Object.fromEntries(
    Object.entries(templateVariables).flatMap(([name, { example }]) =>
      isVariable(name) && listOf(name) === list ? [[name, example]] : [],
    ),
  );

/** The values of the examples: what a preview shows. */
export const exampleValues: TemplateValues = {
  ...examplesOf(undefined),
  lists: Object.fromEntries(listNames.map((list) => [list, [examplesOf(list)]])),
};

/** Whether a condition on a name holds: a list has rows, an amount or number is not zero, anything else is not empty. */
export function hasValue(name: string, values: TemplateValues): boolean {
  if (isListName(name)) return (values.lists?.[name]?.length ?? 0) > 0;
  const value = isVariable(name) ? values[name] : undefined;
  return value !== undefined && value !== null && value !== "" && value !== 0;
}

/** What a condition can be put on: what a file may have or not have. The house and the debtor always have a name. */
export const conditionNames: readonly string[] = [
  ...listNames,
  ...Object.entries(templateVariables).flatMap(([name, { type, optional }]) => {
    const depends = optional || type === "money" || type === "number" || type === "date";
    return depends && isVariable(name) && listOf(name) === undefined && name !== "today" ? [name] : [];
  }),
];

/** A value as it stands in the letter, or undefined where it is empty. @throws RangeError where it does not fit the type. */
export function formatValue(
  name: VariableName,
  value: TemplateValue | null | undefined,
  language: Language,
): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const { type } = templateVariables[name];
  if (type === "money" || type === "number") {
    if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new RangeError(`${name} is no whole number`);
    return type === "money" ? formatMoney(value, language) : formatNumber(value, language);
  }
  const text = String(value);
  if (type === "iban") return groupIban(text);
  if (type === "reference") return groupReference(text);
  if (type !== "date") return text;
  const on = parsePlainDate(text);
  if (!on) throw new RangeError(`${name} is no date: ${text}`);
  return formatLongDate(on, language);
}
