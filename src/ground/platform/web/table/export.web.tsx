/** The button "Export": what is shown or all that is found, as CSV or XLSX. What makes the files is fetched when it is used. */
import { Button, Popover, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { labelled, usePlatformTexts } from "../content/texts.web.ts";
import { notifyLoadFailed } from "../pages/lazy.web.tsx";
import type { Column } from "./column.web.tsx";
import type { TableState } from "./state.web.ts";
import styles from "./table.module.css";

const formats = ["csv", "xlsx"] as const;
type Format = (typeof formats)[number];
const names = { csv: "CSV", xlsx: "Excel (XLSX)" } as const;

const runner = () => import("./export-run.web.tsx");

export interface TableExport<Row> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly total: number;
  readonly read: TableState<unknown, Row>["read"] | undefined;
  /** Exports everything found as CSV on the server, instead of reading it from there. */
  readonly onServer: (() => void) | undefined;
}

/** What is exported, in each format. */
function FormatButtons({ title, onChoose }: { title: string; onChoose: (format: Format) => void }): ReactNode {
  return (
    <div>
      <Text size="xs" c="dimmed" px={8} pb={4} aria-hidden>
        {title}
      </Text>
      {formats.map((format) => (
        <Button
          key={format}
          variant="subtle"
          color="gray"
          size="xs"
          fullWidth
          justify="flex-start"
          aria-label={labelled(title, names[format])}
          onClick={() => onChoose(format)}
        >
          {names[format]}
        </Button>
      ))}
    </div>
  );
}

export function ExportMenu<Row>(props: { of: TableExport<Row> }): ReactNode {
  const t = usePlatformTexts();
  const { name, columns, rows, rowKey, total, read, onServer } = props.of;
  const [open, setOpen] = useState(false);
  const hasMore = read !== undefined && total > rows.length;
  const shown = t("exportShown", { count: rows.length });
  const all = t("exportAll", { count: total });
  const saveShown = (format: Format): void => {
    runner().then(({ saveRows }) => saveRows({ name, columns, format }, rows), notifyLoadFailed);
  };
  const saveAll = (format: Format): void => {
    if (format === "csv" && onServer) onServer();
    else if (read)
      runner().then((run) => run.saveAll({ name, columns, format }, { read, rowKey, total }), notifyLoadFailed);
  };
  const start = (save: (format: Format) => void) => (format: Format) => {
    setOpen(false);
    save(format);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={styles.tool ?? ""}
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => setOpen(!open)}
        >
          <span className={styles.toolName}>{t("export")}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("export")} p="xs">
        <Stack gap="xs">
          <FormatButtons title={shown} onChoose={start(saveShown)} />
          {hasMore && <FormatButtons title={all} onChoose={start(saveAll)} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
