/** Above a table: its filters on the left, its columns and its export on the right. */
import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { usePlatformTexts } from "../texts.web.ts";
import type { Column } from "./column.web.tsx";
import { ColumnChooser, type ColumnSettings } from "./settings.web.tsx";
import styles from "./table.module.css";

export function Toolbar<Row>(props: {
  filters: ReactNode;
  columns: readonly Column<Row>[];
  chooser: boolean;
  settings: ColumnSettings;
  onSettings: (change: Partial<ColumnSettings>) => void;
  onExport: (() => void) | undefined;
}): ReactNode {
  const t = usePlatformTexts();
  if (!props.chooser && props.onExport === undefined && props.filters === undefined) return null;
  return (
    <div className={styles.toolbar}>
      {props.filters}
      <span className={styles.push} />
      <Group gap={6} wrap="nowrap">
        {props.chooser && (
          <ColumnChooser columns={props.columns} settings={props.settings} onChange={props.onSettings} />
        )}
        {props.onExport && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={props.onExport}
          >
            {t("export")}
          </Button>
        )}
      </Group>
    </div>
  );
}
