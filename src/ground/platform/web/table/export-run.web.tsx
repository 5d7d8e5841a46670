/**
 * Makes the file of an export: CSV, or XLSX by a library that is fetched with the first of them. Rows that are not on the screen are
 * read from the server, a thousand at a time, up to a cap, with progress and a way out.
 */
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { countCap } from "../../../kernel/query.ts";
import { currentLanguage, textOf, usePlatformTexts } from "../content/texts.web.ts";
import { openModal } from "../feedback/dialogs.web.tsx";
import { showError } from "../feedback/errors.web.ts";
import { notify } from "../feedback/notify.web.tsx";
import { saveAs } from "../http/call.web.ts";
import { formatNumber, localeOf } from "../inputs/format.ts";
import { type Column, exportText } from "./column.web.tsx";
import { type CellValue, csvNumber, sheetDate } from "./export-cells.ts";
import type { ReadRows } from "./state.web.ts";
import { csvText, valueAt } from "./table.ts";

export type ExportFormat = "csv" | "xlsx";
const rowsAtATime = 1000;
/** No export reads more rows than a list counts. */
const mostRows = countCap;

export interface ExportSpec<Row> {
  readonly name: string;
  readonly format: ExportFormat;
  readonly columns: readonly Column<Row>[];
}

interface SheetCell {
  readonly value: CellValue;
  readonly format?: string;
  readonly decimals?: number;
}

/** A cell as a spreadsheet should hold it. */
function sheetCell<Row>(column: Column<Row>, row: Row): SheetCell {
  const value = valueAt(row, column.key);
  const text = { value: exportText(column, row, currentLanguage()) };
  switch (column.as) {
    case "money":
      return typeof value === "number" ? { value: value / 100, format: "#,##0.00", decimals: 2 } : text;
    case "decimal": {
      const isNumber = typeof value === "string" && value !== "" && Number.isFinite(Number(value));
      return isNumber ? { value: Number(value), format: "#,##0.00", decimals: 2 } : text;
    }
    case "number":
      return typeof value === "number" ? { value } : text;
    case "date":
    case "listing":
    case "datetime": {
      const withTime = column.as === "datetime";
      const date = typeof value === "string" ? sheetDate(value, withTime) : undefined;
      return date ? { value: date, format: withTime ? "dd-mm-yyyy hh:mm" : "dd-mm-yyyy" } : text;
    }
    default:
      return text;
  }
}

function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Blob {
  const locale = localeOf(currentLanguage());
  const cells = rows.map((row) =>
    columns.map((column) => {
      const { value, decimals } = sheetCell(column, row);
      return typeof value === "number"
        ? csvNumber(value, decimals, locale)
        : exportText(column, row, currentLanguage());
    }),
  );
  return new Blob([csvText([columns.map(({ label }) => label), ...cells])], { type: "text/csv;charset=utf-8" });
}

async function xlsxOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<Blob> {
  const { default: writeExcel } = await import("write-excel-file/browser");
  const head = columns.map(({ label }) => ({ value: label, fontWeight: "bold" as const, type: String }));
  const body = rows.map((row) =>
    columns.map((column) => {
      const { value, format } = sheetCell(column, row);
      // Every cell names its type, so that no text is ever taken for a formula.
      if (typeof value === "number") return { value, type: Number, ...(format ? { format } : {}) };
      if (value instanceof Date) return { value, type: Date, ...(format ? { format } : {}) };
      return value === "" ? null : { value, type: String };
    }),
  );
  const widths = columns.map((column) => ({ width: column.as === undefined ? 24 : 16 }));
  return writeExcel([head, ...body], { columns: widths, stickyRowsCount: 1 }).toBlob();
}

/** Saves rows as a file. */
export async function saveRows<Row>(spec: ExportSpec<Row>, rows: readonly Row[]): Promise<void> {
  const blob = spec.format === "csv" ? csvOf(spec.columns, rows) : await xlsxOf(spec.columns, rows);
  saveAs(blob, `${spec.name}.${spec.format}`);
}

type Read<Row> = (part: { offset: number; limit: number; signal: AbortSignal }) => Promise<ReadRows<Row>>;

export interface AllRows<Row> {
  readonly read: Read<Row>;
  readonly rowKey: (row: Row) => string;
  /** As far as the list has counted. */
  readonly total: number;
}

/** Reads all rows, page by page. A row that moved to a later page meanwhile counts once. */
async function readAll<Row>(
  { read, rowKey, total }: AllRows<Row>,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<{ rows: Row[]; capped: boolean }> {
  const rows = new Map<string, Row>();
  for (let offset = 0; offset < mostRows; offset += rowsAtATime) {
    const { items } = await read({ offset, limit: Math.min(rowsAtATime, mostRows - offset), signal });
    for (const row of items) rows.set(rowKey(row), row);
    onRead(rows.size);
    if (items.length < rowsAtATime) return { rows: [...rows.values()], capped: false };
  }
  return { rows: [...rows.values()], capped: total >= mostRows };
}

/** Reads everything that the list finds and saves it. Closing the window ends it. */
export function saveAll<Row>(spec: ExportSpec<Row>, all: AllRows<Row>): void {
  const stop = new AbortController();
  openModal({ title: textOf("platform.export"), size: "sm", onClosed: () => stop.abort() }, (close) => (
    <Reading spec={spec} all={all} signal={stop.signal} close={close} />
  ));
}

function Reading<Row>(props: {
  spec: ExportSpec<Row>;
  all: AllRows<Row>;
  signal: AbortSignal;
  close: () => void;
}): ReactNode {
  const t = usePlatformTexts();
  const { spec, all, signal, close } = props;
  const [done, setDone] = useState(0);
  const total = Math.max(1, Math.min(all.total, mostRows));
  const number = (value: number): string => formatNumber(value, currentLanguage());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the export starts once, with the window that shows it.
  useEffect(() => {
    const run = async (): Promise<void> => {
      const { rows, capped } = await readAll(all, signal, setDone);
      if (signal.aborted) return;
      await saveRows(spec, rows);
      const count = number(rows.length);
      notify(
        capped
          ? { message: t("exportCapped", { count }), variant: "warning", dismissible: true }
          : { message: t("exportDone", { count }), variant: "success" },
      );
    };
    run()
      .catch((error: unknown) => {
        if (!signal.aborted) showError(error);
      })
      .finally(close);
  }, []);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t("exportReading")} {t("progress", { done: number(done), total: number(total) })}
      </Text>
      <Progress value={(done / total) * 100} aria-label={t("exportReading")} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
      </Group>
    </Stack>
  );
}
