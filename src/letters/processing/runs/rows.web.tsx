/** The rows of a run: what happens to each file, or why not. */

import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconFileText, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Money, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { FilterBar, SearchFilter, ToggleFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { FilterChip } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { MomentText, Reasons, reasonText } from "../on-hold/reasons.web.tsx";
import { type RowState, rowStates, verdicts } from "../processing.ts";
import { type ProcessingText, useProcessingTexts, useStepTexts } from "../texts.web.ts";
import { runReads, verdictTones, watchMillis } from "./run.web.tsx";
import { excludeRows, listRunRows, type RunDetail, type RunRow, retryRun, sampleOfRun } from "./runs.contract.ts";

const rowTones: Readonly<Record<RowState, Tone>> = {
  planned: "accent",
  excluded: "neutral",
  done: "good",
  dropped: "warn",
  failed: "bad",
};

/** The prefix of the list's filters in the address, so that a total can link to its rows. */
export const useRowState = (run: number) => useTableState(listRunRows, { params: { id: run } });
export type RowsState = ReturnType<typeof useRowState>;

const reasonColumn = (label: string, possible: string): Column<RunRow> => ({
  key: "reasons",
  label,
  formatter: (_value, row) => row.error ?? <Reasons reasons={row.reasons} />,
  text: (_value, row) => row.error ?? reasonText(row.reasons),
  share: 34,
  wraps: true,
  below: {
    key: "possibleFrom",
    label: possible,
    formatter: (_value, row) => <MomentText value={row.possibleFrom} />,
    text: (_value, row) => row.possibleFrom ?? "",
  },
});

function useColumns(): Column<RunRow>[] {
  const t = useProcessingTexts();
  const steps = useStepTexts();
  const verdictOf = (row: RunRow): string =>
    row.state === "planned" ? t(`verdict_${row.verdict}`) : t(`state_${row.state}`);
  return [
    {
      key: "fileNumber",
      label: t("colFile"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    debtorColumn(t("colDebtor"), t("colClient"), { share: 26 }),
    {
      key: "verdict",
      label: t("colVerdict"),
      formatter: (_value, row) => (
        <Status tone={row.state === "planned" ? verdictTones[row.verdict] : rowTones[row.state]}>
          {verdictOf(row)}
        </Status>
      ),
      text: (_value, row) => verdictOf(row),
      below: { key: "stepName", label: t("colStep"), limit: 30 },
    },
    {
      key: "costCents",
      label: t("colCosts"),
      as: "money",
      sortable: true,
      formatter: (_value, row) => (row.costCents === 0 ? "–" : <Money cents={row.costCents} />),
    },
    { key: "openCents", label: t("colOpen"), as: "money", sortable: true },
    reasonColumn(t("colReason"), t("colPossible")),
    {
      key: "together",
      label: t("colTogether"),
      formatter: (_value, row) =>
        row.together === 0 ? (
          ""
        ) : (
          <span title={t("together", { count: row.together })}>{t("togetherShort", { count: row.together })}</span>
        ),
      text: (_value, row) => String(row.together),
    },
    {
      key: "channel",
      label: t("colChannel"),
      hidden: true,
      formatter: (_value, row) => steps(`channel_${row.channel}`),
    },
    { key: "dueOn", label: t("colDue"), as: "date", sortable: true, hidden: true },
  ];
}

export function RunRows(props: { run: RunDetail; state: RowsState }): ReactNode {
  const { run, state } = props;
  const t = useProcessingTexts();
  const columns = useColumns();
  const live = run.state === "making";
  const list = useCall(
    listRunRows,
    { params: { id: String(run.id) }, query: state.query },
    { every: live && watchMillis, quiet: live },
  );
  useOnChange(run.state, list.refetch);
  return (
    <DataTable
      id="run-rows"
      label={t("run", { id: String(run.id) })}
      columns={columns}
      list={list}
      state={state}
      views={false}
      rowKey={(row) => `${row.fileId}-${row.step}`}
      rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
      rowVariant={(row) => (row.state === "failed" ? "danger" : row.state === "excluded" ? "muted" : undefined)}
      exportName={`run-${run.id}`}
      empty={{ title: t("nothingDue"), text: t("nothingDueHint") }}
      selectable={run.state === "planned"}
      bulk={(selection) => <Bulk run={run} selection={selection} />}
      actions={(row) => <RowActions run={run} row={row} />}
      filters={<Filters run={run} state={state} />}
    />
  );
}

/** The groups of a run's rows: pending ones by verdict, processed ones by result. */
function groupsOf(run: RunDetail, t: ProcessingText): { value: string; label: string }[] {
  const toMake = run.totals.filter(({ verdict }) => verdict === "do" || verdict === "close");
  const ended = rowStates
    .filter((one) => one !== "planned" && toMake.some(({ state }) => state === one))
    .map((one) => ({ value: `state-${one}`, label: t(`state_${one}`) }));
  const planned = verdicts
    .filter((one) => run.totals.some(({ verdict, state }) => verdict === one && state === "planned"))
    .map((one) => ({ value: `verdict-${one}`, label: t(`verdict_${one}`) }));
  return [{ value: "all", label: t("filterAll") }, ...ended, ...planned];
}

/** The filters of a group. */
function filtersOf(group: string): { state: string | null; verdict: string | null } {
  const [kind, value = null] = group.split("-");
  if (kind === "state") return { state: value, verdict: null };
  return kind === "verdict" ? { state: "planned", verdict: value } : { state: null, verdict: null };
}

function Filters({ run, state }: { run: RunDetail; state: RowsState }): ReactNode {
  const t = useProcessingTexts();
  const { verdict, state: rowState } = state.filter;
  const group = verdict !== undefined ? `verdict-${verdict}` : rowState !== undefined ? `state-${rowState}` : "all";
  const { rule } = state.filter;
  const reason = run.reasons.find((one) => one.rule === rule);
  return (
    <FilterBar state={state}>
      <SearchFilter name="search" label={t("search")} />
      <SegmentedControl
        size="xs"
        aria-label={t("colVerdict")}
        value={group}
        onChange={(chosen) => state.setFilter(filtersOf(chosen))}
        data={groupsOf(run, t)}
      />
      <ToggleFilter name="together" label={t("filterTogether")} />
      {rule !== undefined && (
        <FilterChip
          label={t("colReason")}
          value={reason?.text ?? rule}
          onRemove={() => state.setFilter({ rule: null })}
        />
      )}
    </FilterBar>
  );
}

function Bulk({ run, selection }: { run: RunDetail; selection: Selection<RunRow> }): ReactNode {
  const t = useProcessingTexts();
  const exclude = useAct(excludeRows, { invalidates: runReads, onSuccess: () => selection.clear() });
  const out = selection.rows.filter(
    ({ state, verdict }) => state === "planned" && (verdict === "do" || verdict === "close"),
  );
  const back = selection.rows.filter(({ state }) => state === "excluded");
  const send = (rows: readonly RunRow[], excluded: boolean) =>
    exclude.run({ params: { id: String(run.id) }, body: { files: rows.map(({ fileId }) => fileId), excluded } });
  return (
    <>
      {out.length > 0 && (
        <Button size="compact-sm" variant="default" loading={exclude.isPending} onClick={() => void send(out, true)}>
          {t("excludeMany", { count: out.length })}
        </Button>
      )}
      {back.length > 0 && (
        <Button size="compact-sm" variant="default" loading={exclude.isPending} onClick={() => void send(back, false)}>
          {t("includeMany", { count: back.length })}
        </Button>
      )}
    </>
  );
}

function RowActions({ run, row }: { run: RunDetail; row: RunRow }): ReactNode {
  const t = useProcessingTexts();
  const retry = useAct(retryRun, { invalidates: runReads });
  const named = (name: string): string => labelled(name, `${row.fileNumber} ${row.debtorName}`);
  const sample = row.channel === "post" && row.verdict === "do" && row.state === "planned";
  const letter =
    row.documentId !== null
      ? `/api/v4/file/${row.fileId}/documents/${row.documentId}`
      : sample
        ? addressOf(sampleOfRun, { params: { id: run.id, fileId: row.fileId } })
        : null;
  return (
    <>
      {letter !== null && (
        <ActionIcon
          component="a"
          href={letter}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          aria-label={named(t("sample"))}
          title={t("sample")}
        >
          <IconFileText size={16} aria-hidden />
        </ActionIcon>
      )}
      {row.state === "failed" && run.state !== "making" && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={named(t("retry"))}
          title={t("retry")}
          loading={retry.isPending}
          onClick={() => void retry.run({ params: { id: String(run.id) }, body: { file: row.fileId } })}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
