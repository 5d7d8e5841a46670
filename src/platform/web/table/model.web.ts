/** The table's model by TanStack Table: which columns, in what order, and the rows, sorted here where no server does it. */

import type { ColumnDef } from "@tanstack/react-table";
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useLanguage } from "../texts.web.ts";
import type { Column } from "./column.web.tsx";
import type { ColumnSettings } from "./settings.web.tsx";
import type { TableState } from "./state.web.ts";
import { compareValues, type Sort, valueAt } from "./table.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

type Features = typeof features;

export interface ShownRows<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sort: Sort | undefined;
  readonly setSort: (sort: Sort | undefined) => void;
}

const noRows: readonly never[] = [];

export function useShownRows<Row>(spec: {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  settings: ColumnSettings;
  state: TableState | undefined;
  rowKey: (row: Row) => string;
}): ShownRows<Row> {
  const { columns, settings, state, rowKey } = spec;
  const language = useLanguage();
  const [localSort, setLocalSort] = useState<Sort | undefined>();
  const sort = state ? state.sort : localSort;
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const definitions = useMemo((): ColumnDef<Features, Row & object>[] => {
    const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    return columns.map((column) => ({
      id: column.key,
      accessorFn: (row) => valueAt(row, column.key),
      enableSorting: column.sortable ?? false,
      sortFn: (a, b) => compareValues(a.getValue(column.key), b.getValue(column.key), collator),
    }));
  }, [columns, language]);
  const order = useMemo(() => {
    const known = settings.order.filter((key) => byKey.has(key));
    return [...known, ...columns.map(({ key }) => key).filter((key) => !known.includes(key))];
  }, [settings.order, columns, byKey]);
  const table = useTable<Features, Row & object>({
    features,
    columns: definitions,
    // Rows are objects; TanStack's type asks for it in so many words.
    data: (spec.rows ?? noRows) as (Row & object)[],
    getRowId: (row) => rowKey(row),
    manualSorting: state !== undefined,
    state: {
      columnVisibility: Object.fromEntries(settings.hidden.map((key) => [key, false])),
      columnOrder: order,
      sorting: localSort && !state ? [{ id: localSort.field, desc: localSort.direction === "desc" }] : [],
    },
  });
  const shownKeys = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(" ");
  // Arrays that stay the same as long as their content does: rows far from sight are then not drawn again.
  const shownColumns = useMemo(() => shownKeys.split(" ").flatMap((key) => byKey.get(key) ?? []), [shownKeys, byKey]);
  const sorted = table.getRowModel().rows;
  const rows = useMemo(() => sorted.map((row) => row.original), [sorted]);
  return { columns: shownColumns, rows, sort, setSort: state ? state.setSort : setLocalSort };
}
