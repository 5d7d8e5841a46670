/** All changes of settings in time: who, when, what was and what is. */

import type { ReactNode } from "react";
import { type HistoryRow, historySubjects, settingsHistory } from "../platform/history.contract.ts";
import { Difference, personText, useHistoryTexts, valueText } from "../platform/web/content/history.web.tsx";
import { labelled } from "../platform/web/content/texts.web.ts";
import { LongText } from "../platform/web/content/values.web.tsx";
import { useCall } from "../platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, TextFilter } from "../platform/web/inputs/filter-bar.web.tsx";
import { DatesFilter } from "../platform/web/inputs/filter-pickers.web.tsx";
import { Page } from "../platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table/table.web.tsx";
import { useSettingsTexts } from "./field.web.tsx";
import styles from "./settings.module.css";

/** The fields that changed as one text: for the list and for its export. What has no name is read in the details alone. */
const changesText = (row: HistoryRow): string =>
  row.changes
    .filter(({ field, label }) => label !== field)
    .map(({ field, label, before, after, parts }) =>
      labelled(label, `${valueText(field, before, parts)} → ${valueText(field, after, parts)}`),
    )
    .join("; ");

export function SettingsHistory(): ReactNode {
  const t = useSettingsTexts();
  const h = useHistoryTexts();
  const table = useTableState(settingsHistory);
  const list = useCall(settingsHistory, { query: table.query });
  const subjects = useCall(historySubjects, {});
  const columns: Column<HistoryRow>[] = [
    { key: "at", label: h("when"), as: "datetime", sortable: true, allowToggle: false, width: 150 },
    {
      key: "by.name",
      label: h("who"),
      text: (_value, row) => personText(row),
      formatter: (_value, row) => personText(row),
    },
    { key: "subjectText", label: t("historySubject") },
    { key: "subjectId", label: t("historyNumber"), hidden: true },
    { key: "actionText", label: h("what") },
    {
      key: "changes",
      label: h("changes"),
      text: (_value, row) => changesText(row),
      formatter: (_value, row) => <LongText limit={140}>{changesText(row)}</LongText>,
      wraps: true,
      share: 50,
    },
  ];
  return (
    <Page title={t("historyTitle")} count={list.data?.total}>
      <DataTable
        id="settings-history"
        label={t("historyTitle")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => `${row.subjectText} ${row.id}`}
        details={(row) => (
          <div className={styles.details}>
            <Difference changes={row.changes} />
          </div>
        )}
        exportName="settings-history"
        empty={{ title: h("emptyTitle"), text: h("emptyHint") }}
        filters={
          <FilterBar state={table}>
            <ChoiceFilter
              name="subject"
              label={t("historySubject")}
              placeholder={t("historyAll")}
              options={(subjects.data?.items ?? []).map(({ subject, name }) => ({ value: subject, label: name }))}
            />
            <TextFilter name="who" label={t("historyWho")} />
            <DatesFilter name="date" label={h("when")} />
          </FilterBar>
        }
      />
    </Page>
  );
}
