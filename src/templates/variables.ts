/** What a template may name: every variable, its type, and an example that previews and samples show. */
import { date, parsePlainDate } from "../kernel/dates.ts";
import type { Language } from "../kernel/texts.ts";
import type { TemplateCategory } from "./body.ts";
import { formatLongDate, formatMoney, formatNumber, groupIban, groupReference } from "./format.ts";

export type VariableType = "text" | "money" | "date" | "number" | "iban" | "reference" | "link" | "email" | "phone";

/** Money is whole cents, a date a plain date, the rest text or a number. */
export type TemplateValue = string | number;

export interface TemplateVariable {
  readonly type: VariableType;
  readonly example: TemplateValue;
  /** May be empty: the paragraph or list item in which it stands then falls away. Any other empty variable is an error. */
  readonly optional: boolean;
  /** Only in mails about an account, which have no file; all the others belong to a file. */
  readonly about: "file" | "provider" | "account";
}

const variable =
  (about: TemplateVariable["about"], optional: boolean) =>
  (type: VariableType, example: TemplateValue): TemplateVariable => ({ type, example, optional, about });
const of = variable("file", false);
const maybe = variable("file", true);
const provider = variable("provider", false);
const account = variable("account", false);

/** Every variable. Their names on screens stand in the room's texts, as `variable_` and the name. */
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
  /** What the debtor owes for collection costs: with VAT only where the client cannot reclaim it. */
  bikTotal: of("money", 9735),
  /** What is owed in all once the collection costs come on top. */
  openWithBik: of("money", 79_882),
  /** The express statement that art. 2(3) Besluit BIK asks for; empty where the client can reclaim the VAT. */
  vatStatement: maybe(
    "text",
    "Dit bedrag is inclusief 21% btw, omdat onze opdrachtgever de btw over deze kosten niet kan verrekenen.",
  ),
  /** The last day of a term that a letter grants, where it may be printed. */
  payBefore: of("date", "2026-09-28"),
  /** What a summons would add, as one amount; empty where the tariffs for it are unknown. */
  courtCosts: maybe("money", 32_850),
  paymentLink: maybe("link", "https://betalen.example.nl/26-000123"),
  caseManager: maybe("text", "Sanne de Wit"),
  termAmount: of("money", 6000),
  termCount: of("number", 12),
  termFrequency: of("text", "per maand"),
  firstTermOn: of("date", "2026-10-01"),
  lastTermAmount: of("money", 4147),
  termDueOn: of("date", "2026-10-01"),
  closingReason: of("text", "U hebt het hele bedrag betaald."),
  providerName: provider("text", "Vorder Incasso B.V."),
  providerAddress: provider("text", "Stationsplein 10, 3511 ED Utrecht"),
  providerPhone: provider("phone", "030 200 10 10"),
  providerEmail: provider("email", "info@vorder.example"),
  providerWebsite: provider("link", "www.vorder.example"),
  providerIban: provider("iban", "NL02ABNA0123456789"),
  providerKvk: provider("text", "90001234"),
  /** Registration number in the register of the Wki; has to stand in everything that goes out (Wki art. 11). */
  providerRegistration: provider("text", "IN-2025-0042"),
  userName: account("text", "Sanne de Wit"),
  resetLink: account("link", "https://vorder.example/customer/reset-password?token=voorbeeld"),
  resetHours: account("number", 1),
} as const satisfies Record<string, TemplateVariable>;

export type VariableName = keyof typeof templateVariables;

export const isVariable = (name: string): name is VariableName => Object.hasOwn(templateVariables, name);

/** The variables that have a value; one that is left out, null or "" is empty. */
export type TemplateValues = Readonly<Partial<Record<VariableName, TemplateValue | null>>>;

/** The values of the examples: what a preview shows. */
export const exampleValues: TemplateValues = Object.fromEntries(
  Object.entries(templateVariables).map(([name, { example }]) => [name, example]),
);

/** The variables that a template of this category may name. */
export const variablesFor = (category: TemplateCategory): VariableName[] =>
  (Object.keys(templateVariables) as VariableName[]).filter((name) => {
    const { about } = templateVariables[name];
    return about === "provider" || (category === "account" ? about === "account" : about === "file");
  });

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

/** The date of the examples, for previews that need one. */
export const exampleDate = date("2026-09-14");
