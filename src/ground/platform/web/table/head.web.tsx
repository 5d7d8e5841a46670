/** The head of a table: a checkbox for the page, sorting in three states, widths that can be drawn or stepped. */
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import { type Column, flatColumns, isRight } from "./column.web.tsx";
import type { SelectionState } from "./selection.web.tsx";
import styles from "./table.module.css";
import { nextSort, type Sort } from "./table.ts";
import { actionsKey, type Widths } from "./widths.web.ts";

export interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly widths: Widths;
  readonly selection: SelectionState<Row> | undefined;
  readonly hasDetails: boolean;
  readonly hasActions: boolean;
}

export function Head<Row>(props: HeadProps<Row>): ReactNode {
  const t = usePlatformTexts();
  const { selection, widths } = props;
  return (
    <thead>
      <tr
        data-sort={
          props.columns.some((column) => flatColumns([column]).some(({ sortable }) => sortable))
            ? t("sortBy")
            : undefined
        }
      >
        {selection && (
          <th className={styles.check} scope="col">
            <input
              type="checkbox"
              ref={(box) => {
                if (box) box.indeterminate = selection.page === "some";
              }}
              aria-label={t("selectAll")}
              checked={selection.page === "all"}
              onChange={selection.togglePage}
            />
          </th>
        )}
        {props.hasDetails && (
          <th className={styles.fold} scope="col">
            <span className="v-hidden">{t("details")}</span>
          </th>
        )}
        {props.columns.map((column) => (
          <HeadCell key={column.key} column={column} {...props} />
        ))}
        {props.hasActions && (
          <th className={styles.actions} scope="col" data-buttons style={widths.of({ key: actionsKey })}>
            <span className="v-hidden">{t("actions")}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row> = HeadProps<Row> & { readonly column: Column<Row> };

const fieldOf = <Row,>(column: Column<Row>): string => column.sortKey ?? column.key;

function HeadCell<Row>(props: HeadCellProps<Row>): ReactNode {
  const { column, sort, widths } = props;
  const isSorted = flatColumns([column]).some((line) => line.sortable && fieldOf(line) === sort?.field);
  const classes = [
    column.class,
    column.thClass,
    isRight(column) ? styles.right : undefined,
    column.share === undefined ? undefined : styles.share,
  ];
  const sorted = sort?.direction === "asc" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      className={classes.filter(Boolean).join(" ")}
      data-key={column.key}
      style={widths.of(column)}
      {...(isSorted ? { "aria-sort": sorted } : {})}
    >
      <HeadLine {...props} />
      {column.below && (
        <div className={styles.headBelow}>
          <HeadLine {...props} column={column.below} />
        </div>
      )}
      <span
        className={styles.grip}
        aria-hidden
        onPointerDown={(event) => widths.drag(event, column.key)}
        onDoubleClick={() => widths.reset(column.key)}
      />
    </th>
  );
}

/** The name of a column, or of what stands below another; a button where it can be sorted. */
function HeadLine<Row>({ column, sort, onSort }: HeadCellProps<Row>): ReactNode {
  const t = usePlatformTexts();
  const field = fieldOf(column);
  const direction = sort?.field === field ? sort.direction : undefined;
  if (!column.sortable) return <span className={styles.label}>{column.label}</span>;
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={direction !== undefined}
      title={t("sortedBy", { name: column.label })}
      onClick={() => onSort(nextSort(sort, field))}
    >
      <span className={styles.label}>{column.label}</span>
      {direction === "asc" && <IconArrowUp size={12} aria-hidden />}
      {direction === "desc" && <IconArrowDown size={12} aria-hidden />}
    </button>
  );
}
