/** What goes of closed files whose term is over, before it goes: figures, and each file with what keeps it. */
import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { fileAddress } from "../../cases/files/files.ts";
import { useAnyText, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { formatBytes, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { PlainLink } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { type DueFile, type RetentionState, retentionFiles, retentionState } from "./retention.contract.ts";
import type { retentionTexts } from "./retention.texts.ts";
import { retentionStages } from "./retention.ts";

const useRetentionTexts = () => useTexts<typeof retentionTexts>("retention");

export function Retention(): ReactNode {
  const t = useRetentionTexts();
  const state = useCall(retentionState, {});
  return (
    <Page title={t("title")}>
      <Loaded of={state}>{(found) => <Now state={found} />}</Loaded>
      <DueFiles />
    </Page>
  );
}

/** "2 years", or months where those are no whole years. */
function useTerm(): (months: number) => string {
  const t = useRetentionTexts();
  return (months) => (months % 12 === 0 ? t("termYears", { count: months / 12 }) : t("termMonths", { count: months }));
}

function Now({ state }: { state: RetentionState }): ReactNode {
  const t = useRetentionTexts();
  const language = useLanguage();
  const term = useTerm();
  const values = { term: term(state.months), books: term(state.fiscalMonths) };
  const whole = (count: number): string => formatNumber(count, language);
  return (
    <>
      <Alert
        variant="light"
        color={state.enabled ? "blue" : "yellow"}
        icon={<IconInfoCircle size={18} aria-hidden />}
        title={t(state.enabled ? "on" : "off")}
        mb="md"
      >
        {t(state.enabled ? "onText" : "offText", values)}{" "}
        <PlainLink to="/settings/global#retention" className="v-link">
          {t("toSettings")}
        </PlainLink>
      </Alert>
      <Strip
        items={[
          { name: t("files"), value: whole(state.files.files), big: true },
          { name: t("documents"), value: whole(state.files.documents) },
          { name: t("size"), value: formatBytes(state.files.bytes, language) },
          { name: t("booksFiles"), value: whole(state.books.documents) },
          { name: t("keptFiles"), value: whole(state.kept.hold + state.kept.handover) },
        ]}
      />
    </>
  );
}

function useDueFilesColumns(): Column<DueFile>[] {
  const t = useRetentionTexts();
  const language = useLanguage();
  const translate = useAnyText();
  const outcomeOf = ({ kept }: DueFile): string => t(kept === null ? "outcome_erased" : `kept_${kept}`);
  const reasonOf = ({ reason }: DueFile): string => (reason === null ? "" : translate(`files.reason_${reason}`));
  return [
    { key: "number", label: t("file"), sortable: true, allowToggle: false, copy: true },
    { key: "debtorName", label: t("debtor"), share: 22, wraps: true, limit: null },
    {
      key: "kept",
      label: t("outcome"),
      formatter: (_value, row) => <Status tone={row.kept === null ? "warn" : "neutral"}>{outcomeOf(row)}</Status>,
      text: (_value, row) => outcomeOf(row),
    },
    { key: "clientName", label: t("client"), limit: 28 },
    { key: "closedOn", label: t("closedOn"), as: "date", sortable: true },
    {
      key: "reason",
      label: t("reason"),
      formatter: (_value, row) => reasonOf(row),
      text: (_value, row) => reasonOf(row),
    },
    {
      key: "stage",
      label: t("stage"),
      formatter: (_value, { stage }) => t(`stage_${stage}`),
      text: (_value, { stage }) => t(`stage_${stage}`),
    },
    { key: "documents", label: t("documents"), as: "number" },
    { key: "messages", label: t("messages"), as: "number" },
    {
      key: "bytes",
      label: t("size"),
      as: "number",
      hidden: true,
      formatter: (_value, { bytes }) => formatBytes(bytes, language),
    },
  ];
}

function DueFiles(): ReactNode {
  const t = useRetentionTexts();

  const table = useTableState(retentionFiles);
  const list = useCall(retentionFiles, { query: table.query });

  const columns = useDueFilesColumns();
  return (
    <DataTable
      id="retention"
      label={t("list")}
      columns={columns}
      list={list}
      state={table}
      rowName={({ number, debtorName }) => `${number} ${debtorName}`}
      linkTo={({ id }) => fileAddress(id)}
      exportName={t("exportName")}
      empty={{ title: t("empty") }}
      filters={
        <FilterBar state={table}>
          <ChoiceFilter
            name="outcome"
            label={t("outcome")}
            options={(["erased", "kept"] as const).map((value) => ({ value, label: t(`outcome_${value}`) }))}
          />
          <ChoiceFilter
            name="stage"
            label={t("stage")}
            options={retentionStages.map((value) => ({ value, label: t(`stage_${value}`) }))}
          />
        </FilterBar>
      }
    />
  );
}
