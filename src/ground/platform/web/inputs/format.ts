/** How amounts, dates and times are shown and read (specification, points 5 and 9). Pure. */
import { homeZone, type PlainDate, parsePlainDate } from "../../../kernel/dates.ts";
import type { Cents } from "../../../kernel/money.ts";

export const currencies = ["EUR", "DKK", "GBP"] as const;
export type Currency = (typeof currencies)[number];

/** The currency if we know it, else EUR. */
export const currencyOf = (code: string | null | undefined): Currency =>
  currencies.find((currency) => currency === code) ?? "EUR";

/** The number format's locale, made of the language code: nl gives nl-NL. */
export const localeOf = (language: string): string =>
  language === "en" ? "en-GB" : `${language.toLowerCase()}-${language.toUpperCase()}`;

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { currency = "", minimumFractionDigits = "", maximumFractionDigits = "" } = options;
  const key = `${locale} ${currency} ${minimumFractionDigits} ${maximumFractionDigits}`;
  let format = numberFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

/** An amount never breaks over two lines, whatever space a language writes in it. */
const unbroken = (amount: string): string => amount.replace(/\s/g, "\u00a0");

/** Cents as an amount, `€ 1.234,56` in nl; nothing for a missing amount. Negative with a minus. */
export function formatMoney(cents: Cents | null | undefined, language: string, currency?: string | null): string {
  if (cents === null || cents === undefined) return "";
  const format = numberFormat(localeOf(language), { style: "currency", currency: currencyOf(currency) });
  return unbroken(format.format(cents / 100));
}

/** A decimal text of a call, "1234.56", as an amount. */
export function formatDecimal(decimal: string | null | undefined, language: string, currency?: string | null): string {
  if (decimal === null || decimal === undefined || decimal === "") return "";
  const format = numberFormat(localeOf(language), { style: "currency", currency: currencyOf(currency) });
  return Number.isFinite(Number(decimal)) ? unbroken(format.format(Number(decimal))) : decimal;
}

export const formatNumber = (value: number | null | undefined, language: string): string =>
  value === null || value === undefined ? "" : numberFormat(localeOf(language), {}).format(value);

/** A number as it is typed, with at most so many decimals: 100000 is "100.000" in nl. */
export const numberInput = (value: number, decimals: number, language: string): string =>
  numberFormat(localeOf(language), { maximumFractionDigits: decimals }).format(value);

/** Cents as they are typed, without sign of currency: 123456 is "1.234,56" in nl, "1,234.56" in en. */
export const moneyInput = (cents: Cents, language: string): string =>
  numberFormat(localeOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/**
 * Reads a typed amount in either style: the last of "," and "." is the decimal sign, unless it stands before exactly three digits
 * and the other does not occur ("1.234" is one thousand). Undefined for what is no amount of at most two decimals.
 */
export function parseMoney(text: string): Cents | undefined {
  const typed = text.replace(/[\s€£]|kr\.?/g, "").replace(/[−–]/g, "-");
  const match = /^(-?)([\d.,]*\d)(?:,-|,--)?$/.exec(typed);
  if (!match) return undefined;
  const [, sign, digits = ""] = match;
  const decimalAt = decimalPosition(digits);
  const typedWhole = decimalAt < 0 ? digits : digits.slice(0, decimalAt);
  // Thousands are set apart by threes or not at all: "1,234,5" is a slip, not an amount.
  if (/[.,]/.test(typedWhole) && !/^\d{1,3}([.,]\d{3})+$/.test(typedWhole)) return undefined;
  const whole = typedWhole.replace(/[.,]/g, "");
  const fraction = decimalAt < 0 ? "" : digits.slice(decimalAt + 1);
  if (fraction.length > 2 || whole.length > 13) return undefined;
  const cents = Number(`${whole || "0"}${fraction.padEnd(2, "0")}`);
  return sign && cents !== 0 ? -cents : cents;
}

function decimalPosition(digits: string): number {
  const at = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  if (at < 0) return -1;
  const sign = digits[at];
  const other = sign === "," ? "." : ",";
  const grouped = digits.length - at - 1 === 3 && !digits.includes(other);
  return grouped || digits.indexOf(sign ?? "") !== at ? -1 : at;
}

/** The signs of a language between thousands and before decimals. */
export function numberSigns(language: string): { thousandSeparator: string; decimalSeparator: string } {
  const parts = numberFormat(localeOf(language), {}).formatToParts(12_345.5);
  const sign = (kind: string): string => parts.find(({ type }) => type === kind)?.value ?? "";
  return { thousandSeparator: sign("group"), decimalSeparator: sign("decimal") };
}

/** Thousands set apart by threes, by one sign throughout. */
const inThousands = /^[1-9]\d{0,2}([.,'’])\d{3}(?:\1\d{3})*$/;

/**
 * Reads a typed number in the language's way or plainly: in nl "100.000" is a hundred thousand, "0,5" and "0.5" are a half. A sign that is
 * not the language's decimal sign parts thousands where it stands by threes. Undefined for more decimals than allowed, or anything else.
 */
export function parseNumber(text: string, decimals: number, language: string): number | undefined {
  const typed = text.replace(/\s/g, "").replace(/^[−–]/, "-");
  const [, minus = "", digits = ""] = /^(-?)(\d[\d.,'’]*)$/.exec(typed) ?? [];
  const signs = digits.replace(/\d/g, "");
  const last = signs.at(-1);
  const isGrouped = inThousands.test(digits) && signs !== numberSigns(language).decimalSeparator;
  const at = isGrouped || last === undefined ? -1 : digits.lastIndexOf(last);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const fraction = at < 0 ? "" : digits.slice(at + 1);
  const isWhole = /^\d+$/.test(whole) || (inThousands.test(whole) && (at < 0 || !whole.includes(last ?? "")));
  if (!isWhole || digits.length > 20 || (at >= 0 && fraction === "") || fraction.length > decimals) return undefined;
  return Number(`${minus}${whole.replace(/\D/g, "")}.${fraction || "0"}`);
}

/** Reads a typed time: 9:05, 09.05, 0905 or 9; "" for what is none. */
export function parseTypedTime(text: string): string {
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})?$/.exec(text.trim());
  const [hour, minute] = [Number(match?.[1] ?? Number.NaN), Number(match?.[2] ?? 0)];
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : "";
}

/** DD-MM-YYYY, unless another is asked for. */
export const defaultDateFormat = "DD-MM-YYYY";
export type DateFormat = "DD-MM-YYYY" | "listing";
export type TimeFormat = "HH:mm" | "HH:mm:ss" | "hh:mm" | "hh:mm:ss";

export interface DateStyle {
  readonly format?: DateFormat;
  readonly time?: TimeFormat;
}

interface Moment {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: number;
  readonly minute: string;
  readonly second: string;
  readonly date: Date;
}

const two = (value: number | string): string => String(value).padStart(2, "0");

const amsterdamParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: homeZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** A plain date stands for itself; an instant is shown by the clock of Amsterdam, wherever the browser is. */
function momentOf(value: string): Moment | undefined {
  const plain = parsePlainDate(value);
  if (plain !== undefined) {
    const [year = "", month = "", day = ""] = plain.split("-");
    return { year, month, day, hour: 0, minute: "00", second: "00", date: new Date(`${plain}T00:00:00Z`) };
  }
  if (!/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return undefined;
  const parts: Record<string, string> = {};
  for (const part of amsterdamParts.formatToParts(date)) parts[part.type] = part.value;
  const { year = "", month = "", day = "", hour = "0", minute = "00", second = "00" } = parts;
  return { year, month, day, hour: Number(hour), minute, second, date: new Date(`${year}-${month}-${day}T00:00:00Z`) };
}

function timeText(at: Moment, format: TimeFormat): string {
  const seconds = format.endsWith(":ss") ? `:${at.second}` : "";
  const hour = format.startsWith("hh") ? two(at.hour % 12 === 0 ? 12 : at.hour % 12) : two(at.hour);
  return `${hour}:${at.minute}${seconds}`;
}

/**
 * A date or an instant as text. Nothing for an empty value; undefined for one that is no date, so that the caller can warn and
 * show it raw (specification, point 8).
 */
export function formatDate(
  value: string | null | undefined,
  language: string,
  style: DateStyle = {},
): string | undefined {
  if (value === null || value === undefined || value === "") return "";
  const at = momentOf(value);
  if (at === undefined) return undefined;
  const day =
    style.format === "listing"
      ? new Intl.DateTimeFormat(localeOf(language), {
          day: "2-digit",
          month: "short",
          year: "numeric",
          timeZone: "UTC",
        }).format(at.date)
      : `${at.day}-${at.month}-${at.year}`;
  return style.time === undefined ? day : `${day} ${timeText(at, style.time)}`;
}

/** The name of the weekday of a plain date, in a language. */
export const weekdayOf = (on: string, language: string, width: "long" | "short" = "long"): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: width, timeZone: "UTC" }).format(new Date(`${on}T00:00:00Z`));

/** The name of a weekday, from Monday, 1, to Sunday, 7. The first of January 2024 was a Monday. */
export const weekdayName = (weekday: number, language: string): string => weekdayOf(`2024-01-0${weekday}`, language);

/** Reads a typed date: D-M-YYYY with any separator, DDMMYYYY, two-digit years (of this century up to 40), or ISO. */
export function parseTypedDate(text: string): PlainDate | undefined {
  const typed = text.trim();
  const iso = parsePlainDate(typed);
  if (iso !== undefined) return iso;
  const match =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (!match) return undefined;
  const [, day = "", month = "", year = ""] = match;
  const full = year.length === 4 ? year : `${Number(year) > 40 ? "19" : "20"}${year}`;
  return parsePlainDate(`${full}-${two(month)}-${two(day)}`);
}

/** Whether what was typed for a date gives none, or one outside the limits: the date of before would be taken without a word. */
export const isMistypedDate = (
  text: string,
  limits: { readonly min?: string | undefined; readonly max?: string | undefined },
): boolean => {
  if (text.trim() === "") return false;
  const day = parseTypedDate(text);
  return (
    day === undefined ||
    (limits.min !== undefined && day < limits.min) ||
    (limits.max !== undefined && day > limits.max)
  );
};

/** A date-time exists only when both parts are set; they are joined by a space (specification, point 5). */
export const joinDateTime = (date: string | null, time: string): string | null =>
  date !== null && date !== "" && time !== "" ? `${date} ${time}` : null;

/** Long text is cut at 50 characters, with "..." after it (specification, point 9). */
export const longTextLimit = 50;
export const cut = (text: string, limit = longTextLimit): string =>
  text.length > limit ? `${text.slice(0, limit)}...` : text;

/** A file name cut past 10 characters, its extension kept. */
export function shortFileName(name: string, limit = 10): string {
  if (name.length <= limit) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 6 ? name.slice(dot) : "";
  return `${name.slice(0, limit)}...${extension}`;
}

export const formatBytes = (bytes: number, language: string): string => {
  const units = ["B", "kB", "MB", "GB"] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${numberFormat(localeOf(language), {}).format(unit === 0 ? value : Math.round(value * 10) / 10)} ${units[unit]}`;
};
