/** Files by how far the decision whether to sue is; several are decided, or their clients asked, in one movement. */

import { Button, SegmentedControl, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn } from "../../cases/files/files.web.tsx";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { FilterBar } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, type Selection, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { AdviceText } from "./advice.web.tsx";
import { type DecisionRow, decisionScreen, listDecisions } from "./decisions.contract.ts";
import { type DecisionState, decisionStates, mostAtOnce } from "./decisions.ts";
import { DecideManyForm, OrdersForm } from "./forms.web.tsx";
import { useDecisionTexts } from "./texts.web.ts";

type Texts = ReturnType<typeof useDecisionTexts>;

/** What was told of a file beside the advice: the client's answer, or the decision. */
function standing(t: Texts, { question, decided }: DecisionRow): string {
  if (decided) {
    const until = decided.until === null ? "" : ` ${t("waitsUntil", { date: dateText(decided.until) })}`;
    return t(`to_${decided.decision}`) + until;
  }
  if (!question) return "";
  return question.answer === null ? `${t("answerBy")} ${dateText(question.answerBy)}` : t(`answer_${question.answer}`);
}

function columnsOf(t: Texts): Column<DecisionRow>[] {
  return [
    { key: "fileNumber", sortKey: "number", label: t("file"), sortable: true, allowToggle: false },
    debtorColumn(t("debtor"), t("client"), { share: 22 }),
    {
      key: "advice",
      label: t("advice"),
      formatter: (_value, row) => <AdviceText advice={row.advice} />,
      text: (_value, row) => t(`to_${row.advice}`),
    },
    {
      key: "why",
      label: t("why"),
      share: 44,
      wraps: true,
      limit: null,
      formatter: (_value, row) => row.why ?? t("nothingAgainst"),
      text: (_value, row) => row.why ?? t("nothingAgainst"),
    },
    {
      key: "decided",
      label: t("state"),
      formatter: (_value, row) => standing(t, row),
      text: (_value, row) => standing(t, row),
    },
    {
      key: "openCents",
      label: t("open"),
      as: "money",
      sortable: true,
      card: "figure",
      below: { key: "barredOn", label: t("barredOn"), as: "date" },
    },
    {
      key: "recoverableCents",
      label: t("recoverable"),
      as: "money",
      below: { key: "outlayCents", label: t("outlay"), as: "money" },
    },
    { key: "benefitCents", label: t("benefit"), as: "money", hidden: true },
  ];
}

function ManyActions({ selection: { rows, clear } }: { selection: Selection<DecisionRow> }): ReactNode {
  const t = useDecisionTexts();
  const unfit = rows.length > mostAtOnce || rows.length === 0;
  const decide = (): void =>
    void openModal({ title: t("decideMany", { count: rows.length }) }, (close) => (
      <DecideManyForm rows={rows} close={close} onDone={clear} />
    ));
  const ask = (): void =>
    void openModal({ title: t("askMany", { count: rows.length }) }, (close) => (
      <OrdersForm rows={rows} close={close} onDone={clear} />
    ));
  return (
    <>
      <Button variant="default" disabled={unfit} onClick={() => ask()}>
        {t("askMany", { count: rows.length })}
      </Button>
      <Button disabled={unfit} onClick={() => decide()}>
        {t("decideMany", { count: rows.length })}
      </Button>
    </>
  );
}

export function Decisions(): ReactNode {
  const t = useDecisionTexts();
  const table = useTableState(listDecisions);
  const list = useCall(listDecisions, { query: table.query });
  const state = decisionStates.find((known) => known === table.filter.state) ?? "waiting";
  const set = (value: string): void =>
    table.setFilter({ state: value === ("waiting" satisfies DecisionState) ? null : value });
  return (
    <Page title={t("title")} count={list.data?.total} balances>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <DataTable
        id="legal-decisions"
        label={t("title")}
        columns={columnsOf(t)}
        list={list}
        state={table}
        filters={
          <FilterBar state={table}>
            <SegmentedControl
              size="xs"
              aria-label={t("state")}
              value={state}
              onChange={set}
              data={decisionStates.map((value) => ({ value, label: t(`state_${value}`) }))}
            />
            <ClientFilter name="client" label={t("client")} />
          </FilterBar>
        }
        rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
        linkTo={(row) => decisionScreen.path.replace("{id}", String(row.fileId))}
        exportName="decisions"
        empty={{ title: t("empty"), text: t("emptyHint") }}
        selectable
        bulk={(selection) => <ManyActions selection={selection} />}
      />
    </Page>
  );
}
