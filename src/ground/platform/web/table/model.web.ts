/** The table's model: which columns, in what order, and the rows, sorted here where no server does it. */
import { useMemo, useState } from "react";
import { useLanguage } from "../content/texts.web.ts";
import type { Column } from "./column.web.tsx";
import { type ColumnSettings, inOrder } from "./settings.web.tsx";
import type { TableState } from "./state.web.ts";
import { compareValues, type Sort, valueAt } from "./table.ts";

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
}): ShownRows<Row> {
  const { columns, settings, state, rows = noRows } = spec;
  const language = useLanguage();
  const [localSort, setLocalSort] = useState<Sort | undefined>();
  const shownColumns = useMemo(
    () => inOrder(columns, settings.order).filter(({ key }) => !settings.hidden.includes(key)),
    [columns, settings],
  );
  const sort = state ? state.sort : localSort;
  const isSortedHere = state === undefined && sort !== undefined;
  const sorted = useMemo(() => {
    if (!isSortedHere) return rows;
    const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    const way = sort.direction === "desc" ? -1 : 1;
    return [...rows].sort((a, b) => way * compareValues(valueAt(a, sort.field), valueAt(b, sort.field), collator));
  }, [rows, isSortedHere, sort, language]);
  return { columns: shownColumns, rows: sorted, sort, setSort: state ? state.setSort : setLocalSort };
}
