/** The contents of a run: its totals by step, and its rows. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn, FileLink, useOpensFiles } from "../../../cases/files/files.web.tsx";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import type { workflowTexts } from "../../workflows/workflows.texts.ts";
import { recordAddress } from "../precasso.ts";
import { type PrecassoText, usePrecassoTexts } from "../texts.web.ts";
import { type RowState, type RunState, rowStates, type Verdict, verdicts } from "./run.ts";
import {
  excludePrecasso,
  listPrecassoRows,
  listPrecassoRuns,
  type Run,
  type RunRow,
  readPrecassoRun,
} from "./runs.contract.ts";

export const reads = [readPrecassoRun, listPrecassoRuns, listPrecassoRows];
export const watchMillis = 1000;
export const channels = ["email", "sms", "post", "task"] as const;

export const runTones: Readonly<Record<RunState, Tone>> = {
  planning: "accent",
  planned: "warn",
  making: "accent",
  done: "good",
  cancelled: "neutral",
};
export const verdictTones: Readonly<Record<Verdict, Tone>> = { do: "good", refuse: "bad", wait: "warn" };
const rowTones: Readonly<Record<RowState, Tone>> = {
  planned: "accent",
  excluded: "neutral",
  done: "good",
  dropped: "warn",
  failed: "bad",
};

export const useChannelName = () => {
  const t = useTexts<typeof workflowTexts>("workflows");
  return (channel: string): string => {
    const known = channels.find((one) => one === channel);
    return known ? t(`channel_${known}`) : channel;
  };
};

interface Total {
  readonly step: number;
  readonly name: string;
  readonly channel: string;
  readonly verdict: Verdict;
  readonly state: RowState;
  readonly records: number;
  readonly openCents: number;
}

const verdictName = (t: PrecassoText, { verdict, state }: Pick<Total, "verdict" | "state">): string =>
  state === "planned" ? t(`verdict_${verdict}`) : t(`row_${state}`);

export function Totals({ totals }: { totals: readonly Total[] }): ReactNode {
  const t = usePrecassoTexts();
  const channelName = useChannelName();
  const columns: Column<Total>[] = [
    { key: "name", label: t("step"), allowToggle: false },
    { key: "channel", label: t("channel"), formatter: (_value, row) => channelName(row.channel) },
    {
      key: "verdict",
      label: t("verdict"),
      formatter: (_value, row) => (
        <Status tone={row.state === "planned" ? verdictTones[row.verdict] : rowTones[row.state]}>
          {verdictName(t, row)}
        </Status>
      ),
      text: (_value, row) => verdictName(t, row),
    },
    { key: "records", label: t("records"), as: "number" },
    { key: "openCents", label: t("open"), as: "money" },
  ];
  return (
    <Section title={t("totals")}>
      <DataTable
        id="precasso-totals"
        label={t("totals")}
        columns={columns}
        rows={totals}
        rowKey={(row) => `${row.step} ${row.name} ${row.channel} ${row.verdict} ${row.state}`}
        chooser={false}
      />
    </Section>
  );
}

/** The column of files is a link alone: it says nothing to whoever may not open them. */
function rowColumns(t: PrecassoText, opensFiles: boolean): Column<RunRow>[] {
  const why = (row: RunRow): string => row.error ?? row.reasons.map(({ text }) => text).join(" ");
  return [
    {
      key: "number",
      label: t("number"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => <Link to={recordAddress(row.recordId)}>{row.number}</Link>,
      text: (_value, row) => row.number,
    },
    debtorColumn(t("debtor"), t("client"), { share: 26 }),
    {
      key: "verdict",
      label: t("verdict"),
      formatter: (_value, row) => (
        <Status tone={row.state === "planned" ? verdictTones[row.verdict] : rowTones[row.state]}>
          {verdictName(t, row)}
        </Status>
      ),
      text: (_value, row) => verdictName(t, row),
      below: { key: "stepName", label: t("step"), limit: null },
    },
    { key: "openCents", label: t("open"), as: "money", sortable: true },
    {
      key: "reasons",
      label: t("rowReasons"),
      share: 34,
      wraps: true,
      formatter: (_value, row) => why(row),
      text: (_value, row) => why(row),
    },
    ...(opensFiles ? [fileColumn(t)] : []),
  ];
}

const fileColumn = (t: PrecassoText): Column<RunRow> => ({
  key: "fileId",
  label: t("file"),
  formatter: (_value, row) => (row.fileId === null ? "" : <FileLink id={row.fileId}>{row.fileNumber}</FileLink>),
  text: (_value, row) => row.fileNumber ?? "",
});

export function Rows({ run }: { run: Run }): ReactNode {
  const t = usePrecassoTexts();
  const opensFiles = useOpensFiles();
  const table = useTableState(listPrecassoRows, { params: { id: run.id } });
  const live = run.state === "making";
  const list = useCall(
    listPrecassoRows,
    { params: { id: run.id }, query: table.query },
    { every: live && watchMillis, quiet: live },
  );
  useOnChange(run.state, list.refetch);
  return (
    <DataTable
      id="precasso-rows"
      label={t("run", { id: String(run.id) })}
      columns={rowColumns(t, opensFiles)}
      list={list}
      state={table}
      views={false}
      rowKey={(row) => row.recordId}
      rowName={(row) => `${row.number} ${row.debtorName}`}
      rowVariant={(row) => (row.state === "failed" ? "danger" : row.state === "excluded" ? "muted" : undefined)}
      exportName={`precasso-${run.id}`}
      empty={{ title: t("nothingDue"), text: t("nothingDueHint") }}
      selectable={run.state === "planned"}
      bulk={(selection) => <Bulk run={run} selection={selection} />}
      filters={
        <FilterBar state={table}>
          <SearchFilter name="search" label={t("search")} />
          <ChoiceFilter
            name="verdict"
            label={t("verdict")}
            options={verdicts.map((value) => ({ value, label: t(`verdict_${value}`) }))}
          />
          <ChoiceFilter
            name="state"
            label={t("state")}
            options={rowStates.map((value) => ({ value, label: t(`row_${value}`) }))}
          />
        </FilterBar>
      }
    />
  );
}

function Bulk({ run, selection }: { run: Run; selection: Selection<RunRow> }): ReactNode {
  const t = usePrecassoTexts();
  const exclude = useAct(excludePrecasso, { invalidates: reads, onSuccess: () => selection.clear() });
  const out = selection.rows.filter(({ state, verdict }) => state === "planned" && verdict === "do");
  const back = selection.rows.filter(({ state }) => state === "excluded");
  const send = (rows: readonly RunRow[], excluded: boolean): void =>
    void exclude.run({ params: { id: run.id }, body: { records: rows.map(({ recordId }) => recordId), excluded } });
  return (
    <>
      {out.length > 0 && (
        <Button variant="default" onClick={() => send(out, true)}>
          {t("excludeRows", { count: out.length })}
        </Button>
      )}
      {back.length > 0 && (
        <Button variant="default" onClick={() => send(back, false)}>
          {t("includeRows", { count: back.length })}
        </Button>
      )}
    </>
  );
}
