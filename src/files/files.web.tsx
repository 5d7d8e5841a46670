/** The screens of the files: the list with its filters, and the files visited last. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { any } from "../kernel/access.ts";
import { dateInAmsterdam, daysBetween, parsePlainDate } from "../kernel/dates.ts";
import { countCap } from "../kernel/query.ts";
import { download, showError, useCall } from "../platform/web/api.web.ts";
import { formatNumber } from "../platform/web/format.ts";
import { Guard, useMay } from "../platform/web/me.web.tsx";
import { Link, navigate, useGo } from "../platform/web/nav.web.tsx";
import { Page } from "../platform/web/page.web.tsx";
import { dateText, Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import { exportColumns, exportFiles, type FileRow, lastFiles, searchFiles } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { fileAddress, parseFileNumber, statusTone } from "./files.ts";
import { FileFilters } from "./filters.web.tsx";

export {
  type ActTarget,
  openCloseForm,
  openDebtorForm,
  openHoldForm,
  openManagerForm,
  openStatusForm,
  useStateActs,
} from "./acts.web.tsx";

export { FileFilters } from "./filters.web.tsx";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

/** "vandaag", "gisteren", "morgen", or the date itself. */
export function useNearDate(): (on: string) => string {
  const t = useFileTexts();
  const language = useLanguage();
  return (on) => {
    const date = parsePlainDate(on);
    const days = date === undefined ? Number.NaN : daysBetween(dateInAmsterdam(new Date()), date);
    if (days === 0) return t("today");
    if (days === 1) return t("tomorrow");
    return days === -1 ? t("yesterday") : dateText(on, {}, language);
  };
}

/** The status of a file in words, with what holds it up. */
export function FileStatusText(props: Pick<FileRow, "status" | "holds">): ReactNode {
  const t = useFileTexts();
  const holds = props.holds.map((kind) => t(`hold_${kind}`));
  return (
    <Status tone={statusTone(props.status, props.holds)}>{[t(`status_${props.status}`), ...holds].join(" · ")}</Status>
  );
}

function useColumns(): Column<FileRow>[] {
  const t = useFileTexts();
  const near = useNearDate();
  const nextAction = (row: FileRow): string =>
    [row.nextActionOn === null ? "" : near(row.nextActionOn), row.nextStep ?? ""]
      .filter((part) => part !== "")
      .join(" · ");
  return [
    { key: "number", label: t("number"), sortable: true, allowToggle: false, copy: true },
    { key: "debtorName", label: t("debtor"), sortable: true, allowToggle: false, limit: 32 },
    { key: "clientName", label: t("client"), limit: 24 },
    { key: "openCents", label: t("open"), sortable: true, as: "money" },
    { key: "clientRef", label: t("clientRef"), sortable: true, hidden: true },
    { key: "phase", label: t("phase"), sortable: true, formatter: (_value, row) => t(`phase_${row.phase}`) },
    {
      key: "status",
      label: t("status"),
      sortable: true,
      formatter: (_value, row) => <FileStatusText {...row} />,
      text: (_value, row) => t(`status_${row.status}`),
    },
    {
      key: "nextStep",
      sortKey: "nextActionOn",
      label: t("nextAction"),
      sortable: true,
      formatter: (_value, row) => <span title={row.nextActionOn ?? ""}>{nextAction(row)}</span>,
      text: (_value, row) => nextAction(row),
    },
    { key: "caseManager", label: t("caseManager"), hidden: true },
    { key: "placedOn", label: t("placedOn"), sortable: true, as: "date", hidden: true },
    { key: "principalCents", label: t("principal"), sortable: true, as: "money" },
    { key: "city", label: t("city"), limit: 18 },
  ];
}

export function FileSearch(): ReactNode {
  const t = useFileTexts();
  const go = useGo();
  const language = useLanguage();
  const table = useTableState(searchFiles);
  const list = useCall(searchFiles, { query: table.query });
  const columns = useColumns();
  const mayExport = useMay(exportFiles);
  useExactNumber(table.filter.search, list.isPlaceholderData ? undefined : list.data?.items);
  const rows = list.data?.items ?? [];
  const at = (row: FileRow): number => (table.page - 1) * table.perPage + rows.indexOf(row);
  const save = (ids?: readonly number[]): void => {
    const { filter, order } = table.query;
    const shown = exportColumns.map((column) => column);
    const query = {
      ...(order ? { order } : {}),
      filter: { ...filter, columns: shown, ...(ids ? { ids: [...ids] } : {}) },
    };
    download(exportFiles, { query }).catch(showError);
  };
  const create = (
    <Guard who={any("ROLE_FILE_CREATE")}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go("/file/create/new")}>
        {t("newFile")}
      </Button>
    </Guard>
  );
  return (
    <Page
      title={t("title")}
      tab={t("title")}
      count={list.data && <Found {...list.data} language={language} />}
      actions={create}
    >
      <DataTable
        id="files"
        label={t("title")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => `${row.number} ${row.debtorName}`}
        linkTo={(row) => fileAddress(row.id, { search: window.location.search, at: at(row) })}
        filters={<FileFilters table={table} />}
        onExport={mayExport ? () => save() : undefined}
        exportName={mayExport ? t("exportName") : undefined}
        selectable={mayExport}
        bulk={(selection) => (
          <Button
            variant="default"
            onClick={() => save(selection.allMatching ? undefined : selection.rows.map((row) => row.id))}
          >
            {t("export")}
          </Button>
        )}
        empty={{ title: t("nothingYet"), action: <Link to="/file/import">{t("toImport")}</Link> }}
      />
    </Page>
  );
}

function Found(props: { total: number; capped: boolean; language: string }): ReactNode {
  const t = useFileTexts();
  return props.capped
    ? t("foundOver", { count: formatNumber(countCap, props.language) })
    : t("found", { count: formatNumber(props.total, props.language) });
}

/** An exact number opens its file, as it does from the header's own form post. */
function useExactNumber(search: string | undefined, items: readonly FileRow[] | undefined): void {
  const number = parseFileNumber(search ?? "");
  const only = items?.length === 1 ? items[0] : undefined;
  const id = number !== undefined && only?.number === number ? only.id : undefined;
  useEffect(() => {
    if (id !== undefined) navigate(fileAddress(id), { replace: true });
  }, [id]);
}

export function LastFiles(): ReactNode {
  const t = useFileTexts();
  const list = useCall(lastFiles, {});
  const columns: Column<FileRow & { visitedAt: string }>[] = [
    ...useColumns().map((column) => ({ ...column, sortable: false })),
    { key: "visitedAt", label: t("visitedAt"), as: "datetime" },
  ];
  return (
    <Page title={t("lastVisited")} count={list.data?.items.length}>
      <DataTable
        id="last-files"
        label={t("lastVisited")}
        columns={columns}
        list={list}
        rowName={(row) => `${row.number} ${row.debtorName}`}
        linkTo={(row) => fileAddress(row.id)}
        empty={{ title: t("nothingVisited") }}
      />
    </Page>
  );
}
