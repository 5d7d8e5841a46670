/** A list with one row per run: all runs, and the latest ones below the form of a new one. */
import type { ReactNode } from "react";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../processing.module.css";
import { useProcessingTexts } from "../texts.web.ts";
import { RunStateName, shownState } from "./run.web.tsx";
import { listRuns, monitoringScreen, newRunScreen, type Run } from "./runs.contract.ts";

/** A run without results links to its plan, any other to its results. */
const addressOfRun = (run: Run) =>
  ["planned", "planning"].includes(shownState(run)) ? newRunScreen : monitoringScreen;

export function useRunColumns(): Column<Run>[] {
  const t = useProcessingTexts();
  return [
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
      formatter: (_value, run) => <RunStateName run={run} />,
      text: (_value, run) => t(`runState_${shownState(run)}`),
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

const lastRuns = 10;

/** The latest runs, below the form of a new one; renders nothing if there are none. */
export function LastRuns(): ReactNode {
  const t = useProcessingTexts();
  const list = useCall(listRuns, { query: { offset: 0, limit: lastRuns } });
  const columns = useRunColumns();
  if (list.data?.items.length === 0) return null;
  return (
    <Section title={t("monitoringTitle")} aside={<Link to={monitoringScreen}>{t("allRuns")}</Link>}>
      <DataTable
        id="last-runs"
        label={t("monitoringTitle")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(run) => t("run", { id: String(run.id) })}
        rowVariant={(run) => (run.failed > 0 ? "danger" : undefined)}
      />
    </Section>
  );
}
