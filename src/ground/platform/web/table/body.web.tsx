/**
 * The rows, in groups of 10. Groups far from sight are drawn lightly, one cell with the row's text in it, so that 1,000 rows stay
 * under 3,000 nodes while find-in-page and screen readers still meet every row; a group that comes near is drawn in full.
 */
import { ActionIcon, CopyButton } from "@mantine/core";
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from "@tabler/icons-react";
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import { PlainLink } from "../pages/links.web.tsx";
import {
  type CardPlace,
  type Column,
  cardPlaces,
  cellContent,
  cellText,
  exportText,
  isRight,
  type Variant,
  wholeText,
} from "./column.web.tsx";
import type { SelectionState } from "./selection.web.tsx";
import styles from "./table.module.css";
import { valueAt } from "./table.ts";
import { longListRows } from "./widths.web.ts";

const groupSize = 10;
/** Groups that are drawn in full before anything has been measured: a screenful. */
const nearAtFirst = 4;
const nearMargin = "400px 0px";

/** What a caller says of every row. It stays the same while rows are selected, so a row that did not change is not drawn again. */
export interface RowLook<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rowName?: ((row: Row) => string) | undefined;
  readonly selectable?: boolean | undefined;
  readonly linkTo?: ((row: Row) => string) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly details?: ((row: Row) => ReactNode) | undefined;
  readonly rowVariant?: ((row: Row) => Variant | undefined) | undefined;
  readonly cellVariants?: ((row: Row) => Readonly<Record<string, Variant | undefined>>) | undefined;
}

export interface BodyContent<Row> {
  readonly look: RowLook<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** How many rows of the whole list come before these. */
  readonly offset: number;
}

export interface BodyProps<Row> {
  readonly content: BodyContent<Row>;
  readonly selection: SelectionState<Row>;
}

const lookOf = <Row,>(look: RowLook<Row>): RowLook<Row> => ({
  columns: look.columns,
  rowName: look.rowName,
  selectable: look.selectable,
  linkTo: look.linkTo,
  onOpen: look.onOpen,
  actions: look.actions,
  details: look.details,
  rowVariant: look.rowVariant,
  cellVariants: look.cellVariants,
});

/**
 * What the body is drawn from. Of a long list it follows when there is time, and as a whole: a thousand rows in another order do not keep a click
 * waiting. A short list follows at once, so that a field in a cell keeps each letter that is typed.
 */
export function useBodyContent<Row>(content: BodyContent<Row>): BodyContent<Row> {
  const later = useDeferredValue(content);
  return content.rows.length > longListRows ? later : content;
}

export const Body = memo(function Body<Row>(props: BodyProps<Row>): ReactNode {
  const { selection } = props;
  const { rows, rowKey, look, offset } = props.content;
  const isLong = rows.length > longListRows;
  const groups = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, at) =>
        rows.slice(at * groupSize, (at + 1) * groupSize),
      ),
    [rows],
  );
  const span = look.columns.length + (look.selectable ? 1 : 0) + (look.details ? 1 : 0) + (look.actions ? 1 : 0);
  return groups.map((group, at) => {
    const first = offset + at * groupSize + 2;
    return (
      <Group key={at} isLong={isLong} startsNear={at < nearAtFirst}>
        {(near) =>
          near ? (
            group.map((row, index) => {
              const key = rowKey(row);
              return (
                <FullRow
                  key={key}
                  {...lookOf(look)}
                  row={row}
                  id={key}
                  place={first + index}
                  span={span}
                  selected={selection.has(key)}
                  onToggle={selection.toggle}
                />
              );
            })
          ) : (
            <LightRows
              columns={look.columns}
              rows={group}
              rowKey={rowKey}
              first={first}
              span={span}
              selected={group.map(rowKey).filter(selection.has).join(" ")}
            />
          )
        }
      </Group>
    );
  });
  // What `memo` makes of a component has no type of row any more.
}) as <Row>(props: BodyProps<Row>) => ReactNode;

/** A group of rows, that knows whether it is in sight or nearly so. */
function Group(props: { isLong: boolean; startsNear: boolean; children: (near: boolean) => ReactNode }): ReactNode {
  const { isLong } = props;
  const element = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState(props.startsNear);
  useEffect(() => {
    const node = element.current;
    if (!isLong || node === null) return;
    const box = node.closest("section");
    const scrolls = box !== null && getComputedStyle(box).overflowY !== "visible";
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), {
      // The box that scrolls is the root, else its own edge would cut the margin off. Cards have none: there the page scrolls.
      root: scrolls ? box : null,
      rootMargin: nearMargin,
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [isLong]);
  return <tbody ref={element}>{props.children(near || !isLong)}</tbody>;
}

interface LightRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly first: number;
  readonly span: number;
  /** Keys of the selected rows, joined: a text, so that it can be compared. */
  readonly selected: string;
}

const LightRows = memo(function LightRows<Row>(props: LightRowsProps<Row>): ReactNode {
  const language = useLanguage();
  const { rows, columns } = props;
  const selected = new Set(props.selected.split(" "));
  // Selecting a thousand rows must not format them all again.
  const texts = useMemo(
    () =>
      rows.map((row) =>
        columns
          .map((column) => wholeText(column, row, language))
          .filter((text) => text !== "")
          .join(" · "),
      ),
    [rows, columns, language],
  );
  return rows.map((row, index) => {
    const key = props.rowKey(row);
    return (
      <tr
        key={key}
        data-row={key}
        data-light
        data-selected={selected.has(key)}
        tabIndex={-1}
        aria-rowindex={props.first + index}
      >
        <td colSpan={props.span}>{texts[index]}</td>
      </tr>
    );
  });
  // What `memo` makes of a component has no type of row any more.
}) as <Row>(props: LightRowsProps<Row>) => ReactNode;

interface FullRowProps<Row> extends RowLook<Row> {
  readonly row: Row;
  readonly id: string;
  readonly place: number;
  readonly span: number;
  readonly selected: boolean;
  readonly onToggle: (key: string) => void;
}

const variantOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What a row's own flags say of a cell: by the column's key as it is written, dots and all. */
const flaggedVariant = (row: unknown, key: string): string | undefined => {
  const flags = valueAt(row, "_cellVariants");
  return typeof flags === "object" && flags !== null && Object.hasOwn(flags, key)
    ? variantOf(Reflect.get(flags, key))
    : undefined;
};

const FullRow = memo(function FullRow<Row>(props: FullRowProps<Row>): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { row, id, columns } = props;
  const [unfolded, setUnfolded] = useState(valueAt(row, "displayRowDetails") === true);
  const [first] = columns;
  const name = props.rowName?.(row) ?? (first ? cellText(first, row, language) : id);
  const variant = props.rowVariant?.(row) ?? variantOf(valueAt(row, "_rowVariant"));
  const cells = props.cellVariants?.(row);
  const places = useMemo(() => cardPlaces(columns), [columns]);
  return (
    <>
      <tr data-row={id} data-variant={variant} data-selected={props.selected} tabIndex={-1} aria-rowindex={props.place}>
        {props.selectable && (
          <td className={styles.check}>
            <input
              type="checkbox"
              aria-label={t("selectRow", { name })}
              checked={props.selected}
              onChange={() => props.onToggle(id)}
            />
          </td>
        )}
        {props.details && (
          <td className={styles.fold}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-expanded={unfolded}
              aria-label={t(unfolded ? "hideDetails" : "details")}
              onClick={() => setUnfolded(!unfolded)}
            >
              {unfolded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            </ActionIcon>
          </td>
        )}
        {columns.map((column, index) => (
          <Cell
            key={column.key}
            column={column}
            row={row}
            place={places.get(column.key) ?? "labelled"}
            variant={cells?.[column.key] ?? flaggedVariant(row, column.key)}
            linkTo={index === 0 ? props.linkTo : undefined}
            onOpen={index === 0 ? props.onOpen : undefined}
          />
        ))}
        {props.actions && <td className={styles.actions}>{props.actions(row)}</td>}
      </tr>
      {unfolded && props.details && (
        <tr className={styles.details}>
          <td colSpan={props.span}>{props.details(row)}</td>
        </tr>
      )}
    </>
  );
  // What `memo` makes of a component has no type of row any more.
}) as <Row>(props: FullRowProps<Row>) => ReactNode;

function Cell<Row>(props: {
  column: Column<Row>;
  row: Row;
  place: CardPlace;
  variant: string | undefined;
  linkTo: ((row: Row) => string) | undefined;
  onOpen: ((row: Row) => void) | undefined;
}): ReactNode {
  const { column, row, linkTo, onOpen } = props;
  const language = useLanguage();
  const classes = [
    column.class,
    column.tdClass,
    isRight(column) ? styles.right : undefined,
    column.share === undefined ? undefined : styles.share,
    column.wraps ? styles.wraps : undefined,
  ];
  const content = cellContent(column, row);
  return (
    <td
      className={classes.filter(Boolean).join(" ")}
      data-variant={props.variant}
      data-card={props.place}
      data-label={column.label}
      // A card does not spend a line on a dash, nor on a count of none.
      data-nothing={content === "–" || (column.as === "number" && valueAt(row, column.key) === 0) ? "" : undefined}
      title={column.share === undefined ? undefined : wholeText(column, row, language)}
    >
      {linkTo ? (
        <OpenLink to={linkTo(row)}>{content}</OpenLink>
      ) : onOpen ? (
        <button type="button" data-open className={styles.open} onClick={() => onOpen(row)}>
          {content}
        </button>
      ) : (
        content
      )}
      {column.copy && <CopyCell column={column} row={row} />}
      {column.below && <Below column={column.below} row={row} />}
    </td>
  );
}

/** The second line of a cell; none where there is nothing to say. */
function Below<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  const language = useLanguage();
  if (cellText(column, row, language) === "") return null;
  return <div className={styles.below}>{cellContent(column, row)}</div>;
}

const OpenLink = (props: { to: string; children: ReactNode }): ReactNode => (
  <span className={styles.openWrap}>
    <PlainLink to={props.to} className={styles.open} data-open>
      {props.children}
    </PlainLink>
  </span>
);

function CopyCell<Row>(props: { column: Column<Row>; row: Row }): ReactNode {
  const t = usePlatformTexts();
  const value = exportText(props.column, props.row, useLanguage());
  if (value === "") return null;
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          className={styles.copy ?? ""}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t("copyValue", { value })}
          onClick={copy}
        >
          {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
