/** What a table's cells are in a spreadsheet: numbers as numbers, dates as dates, everything else as text. Pure. */
import { formatDate } from "../inputs/format.ts";

export type CellValue = string | number | Date;

/** A date or an instant (by the clock of Amsterdam) as a spreadsheet's date, which knows no time zone; undefined for any other text. */
export function sheetDate(value: string, withTime: boolean): Date | undefined {
  const text = formatDate(value, "nl", { time: "HH:mm" });
  const parts = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}):(\d{2})$/.exec(text ?? "");
  if (!parts) return undefined;
  const [day = 1, month = 1, year = 1970, hour = 0, minute = 0] = parts.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, day, withTime ? hour : 0, withTime ? minute : 0));
}

/** A number for CSV: no grouping, the language's decimal sign, as the spreadsheets of that language read it. */
export const csvNumber = (value: number, decimals: number | undefined, locale: string): string =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 10,
  }).format(value);
