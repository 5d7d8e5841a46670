/** The records of pre-collection: searched, filtered, sorted. */

import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import { Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { recordAddress } from "../precasso.ts";
import { type PrecassoText, usePrecassoTexts } from "../texts.web.ts";
import { type RecordState, recordStates } from "./record.ts";
import { listRecords, mayCreate, precassoCreateScreen, type RecordRow } from "./records.contract.ts";

export const stateTones: Readonly<Record<RecordState, Tone>> = {
  open: "accent",
  disputed: "warn",
  paid: "good",
  withdrawn: "neutral",
  converted: "neutral",
};

export function recordColumns(t: PrecassoText): Column<RecordRow>[] {
  return [
    {
      key: "number",
      label: t("number"),
      sortable: true,
      allowToggle: false,
      below: { key: "clientRef", label: t("clientRef"), limit: 30 },
    },
    debtorColumn(t("debtor"), t("client"), { share: 28, sortable: { debtor: true, client: false } }),
    { key: "city", label: t("city"), hidden: true },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={stateTones[row.state]}>{t(`state_${row.state}`)}</Status>,
      text: (_value, row) => t(`state_${row.state}`),
    },
    { key: "openCents", label: t("open"), as: "money", sortable: true },
    { key: "totalCents", label: t("total"), as: "money", hidden: true },
    { key: "dueOn", label: t("dueOn"), as: "date", sortable: true },
    {
      key: "nextStep",
      label: t("nextStep"),
      share: 24,
      wraps: true,
      limit: null,
      below: { key: "nextDueOn", label: t("nextDueOn"), as: "date" },
    },
    { key: "nextDueOn", label: t("nextDueOn"), as: "date", sortable: true, hidden: true },
    {
      key: "fileNumber",
      label: t("file"),
      hidden: true,
      formatter: (_value, row) => (row.fileId === null ? "" : <FileLink id={row.fileId}>{row.fileNumber}</FileLink>),
      text: (_value, row) => row.fileNumber ?? "",
    },
    { key: "createdAt", label: t("createdAt"), as: "datetime", sortable: true, hidden: true },
  ];
}

/** The filters of all lists of records. */
export function RecordFilters({ state }: { state: ReturnType<typeof useTableState<typeof listRecords>> }): ReactNode {
  const t = usePrecassoTexts();
  return (
    <FilterBar state={state}>
      <SearchFilter name="search" label={t("search")} />
      <ClientFilter name="client" label={t("client")} />
      <ChoiceFilter
        name="state"
        label={t("state")}
        options={(["live", "returned", ...recordStates] as const).map((value) => ({
          value,
          label: t(`state_${value}`),
        }))}
      />
      <DatesFilter name="created" label={t("createdAt")} />
    </FilterBar>
  );
}

export function PrecassoSearch(): ReactNode {
  const t = usePrecassoTexts();
  const go = useGo();
  const table = useTableState(listRecords);
  const list = useCall(listRecords, { query: table.query });
  return (
    <Page
      title={t("searchTitle")}
      count={list.data?.total}
      actions={
        <Guard who={mayCreate}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(precassoCreateScreen)}>
            {t("createTitle")}
          </Button>
        </Guard>
      }
    >
      <DataTable
        id="precasso"
        label={t("searchTitle")}
        columns={recordColumns(t)}
        list={list}
        state={table}
        rowName={(row) => `${row.number} ${row.debtorName}`}
        linkTo={(row) => recordAddress(row.id)}
        rowVariant={(row) => (row.state === "withdrawn" ? "muted" : undefined)}
        exportName="precasso"
        empty={{ title: t("emptyTitle"), text: t("emptyText") }}
        filters={
          <Group gap="xs">
            <RecordFilters state={table} />
          </Group>
        }
      />
    </Page>
  );
}
