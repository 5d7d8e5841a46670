/**
 * The table (specification, points 3, 4 and 9; "how it looks and feels").
 *
 * const table = useTableState(searchFiles);
 * const list = useCall(searchFiles, { query: table.query });
 * <DataTable id="files" label={t("files")} columns={columns} list={list} state={table} />
 *
 * Without `state` all rows are shown on one page and sorted here.
 */
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useId, useMemo, useRef } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import { Empty, ErrorState, useLate } from "../pages/page.web.tsx";
import { Body, useBodyContent } from "./body.web.tsx";
import { type Column, flatColumns, type Variant } from "./column.web.tsx";
import type { TableExport } from "./export.web.tsx";
import { useKeptFocus } from "./focus.web.ts";
import { Head } from "./head.web.tsx";
import { useRowKeys } from "./keys.web.ts";
import { useShownRows } from "./model.web.ts";
import { Pager } from "./pager.web.tsx";
import { BulkBar, type Selection, useSelection } from "./selection.web.tsx";
import { useColumnSettings } from "./settings.web.tsx";
import { Skeleton } from "./skeleton.web.tsx";
import type { TableState } from "./state.web.ts";
import styles from "./table.module.css";
import { valueAt } from "./table.ts";
import { Toolbar } from "./toolbar.web.tsx";
import { useFixedWidths } from "./widths.web.ts";

export type { CellKind, Column, Variant } from "./column.web.tsx";
export type { TableViewsProps } from "./extensions.web.tsx";
export { Pages } from "./pager.web.tsx";
export type { Selection } from "./selection.web.tsx";
export { type FilterChanges, type RowOf, type TableState, useTableState } from "./state.web.ts";

/** What a `useCall` of a list gives; `total` and `capped` are those of `pageOf`. */
export interface ListReading<Row> {
  readonly data:
    | { readonly items: readonly Row[]; readonly total?: number | undefined; readonly capped?: boolean | undefined }
    | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** Names the table in local storage; unique on its screen. */
  readonly id: string;
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The reading of a list call, or else `rows`. */
  readonly list?: ListReading<Row> | undefined;
  readonly rows?: readonly Row[] | undefined;
  /** Page, sort and filters in the address; without it there is no paging and sorting is local. */
  readonly state?: TableState<unknown, Row> | undefined;
  /** False: no saved views, for a list that is part of another screen. */
  readonly views?: boolean | undefined;
  /** The row's identity; its `id` if absent. */
  readonly rowKey?: ((row: Row) => string | number) | undefined;
  /** The row's name for screen readers; the text of its first column if absent. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** Rows can be selected; `bulk` is what can be done with them, in a bar below. */
  readonly selectable?: boolean | undefined;
  readonly bulk?: ((selection: Selection<Row>) => ReactNode) | undefined;
  /** `bulk` takes `allMatching` as well. Only then is everything found offered: acts on `rows` would reach those of this page. */
  readonly bulkOfAll?: boolean | undefined;
  /** Where a row leads: its first column becomes a link, and Enter goes there. */
  readonly linkTo?: ((row: Row) => string) | undefined;
  /** What Enter and a click on the first column do, where a row leads to no address. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Buttons at the end of a row. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** What a row unfolds to. */
  readonly details?: ((row: Row) => ReactNode) | undefined;
  readonly rowVariant?: ((row: Row) => Variant | undefined) | undefined;
  readonly cellVariants?: ((row: Row) => Readonly<Record<string, Variant | undefined>>) | undefined;
  /** Filters, left of the table's own buttons. */
  readonly filters?: ReactNode;
  /** The rows can be exported as CSV and XLSX under this name: those that are shown, and with `state` all that are found. */
  readonly exportName?: string | undefined;
  /** Saves all that are found as CSV by a call of its own, which keeps account of who took it. */
  readonly onExport?: (() => void) | undefined;
  /** Instead of "List is empty.": why, and what next. */
  readonly empty?: { readonly title: string; readonly text?: string; readonly action?: ReactNode } | undefined;
  /** False: no chooser of columns, for a small table inside a page. */
  readonly chooser?: boolean | undefined;
}

/** A table of more columns is cards where the window is narrow. */
const mostColumnsOfNarrow = 2;

const keyOf = <Row,>(row: Row): string => String(valueAt(row, "id"));

interface GridProps<Row> {
  readonly props: DataTableProps<Row>;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly shown: ReturnType<typeof useShownRows<Row>>;
  readonly widths: ReturnType<typeof useFixedWidths<Row>>;
  readonly selection: ReturnType<typeof useSelection<Row>>;
  readonly content: ReturnType<typeof useBodyContent<Row>>;
  readonly total: number;
}

/** The rows, in the box in which they scroll. */
function Grid<Row>({ props, box, shown, widths, selection, content, total }: GridProps<Row>): ReactNode {
  const caption = useId();
  useKeptFocus(box);
  return (
    <section
      ref={box}
      className={styles.box}
      aria-labelledby={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      data-stale={props.list?.isPlaceholderData ?? false}
    >
      <table
        className={styles.grid}
        {...widths.table}
        data-lines={shown.columns.some(({ below }) => below) ? 2 : 1}
        data-cards={shown.columns.length > mostColumnsOfNarrow}
        aria-rowcount={props.state ? total + 1 : undefined}
      >
        <caption id={caption} className="v-hidden">
          {props.label}
        </caption>
        <Head
          columns={shown.columns}
          sort={shown.sort}
          onSort={shown.setSort}
          widths={widths}
          selection={props.selectable ? selection : undefined}
          hasDetails={props.details !== undefined}
          hasActions={props.actions !== undefined}
        />
        <Body content={content} selection={selection} />
      </table>
    </section>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const t = usePlatformTexts();
  const box = useRef<HTMLDivElement>(null);
  const rowKey = useMemo(() => (props.rowKey ? (row: Row) => String(props.rowKey?.(row)) : keyOf<Row>), [props.rowKey]);
  const [settings, changeSettings, table] = useColumnSettings(props.id, props.columns);
  const { data, error, refetch } = readingOf(props);
  // A thousand rows are drawn anew for a column that comes or goes: the box that was ticked does not wait for them.
  const drawn = useDeferredValue(settings);
  const shown = useShownRows({ columns: props.columns, rows: data?.items, settings: drawn, state: props.state });
  const total = data?.total ?? data?.items.length ?? 0;
  const capped = data?.capped ?? false;
  const selection = useSelection({ rows: shown.rows, rowKey, total, capped, query: props.state?.query });
  const look = { ...props, columns: shown.columns };
  const content = useBodyContent({ look, rows: shown.rows, rowKey, offset: offsetOf(props.state) });
  const widths = useFixedWidths(box, content.look.columns, settings, changeSettings, content.rows.length);
  useRowKeys(box, {
    onToggle: props.selectable ? selection.toggle : undefined,
    onPage: props.state && pageTurner(props.state, total),
  });
  const isBeyond = usePageBeyondEnd(props.state, data, props.list?.isPlaceholderData ?? false);
  const waiting = useLate((data === undefined && error === null) || isBeyond);
  const isEmpty = data !== undefined && data.items.length === 0 && !isBeyond;
  // A list that holds nothing at all has no columns to choose from, and nothing to export.
  const isBare = isEmpty && props.state?.isFiltered !== true;
  return (
    <div className={styles.table} data-table>
      <Toolbar
        filters={props.filters}
        columns={props.columns}
        chooser={(props.chooser ?? true) && !isBare}
        settings={settings}
        onSettings={changeSettings}
        onStep={widths.step}
        table={table}
        state={props.views === false ? undefined : props.state}
        exports={isBare ? undefined : exportOf(props, shown, rowKey, total)}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {waiting && <Skeleton columns={shown.columns.length} label={t("loading")} />}
      {isEmpty && <NoRows filtered={props.state?.isFiltered ?? false} state={props.state} empty={props.empty} />}
      {data !== undefined && !isEmpty && !isBeyond && (
        <Grid {...{ props, box, shown, widths, selection, content, total }} />
      )}
      {props.selectable && (
        <BulkBar {...{ selection, total, capped }} ofAll={props.bulkOfAll ?? false} bulk={props.bulk} />
      )}
      {props.state && data !== undefined && total > 0 && (
        <Pager state={props.state} total={total} capped={capped} shown={data.items.length} />
      )}
    </div>
  );
}

function exportOf<Row>(
  props: DataTableProps<Row>,
  shown: { readonly columns: readonly Column<Row>[]; readonly rows: readonly Row[] },
  rowKey: (row: Row) => string,
  total: number,
): TableExport<Row> | undefined {
  if (props.exportName === undefined) return undefined;
  const { rows } = shown;
  return {
    name: props.exportName,
    columns: flatColumns(shown.columns),
    rows,
    rowKey,
    total,
    read: props.state?.read,
    onServer: props.onExport,
  };
}

const pageTurner =
  (state: TableState, total: number) =>
  (by: 1 | -1): void => {
    const page = state.page + by;
    if (page >= 1 && page <= Math.ceil(total / state.perPage)) state.setPage(page);
  };

/**
 * Whether the address names a page beyond the end, from an old link or because rows have gone meanwhile; leads to the last one then. Such a
 * page is no empty list.
 */
function usePageBeyondEnd(
  state: TableState | undefined,
  data: ListReading<unknown>["data"],
  isPlaceholder: boolean,
): boolean {
  const total = data?.total ?? 0;
  const isBeyond = state !== undefined && data !== undefined && data.items.length === 0 && total > 0;
  const last = state === undefined ? 1 : Math.max(1, Math.ceil(total / state.perPage));
  const isToCorrect = isBeyond && !isPlaceholder && state.page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is made anew with every drawing; only where it leads counts.
  useEffect(() => {
    if (isToCorrect) state?.correctPage(last);
  }, [isToCorrect, last]);
  return isBeyond && (isPlaceholder || isToCorrect);
}

const offsetOf = (state: TableState | undefined): number =>
  state === undefined ? 0 : (state.page - 1) * state.perPage;

function readingOf<Row>(props: DataTableProps<Row>): ListReading<Row> {
  if (props.list) return props.list;
  return { data: props.rows && { items: props.rows }, error: null, refetch: () => undefined };
}

function NoRows(props: {
  filtered: boolean;
  state: TableState | undefined;
  empty: DataTableProps<never>["empty"];
}): ReactNode {
  const t = usePlatformTexts();
  if (props.filtered) {
    return (
      <Empty
        title={t("noElements")}
        action={
          <button type="button" className="v-link" onClick={props.state?.clearFilters}>
            {t("clearFilters")}
          </button>
        }
      />
    );
  }
  const { title = t("listEmpty"), text, action } = props.empty ?? {};
  return <Empty title={title} text={text} action={action} />;
}
