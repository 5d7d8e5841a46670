/** What a module above the platform offers to every table: saved views. The application puts it here once. */
import { type ComponentType, createContext } from "react";
import type { ColumnSettings } from "./settings.web.tsx";
import type { TableState } from "./state.web.ts";

export interface TableViewsProps {
  /** The route and the id of the table. */
  readonly table: string;
  readonly state: TableState;
  readonly columns: ColumnSettings;
  readonly onColumns: (columns: ColumnSettings) => void;
}

/** The chooser of saved views, in the toolbar of each table with a state; nothing where no module offers it. */
export const TableViewsContext = createContext<ComponentType<TableViewsProps> | undefined>(undefined);
