/** The export of files: which files, which columns, and what has been made so far. */
import { Button, Checkbox, Group, Progress, SegmentedControl, SimpleGrid, Text } from "@mantine/core";
import { IconBan, IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { FileFilters } from "../../cases/file-search/file-search.web.tsx";
import { useAnyText, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { addressOf, useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatBytes, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../ground/platform/web/work.web.tsx";
import {
  cancelExport,
  countExport,
  downloadExport,
  type ExportRow,
  listExports,
  requestExport,
} from "./exports.contract.ts";
import type { exportsTexts } from "./exports.texts.ts";
import {
  daysReady,
  type ExportField,
  type ExportFormat,
  exportFields,
  exportFormats,
  headOf,
  maxSheetRows,
  usualFields,
} from "./exports.ts";

const useExportTexts = () => useTexts<typeof exportsTexts>("exports");

/** How often what is in the making is asked after. */
const pollMillis = 1000;

export function ExportFiles(): ReactNode {
  const t = useExportTexts();
  return (
    <Page title={t("title")}>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("intro", { days: daysReady })}
      </Text>
      <NewExport />
      <OwnExports />
    </Page>
  );
}

function NewExport(): ReactNode {
  const t = useExportTexts();
  const language = useLanguage();
  const table = useTableState(countExport);
  const counted = useCall(countExport, { query: table.query });
  const [columns, setColumns] = useState<readonly ExportField[]>(usualFields);
  const [format, setFormat] = useState<ExportFormat>("csv");
  const ask = useAct(requestExport, { invalidates: [listExports] });
  const files = counted.data?.files ?? 0;
  const number = formatNumber(files, language);
  const start = async (): Promise<void> => {
    const made = await ask.run({ body: { format, columns: [...columns], filter: table.query.filter ?? {} } });
    if (made) notify({ message: t("asked"), variant: "success" });
  };
  return (
    <>
      <Section title={t("which")}>
        <Group gap="xs" mb={6}>
          <FileFilters table={table} />
        </Group>
        <Text size="sm" role="status">
          {counted.data === undefined ? " " : files === 0 ? t("none") : t("found", { files: number })}
        </Text>
      </Section>
      <Section title={t("columns")}>
        <ColumnChoice value={columns} onChange={setColumns} />
      </Section>
      <Section title={t("format")}>
        <Group align="center">
          <SegmentedControl
            size="xs"
            aria-label={t("format")}
            value={format}
            onChange={(value) => setFormat(value === "xlsx" ? "xlsx" : "csv")}
            data={exportFormats.map((value) => ({ value, label: t(`format_${value}`) }))}
          />
          <Text c="dimmed" size="xs">
            {t("formatHint", { max: maxSheetRows })}
          </Text>
        </Group>
        <Button
          mt="md"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={files === 0 || columns.length === 0}
          loading={ask.isPending}
          onClick={() => void start()}
        >
          {t("make", { files: number })}
        </Button>
      </Section>
    </>
  );
}

/** A long name is broken rather than run into the next column. */
const narrow = {
  body: { minWidth: 0 },
  labelWrapper: { minWidth: 0 },
  label: { overflowWrap: "anywhere", fontSize: 13 },
} as const;

function ColumnChoice(props: {
  value: readonly ExportField[];
  onChange: (columns: readonly ExportField[]) => void;
}): ReactNode {
  const t = useExportTexts();
  const any = useAnyText();
  const { value, onChange } = props;
  const choose = (fields: readonly ExportField[]): void => onChange(exportFields.filter((one) => fields.includes(one)));
  return (
    <>
      <Group gap="md" mb={6}>
        <button type="button" className="v-link" onClick={() => choose(usualFields)}>
          {t("usualColumns")}
        </button>
        <button type="button" className="v-link" onClick={() => choose(exportFields)}>
          {t("allColumns")}
        </button>
        {value.length === 0 && (
          <Text size="xs" c="red" role="alert">
            {t("noColumns")}
          </Text>
        )}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4, lg: 5 }} spacing="xs" verticalSpacing={10} maw={1100}>
        {exportFields.map((field) => (
          <Checkbox
            styles={narrow}
            key={field}
            size="xs"
            label={any(headOf[field])}
            checked={value.includes(field)}
            onChange={({ currentTarget }) =>
              choose(currentTarget.checked ? [...value, field] : value.filter((one) => one !== field))
            }
          />
        ))}
      </SimpleGrid>
    </>
  );
}

const tones: Readonly<Record<ExportRow["state"], Tone>> = {
  waiting: "neutral",
  making: "accent",
  done: "good",
  failed: "bad",
  cancelled: "neutral",
  expired: "neutral",
};

const isRunning = ({ state }: ExportRow): boolean => state === "waiting" || state === "making";

function useOwnExportsColumns(): Column<ExportRow>[] {
  const t = useExportTexts();
  const language = useLanguage();
  return [
    { key: "askedAt", label: t("askedAt"), as: "datetime", allowToggle: false },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <State row={row} />,
      text: (_value, row) => t(`state_${row.state}`),
    },
    { key: "files", label: t("files"), as: "number" },
    { key: "columns", label: t("columnCount"), as: "number", formatter: (_value, row) => row.columns.length },
    { key: "format", label: t("format"), formatter: (_value, row) => t(`format_${row.format}`) },
    {
      key: "sizeBytes",
      label: t("size"),
      formatter: (_value, row) => (row.sizeBytes === null ? "" : formatBytes(row.sizeBytes, language)),
    },
    { key: "expiresAt", label: t("expiresAt"), as: "datetime" },
  ];
}

function OwnExports(): ReactNode {
  const t = useExportTexts();

  const [every, setEvery] = useState<number>();
  const list = useCall(listExports, { query: {} }, every === undefined ? {} : { every, quiet: true });
  const wanted = list.data?.items.some(isRunning) === true ? pollMillis : undefined;
  if (wanted !== every) setEvery(wanted);
  const cancel = useAct(cancelExport, { invalidates: [listExports] });
  const columns = useOwnExportsColumns();
  const stop = async (row: ExportRow): Promise<void> => {
    if (await cancel.run({ params: { id: row.id } })) notify({ message: t("cancelled"), variant: "success" });
  };
  return (
    <Section title={t("own")}>
      <DataTable
        id="exports"
        label={t("own")}
        columns={columns}
        list={list}
        rowName={(row) => `${row.askedAt} ${row.format}`}
        empty={{ title: t("empty"), text: t("emptyHint") }}
        actions={(row) =>
          row.state === "done" ? (
            <Button
              component="a"
              href={addressOf(downloadExport, { params: { id: row.id } })}
              download
              size="compact-xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              {t("download")}
            </Button>
          ) : isRunning(row) ? (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconBan size={14} aria-hidden />}
              onClick={() => void stop(row)}
            >
              {t("cancel")}
            </Button>
          ) : null
        }
      />
    </Section>
  );
}

function State({ row }: { row: ExportRow }): ReactNode {
  const t = useExportTexts();
  if (isRunning(row) && (row.work?.state === "failed" || row.work?.state === "paused"))
    return <WorkNotice work={row.work} invalidates={[listExports]} />;
  if (row.state !== "making") {
    return (
      <>
        <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>
        {row.error !== null && ` ${row.error}`}
      </>
    );
  }
  const values = { files: row.files, expected: row.expected };
  return (
    <div style={{ minWidth: 160 }}>
      <Progress value={(100 * row.files) / Math.max(1, row.expected)} size="sm" aria-label={t("state_making")} />
      <Text size="xs">{t("progress", values)}</Text>
    </div>
  );
}
