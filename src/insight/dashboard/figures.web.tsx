/** The figures of the dashboard as bars, with the numbers themselves one click away. */
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { labelled, useAnyText, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../ground/platform/web/content/values.web.tsx";
import { formatMoney } from "../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../ground/platform/web/table/table.web.tsx";
import type { Dashboard } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";
import type { dashboardTexts } from "./dashboard.texts.ts";

export const useDashboardTexts = () => useTexts<typeof dashboardTexts>("dashboard");

/** A chart and its table, one at a time. */
function Figures(props: { title: string; chart: ReactNode; table: ReactNode }): ReactNode {
  const t = useDashboardTexts();
  const [view, setView] = useState("chart");
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={labelled(props.title, t("view"))}
      value={view}
      onChange={setView}
      data={[
        { value: "chart", label: t("asChart") },
        { value: "table", label: t("asTable") },
      ]}
    />
  );
  return (
    <Section title={props.title} aside={choice}>
      {view === "chart" ? props.chart : props.table}
    </Section>
  );
}

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10}%`;

export function ByPhase({ phases, client }: { phases: Dashboard["byPhase"]; client: string | undefined }): ReactNode {
  const t = useDashboardTexts();
  const translate = useAnyText();
  const maySearch = useMay(searchScreen);
  const most = Math.max(0, ...phases.map(({ cents }) => cents));
  const rows = phases.map((row) => ({ ...row, id: row.phase, name: translate(`files.phase_${row.phase}`) }));
  return (
    <Figures
      title={t("byPhase")}
      chart={
        <dl className={styles.bars}>
          {rows
            .filter(({ files }) => files > 0)
            .map(({ phase, name, files, cents }) => (
              <PhaseBar key={phase} width={share(cents, most)} cents={cents}>
                {maySearch ? (
                  <Link to={searchScreen} search={{ phase, ...(client === undefined ? {} : { client }) }}>
                    {name}
                  </Link>
                ) : (
                  name
                )}{" "}
                <span className={styles.note}>{t("files", { count: files })}</span>
              </PhaseBar>
            ))}
        </dl>
      }
      table={
        <DataTable
          id="dashboard-phases"
          label={t("byPhase")}
          chooser={false}
          exportName="dashboard-phase"
          rows={rows}
          columns={[
            { key: "name", label: t("phase") },
            { key: "files", label: t("fileCount"), as: "number", sortable: true },
            { key: "cents", label: t("open"), as: "money", sortable: true },
          ]}
        />
      }
    />
  );
}

const PhaseBar = (props: { width: string; cents: number; children: ReactNode }): ReactNode => (
  <>
    <dt>{props.children}</dt>
    <dd aria-hidden>
      <div className={styles.bar} style={{ width: props.width }} />
    </dd>
    <dd className={styles.value}>
      <Money cents={props.cents} />
    </dd>
  </>
);

function Legend(): ReactNode {
  const t = useDashboardTexts();
  return (
    <div className={styles.legend} aria-hidden>
      <span>
        <i className={styles.placed} />
        {t("placed")}
      </span>
      <span>
        <i className={styles.collected} />
        {t("collected")}
      </span>
    </div>
  );
}

export function ByMonth({ months }: { months: Dashboard["byMonth"] }): ReactNode {
  const t = useDashboardTexts();
  const language = useLanguage();
  const most = Math.max(0, ...months.flatMap((month) => [month.placedCents, month.collectedCents]));
  const name = (month: string, style: "short" | "long"): string =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString(language, {
      month: style === "short" ? "narrow" : "long",
      ...(style === "long" ? { year: "numeric" } : {}),
      timeZone: "Europe/Amsterdam",
    });
  const rows = months.map((row) => ({ ...row, id: row.month, name: name(row.month, "long") }));
  const euro = (cents: number): string => formatMoney(cents, language);
  return (
    <Figures
      title={t("byMonth")}
      chart={
        <>
          <ul className={styles.months}>
            {rows.map(({ month, name: long, placedCents, collectedCents }) => (
              <li
                key={month}
                title={labelled(long, `${t("placed")} ${euro(placedCents)}, ${t("collected")} ${euro(collectedCents)}`)}
              >
                <span className={styles.pair} aria-hidden>
                  <span className={styles.placed} style={{ height: share(placedCents, most) }} />
                  <span className={styles.collected} style={{ height: share(Math.max(0, collectedCents), most) }} />
                </span>
                <span className={styles.month} aria-hidden>
                  {name(month, "short")}
                </span>
                <span className="v-hidden">
                  {long}: {t("placed")} {euro(placedCents)}, {t("collected")} {euro(collectedCents)}
                </span>
              </li>
            ))}
          </ul>
          <Legend />
        </>
      }
      table={
        <DataTable
          id="dashboard-months"
          label={t("byMonth")}
          chooser={false}
          exportName="dashboard-month"
          rows={rows}
          columns={[
            { key: "name", label: t("month") },
            { key: "placedCents", label: t("placed"), as: "money", sortable: true },
            { key: "collectedCents", label: t("collected"), as: "money", sortable: true },
          ]}
        />
      }
    />
  );
}
