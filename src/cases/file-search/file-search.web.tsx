/** The screens of the files: the list with its filters, and the files visited last. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { all, any } from "../../ground/kernel/access.ts";
import type { QueryOf } from "../../ground/kernel/contract.ts";
import { countCap } from "../../ground/kernel/query.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useKeys } from "../../ground/platform/web/feedback/keys.web.tsx";
import { download, showError, useCall } from "../../ground/platform/web/http/api.web.ts";
import { Guard, useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, navigate, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  type TableState,
  useTableState,
} from "../../ground/platform/web/table/table.web.tsx";
import { fileAddress, parseFileNumber } from "../files/files.ts";
import { useRowsToFiles } from "../files/files.web.tsx";
import {
  countFilesExactly,
  exportColumns,
  exportFiles,
  type FileRow,
  lastFiles,
  searchFiles,
} from "./file-search.contract.ts";
import type { ListTexts } from "./file-search.texts.ts";
import { FileFilters } from "./filters.web.tsx";
import { useFileColumns } from "./list-columns.web.tsx";
import { type Peek, SplitButton, SplitView, useSplit } from "./split-view.web.tsx";

export { FileFilters } from "./filters.web.tsx";
export { useNearDate } from "./list-columns.web.tsx";
export type { Peek } from "./split-view.web.tsx";

const useFileTexts = () => useTexts<ListTexts>("files");

// Beside a file that is shown in short, the list shows what tells its rows apart.
const splitColumns: ReadonlySet<string> = new Set(["number", "debtorName", "openCents", "status"]);

/** Who may work on many files at once (specification, point 2). */
const bulkUpdaters = all("ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS");

/** The screen of the bulk update for these rows, or for all that the filters of this list find. */
const bulkAddress = (rows: readonly FileRow[] | undefined): string =>
  rows === undefined
    ? `/file/bulk-update${window.location.search}`
    : `/file/bulk-update?files=${rows.map(({ id }) => id).join(",")}`;

/** Saves the files of a list, or these of them, as a spreadsheet. */
function useSaveFiles(table: TableState<QueryOf<typeof searchFiles>>) {
  return (ids?: readonly number[]): void => {
    const { filter, order } = table.query;
    const query = {
      ...(order ? { order } : {}),
      filter: { ...filter, columns: [...exportColumns], ...(ids ? { ids: [...ids] } : {}) },
    };
    download(exportFiles, { query }).catch(showError);
  };
}

interface BulkProps {
  readonly selection: Selection<FileRow>;
  readonly onSave: (ids?: readonly number[]) => void;
}

/** What can be done with the files that were chosen. */
function BulkButtons({ selection, onSave }: BulkProps): ReactNode {
  const t = useFileTexts();
  const go = useGo();
  const { allMatching, rows } = selection;
  return (
    <>
      <Button variant="default" onClick={() => onSave(allMatching ? undefined : rows.map((row) => row.id))}>
        {t("export")}
      </Button>
      <Guard who={bulkUpdaters}>
        <Button variant="default" onClick={() => go(bulkAddress(allMatching ? undefined : rows))}>
          {t("bulkUpdate")}
        </Button>
      </Guard>
    </>
  );
}

/** Of an empty list: where files come from, for whoever may bring them in. */
const emptyList = (t: ReturnType<typeof useFileTexts>, mayImport: boolean) =>
  mayImport
    ? { title: t("nothingYet"), action: <Link to="/file/import">{t("toImport")}</Link> }
    : { title: t("nothingYours") };

/** The list of files. With `peek` one of them can be shown beside it. */
export function FileSearch({ peek }: { readonly peek?: Peek }): ReactNode {
  const t = useFileTexts();
  const table = useTableState(searchFiles);
  const list = useCall(searchFiles, { query: table.query });
  const columns = useFileColumns();
  const mayExport = useMay(exportFiles);
  const mayBulk = useMay({ who: bulkUpdaters });
  const mayImport = useMay({ who: any("ROLE_FILE_CREATE_UPLOAD") });
  useExactNumber(table.filter.search, list.isPlaceholderData ? undefined : list.data?.items);
  const rows = list.data?.items ?? [];
  const at = (row: FileRow): number => (table.page - 1) * table.perPage + rows.indexOf(row);
  const save = useSaveFiles(table);
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
      bulkOfAll
      bulk={(selection) => <BulkButtons selection={selection} onSave={save} />}
      empty={emptyList(t, mayImport)}
    />
  );
  return (
    <Page
      title={t("title")}
      tab={t("title")}
      balances
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
  const [isAsked, setAsked] = useState(false);
  const exact = useCall(countFilesExactly, { query: props.query }, { enabled: isAsked });
  if (!props.capped) return t("found", { count: props.total });
  if (isAsked && exact.data) return t("foundExactly", { count: exact.data.total });
  return (
    <>
      {t("foundOver", { count: countCap })}{" "}
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

/** A column of a list that is in an order of its own. */
const unsorted = (column: Column<FileRow>): Column<FileRow> => ({
  ...column,
  sortable: false,
  below: column.below && { ...column.below, sortable: false },
});

export function LastFiles(): ReactNode {
  const t = useFileTexts();
  const list = useCall(lastFiles, {});
  const rowsToFiles = useRowsToFiles<FileRow>(({ id }) => id);
  const columns: Column<FileRow & { visitedAt: string }>[] = [
    ...useFileColumns().map(unsorted),
    { key: "visitedAt", label: t("visitedAt"), as: "datetime" },
  ];
  return (
    <Page title={t("lastVisited")} balances count={list.data?.items.length}>
      <DataTable
        id="last-files"
        label={t("lastVisited")}
        columns={columns}
        list={list}
        rowName={(row) => `${row.number} ${row.debtorName}`}
        {...rowsToFiles}
        empty={{ title: t("nothingVisited") }}
      />
    </Page>
  );
}
