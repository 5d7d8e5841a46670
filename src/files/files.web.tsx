/** The screens of the files: the list with its filters, and the files visited last. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { all, any } from "../kernel/access.ts";
import type { QueryOf } from "../kernel/contract.ts";
import { daysBetween, parsePlainDate } from "../kernel/dates.ts";
import { countCap } from "../kernel/query.ts";
import { download, showError, useCall } from "../platform/web/api.web.ts";
import { useHouseDay } from "../platform/web/day.web.ts";
import { formatNumber } from "../platform/web/format.ts";
import { useKeys } from "../platform/web/keys.web.tsx";
import { Guard, useMay } from "../platform/web/me.web.tsx";
import { Link, navigate, useGo } from "../platform/web/nav.web.tsx";
import { Loading, Page } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { dateText, Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import {
  countFilesExactly,
  exportColumns,
  exportFiles,
  type FileRow,
  lastFiles,
  searchFiles,
} from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { fileAddress, parseFileNumber, statusTone } from "./files.ts";
import { FileFilters } from "./filters.web.tsx";
import type * as presence from "./presence.web.tsx";
import { type Peek, SplitButton, SplitView, useSplit } from "./split.web.tsx";

export {
  type ActTarget,
  HoldForm,
  type HoldPaper,
  openCloseForm,
  openDebtorForm,
  openManagerForm,
  openStatusForm,
  type TypedPaper,
  useStateActs,
} from "./acts.web.tsx";

export { FileFilters } from "./filters.web.tsx";
export type { Peek } from "./split.web.tsx";

interface PanelProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** The people of a file, its states, and who has it open or looked at it: fetched with the page of a file, not with the list. */
export const FileParties = part<PanelProps>(() => import("./parties.web.tsx").then((m) => m.FileParties), <Loading />);
export const FileStates = part<PanelProps & { readonly paper?: (holdId: number) => ReactNode }>(
  () => import("./states.web.tsx").then((m) => m.FileStates),
  <Loading />,
);
export const WhoSawThis = part<PanelProps>(() => import("./presence.web.tsx").then((m) => m.WhoSawThis), <Loading />);
export const Presence = part<ComponentProps<typeof presence.Presence>>(() =>
  import("./presence.web.tsx").then((m) => m.Presence),
);

const useFileTexts = () => useTexts<typeof fileTexts>("files");

/** "vandaag", "gisteren", "morgen", or the date itself; by the house's day. */
export function useNearDate(): (on: string) => string {
  const t = useFileTexts();
  const language = useLanguage();
  const today = useHouseDay();
  return (on) => {
    const date = parsePlainDate(on);
    const days = date === undefined ? Number.NaN : daysBetween(today, date);
    if (days === 0) return t("today");
    if (days === 1) return t("tomorrow");
    return days === -1 ? t("yesterday") : dateText(on, {}, language);
  };
}

/** The status of a file in words, with what holds it up. */
/** Status and holds that a row names; how many more there are stands behind them. */
const saidAtOnce = 3;

export function FileStatusText(props: Pick<FileRow, "status" | "holds">): ReactNode {
  const t = useFileTexts();
  const all = [t(`status_${props.status}`), ...props.holds.map((kind) => t(`hold_${kind}`))];
  const tone = statusTone(props.status, props.holds);
  const rest = all.length - saidAtOnce;
  return (
    <span title={all.join(" · ")}>
      <Status tone={tone}>{rest > 1 ? `${all.slice(0, saidAtOnce).join(" · ")} +${rest}` : all.join(" · ")}</Status>
    </span>
  );
}

function useColumns(): Column<FileRow>[] {
  const t = useFileTexts();
  const near = useNearDate();
  const joined = (row: FileRow, on: string | null): string =>
    [on ?? "", row.nextStep ?? ""].filter((part) => part !== "").join(" · ");
  const nextAction = (row: FileRow): string => joined(row, row.nextActionOn === null ? null : near(row.nextActionOn));
  const wholeAction = (row: FileRow): string => joined(row, row.nextActionOn);
  return [
    { key: "number", label: t("number"), sortable: true, allowToggle: false, copy: true },
    { key: "debtorName", label: t("debtor"), sortable: true, allowToggle: false, share: 21 },
    { key: "clientName", label: t("client"), share: 16 },
    { key: "openCents", label: t("open"), sortable: true, as: "money" },
    { key: "clientRef", label: t("clientRef"), sortable: true, hidden: true },
    { key: "phase", label: t("phase"), sortable: true, formatter: (_value, row) => t(`phase_${row.phase}`) },
    {
      key: "status",
      label: t("status"),
      sortable: true,
      share: 13,
      formatter: (_value, row) => <FileStatusText {...row} />,
      text: (_value, row) => t(`status_${row.status}`),
    },
    {
      key: "nextStep",
      sortKey: "nextActionOn",
      label: t("nextAction"),
      sortable: true,
      share: 20,
      formatter: (_value, row) => <span title={wholeAction(row)}>{nextAction(row)}</span>,
      text: (_value, row) => nextAction(row),
    },
    { key: "caseManager", label: t("caseManager"), hidden: true },
    { key: "placedOn", label: t("placedOn"), sortable: true, as: "date", hidden: true },
    { key: "principalCents", label: t("principal"), sortable: true, as: "money", hidden: true },
    { key: "city", label: t("city"), limit: 18 },
  ];
}

// Beside a file that is shown in short, the list shows what tells its rows apart.
const splitColumns: ReadonlySet<string> = new Set(["number", "debtorName", "openCents", "status"]);

/** Who may work on many files at once (specification, point 2). */
const bulkUpdaters = all("ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS");

/** The screen of the bulk update for these rows, or for all that the filters of this list find. */
const bulkAddress = (rows: readonly FileRow[] | undefined): string =>
  rows === undefined
    ? `/file/bulk-update${window.location.search}`
    : `/file/bulk-update?files=${rows.map(({ id }) => id).join(",")}`;

/** The list of files. With `peek` one of them can be shown beside it. */
export function FileSearch({ peek }: { readonly peek?: Peek }): ReactNode {
  const t = useFileTexts();
  const table = useTableState(searchFiles);
  const list = useCall(searchFiles, { query: table.query });
  const columns = useColumns();
  const mayExport = useMay(exportFiles);
  const mayBulk = useMay({ who: bulkUpdaters });
  const mayImport = useMay({ who: any("ROLE_FILE_CREATE_UPLOAD") });
  const go = useGo();
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
  const split = useSplit();
  const isSplit = split.isOpen && peek !== undefined;
  useKeys(peek ? [{ key: "s", label: t("split"), run: split.isOpen ? split.close : split.open }] : []);
  const linkTo = (row: FileRow): string => fileAddress(row.id, { search: window.location.search, at: at(row) });
  const shown = (
    <DataTable
      id={isSplit ? "files-split" : "files"}
      label={t("title")}
      columns={isSplit ? columns.filter(({ key }) => splitColumns.has(key)) : columns}
      list={list}
      state={table}
      rowName={(row) => `${row.number} ${row.debtorName}`}
      linkTo={linkTo}
      rowVariant={isSplit ? (row) => (row.id === split.fileId ? "selected" : undefined) : undefined}
      filters={<FileFilters table={table} />}
      onExport={mayExport ? () => save() : undefined}
      exportName={mayExport ? t("exportName") : undefined}
      selectable={mayExport || mayBulk}
      bulk={(selection) => (
        <>
          <Button
            variant="default"
            onClick={() => save(selection.allMatching ? undefined : selection.rows.map((row) => row.id))}
          >
            {t("export")}
          </Button>
          <Guard who={bulkUpdaters}>
            <Button
              variant="default"
              onClick={() => go(bulkAddress(selection.allMatching ? undefined : selection.rows))}
            >
              {t("bulkUpdate")}
            </Button>
          </Guard>
        </>
      )}
      empty={
        mayImport
          ? { title: t("nothingYet"), action: <Link to="/file/import">{t("toImport")}</Link> }
          : { title: t("nothingYours") }
      }
    />
  );
  return (
    <Page
      title={t("title")}
      tab={t("title")}
      count={list.data && <Found key={JSON.stringify(table.query.filter)} {...list.data} query={table.query} />}
      actions={
        <>
          {peek && <SplitButton split={split} />}
          <Guard who={any("ROLE_FILE_CREATE")}>
            <Create />
          </Guard>
        </>
      }
    >
      {isSplit ? (
        <SplitView split={split} peek={peek} rows={rows.map((row) => ({ id: row.id, to: linkTo(row) }))}>
          {shown}
        </SplitView>
      ) : (
        shown
      )}
    </Page>
  );
}

function Create(): ReactNode {
  const t = useFileTexts();
  const go = useGo();
  const create = (): void => go("/file/create/new");
  useKeys([{ key: "n", label: t("newFile"), run: create }]);
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
      {t("newFile")}
    </Button>
  );
}

/** How many there are; beyond the count that a list makes, to the last one for whoever asks. */
function Found(props: { total: number; capped: boolean; query: QueryOf<typeof searchFiles> }): ReactNode {
  const t = useFileTexts();
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const exact = useCall(countFilesExactly, { query: props.query }, { enabled: isAsked });
  if (!props.capped) return t("found", { count: formatNumber(props.total, language) });
  if (isAsked && exact.data) return t("foundExactly", { count: formatNumber(exact.data.total, language) });
  return (
    <>
      {t("foundOver", { count: formatNumber(countCap, language) })}{" "}
      <button type="button" className="v-link" disabled={exact.isFetching} onClick={() => setAsked(true)}>
        {t("countExactly")}
      </button>
    </>
  );
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
