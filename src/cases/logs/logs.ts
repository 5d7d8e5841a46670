/** The lines of a file's timeline: their types, and texts that show in the reader's language. Pure (domain facts 11). */
import { shownDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import type { Language } from "../../ground/kernel/texts.ts";

export { type BudgetEntry, type BudgetSide, budgetKinds, budgetSides } from "./budget/budget.ts";

export const logTypes = [
  "letter",
  "email_in",
  "email_out",
  "sms",
  "call",
  "visit",
  "note",
  "payment",
  "status",
  "workflow",
  "document",
  "change_data_request",
  "income_expenses",
  "client_message",
  "system",
] as const;
export type LogType = (typeof logTypes)[number];

/** The types that a person writes by hand. */
export const writtenTypes = [
  "note",
  "call",
  "visit",
  "client_message",
  "income_expenses",
] as const satisfies readonly LogType[];

export const logCategories = ["contact", "finance", "progress", "file", "internal"] as const;
export type LogCategory = (typeof logCategories)[number];

const categories: Readonly<Record<LogType, LogCategory>> = {
  letter: "contact",
  email_in: "contact",
  email_out: "contact",
  sms: "contact",
  call: "contact",
  visit: "contact",
  note: "internal",
  payment: "finance",
  status: "progress",
  workflow: "progress",
  document: "file",
  change_data_request: "file",
  income_expenses: "finance",
  client_message: "contact",
  system: "file",
};

/** The category of a type, where the writer names no other. */
export const categoryOf = (type: LogType): LogCategory => categories[type];

/** A value in a line: as it stands, an amount in cents, a date or instant, an exact percentage, or another text by its key. */
export type LogValue =
  | string
  | number
  | { readonly cents: number }
  | { readonly date: string }
  | { readonly rate: string }
  | { readonly text: string; readonly values?: Readonly<Record<string, string | number>> | undefined };

/** A text of some module, with values that are formatted when the line is read. */
export interface LogText {
  readonly key: string;
  readonly values?: Readonly<Record<string, LogValue>>;
}

/** How a reader's language writes amounts and dates, and translates the texts of all modules. */
export interface LogReader {
  readonly translate: (message: Message) => string;
  readonly language: string;
}

/** Whoever asks, as the reader of such texts. */
export const readerOf = (ctx: {
  readonly lang: Language;
  translate(message: Message, language: Language): string;
}): LogReader => ({ translate: (message) => ctx.translate(message, ctx.lang), language: ctx.lang });

const moneyFormats = new Map<string, Intl.NumberFormat>();

function money(cents: number, language: string): string {
  let format = moneyFormats.get(language);
  if (!format) {
    const locale = language === "en" ? "en-GB" : `${language}-${language.toUpperCase()}`;
    format = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    moneyFormats.set(language, format);
  }
  // Whatever space a language writes in an amount, it does not break over two lines.
  return format.format(cents / 100).replace(/\s/g, "\u00a0");
}

/** A value as the reader's language writes it. */
export function translateLogValue(value: LogValue, { translate, language }: LogReader): string | number {
  if (typeof value !== "object") return value;
  if ("cents" in value) return money(value.cents, language);
  if ("date" in value) return shownDate(value.date);
  if ("rate" in value) return `${language === "en" ? value.rate : value.rate.replace(".", ",")}%`;
  return translate({ key: value.text, ...(value.values && { values: value.values }) });
}

/** The sentence of a text in the reader's language. */
export const translateLogText = ({ key, values = {} }: LogText, reader: LogReader): string =>
  reader.translate({
    key,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translateLogValue(value, reader)])),
  });
