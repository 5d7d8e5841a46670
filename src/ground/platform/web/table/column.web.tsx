/** A column: where its value lies and how it is shown, on the screen, in CSV and as plain text. */
import type { ReactNode } from "react";
import { currentLanguage, textOf } from "../content/texts.web.ts";
import { DateText, dateText, LongText, Money, PhoneLink } from "../content/values.web.tsx";
import { cut, formatDecimal, formatMoney, formatNumber, longTextLimit } from "../inputs/format.ts";
import { valueAt } from "./table.ts";

export type Variant = "success" | "info" | "warning" | "danger" | "muted" | "selected";

export type CellKind = "text" | "money" | "decimal" | "number" | "date" | "listing" | "datetime" | "yesno" | "phone";

export interface Column<Row> {
  /** May be dotted: `client.company`. */
  readonly key: string;
  readonly label: string;
  /** The column can be sorted; on the server by `sortKey`, or by `key`. */
  readonly sortable?: boolean | undefined;
  readonly sortKey?: string | undefined;
  /** False: the column can not be hidden. */
  readonly allowToggle?: boolean | undefined;
  /** Hidden until somebody shows it. */
  readonly hidden?: boolean | undefined;
  /** `money`: whole cents; `decimal`: a call's "12.34"; both and `number` are right-aligned. */
  readonly as?: CellKind | undefined;
  /** Shows the value in its own way. */
  readonly formatter?: ((value: unknown, row: Row) => ReactNode) | undefined;
  /** The value as text for CSV, where `formatter` gives more than text. */
  readonly text?: ((value: unknown, row: Row) => string) | undefined;
  readonly thClass?: string | undefined;
  readonly tdClass?: string | undefined;
  readonly class?: string | undefined;
  /** Width in pixels to begin with. */
  readonly width?: number | undefined;
  /** Text longer than this is cut (50 if absent); null: never. */
  readonly limit?: number | null | undefined;
  /**
   * Takes this part of the table's width, in percent, and gives way before the table scrolls: what does not fit is cut off at its edge, with
   * the whole as title.
   */
  readonly share?: number | undefined;
  /** What is wider than its share goes on in a further line instead of being cut off. */
  readonly wraps?: boolean | undefined;
  /** Stands in a second, quieter line of the same cells. An export gives it a column of its own. */
  readonly below?: Column<Row> | undefined;
  /**
   * Where the value stands on the card that a row is in a narrow window: opposite the row's name, on a line without its label, or nowhere.
   * By default the first column is the name, the first amount stands opposite, and each other value on a line beside its label.
   */
  readonly card?: CardPlace | undefined;
  /** The cell has a button that copies its value. */
  readonly copy?: boolean | undefined;
}

export type CardPlace = "name" | "figure" | "line" | "labelled" | "none";

/** Where the columns of a table stand on its cards, by their keys. */
export function cardPlaces<Row>(columns: readonly Column<Row>[]): ReadonlyMap<string, CardPlace> {
  const figure =
    columns.find(({ card }) => card === "figure") ??
    columns.find(({ as, card }, at) => at > 0 && card === undefined && (as === "money" || as === "decimal"));
  return new Map(
    columns.map((column, at) => [
      column.key,
      column.card ?? (at === 0 ? "name" : column === figure ? "figure" : "labelled"),
    ]),
  );
}

/** The columns with those that stand below another as columns of their own: as an export has them. */
export const flatColumns = <Row,>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.flatMap((column) => (column.below ? [column, column.below] : [column]));

export const isRight = (column: Pick<Column<never>, "as">): boolean =>
  column.as === "money" || column.as === "decimal" || column.as === "number";

const asText = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? "" : String(value);
const asNumber = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What stands in a cell. */
export function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  const value = valueAt(row, column.key);
  if (column.formatter) return column.formatter(value, row);
  switch (column.as) {
    case "money":
      return <Money cents={asNumber(value)} />;
    case "decimal":
      return <Money decimal={asText(value)} />;
    case "date":
      return <DateText value={asText(value)} />;
    case "listing":
      return <DateText value={asText(value)} format="listing" />;
    case "datetime":
      return <DateText value={asText(value)} time="HH:mm" />;
    case "phone": {
      const number = asText(value);
      return number === "" ? "" : <PhoneLink value={number} />;
    }
    case undefined:
    case "text": {
      const text = asText(value);
      const limit = column.limit === undefined ? longTextLimit : column.limit;
      return limit === null || cut(text, limit) === text ? text : <LongText limit={limit}>{text}</LongText>;
    }
    default:
      return cellText(column, row, currentLanguage());
  }
}

/** What stands in a cell, as text: for names, and for rows that are far out of sight. */
export function cellText<Row>(column: Column<Row>, row: Row, language: string): string {
  const value = valueAt(row, column.key);
  if (column.text) return column.text(value, row);
  switch (column.as) {
    case "money":
      return formatMoney(asNumber(value), language);
    case "decimal":
      return formatDecimal(asText(value), language);
    case "number":
      return formatNumber(asNumber(value), language);
    case "date":
      return dateText(asText(value));
    case "listing":
      return dateText(asText(value), { format: "listing" });
    case "datetime":
      return dateText(asText(value), { time: "HH:mm" });
    case "yesno":
      return value === null || value === undefined ? "" : textOf(value === true ? "platform.yes" : "platform.no");
    default: {
      const shown = column.formatter?.(value, row);
      return typeof shown === "string" || typeof shown === "number" ? String(shown) : asText(value);
    }
  }
}

/** All that stands in a cell, its second line too, as text. */
export const wholeText = <Row,>(column: Column<Row>, row: Row, language: string): string =>
  flatColumns([column])
    .map((line) => cellText(line, row, language))
    .filter((text) => text !== "")
    .join(" · ");

/** What stands in a cell as it is taken elsewhere: a spreadsheet reads an amount as one only with the space that is typed. */
export const exportText = <Row,>(column: Column<Row>, row: Row, language: string): string =>
  cellText(column, row, language).replaceAll("\u00a0", " ");
