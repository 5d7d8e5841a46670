/** One work on many files: how far it is, what becomes of each file, and what can be done with it. */

import { Button, Group, Progress, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { ChoiceFilter, FilterBar } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { formatDecimal, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import {
  type BulkRow,
  type BulkRun,
  bulkResult,
  bulkScreen,
  bulkTotals,
  cancelBulk,
  excludeBulkRows,
  listBulk,
  listBulkRows,
  makeBulk,
  readBulk,
  stopBulk,
  undoBulk,
} from "../bulk.contract.ts";
import { bulkRowStates, bulkVerdicts } from "../bulk.ts";
import { Totals } from "../forecast/totals.web.tsx";
import { useBulkTexts } from "../texts.web.ts";
import { outcomeTones, runTones } from "./status-colors.web.ts";

const reads = [readBulk, listBulk, listBulkRows, bulkTotals];
const watchMillis = 1000;

const movesNow = (run: BulkRun): boolean =>
  run.state === "planning" || run.state === "making" || run.state === "undoing";

export function BulkWork({ id }: { id: number }): ReactNode {
  const [moves, setMoves] = useState(true);
  const run = useCall(readBulk, { params: { id } }, { every: moves && watchMillis, quiet: moves });
  const now = run.data !== undefined && movesNow(run.data);
  if (run.data && moves !== now) setMoves(now);
  return <Loaded of={run}>{(shown) => <Work run={shown} />}</Loaded>;
}

function Work({ run }: { run: BulkRun }): ReactNode {
  const t = useBulkTexts();
  return (
    <Page
      title={run.title}
      tab={t("runTitle", { id: String(run.id) })}
      count={<Status tone={runTones[run.state]}>{t(`run_${run.state}`)}</Status>}
      actions={<Actions run={run} />}
    >
      {run.error !== null && (
        <Text c="red" role="alert">
          {run.error}
        </Text>
      )}
      <WorkNotice work={run.work} invalidates={reads} />
      {movesNow(run) && <Moving run={run} />}
      <Missing run={run} />
      <Totals run={run} live={movesNow(run)} />
      {run.state !== "planning" && <Rows run={run} />}
    </Page>
  );
}

function Moving({ run }: { run: BulkRun }): ReactNode {
  const t = useBulkTexts();
  const { counts } = run;
  const [done, total] =
    run.state === "planning"
      ? [counts.looked, run.files]
      : run.state === "making"
        ? [counts.done + counts.dropped + counts.failed, counts.do - counts.excluded]
        : [counts.undone + counts.kept, counts.undone + counts.kept + counts.undoable];
  return (
    <div style={{ maxWidth: "var(--v-form-short)", marginBottom: 16 }}>
      <Progress value={(100 * done) / Math.max(1, total)} aria-label={t(`run_${run.state}`)} animated />
      <Text size="sm" role="status">
        {t("progress", { done: done, total: total })}
      </Text>
    </div>
  );
}

function Missing({ run }: { run: BulkRun }): ReactNode {
  const t = useBulkTexts();
  if (run.missingCount === 0) return null;
  return (
    <Section title={t("missing", { count: run.missingCount })}>
      <HorizontalScroll label={t("unknown")} style={{ maxHeight: 160, overflowY: "auto" }}>
        <ul style={{ margin: 0, paddingLeft: 16 }}>
          {run.missing.map(({ line, text }) => (
            <li key={`${line} ${text}`}>{labelled(t("line", { line }), text)}</li>
          ))}
        </ul>
      </HorizontalScroll>
    </Section>
  );
}

/** The result as a file. */
function ResultLinks({ id }: { id: string }): ReactNode {
  const t = useBulkTexts();
  return (["csv", "xlsx"] as const).map((format) => (
    <Button
      key={format}
      component="a"
      href={addressOf(bulkResult, { params: { id }, query: { format } })}
      download
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {t(format)}
    </Button>
  ));
}

/** What can be done in the present state; at most one of it is the primary act. */
function Actions({ run }: { run: BulkRun }): ReactNode {
  const t = useBulkTexts();
  const go = useGo();
  const make = useAct(makeBulk, { invalidates: reads });
  const stop = useAct(stopBulk, { invalidates: reads });
  const undo = useAct(undoBulk, { invalidates: reads });
  const cancel = useAct(cancelBulk, { invalidates: reads, onSuccess: () => go(bulkScreen) });
  const { counts } = run;
  const params = { id: String(run.id) };
  const body = { version: run.version };
  const left = counts.do - counts.excluded - counts.done - counts.dropped - counts.failed - counts.undone - counts.kept;
  const begun = counts.done + counts.dropped + counts.failed > 0;
  const name = t("make", { count: left, what: t(`action_${run.kind}`) });
  const askMake = async (): Promise<void> => {
    const text = t("confirm", { count: left });
    const sure = await confirm(run.kind === "send" ? `${text} ${t("confirmSend")}` : text, {
      title: run.title,
      yes: name,
    });
    if (sure) await make.run({ params, body });
  };
  const undoName = t("undo", { count: counts.undoable });
  const askUndo = async (): Promise<void> => {
    if (await confirm(t(run.kind === "send" ? "recallConfirm" : "undoConfirm"), { title: undoName, yes: undoName }))
      await undo.run({ params, body });
  };
  const canUndo = counts.undoable > 0 && !movesNow(run) && begun && run.state !== "undone";
  return (
    <>
      <Button variant="subtle" onClick={() => go(bulkScreen)}>
        {t("new")}
      </Button>
      {run.state === "planned" && !begun && (
        <Button variant="default" onClick={() => void cancel.run({ params })}>
          {t("cancel")}
        </Button>
      )}
      {!movesNow(run) && <ResultLinks id={params.id} />}
      {canUndo && (
        <Button variant="default" loading={undo.isPending} onClick={() => void askUndo()}>
          {undoName}
        </Button>
      )}
      {run.state === "making" && (
        <Button variant="default" disabled={run.stopAsked} onClick={() => void stop.run({ params })}>
          {t(run.stopAsked ? "stopping" : "stop")}
        </Button>
      )}
      {run.state === "planned" && (
        <Button disabled={left === 0} loading={make.isPending} onClick={() => void askMake()}>
          {begun ? t("goOn") : name}
        </Button>
      )}
    </>
  );
}

function useColumns(): Column<BulkRow>[] {
  const t = useBulkTexts();
  const language = useLanguage();
  const outcome = (row: BulkRow): string =>
    row.state !== "planned" ? t(`state_${row.state}`) : row.verdict === null ? "" : t(`verdict_${row.verdict}`);
  const value = (change: BulkRow["changes"][number], side: "before" | "after"): string => {
    const text = change[side];
    if (text === null) return "–";
    if (change.as === "money") return formatDecimal(text, language);
    return change.as === "date" ? dateText(text, {}, language) : text;
  };
  const changes = (row: BulkRow): string[] =>
    row.changes.map((change) =>
      change.field === "step"
        ? labelled(t("field_step"), value(change, "after"))
        : labelled(t(`field_${change.field}`), `${value(change, "before")} → ${value(change, "after")}`),
    );
  return [
    {
      key: "fileNumber",
      label: t("file"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    { key: "debtorName", label: t("debtor"), share: 22, wraps: true, limit: null },
    { key: "clientName", label: t("client"), share: 20, wraps: true, limit: null },
    {
      key: "state",
      label: t("outcome"),
      formatter: (_value, row) => (
        <Status tone={outcomeTones[row.state === "planned" ? (row.verdict ?? "planned") : row.state]}>
          {outcome(row)}
        </Status>
      ),
      text: (_value, row) => outcome(row),
    },
    {
      key: "changes",
      label: t("change"),
      formatter: (_value, row) => changes(row).map((line) => <div key={line}>{line}</div>),
      text: (_value, row) => changes(row).join("; "),
    },
    {
      key: "reasons",
      label: t("why"),
      formatter: (_value, row) =>
        row.reasons.length > 0 && (
          <Text size="sm" miw={240} maw={400} style={{ whiteSpace: "normal" }}>
            {row.reasons.join(" ")}
          </Text>
        ),
      text: (_value, row) => row.reasons.join(" "),
    },
  ];
}

function Rows({ run }: { run: BulkRun }): ReactNode {
  const t = useBulkTexts();
  const language = useLanguage();
  const params = { id: String(run.id) };
  const state = useTableState(listBulkRows, { params });
  const live = movesNow(run);
  const list = useCall(listBulkRows, { params, query: state.query }, { every: live && watchMillis, quiet: live });
  useOnChange(run.state, list.refetch);
  const counted = (name: string, count: number): string => `${name} (${formatNumber(count, language)})`;
  return (
    <DataTable
      id="bulk-rows"
      label={run.title}
      columns={useColumns()}
      list={list}
      state={state}
      views={false}
      rowKey={(row) => String(row.fileId)}
      rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
      rowVariant={(row) => (row.state === "failed" ? "danger" : row.state === "excluded" ? "muted" : undefined)}
      empty={{ title: t("noRows"), text: t("noRowsHint") }}
      selectable={run.state === "planned"}
      bulk={(selection) => <Exclude run={run} selection={selection} />}
      filters={
        <FilterBar state={state}>
          <ChoiceFilter
            name="verdict"
            label={t("inPlan")}
            options={bulkVerdicts.map((one) => ({ value: one, label: counted(t(`verdict_${one}`), run.counts[one]) }))}
          />
          <ChoiceFilter
            name="state"
            label={t("outcome")}
            options={bulkRowStates.map((one) => ({ value: one, label: t(`state_${one}`) }))}
          />
        </FilterBar>
      }
    />
  );
}

function Exclude({ run, selection }: { run: BulkRun; selection: Selection<BulkRow> }): ReactNode {
  const t = useBulkTexts();
  const act = useAct(excludeBulkRows, { invalidates: reads, onSuccess: () => selection.clear() });
  const out = selection.rows.filter(({ state, verdict }) => state === "planned" && verdict === "do");
  const back = selection.rows.filter(({ state }) => state === "excluded");
  const button = (rows: readonly BulkRow[], excluded: boolean, label: "excludeMany" | "includeMany"): ReactNode =>
    rows.length > 0 && (
      <Button
        size="compact-sm"
        variant="default"
        loading={act.isPending}
        onClick={() =>
          void act.run({ params: { id: String(run.id) }, body: { files: rows.map(({ fileId }) => fileId), excluded } })
        }
      >
        {t(label, { count: rows.length })}
      </Button>
    );
  return (
    <Group gap="xs">
      {button(out, true, "excludeMany")}
      {button(back, false, "includeMany")}
    </Group>
  );
}
