/** Above a table: its filters on the left; its views, its columns and its export on the right. */
import { type ReactNode, useContext } from "react";
import type { Column } from "./column.web.tsx";
import { ExportMenu, type TableExport } from "./export.web.tsx";
import { TableViewsContext } from "./extensions.web.tsx";
import { ColumnChooser, type ColumnSettings } from "./settings.web.tsx";
import type { TableState } from "./state.web.ts";
import styles from "./table.module.css";

export function Toolbar<Row>(props: {
  filters: ReactNode;
  columns: readonly Column<Row>[];
  chooser: boolean;
  settings: ColumnSettings;
  onSettings: (change: Partial<ColumnSettings>) => void;
  onStep: (key: string, by: number) => void;
  /** The table's route and id, under which views of it are kept. */
  table: string;
  /** Absent where no views are kept of it. */
  state: TableState | undefined;
  exports: TableExport<Row> | undefined;
}): ReactNode {
  const Views = useContext(TableViewsContext);
  const views = props.state && Views;
  if (!props.chooser && !views && props.exports === undefined && props.filters === undefined) return null;
  return (
    <div className={styles.toolbar}>
      {props.filters}
      <span className={styles.push} />
      <div className={styles.tools}>
        {views && props.state && (
          <Views
            table={props.table}
            state={props.state}
            columns={props.settings}
            onColumns={(columns) => props.onSettings(columns)}
          />
        )}
        {props.chooser && (
          <ColumnChooser
            columns={props.columns}
            settings={props.settings}
            onChange={props.onSettings}
            onStep={props.onStep}
          />
        )}
        {props.exports && <ExportMenu of={props.exports} />}
      </div>
    </div>
  );
}
