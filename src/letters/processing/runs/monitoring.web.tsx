/** Monitoring runs: all of them, and one of them live, with its failures and their files. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { DateText } from "../../../ground/platform/web/content/values.web.tsx";
import { usePolledCall } from "../../../ground/platform/web/http/polling.web.ts";
import { useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { ErrorState, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import { useProcessingTexts } from "../texts.web.ts";
import { useRunId } from "./new-run.web.tsx";
import { RunRows, useRowState } from "./rows.web.tsx";
import { RunActions, RunProgress, RunTotals, runReads, useRun } from "./run.web.tsx";
import { useRunColumns } from "./run-list.web.tsx";
import { listRuns, monitoringScreen, newRunScreen, type RunDetail } from "./runs.contract.ts";

export function Monitoring(): ReactNode {
  const id = useRunId();
  return id === undefined ? <Runs /> : <WatchedRun id={id} />;
}

function Runs(): ReactNode {
  const t = useProcessingTexts();
  const go = useGo();
  const state = useTableState(listRuns);
  const list = usePolledCall(listRuns, { query: state.query }, 5000);
  const columns = useRunColumns();
  return (
    <Page
      title={t("monitoringTitle")}
      count={list.data?.total}
      actions={<Button onClick={() => go(newRunScreen)}>{t("newTitle")}</Button>}
    >
      <DataTable
        id="runs"
        label={t("monitoringTitle")}
        columns={columns}
        list={list}
        state={state}
        rowName={(run) => t("run", { id: String(run.id) })}
        rowVariant={(run) => (run.failed > 0 ? "danger" : undefined)}
        empty={{ title: t("nothingRun") }}
      />
    </Page>
  );
}

function WatchedRun({ id }: { id: number }): ReactNode {
  return <Loaded of={useRun(id)}>{(run) => <Watched run={run} />}</Loaded>;
}

function Watched({ run }: { run: RunDetail }): ReactNode {
  const t = useProcessingTexts();
  const go = useGo();
  const rows = useRowState(run.id);
  return (
    <Page
      title={t("run", { id: String(run.id) })}
      count={
        <>
          <DateText value={run.plannedAt} time="HH:mm" /> {run.startedBy ?? run.plannedBy}
        </>
      }
      actions={
        <>
          <Button variant="subtle" onClick={() => go(monitoringScreen)}>
            {t("monitoringTitle")}
          </Button>
          <RunActions run={run} onGone={() => go(monitoringScreen)} />
        </>
      }
    >
      <RunProgress run={run} />
      <WorkNotice work={run.work} invalidates={runReads} />
      {run.error !== null && <ErrorState error={new Error(run.error)} />}
      <RunTotals run={run} onRule={(rule) => rows.setFilter({ rule })} />
      <RunRows run={run} state={rows} />
    </Page>
  );
}
