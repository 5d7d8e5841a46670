/** The dashboard of a client's people: how their files stand, and what waits for them. */

import { SegmentedControl, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { showScreen } from "../../cases/file-page/file-page.contract.ts";
import { searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { textOf } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, Money } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { listOr } from "../../ground/platform/web/inputs/choice-list.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, FilterRow, Loaded, Page, Section, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { type Dashboard as DashboardData, readDashboard } from "./dashboard.contract.ts";
import styles from "./dashboard.module.css";
import { dashboardPeriods } from "./dashboard.ts";
import { ByMonth, ByPhase, useDashboardTexts } from "./figures.web.tsx";

/** Period and client stand in the address, so that the page can be linked to. */
export function Dashboard(): ReactNode {
  const t = useDashboardTexts();
  const maySearch = useMay(searchScreen);
  const { values, set } = useAddressQuery();
  const period = dashboardPeriods.find((one) => one === values.period) ?? "year";
  const client = /^\d{1,15}$/.test(values.client ?? "") ? values.client : undefined;
  const reading = useCall(readDashboard, { query: { period, ...(client === undefined ? {} : { client }) } });
  const clients = reading.data?.clients ?? [];
  return (
    <Page title={t("title")} balances actions={maySearch && <Link to={searchScreen}>{t("allFiles")}</Link>}>
      <FilterRow>
        <SegmentedControl
          size="xs"
          aria-label={t("period")}
          value={period}
          onChange={(next) => set({ period: next === "year" ? null : next })}
          data={dashboardPeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        />
        {clients.length > 1 && (
          <Select
            size="xs"
            w={260}
            aria-label={t("client")}
            placeholder={t("allClients")}
            clearable
            searchable
            filter={listOr(textOf("platform.noElements"))}
            value={client ?? null}
            onChange={(next) => set({ client: next })}
            data={clients.map(({ id, text }) => ({ value: String(id), label: text }))}
          />
        )}
      </FilterRow>
      <Loaded of={reading}>{(data) => <Figures data={data} client={client} />}</Loaded>
    </Page>
  );
}

function Figures({ data, client }: { data: DashboardData; client: string | undefined }): ReactNode {
  const t = useDashboardTexts();
  const nothing = data.placed.files === 0 && data.open.files === 0 && data.byMonth.every((m) => m.placedCents === 0);
  if (nothing) return <Empty title={t("empty")} text={t("emptyHint")} />;
  const files = (count: number): string => t("files", { count });
  const { payments } = data.collected;
  const figure = (cents: number, note: string): ReactNode => (
    <>
      <Money cents={cents} strong /> <span className={styles.note}>{note}</span>
    </>
  );
  return (
    <>
      <Strip
        items={[
          { name: t("placed"), value: figure(data.placed.cents, files(data.placed.files)) },
          {
            name: t("collected"),
            value: figure(data.collected.cents, t("payments", { count: payments })),
          },
          { name: t("closed"), value: files(data.closed.files) },
          { name: t("open"), value: figure(data.open.cents, files(data.open.files)) },
        ]}
      />
      <Questions questions={data.questions} />
      <div className={styles.columns}>
        <ByPhase phases={data.byPhase} client={client} />
        <ByMonth months={data.byMonth} />
      </div>
      <LastPayments payments={data.payments} />
    </>
  );
}

/** A file by its number, which whoever may open files can follow. */
function FileNumber({ row }: { row: { fileId: number; number: string } }): ReactNode {
  const may = useMay(showScreen);
  if (!may) return row.number;
  return (
    <Link to={showScreen} params={{ id: row.fileId }}>
      {row.number}
    </Link>
  );
}

function Questions({ questions }: { questions: DashboardData["questions"] }): ReactNode {
  const t = useDashboardTexts();
  const { items, total } = questions;
  return (
    <Section title={t("questions")} aside={total === 0 ? undefined : total}>
      <DataTable
        id="dashboard-questions"
        label={t("questions")}
        chooser={false}
        rows={items}
        rowKey={(row) => `${row.fileId} ${row.question}`}
        rowName={(row) => row.number}
        empty={{ title: t("noQuestions"), text: t("noQuestionsHint") }}
        columns={[
          { key: "number", label: t("file"), formatter: (_value, row) => <FileNumber row={row} /> },
          { key: "debtorName", label: t("debtor"), share: 25, wraps: true, limit: null },
          { key: "clientRef", label: t("reference"), limit: 24 },
          {
            key: "question",
            label: t("question"),
            share: 60,
            wraps: true,
            formatter: (_value, row) => t(`question_${row.question}`),
            text: (_value, row) => t(`question_${row.question}`),
          },
          { key: "since", label: t("since"), as: "date", sortable: true },
        ]}
      />
      {total > items.length && <p className={styles.note}>{t("moreQuestions", { shown: items.length, total })}</p>}
    </Section>
  );
}

function LastPayments({ payments }: { payments: DashboardData["payments"] }): ReactNode {
  const t = useDashboardTexts();
  return (
    <Section title={t("lastPayments")}>
      <DataTable
        id="dashboard-payments"
        label={t("lastPayments")}
        chooser={false}
        rows={payments.map((row, index) => ({ ...row, id: index }))}
        rowName={(row) => row.number}
        empty={{ title: t("noPayments"), text: t("noPaymentsHint") }}
        columns={[
          { key: "on", label: t("date"), formatter: (_value, row) => <DateText value={row.on} /> },
          { key: "number", label: t("file"), formatter: (_value, row) => <FileNumber row={row} /> },
          { key: "debtorName", label: t("debtor"), share: 25, wraps: true, limit: null },
          { key: "clientRef", label: t("reference"), limit: 24 },
          { key: "cents", label: t("amount"), as: "money" },
        ]}
      />
    </Section>
  );
}
