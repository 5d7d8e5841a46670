/** Selecting rows: none, some or all of a page, and as a separate, explicit act all that the search finds. */
import { Group } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import { formatNumber } from "../inputs/format.ts";
import styles from "./table.module.css";
import { valueAt } from "./table.ts";

export interface Selection<Row> {
  /** The selected rows of this page. */
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** Everything that the filters find is meant, not just this page. */
  readonly allMatching: boolean;
  /** How many rows are meant. */
  readonly count: number;
  readonly clear: () => void;
}

export interface SelectionState<Row> extends Selection<Row> {
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly page: "none" | "some" | "all";
  readonly togglePage: () => void;
  readonly selectAllMatching: () => void;
}

export function useSelection<Row>(spec: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  total: number;
  capped: boolean;
  query: unknown;
}): SelectionState<Row> {
  const { rows, rowKey, total } = spec;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [allMatching, setAllMatching] = useState(false);
  const clear = useCallback(() => {
    setChosen(new Set());
    setAllMatching(false);
  }, []);
  const question = JSON.stringify(spec.query ?? null);
  const asked = useRef(question);
  // What was selected among the answers to another question is selected no longer.
  useEffect(() => {
    if (asked.current !== question) clear();
    asked.current = question;
  }, [question, clear]);
  // Rows that come flagged as selected start so.
  useEffect(() => {
    const flagged = rows.filter((row) => valueAt(row, "rowSelected") === true).map(rowKey);
    if (flagged.length > 0) setChosen((now) => new Set([...now, ...flagged]));
  }, [rows, rowKey]);
  const toggle = useCallback((key: string) => {
    setAllMatching(false);
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return useMemo(() => {
    const selected = rows.filter((row) => chosen.has(rowKey(row)));
    const page = selected.length === 0 ? "none" : selected.length === rows.length ? "all" : "some";
    return {
      rows: selected,
      keys: selected.map(rowKey),
      allMatching,
      count: allMatching ? total : selected.length,
      clear,
      has: (key) => allMatching || chosen.has(key),
      toggle,
      page: allMatching ? "all" : page,
      togglePage: () => (page === "all" ? clear() : setChosen(new Set(rows.map(rowKey)))),
      selectAllMatching: () => {
        setChosen(new Set(rows.map(rowKey)));
        setAllMatching(true);
      },
    };
  }, [rows, rowKey, chosen, allMatching, total, clear, toggle]);
}

/** The bar below a list while rows are selected. */
export function BulkBar<Row>(props: {
  selection: SelectionState<Row>;
  total: number;
  capped: boolean;
  /** Whether everything found can be meant. */
  ofAll: boolean;
  bulk: ((selection: Selection<Row>) => ReactNode) | undefined;
}): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { selection, total, capped } = props;
  if (selection.count === 0) return null;
  const number = formatNumber(total, language);
  const all = capped ? t("moreThan", { total: number }) : number;
  return (
    <Group className={styles.bulk ?? ""} gap="sm" role="region" aria-label={t("selection")}>
      <b role="status">
        {selection.allMatching ? t("allMatchingSelected", { total: all }) : t("selected", { count: selection.count })}
      </b>
      {props.ofAll && selection.page === "all" && !selection.allMatching && total > selection.count && (
        <button type="button" className="v-link" onClick={selection.selectAllMatching}>
          {t("allMatching", { total: all })}
        </button>
      )}
      <button type="button" className="v-link" onClick={selection.clear}>
        {t("selectNone")}
      </button>
      <span className={styles.push} />
      {props.bulk?.(selection)}
    </Group>
  );
}
