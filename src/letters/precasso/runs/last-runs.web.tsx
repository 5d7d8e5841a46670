/** Earlier runs over records, with their results. */
import type { ReactNode } from "react";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { usePrecassoTexts } from "../texts.web.ts";
import { runTones } from "./rows.web.tsx";
import { listPrecassoRuns, precassoRunScreen, type Run } from "./runs.contract.ts";

function useRunColumns(): Column<Run>[] {
  const t = usePrecassoTexts();
  return [
    { key: "id", label: t("number"), allowToggle: false, formatter: (_value, row) => t("run", { id: String(row.id) }) },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={runTones[row.state]}>{t(`runState_${row.state}`)}</Status>,
      text: (_value, row) => t(`runState_${row.state}`),
    },
    {
      key: "plannedAt",
      label: t("plannedAt"),
      as: "datetime",
      sortable: true,
      below: { key: "plannedBy", label: t("plannedBy") },
    },
    { key: "finishedAt", label: t("finishedAt"), as: "datetime" },
    { key: "toDo", label: t("toDo"), as: "number" },
    { key: "done", label: t("doneCount"), as: "number" },
    { key: "dropped", label: t("droppedCount"), as: "number" },
    { key: "failed", label: t("failedCount"), as: "number" },
    { key: "kept", label: t("keptCount"), as: "number" },
  ];
}

const addressOf = (row: Run): string => `${precassoRunScreen.path}?run=${row.id}`;

export function PrecassoLast(): ReactNode {
  const t = usePrecassoTexts();
  const table = useTableState(listPrecassoRuns);
  const list = useCall(listPrecassoRuns, { query: table.query });
  const columns = useRunColumns();
  return (
    <Page title={t("lastTitle")} count={list.data?.total}>
      <DataTable
        id="precasso-runs"
        label={t("lastTitle")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => t("run", { id: String(row.id) })}
        linkTo={addressOf}
        exportName="precasso-runs"
        empty={{ title: t("noRuns"), text: t("planHint") }}
      />
    </Page>
  );
}

const lastRuns = 10;

/** The latest runs, below the form of a new one; renders nothing if there are none. */
export function LastRuns(): ReactNode {
  const t = usePrecassoTexts();
  const list = useCall(listPrecassoRuns, { query: { offset: 0, limit: lastRuns } });
  const columns = useRunColumns();
  if (list.data?.items.length === 0) return null;
  return (
    <Section title={t("lastTitle")}>
      <DataTable
        id="precasso-last-runs"
        label={t("lastTitle")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(row) => t("run", { id: String(row.id) })}
        linkTo={addressOf}
      />
    </Section>
  );
}
