/** What offices reported of files, with what waits for a person. */

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, ToggleFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import type { DestinationRow } from "../destinations/destinations.contract.ts";
import { FeedForm } from "../monitoring/feed-form.web.tsx";
import { listReports } from "../monitoring/monitoring.contract.ts";
import { useScreenTexts } from "../texts.web.ts";
import { WaitingForm, type WaitingLine } from "./waiting-form.web.tsx";

export const fileLink = (row: { readonly fileId: number | null; readonly fileNumber: string | null }): ReactNode =>
  row.fileId === null ? row.fileNumber : <FileLink id={row.fileId}>{row.fileNumber}</FileLink>;

type Report = ReplyOf<typeof listReports>["items"][number];

function useReportColumns(): Column<Report>[] {
  const t = useScreenTexts();
  return [
    { key: "receivedAt", label: t("at"), as: "datetime" },
    { key: "destination", label: t("destination"), share: 20 },
    {
      key: "fileNumber",
      label: t("file"),
      formatter: (_value, row) => fileLink(row),
      text: (_value, row) => row.fileNumber ?? "",
    },
    { key: "kind", label: t("what") },
    { key: "on", label: t("on"), as: "date" },
    { key: "text", label: t("text"), share: 35, wraps: true, limit: null },
    {
      key: "problem",
      label: t("reason"),
      share: 28,
      wraps: true,
      limit: null,
      formatter: (_value, row) => row.settled ?? [row.problem, ...row.flags].filter(Boolean).join(" · "),
      text: (_value, row) => row.settled ?? [row.problem, ...row.flags].filter(Boolean).join(" · "),
    },
  ];
}

export function Reports({ destinations }: { destinations: readonly DestinationRow[] }): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listReports);
  const list = useCall(listReports, { query: table.query });
  const openForm = (): void => {
    openModal({ title: t("tellFeed"), size: "lg" }, (close) => <FeedForm destinations={destinations} close={close} />);
  };
  const deal = (row: WaitingLine): void => {
    openModal({ title: t("deal"), size: "lg" }, (close) => <WaitingForm line={row} close={close} />);
  };
  return (
    <>
      <Group mb="xs">
        <Button size="compact-sm" variant="default" onClick={openForm}>
          {t("tellFeed")}
        </Button>
      </Group>
      <FilterBar state={table}>
        <ChoiceFilter
          name="destination"
          label={t("destination")}
          options={destinations.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <ToggleFilter name="problem" label={t("onlyUnread")} />
      </FilterBar>
      <DataTable
        id="handover-reports"
        label={t("reports")}
        list={list}
        state={table}
        views={false}
        rowName={({ id }) => String(id)}
        rowVariant={({ problem, settled, flags }) =>
          (problem !== null && settled === null) || flags.length > 0 ? "warning" : undefined
        }
        actions={(row) =>
          row.problem === null || row.settled !== null ? null : (
            <Button size="compact-xs" variant="default" onClick={() => deal(row)}>
              {t("deal")}
            </Button>
          )
        }
        exportName="handover-reports"
        empty={{ title: t("none") }}
        columns={useReportColumns()}
      />
    </>
  );
}
