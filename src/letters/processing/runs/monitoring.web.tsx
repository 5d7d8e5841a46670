/** Watching runs: all of them, and one of them live, with its failures and the files that they belong to. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { DateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Link, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { ErrorState, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../processing.module.css";
import { useProcessingTexts } from "../texts.web.ts";
import { useRunId } from "./new-run.web.tsx";
import { RunRows, useRowState } from "./rows.web.tsx";
import { RunActions, RunProgress, RunTotals, runReads, runTones, useRun } from "./run.web.tsx";
import { listRuns, monitoringScreen, newRunScreen, type Run, type RunDetail } from "./runs.contract.ts";

export function Monitoring(): ReactNode {
  const id = useRunId();
  return id === undefined ? <Runs /> : <WatchedRun id={id} />;
}

/** A run that still moves leads to its plan, any other to what became of it. */
const addressOfRun = (run: Run) =>
  run.state === "planned" || run.state === "planning" ? newRunScreen : monitoringScreen;

function Runs(): ReactNode {
  const t = useProcessingTexts();
  const go = useGo();
  const state = useTableState(listRuns);
  const list = useCall(listRuns, { query: state.query }, { every: 5000, quiet: true });
  const columns: Column<Run>[] = [
    {
      key: "id",
      label: t("colRun"),
      allowToggle: false,
      formatter: (_value, run) => (
        <Link to={addressOfRun(run)} search={{ run: run.id }}>
          {t("run", { id: String(run.id) })}
        </Link>
      ),
      text: (_value, run) => String(run.id),
    },
    {
      key: "state",
      label: t("colState"),
      formatter: (_value, run) => <Status tone={runTones[run.state]}>{t(`runState_${run.state}`)}</Status>,
      text: (_value, run) => t(`runState_${run.state}`),
    },
    {
      key: "done",
      label: t("colProgress"),
      formatter: (_value, run) => <Parts run={run} />,
      text: (_value, run) => t("progressOf", { done: run.done, total: run.toDo }),
    },
    { key: "failed", label: t("state_failed"), as: "number" },
    { key: "plannedAt", label: t("colPlanned"), as: "datetime" },
    { key: "plannedBy", label: t("colBy") },
    {
      key: "clients",
      label: t("colClient"),
      formatter: (_value, run) => clientNames(run) || t("scopeAllClients"),
      text: (_value, run) => clientNames(run),
    },
  ];
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

const clientNames = (run: Run): string => run.clients.map(({ text }) => text).join(", ");

function Parts({ run }: { run: Run }): ReactNode {
  const t = useProcessingTexts();
  return (
    <span className={styles.parts}>
      {t("progressOf", { done: run.done, total: run.toDo })}
      {run.dropped > 0 && <span>{t("progressDropped", { count: run.dropped })}</span>}
    </span>
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
